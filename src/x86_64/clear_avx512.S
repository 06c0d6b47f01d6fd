/* SPDX-License-Identifier: MIT */
/*
 * struct uaccess_progress uaccess__clear_avx512(void *to, unsigned long n)
 *
 * Assumptions: AVX512F/BW/VL, BMI2, ERMS.
 *
 * Up to 64 bytes are one store under a mask made from n: no branch on the size,
 * and a byte that is masked off never faults. Up to 256 bytes, overlapping
 * stores from both ends; above, a loop of aligned stores, and from
 * REP_THRESHOLD on rep stosb. Everything ascends. Only %xmm16 and up are used
 * whose upper halves cost no vzeroupper.
 *
 *	%rdi	destination, advances in the loop
 *	%rsi	n
 *	%r8	end of the destination
 *	%xmm16	zero
 *	%rax, %rdx	result
 */
#include "src/x86_64/asm.h"

/* Below, the loop wins or ties; above, rep stosb needs no instruction per line. */
#define REP_THRESHOLD 2048

function uaccess__clear_avx512
	vpxorq	%xmm16, %xmm16, %xmm16
	cmpq	$64, %rsi
	ja	.Lover_64

	/* 0..64 */
	movq	$-1, %rax
	bzhiq	%rsi, %rax, %rax
	kmovq	%rax, %k1
	access .Lfault_at_start, vmovdqu8 %zmm16, (%rdi){%k1}
	xorl	%eax, %eax
	ret

.Lover_64:
	cmpq	$256, %rsi
	ja	.Lover_256
	cmpq	$128, %rsi
	ja	.Lover_128

	/* 65..128 */
	access .Lfault_at_start, vmovdqu64 %zmm16, (%rdi)
	access .Lfault_at_start, vmovdqu64 %zmm16, -64(%rdi,%rsi)
	xorl	%eax, %eax
	ret

.Lover_128:
	/* 129..256 */
	access .Lfault_at_start, vmovdqu64 %zmm16, (%rdi)
	access .Lfault_at_start, vmovdqu64 %zmm16, 64(%rdi)
	access .Lfault_at_start, vmovdqu64 %zmm16, -128(%rdi,%rsi)
	access .Lfault_at_start, vmovdqu64 %zmm16, -64(%rdi,%rsi)
	xorl	%eax, %eax
	ret

.Lover_256:
	leaq	(%rdi,%rsi), %r8
	cmpq	$REP_THRESHOLD, %rsi
	jae	.Lrep

	/* 257..REP_THRESHOLD-1: one unaligned vector, then aligned ones */
	access .Lfault_at_start, vmovdqu64 %zmm16, (%rdi)
	addq	$64, %rdi
	andq	$-64, %rdi
	leaq	-256(%r8), %rcx
	cmpq	%rcx, %rdi
	ja	.Llast_256
	.p2align 4
.Lloop:
	access .Lfault_at_cursor, vmovdqa64 %zmm16, (%rdi)
	access .Lfault_at_cursor, vmovdqa64 %zmm16, 64(%rdi)
	access .Lfault_at_cursor, vmovdqa64 %zmm16, 128(%rdi)
	access .Lfault_at_cursor, vmovdqa64 %zmm16, 192(%rdi)
	addq	$256, %rdi
	cmpq	%rcx, %rdi
	jbe	.Lloop
.Llast_256:
	/* 0..256 left: the last 256 bytes, partly once more */
	access .Lfault_at_cursor, vmovdqu64 %zmm16, (%rcx)
	access .Lfault_at_cursor, vmovdqu64 %zmm16, 64(%rcx)
	access .Lfault_at_cursor, vmovdqu64 %zmm16, 128(%rcx)
	access .Lfault_at_cursor, vmovdqu64 %zmm16, 192(%rcx)
	xorl	%eax, %eax
	ret

.Lrep:
	/* REP_THRESHOLD.. */
	movq	%rsi, %rcx
	xorl	%eax, %eax
	cld
	access .Lfault_at_cursor, rep stosb
	ret

.Lfault_at_start:
	movq	%rsi, %rax
	ret
.Lfault_at_cursor:
	cld
	movq	%r8, %rax
	subq	%rdi, %rax
	ret
end_function uaccess__clear_avx512
