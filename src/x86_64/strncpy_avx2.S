/* SPDX-License-Identifier: MIT */
/*
 * Copies a string that may end in a fault, with 32-byte vectors.
 *
 * long uaccess__strncpy_avx2(char *to, const char *from, unsigned long max)
 *	%rdi to; %rsi from, later the cursor; %rdx max, at least 1, neither range
 *	wraps. Returns the index of the first zero byte, max where the first max
 *	bytes hold none, or -EFAULT. Writes the string with its zero byte (or max
 *	bytes) and no byte more; on a fault, some bytes of it.
 *
 * Each byte of the result was written from the load that looked at it, so that
 * a string that another thread changes still comes out with the length that is
 * returned. No load reaches into a page that holds no byte of the string. The
 * destination is ours: its accesses have no entries.
 */
#include "src/x86_64/asm.h"

#define EFAULT	14
#define PAGE	4096
#define start	%r8
#define end	%r9
#define delta	%r10	/* to - from */

.macro	guard insn:vararg
.Luaccess_guard_\@ :
	\insn
	ex_table .Luaccess_guard_\@, .Lstrncpy_fault
.endm

/* The first %ecx (1..32) bytes of %ymm1 to (%rsi,delta). Clobbers %r11, %rdi, %xmm2. */
.macro	store_some done
	leaq	(%rsi,delta), %rdi
	vmovdqu	%ymm1, -32(%rsp)
	cmpl	$16, %ecx
	jb	91f
	vmovdqu	-48(%rsp,%rcx), %xmm2
	vmovdqu	%xmm1, (%rdi)
	vmovdqu	%xmm2, -16(%rdi,%rcx)
	jmp	\done
91:	cmpl	$8, %ecx
	jb	92f
	movq	-40(%rsp,%rcx), %r11
	vmovq	%xmm1, (%rdi)
	movq	%r11, -8(%rdi,%rcx)
	jmp	\done
92:	cmpl	$4, %ecx
	jb	93f
	movl	-36(%rsp,%rcx), %r11d
	vmovd	%xmm1, (%rdi)
	movl	%r11d, -4(%rdi,%rcx)
	jmp	\done
93:	vmovd	%xmm1, %r11d
	movb	%r11b, (%rdi)
	cmpl	$2, %ecx
	jb	\done
	movzwl	-34(%rsp,%rcx), %r11d
	movw	%r11w, -2(%rdi,%rcx)
	jmp	\done
.endm

function uaccess__strncpy_avx2
	subq	%rsi, %rdi
	movq	%rdi, delta
	movq	%rsi, start
	leaq	(%rsi,%rdx), end
	vpxor	%xmm0, %xmm0, %xmm0
	movl	%esi, %eax
	andl	$PAGE - 1, %eax
	cmpl	$PAGE - 32, %eax
	ja	.Lstrncpy_page_end

	guard	vmovdqu (%rsi), %ymm1
	vpcmpeqb %ymm1, %ymm0, %ymm2
	vpmovmskb %ymm2, %eax
	cmpq	$32, %rdx
	jb	.Lstrncpy_last
	testl	%eax, %eax
	jnz	.Lstrncpy_last
	vmovdqu	%ymm1, (%rsi,delta)
	/* Aligned from here on; the bytes that two loads saw end as the second saw them. */
	addq	$32, %rsi
	andq	$-32, %rsi

1:	movq	end, %rdx
	subq	%rsi, %rdx
	jbe	.Lstrncpy_none
	testb	$127, %sil
	jnz	2f
	cmpq	$128, %rdx
	jae	3f
2:	guard	vmovdqa (%rsi), %ymm1
	vpcmpeqb %ymm1, %ymm0, %ymm2
	vpmovmskb %ymm2, %eax
	cmpq	$32, %rdx
	jb	.Lstrncpy_last
	testl	%eax, %eax
	jnz	.Lstrncpy_last
	vmovdqu	%ymm1, (%rsi,delta)
	addq	$32, %rsi
	jmp	1b

	/* Four vectors a round, from a multiple of 128: one page. */
	.p2align 4
3:	guard	vmovdqa (%rsi), %ymm1
	guard	vmovdqa 32(%rsi), %ymm2
	guard	vmovdqa 64(%rsi), %ymm3
	guard	vmovdqa 96(%rsi), %ymm4
	vpminub	%ymm1, %ymm2, %ymm5
	vpminub	%ymm3, %ymm4, %ymm6
	vpminub	%ymm5, %ymm6, %ymm7
	vpcmpeqb %ymm7, %ymm0, %ymm7
	vpmovmskb %ymm7, %eax
	testl	%eax, %eax
	jnz	4f
	vmovdqu	%ymm1, (%rsi,delta)
	vmovdqu	%ymm2, 32(%rsi,delta)
	vmovdqu	%ymm3, 64(%rsi,delta)
	vmovdqu	%ymm4, 96(%rsi,delta)
	subq	$-128, %rsi
	addq	$-128, %rdx
	cmpq	$128, %rdx
	jae	3b
	jmp	1b

	/* The zero byte is in one of the four: each in its turn. */
4:	vpcmpeqb %ymm1, %ymm0, %ymm5
	vpmovmskb %ymm5, %eax
	testl	%eax, %eax
	jnz	.Lstrncpy_last
	vmovdqu	%ymm1, (%rsi,delta)
	addq	$32, %rsi
	vmovdqa	%ymm2, %ymm1
	vpcmpeqb %ymm1, %ymm0, %ymm5
	vpmovmskb %ymm5, %eax
	testl	%eax, %eax
	jnz	.Lstrncpy_last
	vmovdqu	%ymm1, (%rsi,delta)
	addq	$32, %rsi
	vmovdqa	%ymm3, %ymm1
	vpcmpeqb %ymm1, %ymm0, %ymm5
	vpmovmskb %ymm5, %eax
	testl	%eax, %eax
	jnz	.Lstrncpy_last
	vmovdqu	%ymm1, (%rsi,delta)
	addq	$32, %rsi
	vmovdqa	%ymm4, %ymm1
	vpcmpeqb %ymm1, %ymm0, %ymm5
	vpmovmskb %ymm5, %eax
	movl	$32, %edx

	/* %ymm1 was loaded at %rsi, %eax marks its zero bytes, %rdx bytes (at least 1) are wanted. */
.Lstrncpy_last:
	tzcntl	%eax, %eax		/* 32 where there is none */
	leaq	1(%rax), %rcx
	cmpq	%rdx, %rcx
	cmovaq	%rdx, %rcx
	cmpq	%rdx, %rax
	cmovaq	%rdx, %rax
	addq	%rsi, %rax
	subq	start, %rax
	store_some .Lstrncpy_return
.Lstrncpy_return:
	vzeroupper
	ret

.Lstrncpy_none:
	movq	end, %rax
	subq	start, %rax
	vzeroupper
	ret

	/* Fewer than 32 bytes to the end of the page: the last vector of the page, moved down. */
.Lstrncpy_page_end:
	movl	%esi, %ecx
	andl	$31, %ecx
	movq	%rsi, %rdi
	andq	$-32, %rdi
	guard	vmovdqa (%rdi), %ymm1
	vmovdqu	%ymm1, -64(%rsp)
	vmovdqu	%ymm0, -32(%rsp)
	vmovdqu	-64(%rsp,%rcx), %ymm1
	vpcmpeqb %ymm1, %ymm0, %ymm2
	vpmovmskb %ymm2, %eax
	negl	%ecx
	addl	$32, %ecx		/* bytes to the end of the page, 1..31 */
	tzcntl	%eax, %r11d
	cmpl	%ecx, %r11d
	jb	.Lstrncpy_last
	cmpq	%rdx, %rcx
	cmovaq	%rdx, %rcx
	store_some 5f
5:	addq	%rcx, %rsi
	jmp	1b

.Lstrncpy_fault:
	movq	$-EFAULT, %rax
	vzeroupper
	ret
end_function uaccess__strncpy_avx2
