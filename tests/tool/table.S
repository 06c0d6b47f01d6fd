/* SPDX-License-Identifier: MIT */
/*
 * Tables for `uaccess extable` to look at. Entries of one object stay in the
 * order of the source whatever the linker does, so that UNSORTED is.
 */
#include <uaccess/extable.h>

/* int load(int which, const char *p): 1, 2 or 3, the fixup's own number, or 0 without a fault */
	.text
	.globl	load
	.type	load, @function
load:
	xorl	%eax, %eax
	cmpl	$2, %edi
	je	.Lload2
	ja	.Lload3
.Lload1:
	movb	(%rsi), %cl
	ret
.Lload2:
	movb	1(%rsi), %cl
	ret
.Lload3:
	movb	2(%rsi), %cl
	ret
.Lfixup1:
	movl	$1, %eax
	ret
.Lfixup2:
	movl	$2, %eax
	ret
.Lfixup3:
	movl	$3, %eax
	ret
.Lspare:
	movb	(%rsi), %cl
	ret
	.size	load, . - load

#ifdef UNSORTED
	ex_table .Lload3, .Lfixup3
	ex_table .Lload1, .Lfixup1
	ex_table .Lload2, .Lfixup2, UACCESS_EX_TYPE_IMM_REG, 1, 0, -14
#else
	ex_table .Lload1, .Lfixup1
	ex_table .Lload2, .Lfixup2
	ex_table .Lload3, .Lfixup3
#endif
#ifdef DOUBLE
	ex_table .Lload3, .Lfixup1
#endif
#ifdef NO_ACCESS
	ex_table .Lfixup1, .Lfixup2
#endif
#ifdef NO_TYPE
	ex_table .Lspare, .Lfixup2, 99
#endif
#ifdef NO_REGISTER
	ex_table .Lspare, .Lfixup2, UACCESS_EX_TYPE_IMM_REG, 16
#endif
#ifdef INSN_IN_DATA
	ex_table .Ldata, .Lfixup3
#endif
#ifdef FIXUP_IN_DATA
	ex_table .Lspare, .Ldata
#endif
	.data
.Ldata:	.quad	0
	.section .note.GNU-stack,"",@progbits
