/* SPDX-License-Identifier: MIT */
/*
 * void run_code(uintptr_t code): loads all sixteen registers from *run_code_in
 * and jumps to code, which comes back by a jump to run_code_behind or
 * run_code_fixup; they leave all sixteen and which of them it was in
 * *run_code_out. Not reentrant.
 */
	.macro	each_register operation
	\operation %rcx, 8
	\operation %rdx, 16
	\operation %rbx, 24
	\operation %rbp, 40
	\operation %rsi, 48
	\operation %rdi, 56
	\operation %r8, 64
	\operation %r9, 72
	\operation %r10, 80
	\operation %r11, 88
	\operation %r12, 96
	\operation %r13, 104
	\operation %r14, 112
	\operation %r15, 120
	.endm
	.macro	load reg, at
	movq	\at(%rax), \reg
	.endm
	.macro	store reg, at
	movq	\reg, \at(%rax)
	.endm

	.text
	.globl	run_code, run_code_behind, run_code_fixup
	.type	run_code, @function
run_code:
	.cfi_startproc
	endbr64
	pushq	%rbx
	pushq	%rbp
	pushq	%r12
	pushq	%r13
	pushq	%r14
	pushq	%r15
	.cfi_adjust_cfa_offset 48
	movq	%rsp, run_code_stack(%rip)
	movq	%rdi, run_code_target(%rip)
	movq	run_code_in(%rip), %rax
	each_register load
	movq	32(%rax), %rsp
	movq	(%rax), %rax
	jmpq	*run_code_target(%rip)

run_code_behind:
	endbr64
	movq	$0, run_code_where(%rip)
	jmp	1f
run_code_fixup:
	endbr64
	movq	$1, run_code_where(%rip)
1:	movq	%rax, run_code_rax(%rip)
	movq	run_code_out(%rip), %rax
	each_register store
	movq	%rsp, 32(%rax)
	movq	run_code_stack(%rip), %rsp
	movq	run_code_rax(%rip), %rcx
	movq	%rcx, (%rax)
	movq	run_code_where(%rip), %rcx
	movq	%rcx, 128(%rax)
	popq	%r15
	popq	%r14
	popq	%r13
	popq	%r12
	popq	%rbp
	popq	%rbx
	.cfi_adjust_cfa_offset -48
	ret
	.cfi_endproc
	.size	run_code, . - run_code

	.comm	run_code_in, 8, 8
	.comm	run_code_out, 8, 8
	.local	run_code_stack, run_code_target, run_code_rax, run_code_where
	.comm	run_code_stack, 8, 8
	.comm	run_code_target, 8, 8
	.comm	run_code_rax, 8, 8
	.comm	run_code_where, 8, 8

	.section .note.GNU-stack,"",@progbits
