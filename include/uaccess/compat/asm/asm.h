/* SPDX-License-Identifier: MIT */
/* Exception table entries of .S files, and register names. */
#ifndef UACCESS_COMPAT_ASM_ASM_H
#define UACCESS_COMPAT_ASM_ASM_H

#ifdef __ASSEMBLER__

#include "../linux/linkage.h"
#include "extable_fixup_types.h"
#include "module.h"

/* Before 5.16 an entry named a function of the kernel and not a type. */
#define ex_handler_default EX_TYPE_DEFAULT
#define ex_handler_fault   EX_TYPE_FAULT
#define ex_handler_uaccess EX_TYPE_UACCESS
#define ex_handler_copy	   EX_TYPE_COPY

#define _ASM_EXTABLE_TYPE(from, to, type)	    ex_table from, to, (type)
#define _ASM_EXTABLE_TYPE_REG(from, to, type, reg) uaccess_ex_table_reg from, to, (type), reg
#define _ASM_EXTABLE_HANDLE(from, to, handler)	    _ASM_EXTABLE_TYPE(from, to, handler)
#define _ASM_EXTABLE(from, to)			    _ASM_EXTABLE_TYPE(from, to, EX_TYPE_DEFAULT)
#define _ASM_EXTABLE_UA(from, to)		    _ASM_EXTABLE_TYPE(from, to, EX_TYPE_UACCESS)
#define _ASM_EXTABLE_CPY(from, to)		    _ASM_EXTABLE_TYPE(from, to, EX_TYPE_COPY)
#define _ASM_EXTABLE_FAULT(from, to)		    _ASM_EXTABLE_TYPE(from, to, EX_TYPE_FAULT)
#define _ASM_EXTABLE_FAULT_MCE_SAFE(from, to)	    _ASM_EXTABLE_TYPE(from, to, EX_TYPE_FAULT_MCE_SAFE)
#define _ASM_NOKPROBE(entry)

/* The number of a register, found by its name: the 64-bit or the 32-bit one. */
	.macro	uaccess_ex_table_reg from, to, type, reg
	.set	.Luaccess_found, -1
	.set	.Luaccess_number, 0
	.irp	name, rax, rcx, rdx, rbx, rsp, rbp, rsi, rdi, r8, r9, r10, r11, r12, r13, r14, r15
	.ifc	\reg, %\name
	.set	.Luaccess_found, .Luaccess_number
	.endif
	.set	.Luaccess_number, .Luaccess_number + 1
	.endr
	.set	.Luaccess_number, 0
	.irp	name, eax, ecx, edx, ebx, esp, ebp, esi, edi, r8d, r9d, r10d, r11d, r12d, r13d, r14d, r15d
	.ifc	\reg, %\name
	.set	.Luaccess_found, .Luaccess_number
	.endif
	.set	.Luaccess_number, .Luaccess_number + 1
	.endr
	.if	.Luaccess_found < 0
	.error	"_ASM_EXTABLE_TYPE_REG: not a general register: \reg"
	.endif
	ex_table \from, \to, \type, .Luaccess_found
	.endm

#define __ASM_FORM(x)	  x
#define _ASM_PTR	  .quad
#define _ASM_ALIGN	  .balign 8
#define __ASM_SIZE(insn, ...) insn##q __VA_ARGS__
#define _ASM_MOV	  movq
#define _ASM_ADD	  addq
#define _ASM_SUB	  subq
#define _ASM_INC	  incq
#define _ASM_DEC	  decq
#define _ASM_AX		  rax
#define _ASM_BX		  rbx
#define _ASM_CX		  rcx
#define _ASM_DX		  rdx
#define _ASM_SP		  rsp
#define _ASM_BP		  rbp
#define _ASM_SI		  rsi
#define _ASM_DI		  rdi
#define _ASM_ARG1	  rdi
#define _ASM_ARG2	  rsi
#define _ASM_ARG3	  rdx

#endif /* __ASSEMBLER__ */

#endif /* UACCESS_COMPAT_ASM_ASM_H */
