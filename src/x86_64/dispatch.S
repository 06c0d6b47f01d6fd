/* SPDX-License-Identifier: MIT */
/*
 * uaccess_routine_clear, uaccess_routine_copy: a jump to the selected row, with
 * all argument registers as they came. Exported functions and not exported
 * pointers: a program linked without PIC would get a copy of a pointer, and the
 * page they live in could not be protected.
 */
#include "src/x86_64/asm.h"

.macro	dispatch name, slot
	.globl	\name
	.type	\name, @function
	.p2align 4
\name:
	.cfi_startproc
	endbr64
	jmpq	*(uaccess__dispatch + 8 * \slot)(%rip)
	.cfi_endproc
	.size	\name, . - \name
.endm

	.hidden	uaccess__dispatch
dispatch uaccess_routine_clear, 0
dispatch uaccess_routine_copy, 1
