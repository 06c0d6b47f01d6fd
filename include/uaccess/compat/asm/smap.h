/* SPDX-License-Identifier: MIT */
/* User access is always open in a process: nothing to do. */
#ifndef UACCESS_COMPAT_ASM_SMAP_H
#define UACCESS_COMPAT_ASM_SMAP_H

#ifdef __ASSEMBLER__
#define ASM_STAC
#define ASM_CLAC
#endif

#endif /* UACCESS_COMPAT_ASM_SMAP_H */
