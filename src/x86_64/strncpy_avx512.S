/* SPDX-License-Identifier: MIT */
/*
 * strncpy_from_user() as a whole, with 32-byte vectors and masked stores.
 *
 * long uaccess__strncpy_from_user_avx512(char *to, const char *from, long count)
 *	%rdi to, later to - from; %rsi from, later the cursor; %rdx count; %r8 max:
 *	the bytes that may be looked at; %r9 from; %r10 from + max; %rcx what is
 *	left of max. Returns what strncpy_from_user() does; what is not common goes to
 *	uaccess__strncpy_from_user_plain(), with nothing written.
 *
 * Needs AVX-512 BW and VL, BMI2. What holds of strncpy_avx2.S holds here.
 */
#include "src/x86_64/asm.h"

#define EFAULT	14
#define PAGE	4096

.macro	guard insn:vararg
.Luaccess_guard_\@ :
	\insn
	ex_table .Luaccess_guard_\@, .Lstrncpy_fault
.endm

.macro	zero_bytes vector
	vptestnmb \vector, \vector, %k0
	kmovd	%k0, %eax
	testl	%eax, %eax
.endm

	.hidden	uaccess__strncpy_from_user_plain
function uaccess__strncpy_from_user_avx512
	movq	uaccess_user_limit_word@GOTPCREL(%rip), %rax
	movq	(%rax), %r8
	movl	%esi, %ecx
	andl	$PAGE - 1, %ecx
	cmpq	%r8, %rsi
	jae	.Lstrncpy_plain
	subq	%rsi, %r8
	testq	%rdx, %rdx
	jle	.Lstrncpy_plain
	cmpq	%rdx, %r8
	cmovaq	%rdx, %r8
	/* The last bytes of a page: a vector would reach into the next. */
	cmpl	$PAGE - 32, %ecx
	ja	.Lstrncpy_plain
	guard	vmovdqu64 (%rsi), %ymm16
	zero_bytes %ymm16
	jz	1f
	tzcntl	%eax, %eax
	movl	$-1, %r9d
	leal	1(%rax), %ecx
	cmpq	%r8, %rax
	jae	.Lstrncpy_plain
	bzhil	%ecx, %r9d, %r9d
	kmovd	%r9d, %k1
	vmovdqu8 %ymm16, (%rdi){%k1}
	ret
.Lstrncpy_plain:
	jmp	uaccess__strncpy_from_user_plain

	.p2align 4
1:	cmpq	$32, %r8
	jb	.Lstrncpy_plain
	vmovdqu64 %ymm16, (%rdi)
	movq	%rsi, %r9
	leaq	(%rsi,%r8), %r10
	subq	%rsi, %rdi
	/* Aligned from here on; the bytes that two loads saw end as the second saw them. */
	addq	$32, %rsi
	andq	$-32, %rsi

	/* Four in a row, of which none may be looked at before the one in front of it. */
	movq	%r10, %rcx
	subq	%rsi, %rcx
	cmpq	$128, %rcx
	jl	2f
.macro	one_of_four
	guard	vmovdqa64 (%rsi), %ymm16
	zero_bytes %ymm16
	jnz	.Lstrncpy_last
	vmovdqu64 %ymm16, (%rsi,%rdi)
	addq	$32, %rsi
.endm
	one_of_four
	one_of_four
	one_of_four
	one_of_four

2:	movq	%r10, %rcx
	subq	%rsi, %rcx
	jbe	.Lstrncpy_none
	testb	$127, %sil
	jnz	3f
	cmpq	$128, %rcx
	jae	4f
3:	guard	vmovdqa64 (%rsi), %ymm16
	zero_bytes %ymm16
	jnz	.Lstrncpy_last
	cmpq	$32, %rcx
	jb	.Lstrncpy_last
	vmovdqu64 %ymm16, (%rsi,%rdi)
	addq	$32, %rsi
	jmp	2b

	/* Four vectors a round, from a multiple of 128: one page. */
	.p2align 4
4:	guard	vmovdqa64 (%rsi), %ymm16
	guard	vmovdqa64 32(%rsi), %ymm17
	guard	vmovdqa64 64(%rsi), %ymm18
	guard	vmovdqa64 96(%rsi), %ymm19
	vpminub	%ymm16, %ymm17, %ymm20
	vpminub	%ymm18, %ymm19, %ymm21
	vpminub	%ymm20, %ymm21, %ymm22
	vptestnmb %ymm22, %ymm22, %k0
	kortestd %k0, %k0
	jnz	5f
	vmovdqu64 %ymm16, (%rsi,%rdi)
	vmovdqu64 %ymm17, 32(%rsi,%rdi)
	vmovdqu64 %ymm18, 64(%rsi,%rdi)
	vmovdqu64 %ymm19, 96(%rsi,%rdi)
	subq	$-128, %rsi
	addq	$-128, %rcx
	cmpq	$128, %rcx
	jae	4b
	jmp	2b

	/* The zero byte is in one of the four: each in its turn. */
5:	movl	$32, %ecx
	zero_bytes %ymm16
	jnz	.Lstrncpy_last
	vmovdqu64 %ymm16, (%rsi,%rdi)
	addq	$32, %rsi
	vmovdqa64 %ymm17, %ymm16
	zero_bytes %ymm16
	jnz	.Lstrncpy_last
	vmovdqu64 %ymm16, (%rsi,%rdi)
	addq	$32, %rsi
	vmovdqa64 %ymm18, %ymm16
	zero_bytes %ymm16
	jnz	.Lstrncpy_last
	vmovdqu64 %ymm16, (%rsi,%rdi)
	addq	$32, %rsi
	vmovdqa64 %ymm19, %ymm16
	zero_bytes %ymm16

	/* %ymm16 was loaded at %rsi, %eax marks its zero bytes, %rcx bytes (at least 1) are wanted. */
.Lstrncpy_last:
	tzcntl	%eax, %eax		/* 32 where there is none */
	leaq	1(%rax), %r11
	cmpq	%rcx, %r11
	cmovaq	%rcx, %r11
	cmpq	%rcx, %rax
	cmovaq	%rcx, %rax
	movl	$-1, %ecx
	bzhil	%r11d, %ecx, %ecx
	kmovd	%ecx, %k1
	vmovdqu8 %ymm16, (%rsi,%rdi){%k1}
	addq	%rsi, %rax
	subq	%r9, %rax
	cmpq	%r8, %rax
	jae	.Lstrncpy_none
	ret

	/* max bytes without a zero byte: count of them, or the end of user memory. */
.Lstrncpy_none:
	movq	%r8, %rax
	cmpq	%rdx, %r8
	jne	.Lstrncpy_fault
	ret
.Lstrncpy_fault:
	movq	$-EFAULT, %rax
	ret
end_function uaccess__strncpy_from_user_avx512
