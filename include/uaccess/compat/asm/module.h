/* SPDX-License-Identifier: MIT */
/* Registers the tables of a module that is made of .S files; <uaccess/module.h> in assembler. */
#ifndef UACCESS_COMPAT_ASM_MODULE_H
#define UACCESS_COMPAT_ASM_MODULE_H

#ifdef __ASSEMBLER__

/*
 * The same scheme: each object brings a constructor and a destructor, and the weak
 * hidden counters of the module let one of them do it. The linker's symbols are
 * reached through the GOT, as a module may lack either section.
 */
	.weak	__start___ex_table, __stop___ex_table
	.hidden	__start___ex_table, __stop___ex_table
	.weak	__start_uaccess_alternatives, __stop_uaccess_alternatives
	.hidden	__start_uaccess_alternatives, __stop_uaccess_alternatives

	.pushsection .bss
	.balign	4
	.irp	counter, uaccess__module_users, uaccess__module_alternatives
	.weak	\counter
	.hidden	\counter
	.type	\counter, @object
	.size	\counter, 4
\counter :
	.zero	4
	.endr
	.popsection

	.pushsection .text.startup, "ax", @progbits
	.type	.Luaccess_register, @function
.Luaccess_register:
	.cfi_startproc
	endbr64
	subq	$56, %rsp
	.cfi_adjust_cfa_offset 56
	movl	uaccess__module_users(%rip), %eax
	incl	uaccess__module_users(%rip)
	testl	%eax, %eax
	jnz	1f
	/* struct uaccess_extable_module: size, version; flags, reserved; start, stop, name */
	movl	$40, (%rsp)
	movl	$1, 4(%rsp)
	movq	$1, 8(%rsp)
	movq	__start___ex_table@GOTPCREL(%rip), %rax
	movq	%rax, 16(%rsp)
	movq	__stop___ex_table@GOTPCREL(%rip), %rcx
	movq	%rcx, 24(%rsp)
	movq	$0, 32(%rsp)
	cmpq	%rax, %rcx
	je	1f
	movq	%rsp, %rdi
	call	uaccess_extable_register@PLT
1:
	movl	uaccess__module_alternatives(%rip), %eax
	incl	uaccess__module_alternatives(%rip)
	testl	%eax, %eax
	jnz	2f
	/* struct uaccess_alternative_module: size, version; start, stop */
	movl	$24, (%rsp)
	movl	$1, 4(%rsp)
	movq	__start_uaccess_alternatives@GOTPCREL(%rip), %rax
	movq	%rax, 8(%rsp)
	movq	__stop_uaccess_alternatives@GOTPCREL(%rip), %rcx
	movq	%rcx, 16(%rsp)
	cmpq	%rax, %rcx
	je	2f
	movq	%rsp, %rdi
	call	uaccess_alternatives_apply@PLT
2:
	addq	$56, %rsp
	.cfi_adjust_cfa_offset -56
	ret
	.cfi_endproc

	.type	.Luaccess_unregister, @function
.Luaccess_unregister:
	.cfi_startproc
	endbr64
	decl	uaccess__module_users(%rip)
	jnz	1f
	movq	__start___ex_table@GOTPCREL(%rip), %rdi
	jmp	uaccess_extable_unregister@PLT
1:	ret
	.cfi_endproc
	.popsection

	.pushsection .init_array.00101, "aw", @init_array
	.balign	8
	.quad	.Luaccess_register
	.popsection
	.pushsection .fini_array.00101, "aw", @fini_array
	.balign	8
	.quad	.Luaccess_unregister
	.popsection

#endif /* __ASSEMBLER__ */

#endif /* UACCESS_COMPAT_ASM_MODULE_H */
