/* SPDX-License-Identifier: MIT */
/*
 * uaccess__copy_avx512_forward: up to 64 bytes in whole moves, which a load that
 * follows soon is given straight from the store buffer. See copy_avx512.h.
 *
 * From 16 on four moves without a branch on the size: at 0, k, n-16-k and n-16,
 * where k is 16 above 32 and else 0. Below 16 two moves, by size class.
 */
#define NAME uaccess__copy_avx512_forward

/* %rcx is n - 1. */
.macro	copy_1_to_64
	cmpl	$15, %ecx
	jb	.Lunder_16
	/* 16..64 */
	shrl	%ecx
	andl	$16, %ecx
	leaq	-16(%r9), %r10
	movq	%r10, %r11
	subq	%rcx, %r11
	access .Lfault_at_start, vmovdqu64 (%rsi), %xmm16
	access .Lfault_at_start, vmovdqu64 (%rsi,%rcx), %xmm17
	access .Lfault_at_start, vmovdqu64 (%rsi,%r11), %xmm18
	access .Lfault_at_start, vmovdqu64 (%rsi,%r10), %xmm19
	access .Lfault_at_start, vmovdqu64 %xmm16, (%rdi)
	access .Lfault_at_start, vmovdqu64 %xmm17, (%rdi,%rcx)
	access .Lfault_at_start, vmovdqu64 %xmm18, (%rdi,%r11)
	access .Lfault_at_start, vmovdqu64 %xmm19, (%rdi,%r10)
	xorl	%eax, %eax
	ret
.Lunder_16:
	cmpl	$7, %ecx
	jb	.Lunder_8
	/* 8..15 */
	access .Lfault_at_start, movq (%rsi), %rax
	access .Lfault_at_start, movq -8(%rsi,%r9), %rcx
	access .Lfault_at_start, movq %rax, (%rdi)
	access .Lfault_at_start, movq %rcx, -8(%rdi,%r9)
	xorl	%eax, %eax
	ret
.Lunder_8:
	cmpl	$3, %ecx
	jb	.Lunder_4
	/* 4..7 */
	access .Lfault_at_start, movl (%rsi), %eax
	access .Lfault_at_start, movl -4(%rsi,%r9), %ecx
	access .Lfault_at_start, movl %eax, (%rdi)
	access .Lfault_at_start, movl %ecx, -4(%rdi,%r9)
	xorl	%eax, %eax
	ret
.Lunder_4:
	/* 1..3: for 1 all three moves are the same byte */
	movl	%edx, %r10d
	shrl	%r10d
	access .Lfault_at_start, movzbl (%rsi), %ecx
	access .Lfault_at_start, movzbl (%rsi,%r10), %r11d
	access .Lfault_at_start, movzbl -1(%rsi,%r9), %r8d
	access .Lfault_at_start, movb %cl, (%rdi)
	access .Lfault_at_start, movb %r11b, (%rdi,%r10)
	access .Lfault_at_start, movb %r8b, -1(%rdi,%r9)
	xorl	%eax, %eax
	ret
.endm

#include "src/x86_64/copy_avx512.h"
