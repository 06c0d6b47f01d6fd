/* SPDX-License-Identifier: MIT */
/* Error pointers. */
#ifndef UACCESS_COMPAT_LINUX_ERR_H
#define UACCESS_COMPAT_LINUX_ERR_H

#include <linux/uaccess.h>

#endif /* UACCESS_COMPAT_LINUX_ERR_H */
