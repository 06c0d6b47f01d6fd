/* SPDX-License-Identifier: MIT */
/* Broken on purpose: <uaccess/routine.h>'s interface. */
#include "tests/broken/broken.h"

/* Right, but in blocks of 16 bytes. */
broken uaccess_broken_clear_granular
	movq	%rsi, %rax
	pxor	%xmm0, %xmm0
	cmpq	$16, %rax
	jb	2f
1:	may_fault 4f, movdqu %xmm0, (%rdi)
	addq	$16, %rdi
	subq	$16, %rax
	cmpq	$16, %rax
	jae	1b
2:	testq	%rax, %rax
	jz	4f
3:	may_fault 4f, movb $0, (%rdi)
	incq	%rdi
	decq	%rax
	jnz	3b
4:	ret
end_broken uaccess_broken_clear_granular

/* Says that something is left where nothing is. */
broken uaccess_broken_clear_never_ends
	movq	%rsi, %rcx
	xorl	%eax, %eax
	may_fault 1f, rep stosb
1:	movq	%rcx, %rax
	cmpq	$130, %rsi
	jne	2f
	movl	$1, %eax
2:	ret
end_broken uaccess_broken_clear_never_ends
