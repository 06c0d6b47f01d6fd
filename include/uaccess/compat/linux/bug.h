/* SPDX-License-Identifier: MIT */
/* Where the kernel keeps a part of <linux/kernel.h>. */
#ifndef UACCESS_COMPAT_LINUX_BUG_H
#define UACCESS_COMPAT_LINUX_BUG_H

#include <linux/kernel.h>

#endif /* UACCESS_COMPAT_LINUX_BUG_H */
