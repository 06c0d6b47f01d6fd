/* SPDX-License-Identifier: MIT */
/*
 * struct uaccess_progress NAME(void *to, const void *from, unsigned long n)
 *
 * Assumptions: AVX512F/BW/VL, BMI2, ERMS.
 *
 * The file that includes this defines NAME and copy_1_to_64, a macro for these
 * sizes that ends in ret. Up to 512 bytes, all loads and then overlapping stores
 * from both ends; above, a loop of aligned stores, then rep movsb, then stores
 * that pass the caches by. Everything ascends. Only %zmm16 and up are used, whose
 * upper halves cost no vzeroupper.
 *
 *	%rdi, %rsi	destination and source, advance in the loops
 *	%rdx	n, or on a fault its address
 *	%r9	n, where the fault would overwrite it
 *	%r8	end of the destination
 *	%rcx	n less 1, so that 0 comes out above all others; then the last 256
 *		or 128 bytes of the destination
 *	%rax, %rdx	result
 */
/* clang-format off */
#include "src/x86_64/asm.h"

/* Measured: see clear_avx512.S; rep movsb behaves like rep stosb. */
#define REP_THRESHOLD 4096

.macro	copy_over_64
	cmpq	$128, %rcx
	jae	.Lover_128

	/* 65..128 */
	access .Lfault_at_start, vmovdqu64 (%rsi), %zmm16
	access .Lfault_at_start, vmovdqu64 -64(%rsi,%r9), %zmm17
	access .Lfault_at_start, vmovdqu64 %zmm16, (%rdi)
	access .Lfault_at_start, vmovdqu64 %zmm17, -64(%rdi,%r9)
	xorl	%eax, %eax
	ret

.Lover_128:
	cmpq	$256, %rcx
	jae	.Lover_256
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
	cmpq	$512, %rcx
	jae	.Lover_512
	leaq	-256(%rdi,%rdx), %rcx

	/* 257..512 */
	access .Lfault_at_start, vmovdqu64 (%rsi), %zmm16
	access .Lfault_at_start, vmovdqu64 64(%rsi), %zmm17
	access .Lfault_at_start, vmovdqu64 128(%rsi), %zmm18
	access .Lfault_at_start, vmovdqu64 192(%rsi), %zmm19
	access .Lfault_at_start, vmovdqu64 -256(%rsi,%r9), %zmm20
	access .Lfault_at_start, vmovdqu64 -192(%rsi,%r9), %zmm21
	access .Lfault_at_start, vmovdqu64 -128(%rsi,%r9), %zmm22
	access .Lfault_at_start, vmovdqu64 -64(%rsi,%r9), %zmm23
	access .Lfault_at_start, vmovdqu64 %zmm16, (%rdi)
	access .Lfault_at_start, vmovdqu64 %zmm17, 64(%rdi)
	access .Lfault_at_start, vmovdqu64 %zmm18, 128(%rdi)
	access .Lfault_at_start, vmovdqu64 %zmm19, 192(%rdi)
	access .Lfault_at_start, vmovdqu64 %zmm20, (%rcx)
	access .Lfault_at_start, vmovdqu64 %zmm21, 64(%rcx)
	access .Lfault_at_start, vmovdqu64 %zmm22, 128(%rcx)
	access .Lfault_at_start, vmovdqu64 %zmm23, 192(%rcx)
	xorl	%eax, %eax
	ret

.Lover_512:
	leaq	(%rdi,%rdx), %r8
	cmpq	$REP_THRESHOLD, %rcx
	leaq	-128(%r8), %rcx
	jae	.Lrep

	/*
	 * 513..REP_THRESHOLD. The end is loaded first: after the loop, its loads could
	 * look like loads of what the loop has just stored, a multiple of 4 KiB away.
	 */
	access .Lfault_at_start, vmovdqu64 -128(%rsi,%r9), %zmm18
	access .Lfault_at_start, vmovdqu64 -64(%rsi,%r9), %zmm19
	copy_begin_aligned
	.p2align 4
.Lloop:
	copy_128 .Lfault_at_cursor, vmovdqa64
	jb	.Lloop
.Llast_128:
	/* 1..128 left: the last 128 bytes, partly once more */
	access .Lfault_at_cursor, vmovdqu64 %zmm18, (%rcx)
	access .Lfault_at_cursor, vmovdqu64 %zmm19, 64(%rcx)
	xorl	%eax, %eax
	ret

.Lrep:
	testq	%rdx, %rdx
	jz	.Lnothing
	cmpq	uaccess__nontemporal_from(%rip), %rdx
	jae	.Lnontemporal
	movq	%rdx, %rcx
	cld
	access .Lfault_at_cursor, rep movsb
.Lnothing:
	xorl	%eax, %eax
	ret

.Lnontemporal:
	copy_begin_aligned
	.p2align 4
.Lnontemporal_loop:
	prefetcht0 1024(%rsi)
	prefetcht0 1088(%rsi)
	copy_128 .Lfault_nontemporal, vmovntdq
	jb	.Lnontemporal_loop
	sfence
	movq	%rsi, %rax
	subq	%rdi, %rax
	access .Lfault_at_cursor, vmovdqu64 (%rcx,%rax), %zmm18
	access .Lfault_at_cursor, vmovdqu64 64(%rcx,%rax), %zmm19
	jmp	.Llast_128

.Lfault_at_start:
	movq	%r9, %rax
	ret
.Lfault_nontemporal:
	sfence
.Lfault_at_cursor:
	cld
	movq	%r8, %rax
	subq	%rdi, %rax
	ret
.endm

/* One unaligned vector; then the destination is aligned. */
.macro	copy_begin_aligned
	access .Lfault_at_start, vmovdqu64 (%rsi), %zmm16
	access .Lfault_at_start, vmovdqu64 %zmm16, (%rdi)
	movq	%rdi, %rax
	andq	$63, %rax
	subq	$64, %rax
	subq	%rax, %rdi
	subq	%rax, %rsi
.endm

/* 128 bytes further; leaves the flags of the destination against %rcx. */
.macro	copy_128 fixup, store
	access \fixup, vmovdqu64 (%rsi), %zmm16
	access \fixup, vmovdqu64 64(%rsi), %zmm17
	access \fixup, \store %zmm16, (%rdi)
	access \fixup, \store %zmm17, 64(%rdi)
	subq	$-128, %rsi
	subq	$-128, %rdi
	cmpq	%rcx, %rdi
.endm

function NAME
	movq	%rdx, %r9
	leaq	-1(%rdx), %rcx
	cmpq	$64, %rcx
	jae	.Lover_64
	copy_1_to_64
.Lover_64:
	copy_over_64
end_function NAME
