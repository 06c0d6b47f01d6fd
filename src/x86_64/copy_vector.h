/* SPDX-License-Identifier: MIT */
/*
 * struct uaccess_progress NAME(void *to, const void *from, unsigned long n), for a vector size
 *
 * The file that includes this defines NAME, VECTOR (bytes: 16 or 32), V(n) (the
 * name of vector register n), MOVE and STORE_ALIGNED, LEAVE (what must come
 * before a return) and, where rep movsb is to be used, REP_THRESHOLD.
 *
 * Loads, then overlapping stores, from both ends for up to four vectors; then a
 * loop of aligned stores, then perhaps rep movsb. Everything ascends.
 *
 *	%rdi, %rsi	destination and source, advance in the loop
 *	%r9	n; in the loop's end: source less destination
 *	%r8	end of the destination
 *	%rcx	the last 4 vectors of the destination
 *	%rax, %rdx	result
 */
/* clang-format off */
#include "src/x86_64/asm.h"

function NAME
	movq	%rdx, %r9
	cmpq	$VECTOR, %rdx
	jb	.Lunder_vector
	cmpq	$(2 * VECTOR), %rdx
	ja	.Lover_2

	/* VECTOR..2 VECTOR */
	access .Lfault_at_start, MOVE (%rsi), V(0)
	access .Lfault_at_start, MOVE -VECTOR(%rsi,%r9), V(1)
	access .Lfault_at_start, MOVE V(0), (%rdi)
	access .Lfault_at_start, MOVE V(1), -VECTOR(%rdi,%r9)
	xorl	%eax, %eax
	LEAVE
	ret

.Lover_2:
	cmpq	$(4 * VECTOR), %rdx
	ja	.Lover_4

	/* 2 VECTOR..4 VECTOR */
	access .Lfault_at_start, MOVE (%rsi), V(0)
	access .Lfault_at_start, MOVE VECTOR(%rsi), V(1)
	access .Lfault_at_start, MOVE -2*VECTOR(%rsi,%r9), V(2)
	access .Lfault_at_start, MOVE -VECTOR(%rsi,%r9), V(3)
	access .Lfault_at_start, MOVE V(0), (%rdi)
	access .Lfault_at_start, MOVE V(1), VECTOR(%rdi)
	access .Lfault_at_start, MOVE V(2), -2*VECTOR(%rdi,%r9)
	access .Lfault_at_start, MOVE V(3), -VECTOR(%rdi,%r9)
	xorl	%eax, %eax
	LEAVE
	ret

.Lover_4:
	leaq	(%rdi,%rdx), %r8
#ifdef REP_THRESHOLD
	cmpq	$REP_THRESHOLD, %rdx
	jae	.Lrep
#endif

	/* 4 VECTOR.. : one unaligned vector, then stores that are aligned */
	access .Lfault_at_start, MOVE (%rsi), V(0)
	access .Lfault_at_start, MOVE V(0), (%rdi)
	movq	%rdi, %rcx
	andq	$(VECTOR - 1), %rcx
	subq	$VECTOR, %rcx
	subq	%rcx, %rdi
	subq	%rcx, %rsi
	leaq	-4*VECTOR(%r8), %rcx
	cmpq	%rcx, %rdi
	ja	.Llast_4
	.p2align 4
.Lloop:
	access .Lfault_at_cursor, MOVE (%rsi), V(0)
	access .Lfault_at_cursor, MOVE VECTOR(%rsi), V(1)
	access .Lfault_at_cursor, MOVE 2*VECTOR(%rsi), V(2)
	access .Lfault_at_cursor, MOVE 3*VECTOR(%rsi), V(3)
	access .Lfault_at_cursor, STORE_ALIGNED V(0), (%rdi)
	access .Lfault_at_cursor, STORE_ALIGNED V(1), VECTOR(%rdi)
	access .Lfault_at_cursor, STORE_ALIGNED V(2), 2*VECTOR(%rdi)
	access .Lfault_at_cursor, STORE_ALIGNED V(3), 3*VECTOR(%rdi)
	addq	$(4 * VECTOR), %rsi
	addq	$(4 * VECTOR), %rdi
	cmpq	%rcx, %rdi
	jbe	.Lloop
.Llast_4:
	/* 0..4 VECTOR left: the last 4, partly once more */
	movq	%rsi, %r9
	subq	%rdi, %r9
	access .Lfault_at_cursor, MOVE (%rcx,%r9), V(0)
	access .Lfault_at_cursor, MOVE VECTOR(%rcx,%r9), V(1)
	access .Lfault_at_cursor, MOVE 2*VECTOR(%rcx,%r9), V(2)
	access .Lfault_at_cursor, MOVE 3*VECTOR(%rcx,%r9), V(3)
	access .Lfault_at_cursor, MOVE V(0), (%rcx)
	access .Lfault_at_cursor, MOVE V(1), VECTOR(%rcx)
	access .Lfault_at_cursor, MOVE V(2), 2*VECTOR(%rcx)
	access .Lfault_at_cursor, MOVE V(3), 3*VECTOR(%rcx)
	xorl	%eax, %eax
	LEAVE
	ret

#ifdef REP_THRESHOLD
.Lrep:
	/* REP_THRESHOLD.. */
	movq	%rdx, %rcx
	cld
	access .Lfault_at_cursor, rep movsb
	xorl	%eax, %eax
	LEAVE
	ret
#endif

.Lunder_vector:
#if VECTOR == 32
	/* 16..31 */
	cmpl	$16, %edx
	jb	.Lunder_16
	access .Lfault_at_start, vmovdqu (%rsi), %xmm0
	access .Lfault_at_start, vmovdqu -16(%rsi,%r9), %xmm1
	access .Lfault_at_start, vmovdqu %xmm0, (%rdi)
	access .Lfault_at_start, vmovdqu %xmm1, -16(%rdi,%r9)
	xorl	%eax, %eax
	ret
#endif
.Lunder_16:
	cmpl	$8, %edx
	jb	.Lunder_8
	/* 8..15 */
	access .Lfault_at_start, movq (%rsi), %rax
	access .Lfault_at_start, movq -8(%rsi,%r9), %rcx
	access .Lfault_at_start, movq %rax, (%rdi)
	access .Lfault_at_start, movq %rcx, -8(%rdi,%r9)
	xorl	%eax, %eax
	ret
.Lunder_8:
	cmpl	$4, %edx
	jb	.Lunder_4
	/* 4..7 */
	access .Lfault_at_start, movl (%rsi), %eax
	access .Lfault_at_start, movl -4(%rsi,%r9), %ecx
	access .Lfault_at_start, movl %eax, (%rdi)
	access .Lfault_at_start, movl %ecx, -4(%rdi,%r9)
	xorl	%eax, %eax
	ret
.Lunder_4:
	xorl	%eax, %eax
	cmpl	$1, %edx
	jb	.Lnothing
	/* 1..3: for 1 all three moves are the same byte */
	shrl	%edx
	movl	%edx, %r10d
	access .Lfault_at_start, movzbl (%rsi), %ecx
	access .Lfault_at_start, movzbl (%rsi,%r10), %r11d
	access .Lfault_at_start, movzbl -1(%rsi,%r9), %edx
	access .Lfault_at_start, movb %cl, (%rdi)
	access .Lfault_at_start, movb %r11b, (%rdi,%r10)
	access .Lfault_at_start, movb %dl, -1(%rdi,%r9)
.Lnothing:
	ret

.Lfault_at_start:
	movq	%r9, %rax
	LEAVE
	ret
.Lfault_at_cursor:
	cld
	movq	%r8, %rax
	subq	%rdi, %rax
	LEAVE
	ret
end_function NAME
