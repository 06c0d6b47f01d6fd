/* SPDX-License-Identifier: MIT */
/*
 * What clear_user_inline() calls on CPUs without a fast rep stosb, in the kernel's
 * register interface: %rdi destination, %rcx n, %rax 0; back come %rcx with what is
 * left and %rax with 0, %rdx changes and no other register does.
 *
 * Residue: a word that faults counts as not cleared; bytes are exact. It is taken
 * from the counters, as these calls leave no register for the end.
 */
#include "src/x86_64/asm.h"

.macro	inline_routine name
	.globl	\name
	.type	\name, @function
	.p2align 6
\name:
	.cfi_startproc
	endbr64
.endm

/* A loop of words, aligned to 16, then of bytes. */
inline_routine uaccess_clear_user_original
.Loriginal:
	movl	%ecx, %edx
	andl	$7, %edx
	shrq	$3, %rcx
	jz	.Ltail
	.p2align 4
.Lwords:
	movq	$0, (%rdi)
	ex_table .Lwords, .Lfault_word
	addq	$8, %rdi
	decq	%rcx
	jnz	.Lwords
.Ltail:
	movl	%edx, %ecx
	testl	%ecx, %ecx
	jz	.Ldone
.Lbytes:
	movb	$0, (%rdi)
	ex_table .Lbytes, .Ldone
	incq	%rdi
	decl	%ecx
	jnz	.Lbytes
.Ldone:
	ret
.Lfault_word:
	leaq	(%rdx,%rcx,8), %rcx
	ret
end_function uaccess_clear_user_original

/* From 64 bytes on rep stosq, and rep stosb for what is left. */
inline_routine uaccess_clear_user_rep_good
	cmpq	$64, %rcx
	jb	.Loriginal
	cld
	movl	%ecx, %edx
	andl	$7, %edx
	shrq	$3, %rcx
.Lstosq:
	rep stosq
	ex_table .Lstosq, .Lfault_rep
	movl	%edx, %ecx
.Lstosb:
	rep stosb
	ex_table .Lstosb, .Lleave
.Lleave:
	cld
	ret
.Lfault_rep:
	cld
	leaq	(%rdx,%rcx,8), %rcx
	ret
end_function uaccess_clear_user_rep_good

/* From 64 bytes on rep stosb. */
inline_routine uaccess_clear_user_erms
	cmpq	$64, %rcx
	jb	.Loriginal
	cld
	jmp	.Lstosb
end_function uaccess_clear_user_erms
