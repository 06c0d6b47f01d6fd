/* SPDX-License-Identifier: MIT */
/* A copy and a clear of our own, in the style of the kernel's files of 2024. */
#include <linux/export.h>
#include <linux/linkage.h>
#include <linux/cfi_types.h>
#include <linux/objtool.h>
#include <asm/cpufeatures.h>
#include <asm/alternative.h>
#include <asm/asm.h>

SYM_FUNC_START(rep_movs_small)
	ANNOTATE_NOENDBR
	cmpq $16,%rcx
	jae .Lmany
.Lone:
	testq %rcx,%rcx
	je .Lout
0:	movb (%rsi),%al
1:	movb %al,(%rdi)
	inc %rsi
	inc %rdi
	dec %rcx
	jmp .Lone
.Lout:
	RET
	_ASM_EXTABLE_UA( 0b, .Lout)
	_ASM_EXTABLE_UA( 1b, .Lout)

.Lmany:
	ALTERNATIVE "jmp .Lone", "", X86_FEATURE_ERMS
2:	rep movsb
	RET
	_ASM_EXTABLE_UA( 2b, .Lout)
SYM_FUNC_END(rep_movs_small)
EXPORT_SYMBOL(rep_movs_small)
STACK_FRAME_NON_STANDARD rep_movs_small

SYM_TYPED_FUNC_START(rep_stos_small)
1:	rep stosb
SYM_INNER_LABEL(rep_stos_small_end, SYM_L_GLOBAL)
	RET
	_ASM_EXTABLE_TYPE(1b, rep_stos_small_end, EX_TYPE_UACCESS)
SYM_FUNC_END(rep_stos_small)
SYM_FUNC_ALIAS(rep_stos_alias, rep_stos_small)
EXPORT_SYMBOL(rep_stos_small)
