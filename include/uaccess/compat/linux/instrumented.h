/* SPDX-License-Identifier: MIT */
/* Where the kernel keeps a part of its sanitizers' checks. */
#ifndef UACCESS_COMPAT_LINUX_INSTRUMENTED_H
#define UACCESS_COMPAT_LINUX_INSTRUMENTED_H

#include <linux/kasan-checks.h>

#endif /* UACCESS_COMPAT_LINUX_INSTRUMENTED_H */
