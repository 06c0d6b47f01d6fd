/* SPDX-License-Identifier: MIT */
/*
 * For the routines of this folder, each of which breaks its contract on purpose:
 * historical defects of the kernel's routines and a few of our own making.
 * `uaccess verify` must catch every one (tests/routines/broken.sh).
 */
/* clang-format off */
#include <uaccess/extable.h>

.macro	broken name
	.globl	\name
	.type	\name, @function
	.p2align 4
\name:
	.cfi_startproc
.endm

.macro	end_broken name
	.cfi_endproc
	.size	\name, . - \name
.endm

/* A guarded instruction. */
.macro	may_fault fixup, insn:vararg
.Lbroken_\@ :
	\insn
	ex_table .Lbroken_\@, \fixup
.endm

	.section .note.GNU-stack,"",@progbits
	.text
