/* SPDX-License-Identifier: MIT */
/* Where the kernel keeps a part of <linux/uaccess.h>. */
#ifndef UACCESS_COMPAT_ASM_TLBFLUSH_H
#define UACCESS_COMPAT_ASM_TLBFLUSH_H

#include <linux/uaccess.h>

#endif /* UACCESS_COMPAT_ASM_TLBFLUSH_H */
