/* SPDX-License-Identifier: MIT */
/*
 * void verify_call(void (*function)(void), const struct verify_registers *in,
 *		    struct verify_registers *out)
 *
 * Calls function with all general registers and %xmm0..15 from *in, and stores
 * what it left in them. The stack pointer is kept apart, so that a function
 * that returns with it off does no more harm. The red zone is not used.
 */
#define GENERAL(n) (8 * n)
#define FLAGS	   128
#define XMM(n)	   (144 + 16 * n)

	.local	stack
	.comm	stack, 8, 8

	.text
	.globl	verify_call
	.hidden	verify_call
	.type	verify_call, @function
	.p2align 4
verify_call:
	.cfi_startproc
	endbr64
	pushq	%rbp
	.cfi_adjust_cfa_offset 8
	pushq	%rbx
	.cfi_adjust_cfa_offset 8
	pushq	%r12
	.cfi_adjust_cfa_offset 8
	pushq	%r13
	.cfi_adjust_cfa_offset 8
	pushq	%r14
	.cfi_adjust_cfa_offset 8
	pushq	%r15
	.cfi_adjust_cfa_offset 8
	pushq	%rdx
	.cfi_adjust_cfa_offset 8
	pushq	%rdi
	.cfi_adjust_cfa_offset 8
	subq	$8, %rsp
	.cfi_adjust_cfa_offset 8
	movq	%rsp, stack(%rip)

	.irp	n, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
	movups	XMM(\n)(%rsi), %xmm\n
	.endr
	movq	GENERAL(0)(%rsi), %rax
	movq	GENERAL(1)(%rsi), %rcx
	movq	GENERAL(2)(%rsi), %rdx
	movq	GENERAL(3)(%rsi), %rbx
	movq	GENERAL(5)(%rsi), %rbp
	movq	GENERAL(7)(%rsi), %rdi
	movq	GENERAL(8)(%rsi), %r8
	movq	GENERAL(9)(%rsi), %r9
	movq	GENERAL(10)(%rsi), %r10
	movq	GENERAL(11)(%rsi), %r11
	movq	GENERAL(12)(%rsi), %r12
	movq	GENERAL(13)(%rsi), %r13
	movq	GENERAL(14)(%rsi), %r14
	movq	GENERAL(15)(%rsi), %r15
	movq	GENERAL(6)(%rsi), %rsi
	call	*8(%rsp)

	/* Nothing but %rax, the flags and the stack pointer changes until all is stored. */
	xchgq	%rsp, stack(%rip)
	xchgq	%rax, stack(%rip)
	xchgq	%rax, (%rsp)
	/* (%rsp): where the stack was; stack: %rax; %rax: what lay at (%rsp). */
	movq	16(%rsp), %rax
	movq	%rcx, GENERAL(1)(%rax)
	movq	%rdx, GENERAL(2)(%rax)
	movq	%rbx, GENERAL(3)(%rax)
	movq	%rbp, GENERAL(5)(%rax)
	movq	%rsi, GENERAL(6)(%rax)
	movq	%rdi, GENERAL(7)(%rax)
	movq	%r8, GENERAL(8)(%rax)
	movq	%r9, GENERAL(9)(%rax)
	movq	%r10, GENERAL(10)(%rax)
	movq	%r11, GENERAL(11)(%rax)
	movq	%r12, GENERAL(12)(%rax)
	movq	%r13, GENERAL(13)(%rax)
	movq	%r14, GENERAL(14)(%rax)
	movq	%r15, GENERAL(15)(%rax)
	pushfq
	popq	FLAGS(%rax)
	cld
	.irp	n, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
	movups	%xmm\n, XMM(\n)(%rax)
	.endr
	movq	stack(%rip), %rcx
	movq	%rcx, GENERAL(0)(%rax)
	movq	(%rsp), %rcx
	subq	%rsp, %rcx
	movq	%rcx, GENERAL(4)(%rax)

	addq	$24, %rsp
	.cfi_adjust_cfa_offset -24
	popq	%r15
	.cfi_adjust_cfa_offset -8
	popq	%r14
	.cfi_adjust_cfa_offset -8
	popq	%r13
	.cfi_adjust_cfa_offset -8
	popq	%r12
	.cfi_adjust_cfa_offset -8
	popq	%rbx
	.cfi_adjust_cfa_offset -8
	popq	%rbp
	.cfi_adjust_cfa_offset -8
	ret
	.cfi_endproc
	.size	verify_call, . - verify_call

	.section .note.GNU-stack,"",@progbits
	.section .note.gnu.property,"a",@note
	.p2align 3
	.long	4, 16, 5
	.asciz	"GNU"
	.long	0xc0000002, 4, 3, 0
