/* SPDX-License-Identifier: MIT */
/* Part of the kernel's own insides: nothing that a copy needs. */
#ifndef UACCESS_COMPAT_ASM_CURRENT_H
#define UACCESS_COMPAT_ASM_CURRENT_H


#endif /* UACCESS_COMPAT_ASM_CURRENT_H */
