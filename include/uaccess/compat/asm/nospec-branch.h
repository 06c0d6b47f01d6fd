/* SPDX-License-Identifier: MIT */
/* Indirect branches of .S files, without the kernel's mitigations. */
#ifndef UACCESS_COMPAT_ASM_NOSPEC_BRANCH_H
#define UACCESS_COMPAT_ASM_NOSPEC_BRANCH_H

#include "../linux/objtool.h"

#ifdef __ASSEMBLER__
	.macro	JMP_NOSPEC reg
	jmp	*%\reg
	.endm
	.macro	CALL_NOSPEC reg
	call	*%\reg
	.endm
#endif

#endif /* UACCESS_COMPAT_ASM_NOSPEC_BRANCH_H */
