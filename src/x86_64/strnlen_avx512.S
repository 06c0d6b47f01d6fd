/* SPDX-License-Identifier: MIT */
/*
 * strnlen_user() as a whole, with 32-byte vectors and mask registers: no
 * vzeroupper, no second call, so that a short string costs what strnlen() does.
 *
 * long uaccess__strnlen_user_avx512(const char *s, long count)
 *	%rdi s; %rsi count; %r9 cursor; %r8 the user limit, then max: the bytes that
 *	may be looked at; %rdx s + max. Returns what strnlen_user() does; what is
 *	not common goes to uaccess__strnlen_user_plain().
 *
 * Needs AVX-512 BW and VL, BMI2. All loads are aligned: see strnlen_avx2.S.
 */
#include "src/x86_64/asm.h"

.macro	guard insn:vararg
.Luaccess_guard_\@ :
	\insn
	ex_table .Luaccess_guard_\@, .Lstrnlen_fault
.endm

/* %eax := the zero bytes of a vector, one bit each. */
.macro	zero_bytes vector
	vptestnmb \vector, \vector, %k0
	kmovd	%k0, %eax
.endm

	.hidden	uaccess__strnlen_user_plain
function uaccess__strnlen_user_avx512
	movq	uaccess_user_limit_word@GOTPCREL(%rip), %rax
	movq	%rdi, %r9
	movq	(%rax), %r8
	andq	$-32, %r9
	cmpq	%r8, %rdi
	jae	.Lstrnlen_plain
	vpxorq	%xmm23, %xmm23, %xmm23
	guard	vpcmpeqb (%r9), %ymm23, %k0
	kmovd	%k0, %eax
	shrx	%edi, %eax, %eax	/* by the misalignment: the low 5 bits */
	tzcntl	%eax, %eax
	jc	.Lstrnlen_long
	leal	1(%rax), %eax
	leaq	(%rdi,%rax), %rdx
	cmpq	%r8, %rdx
	ja	.Lstrnlen_plain
	cmpq	%rsi, %rax
	jg	.Lstrnlen_plain
	ret
.Lstrnlen_plain:
	jmp	uaccess__strnlen_user_plain

	.p2align 4
.Lstrnlen_long:
	testq	%rsi, %rsi
	jle	.Lstrnlen_plain
	subq	%rdi, %r8
	cmpq	%rsi, %r8
	cmovaq	%rsi, %r8
	leaq	(%rdi,%r8), %rdx

	addq	$32, %r9
	leaq	-128(%rdx), %rcx
	cmpq	%rcx, %r9
	jg	2f

	/* Four in a row, of which none may be looked at before the one in front of it. */
	guard	vpcmpeqb (%r9), %ymm23, %k0
	kmovd	%k0, %eax
	testl	%eax, %eax
	jnz	.Lstrnlen_found
	guard	vpcmpeqb 32(%r9), %ymm23, %k0
	kmovd	%k0, %eax
	testl	%eax, %eax
	jnz	.Lstrnlen_found_32
	guard	vpcmpeqb 64(%r9), %ymm23, %k0
	kmovd	%k0, %eax
	testl	%eax, %eax
	jnz	.Lstrnlen_found_64
	guard	vpcmpeqb 96(%r9), %ymm23, %k0
	kmovd	%k0, %eax
	testl	%eax, %eax
	jnz	.Lstrnlen_found_96
	/* Back to a multiple of 128: bytes that were looked at may be again. */
	subq	$-128, %r9
	andq	$-128, %r9
	cmpq	%rdx, %r9
	jb	4f
	jmp	.Lstrnlen_none

	/* Fewer than 128 bytes may be looked at: one vector a round. */
1:	addq	$32, %r9
2:	cmpq	%rdx, %r9
	jae	.Lstrnlen_none
	guard	vpcmpeqb (%r9), %ymm23, %k0
	kmovd	%k0, %eax
	testl	%eax, %eax
	jz	1b
	jmp	.Lstrnlen_found

	/* Four a round, from a multiple of 128: one page. */
	.p2align 4
4:	guard	vmovdqa64 (%r9), %ymm16
	guard	vmovdqa64 32(%r9), %ymm17
	guard	vmovdqa64 64(%r9), %ymm18
	guard	vmovdqa64 96(%r9), %ymm19
	vpminub	%ymm16, %ymm17, %ymm20
	vpminub	%ymm18, %ymm19, %ymm21
	vpminub	%ymm20, %ymm21, %ymm22
	vptestnmb %ymm22, %ymm22, %k0
	kortestd %k0, %k0
	jnz	3f
	subq	$-128, %r9
	cmpq	%rdx, %r9
	jb	4b

	/* max bytes without a zero byte: too long, or the end of user memory. */
.Lstrnlen_none:
	xorl	%eax, %eax
	leaq	1(%rsi), %rdx
	cmpq	%rsi, %r8
	cmoveq	%rdx, %rax
	ret

	/* Which of the four; no memory is read again, it may have changed. */
3:	zero_bytes %ymm16
	testl	%eax, %eax
	jnz	.Lstrnlen_found
	zero_bytes %ymm17
	testl	%eax, %eax
	jnz	.Lstrnlen_found_32
	zero_bytes %ymm18
	testl	%eax, %eax
	jnz	.Lstrnlen_found_64
	zero_bytes %ymm19
.Lstrnlen_found_96:
	addq	$32, %r9
.Lstrnlen_found_64:
	addq	$32, %r9
.Lstrnlen_found_32:
	addq	$32, %r9
.Lstrnlen_found:
	tzcntl	%eax, %eax
	subq	%rdi, %r9
	leaq	1(%r9,%rax), %rax
	cmpq	%r8, %rax
	ja	.Lstrnlen_none
	ret

.Lstrnlen_fault:
	xorl	%eax, %eax
	ret
end_function uaccess__strnlen_user_avx512
