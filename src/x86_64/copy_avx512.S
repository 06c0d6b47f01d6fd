/* SPDX-License-Identifier: MIT */
/*
 * struct uaccess_progress uaccess__copy_avx512(void *to, const void *from, unsigned long n)
 *
 * Assumptions: AVX512F/BW/VL, BMI2, ERMS.
 *
 * Up to 64 bytes are one load and one store under a mask made from n: no branch
 * on the size, and a byte that is masked off never faults. Up to 256 bytes, all
 * loads and then overlapping stores from both ends; above, a loop of aligned
 * stores, and from REP_THRESHOLD on rep movsb. Everything ascends. Only %zmm16
 * and up are used, which cost no vzeroupper.
 *
 *	%rdi, %rsi	destination and source, advance in the loop
 *	%rdx	n, or on a fault its address
 *	%r8	end of the destination
 *	%r9	n, where the fault would overwrite it
 *	%rax, %rdx	result
 */
#include "src/x86_64/asm.h"

/* Below, the loop wins or ties; above, rep movsb needs no instruction per line. */
#define REP_THRESHOLD 2048

function uaccess__copy_avx512
	movq	%rdx, %r9
	cmpq	$64, %rdx
	ja	.Lover_64

	/* 0..64 */
	movq	$-1, %rax
	bzhiq	%rdx, %rax, %rax
	kmovq	%rax, %k1
	access .Lfault_at_start, vmovdqu8 (%rsi), %zmm16{%k1}{z}
	access .Lfault_at_start, vmovdqu8 %zmm16, (%rdi){%k1}
	xorl	%eax, %eax
	ret

.Lover_64:
	cmpq	$256, %rdx
	ja	.Lover_256
	cmpq	$128, %rdx
	ja	.Lover_128

	/* 65..128 */
	access .Lfault_at_start, vmovdqu64 (%rsi), %zmm16
	access .Lfault_at_start, vmovdqu64 -64(%rsi,%r9), %zmm17
	access .Lfault_at_start, vmovdqu64 %zmm16, (%rdi)
	access .Lfault_at_start, vmovdqu64 %zmm17, -64(%rdi,%r9)
	xorl	%eax, %eax
	ret

.Lover_128:
	/* 129..256 */
	access .Lfault_at_start, vmovdqu64 (%rsi), %zmm16
	access .Lfault_at_start, vmovdqu64 64(%rsi), %zmm17
	access .Lfault_at_start, vmovdqu64 -128(%rsi,%r9), %zmm18
	access .Lfault_at_start, vmovdqu64 -64(%rsi,%r9), %zmm19
	access .Lfault_at_start, vmovdqu64 %zmm16, (%rdi)
	access .Lfault_at_start, vmovdqu64 %zmm17, 64(%rdi)
	access .Lfault_at_start, vmovdqu64 %zmm18, -128(%rdi,%r9)
	access .Lfault_at_start, vmovdqu64 %zmm19, -64(%rdi,%r9)
	xorl	%eax, %eax
	ret

.Lover_256:
	leaq	(%rdi,%rdx), %r8
	cmpq	$REP_THRESHOLD, %rdx
	jae	.Lrep

	/* 257..REP_THRESHOLD-1: one unaligned vector, then stores that are aligned */
	access .Lfault_at_start, vmovdqu64 (%rsi), %zmm16
	access .Lfault_at_start, vmovdqu64 %zmm16, (%rdi)
	movq	%rdi, %rcx
	andq	$63, %rcx
	subq	$64, %rcx
	subq	%rcx, %rdi
	subq	%rcx, %rsi
	leaq	-256(%r8), %rcx
	cmpq	%rcx, %rdi
	ja	.Llast_256
	.p2align 4
.Lloop:
	access .Lfault_at_cursor, vmovdqu64 (%rsi), %zmm16
	access .Lfault_at_cursor, vmovdqu64 64(%rsi), %zmm17
	access .Lfault_at_cursor, vmovdqu64 128(%rsi), %zmm18
	access .Lfault_at_cursor, vmovdqu64 192(%rsi), %zmm19
	access .Lfault_at_cursor, vmovdqa64 %zmm16, (%rdi)
	access .Lfault_at_cursor, vmovdqa64 %zmm17, 64(%rdi)
	access .Lfault_at_cursor, vmovdqa64 %zmm18, 128(%rdi)
	access .Lfault_at_cursor, vmovdqa64 %zmm19, 192(%rdi)
	addq	$256, %rsi
	addq	$256, %rdi
	cmpq	%rcx, %rdi
	jbe	.Lloop
.Llast_256:
	/* 0..256 left: the last 256 bytes, partly once more; %r9 is from - to */
	movq	%rsi, %r9
	subq	%rdi, %r9
	access .Lfault_at_cursor, vmovdqu64 (%rcx,%r9), %zmm16
	access .Lfault_at_cursor, vmovdqu64 64(%rcx,%r9), %zmm17
	access .Lfault_at_cursor, vmovdqu64 128(%rcx,%r9), %zmm18
	access .Lfault_at_cursor, vmovdqu64 192(%rcx,%r9), %zmm19
	access .Lfault_at_cursor, vmovdqu64 %zmm16, (%rcx)
	access .Lfault_at_cursor, vmovdqu64 %zmm17, 64(%rcx)
	access .Lfault_at_cursor, vmovdqu64 %zmm18, 128(%rcx)
	access .Lfault_at_cursor, vmovdqu64 %zmm19, 192(%rcx)
	xorl	%eax, %eax
	ret

.Lrep:
	/* REP_THRESHOLD.. */
	movq	%rdx, %rcx
	cld
	access .Lfault_at_cursor, rep movsb
	xorl	%eax, %eax
	ret

.Lfault_at_start:
	movq	%r9, %rax
	ret
.Lfault_at_cursor:
	cld
	movq	%r8, %rax
	subq	%rdi, %rax
	ret
end_function uaccess__copy_avx512
