/* SPDX-License-Identifier: MIT */
/*
 * rep_stos_alternative of Linux since 6.4, for CPUs on which a short rep stosb
 * is slow: struct uaccess_progress NAME(void *to, unsigned long n).
 *
 * Assumptions: none. %rcx is at any time what is left from %rdi on: 64 bytes a
 * turn without regard to alignment, then words, then bytes.
 *
 * Residue: exact. Where a word faults, the bytes from the last known place on are
 * done one by one until the faulting one faults again: two faults.
 */
#include "src/x86_64/seed.h"

function uaccess__clear_rep_stos_alternative
	movq	%rsi, %rcx
	cmpq	$64, %rcx
	jae	.Lblocks
.Lunder_block:
	cmpl	$8, %ecx
	jae	.Lwords
.Lunder_word:
	testl	%ecx, %ecx
	jz	.Ldone
.Lbytes:
	seed .Ldone, movb $0, (%rdi)
	incq	%rdi
	decq	%rcx
	jnz	.Lbytes
.Ldone:
	seed_return

.Lwords:
	seed .Lbytes, movq $0, (%rdi)
	addq	$8, %rdi
	subq	$8, %rcx
	cmpl	$8, %ecx
	jae	.Lwords
	jmp	.Lunder_word

	.p2align 4
.Lblocks:
	seed .Lbytes, movq $0, (%rdi)
	seed .Lbytes, movq $0, 8(%rdi)
	seed .Lbytes, movq $0, 16(%rdi)
	seed .Lbytes, movq $0, 24(%rdi)
	seed .Lbytes, movq $0, 32(%rdi)
	seed .Lbytes, movq $0, 40(%rdi)
	seed .Lbytes, movq $0, 48(%rdi)
	seed .Lbytes, movq $0, 56(%rdi)
	addq	$64, %rdi
	subq	$64, %rcx
	cmpq	$64, %rcx
	jae	.Lblocks
	jmp	.Lunder_block
end_function uaccess__clear_rep_stos_alternative
