/* SPDX-License-Identifier: MIT */
/*
 * void checked_call_enter(struct checked_call *call): see checked_call.h, whose
 * layout and bits it repeats; checked_call.c compares them.
 *
 * The frame below the saved registers, from %rsp up at the call:
 *	canaries, 64 bytes
 *	call, 8 bytes; room for control words, 8 bytes
 */
#define FUNCTION	0
#define ARGUMENT	8
#define RESULT		48
#define ENTER		64
#define BROKEN		68
#define TELLS_UPPER	72

#define CANARY		0x5a6b7c8d
#define VALUE(n)	(0x11111100 + (n))
/* Nothing trapped, round toward zero; the default rounds to nearest. */
#define MXCSR		0x7f80
#define FCW		0x0f7f

	.macro	expect condition, bit
	j\condition 77f
	orl	$\bit, BROKEN(%r10)
77:
	.endm

	.text
	.globl	checked_call_enter
	.type	checked_call_enter, @function
checked_call_enter:
	.cfi_startproc
	endbr64
	pushq	%rbx
	pushq	%rbp
	pushq	%r12
	pushq	%r13
	pushq	%r14
	pushq	%r15
	subq	$88, %rsp
	.cfi_adjust_cfa_offset 136
	movq	%rdi, 64(%rsp)
	stmxcsr	72(%rsp)
	fnstcw	76(%rsp)
	movq	%rsp, saved_stack(%rip)

	movl	$CANARY, %eax
	.irp	at, 0, 8, 16, 24, 32, 40, 48, 56
	movq	%rax, \at(%rsp)
	.endr
	movl	$MXCSR, 80(%rsp)
	ldmxcsr	80(%rsp)
	movw	$FCW, 80(%rsp)
	fldcw	80(%rsp)
	cmpl	$0, TELLS_UPPER(%rdi)
	je	1f
	vzeroupper
1:
	movq	%rdi, %r10
	movq	$VALUE(0), %rbx
	movq	$VALUE(1), %rbp
	movq	$VALUE(2), %r12
	movq	$VALUE(3), %r13
	movq	$VALUE(4), %r14
	movq	$VALUE(5), %r15
	movq	ARGUMENT+8(%r10), %rsi
	movq	ARGUMENT+16(%r10), %rdx
	movq	ARGUMENT+24(%r10), %rcx
	movq	ARGUMENT(%r10), %rdi
	movq	FUNCTION(%r10), %r11
	movq	ARGUMENT+32(%r10), %r8
	/* What is garbage for the callee is garbage. */
	movq	$-0x1234567, %rax
	movq	%rax, %r9
	testl	$1, ENTER(%r10)
	je	2f
	std
2:	call	*%r11

	/* %rsp may be wrong: nothing of it is used before it is set. */
	movq	%rsp, %r11
	movq	saved_stack(%rip), %rsp
	movq	64(%rsp), %r10
	movq	%rax, RESULT(%r10)
	movq	%rdx, RESULT+8(%r10)
	pushfq
	popq	%rax
	cld
	movl	$0, BROKEN(%r10)
	testl	$0x400, %eax
	expect	z, 0x100
	cmpq	%rsp, %r11
	expect	e, 0x40
	cmpq	$VALUE(0), %rbx
	expect	e, 0x1
	cmpq	$VALUE(1), %rbp
	expect	e, 0x2
	cmpq	$VALUE(2), %r12
	expect	e, 0x4
	cmpq	$VALUE(3), %r13
	expect	e, 0x8
	cmpq	$VALUE(4), %r14
	expect	e, 0x10
	cmpq	$VALUE(5), %r15
	expect	e, 0x20
	.irp	at, 0, 8, 16, 24, 32, 40, 48, 56
	cmpq	$CANARY, \at(%rsp)
	expect	e, 0x80
	.endr
	stmxcsr	80(%rsp)
	cmpl	$MXCSR, 80(%rsp)
	expect	e, 0x200
	fnstenv	env(%rip)
	cmpw	$FCW, env(%rip)
	expect	e, 0x400
	cmpw	$0xffff, env+8(%rip)	/* all tags empty */
	expect	e, 0x400
	cmpl	$0, TELLS_UPPER(%r10)
	je	3f
	movl	$1, %ecx
	xgetbv
	testl	$0x44, %eax		/* upper halves of ymm0..15, of zmm0..15 */
	expect	z, 0x800
3:
	fninit
	ldmxcsr	72(%rsp)
	fldcw	76(%rsp)
	addq	$88, %rsp
	popq	%r15
	popq	%r14
	popq	%r13
	popq	%r12
	popq	%rbp
	popq	%rbx
	.cfi_adjust_cfa_offset -136
	ret
	.cfi_endproc
	.size	checked_call_enter, . - checked_call_enter

	.local	saved_stack, env
	.comm	saved_stack, 8, 8
	.comm	env, 28, 8

	.section .note.GNU-stack,"",@progbits
