/* SPDX-License-Identifier: MIT */
/*
 * Copies that are not about speed alone: one that may meet a memory error, and
 * one whose stores go past the caches.
 */
#include "src/x86_64/asm.h"

/*
 * unsigned long uaccess__copy_mc_bytes(void *to, const void *from, unsigned long n)
 * %rdi to, %rsi from, %rdx n; %r8 end. Returns the residue. The type of its entry
 * says that consuming a memory error here is survivable.
 */
function uaccess__copy_mc_bytes
	cld
	leaq	(%rdi,%rdx), %r8
	movq	%rdx, %rcx
1:	rep movsb
	ex_table 1b, 2f, UACCESS_EX_TYPE_DEFAULT_MCE_SAFE
2:	movq	%r8, %rax
	subq	%rdi, %rax
	cld
	ret
end_function uaccess__copy_mc_bytes

/*
 * struct uaccess_progress uaccess__copy_nontemporal_lines(void *to, const void *from,
 *							   unsigned long n)
 * %rdi to, a multiple of 64; %rsi from; %rdx n, a multiple of 64, not 0; %r8 end.
 * Ends with a store fence on either way out.
 */
function uaccess__copy_nontemporal_lines
	leaq	(%rdi,%rdx), %r8
	.p2align 4
1:	prefetcht0 1024(%rsi)
	access 2f, movdqu (%rsi), %xmm0
	access 2f, movdqu 16(%rsi), %xmm1
	access 2f, movdqu 32(%rsi), %xmm2
	access 2f, movdqu 48(%rsi), %xmm3
	access 2f, movntdq %xmm0, (%rdi)
	access 2f, movntdq %xmm1, 16(%rdi)
	access 2f, movntdq %xmm2, 32(%rdi)
	access 2f, movntdq %xmm3, 48(%rdi)
	addq	$64, %rsi
	addq	$64, %rdi
	cmpq	%r8, %rdi
	jb	1b
	sfence
	xorl	%eax, %eax
	ret
2:	sfence
	movq	%r8, %rax
	subq	%rdi, %rax
	ret
end_function uaccess__copy_nontemporal_lines
