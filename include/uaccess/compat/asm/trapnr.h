/* SPDX-License-Identifier: MIT */
/* The processor's trap numbers, as entries of type FAULT report them. */
#ifndef UACCESS_COMPAT_ASM_TRAPNR_H
#define UACCESS_COMPAT_ASM_TRAPNR_H

#define X86_TRAP_DE 0
#define X86_TRAP_DB 1
#define X86_TRAP_BP 3
#define X86_TRAP_UD 6
#define X86_TRAP_SS 12
#define X86_TRAP_GP 13
#define X86_TRAP_PF 14
#define X86_TRAP_AC 17
#define X86_TRAP_MC 18

#endif /* UACCESS_COMPAT_ASM_TRAPNR_H */
