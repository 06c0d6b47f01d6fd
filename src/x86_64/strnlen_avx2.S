/* SPDX-License-Identifier: MIT */
/*
 * The length of a string that may end in a fault, with 32-byte vectors.
 *
 * long uaccess__strnlen_avx2(const char *s, unsigned long max)
 *	%rdi s, later the cursor; %rsi max, at least 1, s + max does not wrap.
 *	Returns the index of the first zero byte, max where the first max bytes
 *	hold none, or -EFAULT.
 *
 * All loads are aligned, so that none of them reaches into a page that holds no
 * byte of the string; the bytes before s and those after max that share a
 * 128-byte block with the string may be read.
 */
#include "src/x86_64/asm.h"

#define EFAULT	14
#define start	%r8
#define end	%r9

.macro	guard insn:vararg
.Luaccess_guard_\@ :
	\insn
	ex_table .Luaccess_guard_\@, .Lstrnlen_fault
.endm

function uaccess__strnlen_avx2
	movq	%rdi, start
	leaq	(%rdi,%rsi), end
	vpxor	%xmm0, %xmm0, %xmm0
	movl	%edi, %ecx
	andq	$-32, %rdi
	guard	vpcmpeqb (%rdi), %ymm0, %ymm1
	vpmovmskb %ymm1, %eax
	shrl	%cl, %eax
	testl	%eax, %eax		/* a shift by 0 leaves the flags alone */
	jnz	.Lstrnlen_first

	/* One vector a round up to a multiple of 128. */
1:	addq	$32, %rdi
	cmpq	end, %rdi
	jae	.Lstrnlen_none
	testb	$127, %dil
	jz	2f
	guard	vpcmpeqb (%rdi), %ymm0, %ymm1
	vpmovmskb %ymm1, %eax
	testl	%eax, %eax
	jz	1b
	jmp	.Lstrnlen_found

	/* Four a round. */
	.p2align 4
2:	guard	vmovdqa (%rdi), %ymm1
	guard	vmovdqa 32(%rdi), %ymm2
	guard	vmovdqa 64(%rdi), %ymm3
	guard	vmovdqa 96(%rdi), %ymm4
	vpminub	%ymm1, %ymm2, %ymm5
	vpminub	%ymm3, %ymm4, %ymm6
	vpminub	%ymm5, %ymm6, %ymm7
	vpcmpeqb %ymm7, %ymm0, %ymm7
	vpmovmskb %ymm7, %eax
	testl	%eax, %eax
	jnz	3f
	subq	$-128, %rdi
	cmpq	end, %rdi
	jb	2b

.Lstrnlen_none:
	movq	%rsi, %rax
	vzeroupper
	ret

	/* Which of the four; no memory is read again, it may have changed. */
3:	vpcmpeqb %ymm1, %ymm0, %ymm1
	vpmovmskb %ymm1, %ecx
	testl	%ecx, %ecx
	jnz	4f
	addq	$32, %rdi
	vpcmpeqb %ymm2, %ymm0, %ymm2
	vpmovmskb %ymm2, %ecx
	testl	%ecx, %ecx
	jnz	4f
	addq	$32, %rdi
	vpcmpeqb %ymm3, %ymm0, %ymm3
	vpmovmskb %ymm3, %ecx
	testl	%ecx, %ecx
	jnz	4f
	addq	$32, %rdi
	movl	%eax, %ecx
4:	movl	%ecx, %eax
.Lstrnlen_found:
	subq	start, %rdi
	tzcntl	%eax, %eax
	addq	%rdi, %rax
	jmp	5f
.Lstrnlen_first:
	tzcntl	%eax, %eax
5:	cmpq	%rsi, %rax
	cmovaq	%rsi, %rax
	vzeroupper
	ret

.Lstrnlen_fault:
	movq	$-EFAULT, %rax
	vzeroupper
	ret
end_function uaccess__strnlen_avx2
