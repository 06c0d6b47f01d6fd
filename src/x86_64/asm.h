/* SPDX-License-Identifier: MIT */
/*
 * What every .S file of this folder begins with: functions with unwind and
 * hardening marks, and the two ways an access of a routine gets its entry.
 */
/* clang-format off */
#include <uaccess/extable.h>

/* Hardware numbers of registers, for ex_table. */
#define REG_AX	0
#define REG_CX	1
#define REG_DX	2
#define REG_BX	3
#define REG_SP	4
#define REG_BP	5
#define REG_SI	6
#define REG_DI	7
#define REG_R8	8
#define REG_R9	9
#define REG_R10 10
#define REG_R11 11

.macro	function name
	.globl	\name
	.hidden	\name
	.type	\name, @function
	.p2align 6
\name:
	.cfi_startproc
	endbr64
.endm

.macro	end_function name
	.cfi_endproc
	.size	\name, . - \name
.endm

/*
 * An access of a routine: on a fault %rdx := its address, all ones where it is
 * not known (%rax := trap number and error code), and on at the fixup.
 */
.macro	access fixup, insn:vararg
.Luaccess_access_\@ :
	\insn
	ex_table .Luaccess_access_\@, \fixup, UACCESS_EX_TYPE_INFO, REG_DX, REG_AX
.endm

/* No executable stack; indirect branch tracking and shadow stacks are fine. */
	.section .note.GNU-stack,"",@progbits
	.section .note.gnu.property,"a",@note
	.p2align 3
	.long	4, 16, 5
	.asciz	"GNU"
	.long	0xc0000002, 4, 3, 0
	.text
