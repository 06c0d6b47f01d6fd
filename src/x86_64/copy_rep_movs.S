/* SPDX-License-Identifier: MIT */
/*
 * rep_movs_alternative of Linux since 6.4, for CPUs on which a short rep movsb
 * is slow, in its versions and two proposals:
 * struct uaccess_progress NAME(void *to, const void *from, unsigned long n).
 *
 * Assumptions: none. %rdi destination, %rsi source; %rcx is what is left from
 * there on, and %rax the bytes behind the words of a rep movsq.
 *
 * Residue: exact. Where a wide access faults, the bytes from the last known place
 * on are done one by one until the faulting one faults again: two faults.
 */
#include "src/x86_64/seed.h"

/* Below 64 bytes: words, then bytes; the exits of all rows are here. */
function uaccess__copy_rep_movs_alternative
	movq	%rdx, %rcx
	cmpq	$64, %rcx
	jae	.Lblocks
.Lunder_block:
	cmpl	$8, %ecx
	jae	.Lwords
.Lunder_word:
	testl	%ecx, %ecx
	jz	.Ldone
.Lbytes:
	seed .Ldone, movb (%rsi), %al
	seed .Ldone, movb %al, (%rdi)
	incq	%rdi
	incq	%rsi
	decq	%rcx
	jnz	.Lbytes
.Ldone:
	seed_return

.Lwords:
	seed .Lbytes, movq (%rsi), %rax
	seed .Lbytes, movq %rax, (%rdi)
	addq	$8, %rsi
	addq	$8, %rdi
	subq	$8, %rcx
	cmpl	$8, %ecx
	jae	.Lwords
	jmp	.Lunder_word

	/* 64 and more, as in 6.4: loads and stores in fours. */
	.p2align 4
.Lblocks:
	.irp	offset, 0, 32
	seed .Lbytes, movq \offset(%rsi), %r8
	seed .Lbytes, movq \offset+8(%rsi), %r9
	seed .Lbytes, movq \offset+16(%rsi), %r10
	seed .Lbytes, movq \offset+24(%rsi), %r11
	seed .Lbytes, movq %r8, \offset(%rdi)
	seed .Lbytes, movq %r9, \offset+8(%rdi)
	seed .Lbytes, movq %r10, \offset+16(%rdi)
	seed .Lbytes, movq %r11, \offset+24(%rdi)
	.endr
	addq	$64, %rsi
	addq	$64, %rdi
	subq	$64, %rcx
	cmpq	$64, %rcx
	jae	.Lblocks
	jmp	.Lunder_block

	/* A rep movsq up to %r9 stopped. */
.Lfault_rep:
	cld
	movq	%r9, %rcx
	subq	%rdi, %rcx
	jmp	.Lbytes
	/* A word at the very end of what is left faulted; %rax is what is left. */
.Lfault_last:
	movq	%rax, %rcx
	jmp	.Lbytes
end_function uaccess__copy_rep_movs_alternative

/* As since 6.6: 64 and more by rep movsq. */
function uaccess__copy_rep_movsq
	movq	%rdx, %rcx
	cmpq	$64, %rcx
	jb	.Lunder_block
.Lmovsq:
	leaq	(%rdi,%rcx), %r9
	movl	%ecx, %eax
	shrq	$3, %rcx
	andl	$7, %eax
	cld
	seed .Lfault_rep, rep movsq
	movl	%eax, %ecx
	jmp	.Lunder_word
end_function uaccess__copy_rep_movsq

/* As since 6.15: one word that may lie anywhere, and the destination is aligned. */
function uaccess__copy_rep_movsq_aligned
	movq	%rdx, %rcx
	cmpq	$64, %rcx
	jb	.Lunder_block
	testl	$7, %edi
	jz	.Lmovsq
	seed .Lbytes, movq (%rsi), %r8
	seed .Lbytes, movq %r8, (%rdi)
	movl	%edi, %eax
	andl	$7, %eax
	subq	$8, %rax
	subq	%rax, %rdi
	subq	%rax, %rsi
	addq	%rax, %rcx
	jmp	.Lmovsq
end_function uaccess__copy_rep_movsq_aligned

/* Proposed, 8..63 bytes: the bytes behind the words are the end of one last word. */
function uaccess__copy_rep_movs_overlap
	movq	%rdx, %rcx
	cmpq	$64, %rcx
	jae	.Lmovsq
	cmpl	$8, %ecx
	jb	.Lunder_word
.Loverlap_words:
	seed .Lbytes, movq (%rsi), %r8
	seed .Lbytes, movq %r8, (%rdi)
	addq	$8, %rsi
	addq	$8, %rdi
	subl	$8, %ecx
	cmpl	$8, %ecx
	jae	.Loverlap_words
	testl	%ecx, %ecx
	jz	.Ldone
	seed .Lbytes, movq -8(%rsi,%rcx), %r8
	seed .Lbytes, movq %r8, -8(%rdi,%rcx)
	xorl	%ecx, %ecx
	seed_return
end_function uaccess__copy_rep_movs_overlap

/* Proposed, 64 and more: one last word behind rep movsq, without asking whether it is needed. */
function uaccess__copy_rep_movsq_branchless
	movq	%rdx, %rcx
	cmpq	$64, %rcx
	jb	.Lunder_block
	leaq	(%rdi,%rcx), %r9
	movl	%ecx, %eax
	shrq	$3, %rcx
	andl	$7, %eax
	cld
	seed .Lfault_rep, rep movsq
	seed .Lfault_last, movq -8(%rsi,%rax), %r8
	seed .Lfault_last, movq %r8, -8(%rdi,%rax)
	seed_return
end_function uaccess__copy_rep_movsq_branchless
