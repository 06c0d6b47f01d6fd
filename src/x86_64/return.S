/* SPDX-License-Identifier: MIT */
/*
 * void uaccess__return_directly(const greg_t *gregs, const void *xsave, uint64_t features)
 *
 * Leaves a signal handler as rt_sigreturn would, without the system call: the vector
 * and x87 state by XRSTOR from the signal's frame, the general registers from the
 * context, then IRETQ, which takes instruction pointer, flags and stack pointer at
 * once. Nothing is written to the interrupted stack. Does not come back.
 * return_direct.c says when this is allowed.
 *
 * Offsets are those of gregs[] in ucontext_t: r8..r15, rdi, rsi, rbp, rbx, rdx, rax,
 * rcx, rsp, rip, flags.
 */
#include "src/x86_64/asm.h"

function uaccess__return_directly
	movl	%edx, %eax
	shrq	$32, %rdx
	xrstor64 (%rsi)
	movl	%ss, %eax
	pushq	%rax
	.cfi_adjust_cfa_offset 8
	pushq	120(%rdi)
	.cfi_adjust_cfa_offset 8
	pushq	136(%rdi)
	.cfi_adjust_cfa_offset 8
	movl	%cs, %eax
	pushq	%rax
	.cfi_adjust_cfa_offset 8
	pushq	128(%rdi)
	.cfi_adjust_cfa_offset 8
	movq	(%rdi), %r8
	movq	8(%rdi), %r9
	movq	16(%rdi), %r10
	movq	24(%rdi), %r11
	movq	32(%rdi), %r12
	movq	40(%rdi), %r13
	movq	48(%rdi), %r14
	movq	56(%rdi), %r15
	movq	72(%rdi), %rsi
	movq	80(%rdi), %rbp
	movq	88(%rdi), %rbx
	movq	96(%rdi), %rdx
	movq	104(%rdi), %rax
	movq	112(%rdi), %rcx
	movq	64(%rdi), %rdi
	iretq
end_function uaccess__return_directly

/* Is there a shadow stack? RDSSP does nothing where there is none. */
function uaccess__shadow_stack
	xorl	%eax, %eax
	rdsspq	%rax
	ret
end_function uaccess__shadow_stack
