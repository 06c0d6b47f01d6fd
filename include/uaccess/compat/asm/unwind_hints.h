/* SPDX-License-Identifier: MIT */
/* Where the kernel keeps a part of <linux/objtool.h>. */
#ifndef UACCESS_COMPAT_ASM_UNWIND_HINTS_H
#define UACCESS_COMPAT_ASM_UNWIND_HINTS_H

#include "../linux/objtool.h"

#endif /* UACCESS_COMPAT_ASM_UNWIND_HINTS_H */
