/* SPDX-License-Identifier: MIT */
/* iov_iter. */
#ifndef UACCESS_COMPAT_LINUX_UIO_H
#define UACCESS_COMPAT_LINUX_UIO_H

#include <linux/uaccess.h>

#endif /* UACCESS_COMPAT_LINUX_UIO_H */
