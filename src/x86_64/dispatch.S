/* SPDX-License-Identifier: MIT */
/*
 * The page of the selected rows, and uaccess_routine_clear, uaccess_routine_copy:
 * a jump to the selected row, with all argument registers as they came.
 *
 * The page is defined here and not in C because the headers' inline asm refers to
 * it, which link-time optimisation does not see. It is good before any constructor
 * ran: the generic rows need nothing of the CPU. Only routine.c changes it.
 */
#include "src/x86_64/asm.h"

#define PAGE 4096

	.section .data.uaccess_dispatch, "aw", @progbits
	.globl	uaccess_dispatch, uaccess__dispatch
	.hidden	uaccess__dispatch
	.type	uaccess_dispatch, @object
	.type	uaccess__dispatch, @object
	.balign	PAGE
uaccess_dispatch:
uaccess__dispatch:
	.quad	uaccess__clear_generic, uaccess__copy_generic
	.quad	0, 0
	/* Takes routine.c, which selects at start, out of a static library. */
	.quad	uaccess_routine_select
	.zero	PAGE - (. - uaccess_dispatch)
	.size	uaccess_dispatch, PAGE
	.size	uaccess__dispatch, PAGE
	.text

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

dispatch uaccess_routine_clear, 0
dispatch uaccess_routine_copy, 1
