/* SPDX-License-Identifier: MIT */
/* The kernel's names for spinlocks. */
#ifndef UACCESS_COMPAT_LINUX_SPINLOCK_H
#define UACCESS_COMPAT_LINUX_SPINLOCK_H

#include <uaccess/spinlock.h>

#endif /* UACCESS_COMPAT_LINUX_SPINLOCK_H */
