/* SPDX-License-Identifier: MIT */
/* Functions that the kernel also calls through pointers. */
#ifndef UACCESS_COMPAT_LINUX_CFI_TYPES_H
#define UACCESS_COMPAT_LINUX_CFI_TYPES_H

#include "linkage.h"

#ifdef __ASSEMBLER__
#define SYM_TYPED_FUNC_START(name) SYM_FUNC_START(name)
#define SYM_TYPED_ENTRY(name, linkage, align...) SYM_ENTRY(name, linkage, align)
#endif

#endif /* UACCESS_COMPAT_LINUX_CFI_TYPES_H */
