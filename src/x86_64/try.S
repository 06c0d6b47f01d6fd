/* SPDX-License-Identifier: MIT */
/*
 * int uaccess_try(void (*fn)(void *arg), void *arg, struct uaccess_fault *fault)
 *
 * Pushes a frame that the fault handler can come back to, calls fn, takes the
 * frame down. On a fault the handler sets %rsp to the frame and goes on at
 * uaccess__try_landing, which restores what fn may have changed: a callee-saved
 * register is good again because it was pushed.
 *
 * The frame, from %rsp up (try.c has the first three):
 *	 0	outer frame		 8	its own address
 *	16	fault			24	shadow stack pointer, 0 for none
 *	32	MXCSR, x87 control word, the thread's signal flag (irqflags.h)
 *	40..80	r15 r14 r13 r12 rbx rbp
 */
#include "src/x86_64/asm.h"

	.hidden	uaccess__thread
	.hidden	uaccess__irq_set
	.globl	uaccess_try
	.type	uaccess_try, @function
	.p2align 6
uaccess_try:
	.cfi_startproc
	endbr64
	pushq	%rbp
	.cfi_def_cfa_offset 16
	.cfi_offset %rbp, -16
	pushq	%rbx
	.cfi_def_cfa_offset 24
	.cfi_offset %rbx, -24
	pushq	%r12
	.cfi_def_cfa_offset 32
	.cfi_offset %r12, -32
	pushq	%r13
	.cfi_def_cfa_offset 40
	.cfi_offset %r13, -40
	pushq	%r14
	.cfi_def_cfa_offset 48
	.cfi_offset %r14, -48
	pushq	%r15
	.cfi_def_cfa_offset 56
	.cfi_offset %r15, -56
	subq	$40, %rsp
	.cfi_def_cfa_offset 96

	stmxcsr	32(%rsp)
	fnstcw	36(%rsp)
	movq	uaccess_irq_self@gottpoff(%rip), %rax
	movl	%fs:(%rax), %eax
	movw	%ax, 38(%rsp)
	xorl	%eax, %eax
	rdsspq	%rax
	movq	%rax, 24(%rsp)
	movq	%rdx, 16(%rsp)
	movq	%rsp, 8(%rsp)
	movq	uaccess__thread@gottpoff(%rip), %rbx
	movq	%fs:(%rbx), %rcx
	movq	%rcx, (%rsp)
	movq	%rsp, %fs:(%rbx)

	movq	%rdi, %rax
	movq	%rsi, %rdi
	callq	*%rax

	/* fn came back: what it had to preserve is preserved */
	movq	(%rsp), %rcx
	movq	%rcx, %fs:(%rbx)
	xorl	%eax, %eax
.Lleave:
	movq	$0, 8(%rsp)
	addq	$40, %rsp
	.cfi_def_cfa_offset 56
	popq	%r15
	.cfi_def_cfa_offset 48
	popq	%r14
	.cfi_def_cfa_offset 40
	popq	%r13
	.cfi_def_cfa_offset 32
	popq	%r12
	.cfi_def_cfa_offset 24
	popq	%rbx
	.cfi_def_cfa_offset 16
	popq	%rbp
	.cfi_def_cfa_offset 8
	ret

	.globl	uaccess__try_landing
	.hidden	uaccess__try_landing
uaccess__try_landing:
	.cfi_def_cfa_offset 96
	cld
	ldmxcsr	32(%rsp)
	fnclex
	fldcw	36(%rsp)
	movq	uaccess__thread@gottpoff(%rip), %rbx
	movq	(%rsp), %rcx
	movq	%rcx, %fs:(%rbx)

	/* the return addresses of what was left are on the shadow stack still */
	movq	24(%rsp), %rcx
	testq	%rcx, %rcx
	jz	2f
	rdsspq	%rax
	subq	%rax, %rcx
	shrq	$3, %rcx
	movl	$255, %edx
1:	cmpq	%rdx, %rcx
	cmovbq	%rcx, %rdx
	incsspq	%rdx
	subq	%rdx, %rcx
	ja	1b

	/* what fn turned off or on; a signal that was held runs here */
2:	movzwl	38(%rsp), %edi
	callq	uaccess__irq_set
	movl	$-14, %eax
	jmp	.Lleave
	.cfi_endproc
	.size	uaccess_try, . - uaccess_try
