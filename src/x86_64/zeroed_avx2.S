/* SPDX-License-Identifier: MIT */
/*
 * Is memory that may fault all zero? With 32-byte vectors.
 *
 * int uaccess__zeroed_avx2(const void *p, unsigned long n)
 *	%rdi p, later the cursor; %rsi n, at least 1, p + n does not wrap.
 *	Returns 1 all zero, 0 not, or -EFAULT: a vector that reaches from good
 *	bytes into bad ones faults as a whole, so that the caller has to look at
 *	the bytes before the fault.
 *
 * Only the n bytes are read.
 */
#include "src/x86_64/asm.h"

#define EFAULT	14
#define end	%r9
#define last	%r8

.macro	guard insn:vararg
.Luaccess_guard_\@ :
	\insn
	ex_table .Luaccess_guard_\@, .Lzeroed_fault
.endm

function uaccess__zeroed_avx2
	leaq	(%rdi,%rsi), end
	cmpq	$32, %rsi
	jb	.Lzeroed_short
	guard	vmovdqu (%rdi), %ymm0
	vptest	%ymm0, %ymm0
	jnz	.Lzeroed_no
	addq	$32, %rdi
	andq	$-32, %rdi
	leaq	-128(end), last
	cmpq	last, %rdi
	ja	2f

	.p2align 4
1:	guard	vmovdqa (%rdi), %ymm0
	guard	vpor 32(%rdi), %ymm0, %ymm0
	guard	vmovdqa 64(%rdi), %ymm1
	guard	vpor 96(%rdi), %ymm1, %ymm1
	vpor	%ymm0, %ymm1, %ymm0
	vptest	%ymm0, %ymm0
	jnz	.Lzeroed_no
	subq	$-128, %rdi
	cmpq	last, %rdi
	jbe	1b

2:	leaq	-32(end), last
3:	cmpq	last, %rdi
	jae	4f
	guard	vmovdqa (%rdi), %ymm0
	vptest	%ymm0, %ymm0
	jnz	.Lzeroed_no
	addq	$32, %rdi
	jmp	3b
4:	guard	vmovdqu -32(end), %ymm0
	vptest	%ymm0, %ymm0
	jnz	.Lzeroed_no
.Lzeroed_yes:
	movl	$1, %eax
	vzeroupper
	ret
.Lzeroed_no:
	xorl	%eax, %eax
	vzeroupper
	ret

	/* 1..31 bytes: two accesses that may overlap, no vector. */
.Lzeroed_short:
	cmpl	$16, %esi
	jb	5f
	guard	vmovdqu (%rdi), %xmm0
	guard	vpor -16(end), %xmm0, %xmm0
	xorl	%eax, %eax
	vptest	%xmm0, %xmm0
	setz	%al
	ret
5:	xorl	%eax, %eax
	cmpl	$8, %esi
	jb	6f
	guard	movq (%rdi), %rdx
	guard	orq -8(end), %rdx
	setz	%al
	ret
6:	cmpl	$4, %esi
	jb	7f
	guard	movl (%rdi), %edx
	guard	orl -4(end), %edx
	setz	%al
	ret
7:	shrl	$1, %esi
	guard	movzbl (%rdi), %edx
	guard	orb (%rdi,%rsi), %dl
	guard	orb -1(end), %dl
	setz	%al
	ret

.Lzeroed_fault:
	movl	$-EFAULT, %eax
	vzeroupper
	ret
end_function uaccess__zeroed_avx2
