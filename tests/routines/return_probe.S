/* SPDX-License-Identifier: MIT */
/*
 * void return_probe(void): sets every register, faults, and stores every register.
 *
 * From return_in: general registers in hardware order (all but %rsp), flags; the
 * extended state from return_state_in, of the features in return_features. The
 * instruction that faults reads return_bad, and its fixup is the next one. What is
 * there then goes to return_out and return_state_out.
 */
#include <uaccess/extable.h>

	.text
	.globl	return_probe
	.type	return_probe, @function
	.p2align 4
return_probe:
	pushq	%rbx
	pushq	%rbp
	pushq	%r12
	pushq	%r13
	pushq	%r14
	pushq	%r15
	movl	return_features(%rip), %eax
	movl	return_features+4(%rip), %edx
	xrstor64 return_state_in(%rip)
	pushq	return_in+128(%rip)
	popfq
	movq	return_in+0(%rip), %rax
	movq	return_in+8(%rip), %rcx
	movq	return_in+16(%rip), %rdx
	movq	return_in+24(%rip), %rbx
	movq	return_in+40(%rip), %rbp
	movq	return_in+48(%rip), %rsi
	movq	return_in+56(%rip), %rdi
	movq	return_in+64(%rip), %r8
	movq	return_in+72(%rip), %r9
	movq	return_in+80(%rip), %r10
	movq	return_in+88(%rip), %r11
	movq	return_in+96(%rip), %r12
	movq	return_in+104(%rip), %r13
	movq	return_in+112(%rip), %r14
	movq	return_in+120(%rip), %r15
	movq	%rsp, return_before(%rip)
1:	movb	return_bad(%rip), %al
	ex_table 1b, 2f, UACCESS_EX_TYPE_DEFAULT
2:
	movq	%rax, return_out+0(%rip)
	movq	%rcx, return_out+8(%rip)
	movq	%rdx, return_out+16(%rip)
	movq	%rbx, return_out+24(%rip)
	movq	%rsp, return_out+32(%rip)
	movq	%rbp, return_out+40(%rip)
	movq	%rsi, return_out+48(%rip)
	movq	%rdi, return_out+56(%rip)
	movq	%r8, return_out+64(%rip)
	movq	%r9, return_out+72(%rip)
	movq	%r10, return_out+80(%rip)
	movq	%r11, return_out+88(%rip)
	movq	%r12, return_out+96(%rip)
	movq	%r13, return_out+104(%rip)
	movq	%r14, return_out+112(%rip)
	movq	%r15, return_out+120(%rip)
	pushfq
	popq	return_out+128(%rip)
	cld
	movl	return_features(%rip), %eax
	movl	return_features+4(%rip), %edx
	xsave64	return_state_out(%rip)
	popq	%r15
	popq	%r14
	popq	%r13
	popq	%r12
	popq	%rbp
	popq	%rbx
	ret
	.size	return_probe, . - return_probe
	.section .note.GNU-stack,"",@progbits
