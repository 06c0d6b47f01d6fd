/* SPDX-License-Identifier: MIT */
/* A driver in the kernel's style, for the suite. */
#ifndef UACCESS_TESTS_DRIVER_H
#define UACCESS_TESTS_DRIVER_H

#include <linux/types.h>

struct driver_request {
	u32 size;
	u32 flags;
	u64 a;
	u64 b;
};

/* a + b of the caller's request, or -errno. */
long driver_ioctl(void __user *arg, size_t size);

extern unsigned int driver_strnlen_calls;

#endif
