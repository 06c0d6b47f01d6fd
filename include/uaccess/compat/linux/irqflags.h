/* SPDX-License-Identifier: MIT */
/* The kernel's names for the signal flag. */
#ifndef UACCESS_COMPAT_LINUX_IRQFLAGS_H
#define UACCESS_COMPAT_LINUX_IRQFLAGS_H

#include <uaccess/irqflags.h>

#endif /* UACCESS_COMPAT_LINUX_IRQFLAGS_H */
