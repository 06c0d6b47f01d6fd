/* SPDX-License-Identifier: MIT */
/*
 * Broken on purpose: copies like the kernel's to 6.3. %rdi destination, %rsi
 * source, %edx n; returns in %eax what is left. Each is the unrolled routine
 * with one defect; its last attempt, byte by byte, is right: it is .Ltail.
 */
#include "tests/broken/broken.h"

/* %edx bytes are left: as many of them as go, from the present place. */
.Ltail:
	movl	%edx, %ecx
1:	rep movsb
	ex_table 1b, 2f
2:	movl	%ecx, %eax
	ret

/* %ecx blocks are left, and %edx bytes behind them. */
.Lblock:
	shll	$6, %ecx
	addl	%ecx, %edx
	jmp	.Ltail

/* aligns: the register that the alignment's fixup adds; block: the fixup of the blocks. */
.macro	copy_unrolled name, aligns=%ecx, block=.Lblock
broken \name
	movl	%edx, %r8d
	cmpl	$8, %edx
	jb	.Lbytes_\@
	movl	%edi, %ecx
	negl	%ecx
	andl	$7, %ecx
	jz	.Laligned_\@
	subl	%ecx, %edx
.Lalign_\@:
	may_fault .Lalign_fault_\@, movb (%rsi), %al
	may_fault .Lalign_fault_\@, movb %al, (%rdi)
	incq	%rsi
	incq	%rdi
	decl	%ecx
	jnz	.Lalign_\@
.Laligned_\@:
	movl	%edx, %ecx
	andl	$63, %edx
	shrl	$6, %ecx
	jz	.Lbytes_\@
.Lloop_\@:
	may_fault \block, movq (%rsi), %r9
	may_fault \block, movq 8(%rsi), %r10
	may_fault \block, movq 16(%rsi), %r11
	may_fault \block, movq 24(%rsi), %rax
	may_fault \block, movq %r9, (%rdi)
	may_fault \block, movq %r10, 8(%rdi)
	may_fault \block, movq %r11, 16(%rdi)
	may_fault \block, movq %rax, 24(%rdi)
	may_fault \block, movq 32(%rsi), %r9
	may_fault \block, movq 40(%rsi), %r10
	may_fault \block, movq 48(%rsi), %r11
	may_fault \block, movq 56(%rsi), %rax
	may_fault \block, movq %r9, 32(%rdi)
	may_fault \block, movq %r10, 40(%rdi)
	may_fault \block, movq %r11, 48(%rdi)
	may_fault \block, movq %rax, 56(%rdi)
	addq	$64, %rsi
	addq	$64, %rdi
	decl	%ecx
	jnz	.Lloop_\@
.Lbytes_\@:
	jmp	.Ltail
.Lalign_fault_\@:
	addl	\aligns, %edx
	jmp	.Ltail
end_broken \name
.endm

/* The block in which the fault was counts as done, and nothing is tried again. */
copy_unrolled copy_user_counts_block, block=.Lblock_as_done
.Lblock_as_done:
	decl	%ecx
	shll	$6, %ecx
	leal	(%rdx,%rcx), %eax
	ret

/* The wrong register: what was asked for, and not what is left to align. */
copy_unrolled copy_user_align_register, aligns=%r8d

/* 32-bit counters added up in 64 bits: the carry stays in the upper half. */
copy_unrolled copy_user_upper_half, block=.Lblock_64
.Lblock_64:
	subl	$2, %ecx
	shll	$6, %ecx
	leaq	128(%rdx,%rcx), %rax
	ret

/* Any fault: all of it. */
copy_unrolled copy_user_whole_size, block=.Lwhole
.Lwhole:
	movl	%r8d, %eax
	ret

/* One wide access first, and its fault ends it. */
broken copy_user_first_wide
	movl	%edx, %eax
	cmpl	$16, %edx
	jb	.Ltail
	may_fault 1f, movdqu (%rsi), %xmm0
	may_fault 1f, movdqu %xmm0, (%rdi)
	addq	$16, %rsi
	addq	$16, %rdi
	subl	$16, %edx
	jmp	.Ltail
1:	ret
end_broken copy_user_first_wide

/* Between eight and nine words, a block too many. */
broken copy_user_overrun
	cmpl	$64, %edx
	jbe	.Ltail
	cmpl	$72, %edx
	jae	.Ltail
	movl	$72, %ecx
1:	rep movsb
	ex_table 1b, 2f
	xorl	%ecx, %ecx
2:	movl	%ecx, %eax
	ret
end_broken copy_user_overrun

/* One length is read from one byte too early. */
broken copy_user_shifted
	cmpl	$33, %edx
	jne	.Ltail
	decq	%rsi
	jmp	.Ltail
end_broken copy_user_shifted
