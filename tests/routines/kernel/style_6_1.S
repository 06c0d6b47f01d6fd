/* SPDX-License-Identifier: MIT */
/*
 * A clear and two copies of our own, in the style of the kernel's files of 2022: tests
 * that such a file assembles as it is. clear_user_twice chooses by alternatives.
 */
#include <linux/linkage.h>
#include <asm/current.h>
#include <asm/asm-offsets.h>
#include <asm/thread_info.h>
#include <asm/cpufeatures.h>
#include <asm/alternative.h>
#include <asm/asm.h>
#include <asm/errno.h>
#include <asm/smap.h>
#include <asm/export.h>
#include <asm/trapnr.h>

.macro CLEAR_BYTES done
.Lbyte\@:
	movb $0,(%rdi)
	_ASM_EXTABLE_UA(.Lbyte\@, \done)
	incq %rdi
	decq %rcx
	jnz .Lbyte\@
.endm

/* rdi destination, rcx count, rax 0 */
SYM_FUNC_START(clear_user_words)
	mov %ecx,%edx
	and $7,%edx
	shr $3,%rcx
	jz 2f
	.p2align 4
1:	movq %rax,(%rdi)
	_ASM_EXTABLE_TYPE_REG(1b, .Lrest, EX_TYPE_UCOPY_LEN8, %rdx)
	lea 8(%rdi),%rdi
	dec %rcx
	jnz 1b
2:	mov %edx,%ecx
.Lrest:
	test %rcx,%rcx
	jz .Lleave
	CLEAR_BYTES .Lleave
.Lleave:
	RET
SYM_FUNC_END(clear_user_words)
EXPORT_SYMBOL(clear_user_words)

SYM_FUNC_START(clear_user_twice)
1:	ALTERNATIVE_2 "jmp clear_user_words", \
		      "jmp .Lclear_string", X86_FEATURE_ERMS, \
		      "rep stosb; nop; jmp .Lstop", ALT_NOT(X86_FEATURE_REP_GOOD)
.Lclear_string:
0:	rep stosb
.Lstop:
	RET
	_ASM_EXTABLE_UA(0b, .Lstop)
	_ASM_EXTABLE_UA(1b, .Lstop)
SYM_FUNC_END(clear_user_twice)
EXPORT_SYMBOL(clear_user_twice)

/* rdi destination, rsi source, edx count; eax what is left */
SYM_FUNC_START(copy_user_words)
	ASM_STAC
	movl %edx,%ecx
	andl $7,%edx
	shrl $3,%ecx
	jz 2f
1:	movq (%rsi),%r8
3:	movq %r8,(%rdi)
	leaq 8(%rsi),%rsi
	leaq 8(%rdi),%rdi
	decl %ecx
	jnz 1b
2:	movl %edx,%ecx
	jmp .Lcopy_tail
4:	leal (%rdx,%rcx,8),%ecx
	cmp $X86_TRAP_MC,%eax
	je 5f
	jmp .Lcopy_tail
5:	movl %ecx,%eax
	ASM_CLAC
	RET
	_ASM_EXTABLE_CPY(1b, 4b)
	_ASM_EXTABLE_CPY(3b, 4b)
SYM_FUNC_END(copy_user_words)
EXPORT_SYMBOL(copy_user_words)

SYM_CODE_START_LOCAL(.Lcopy_tail)
1:	rep movsb
2:	mov %ecx,%eax
	ASM_CLAC
	RET
	_ASM_EXTABLE_UA(1b, 2b)
SYM_CODE_END(.Lcopy_tail)

/* The words of before that. */
ENTRY(copy_user_bytes)
	movl %edx,%ecx
1:	rep movsb
2:	movl %ecx,%eax
	ret
	_ASM_EXTABLE_HANDLE(1b, 2b, ex_handler_uaccess)
ENDPROC(copy_user_bytes)
EXPORT_SYMBOL(copy_user_bytes)
