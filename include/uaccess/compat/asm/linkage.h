/* SPDX-License-Identifier: MIT */
/* Where the kernel keeps a part of <linux/linkage.h>. */
#ifndef UACCESS_COMPAT_ASM_LINKAGE_H
#define UACCESS_COMPAT_ASM_LINKAGE_H

#include "../linux/linkage.h"

#endif /* UACCESS_COMPAT_ASM_LINKAGE_H */
