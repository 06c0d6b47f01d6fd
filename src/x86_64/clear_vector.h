/* SPDX-License-Identifier: MIT */
/*
 * struct uaccess_progress NAME(void *to, unsigned long n), for a vector size
 *
 * The file that includes this defines NAME, VECTOR (bytes: 16 or 32), V(n) (the
 * name of vector register n), ZERO (sets V(0) to zero), STORE and STORE_ALIGNED,
 * LEAVE (what must come before a return) and, where rep stosb is to be used,
 * REP_THRESHOLD.
 *
 * Overlapping stores from both ends for up to eight vectors, then a loop of
 * aligned ones, then perhaps rep stosb. Everything ascends.
 *
 *	%rdi	destination, advances in the loop
 *	%rsi	n
 *	%r8	end of the destination
 *	%rcx	the last 4 vectors of the destination
 *	V(0)	zero
 *	%rax, %rdx	result
 */
/* clang-format off */
#include "src/x86_64/asm.h"

function NAME
	cmpq	$VECTOR, %rsi
	jb	.Lunder_vector
	ZERO
	cmpq	$(2 * VECTOR), %rsi
	ja	.Lover_2

	/* VECTOR..2 VECTOR */
	access .Lfault_at_start, STORE V(0), (%rdi)
	access .Lfault_at_start, STORE V(0), -VECTOR(%rdi,%rsi)
	xorl	%eax, %eax
	LEAVE
	ret

.Lover_2:
	cmpq	$(4 * VECTOR), %rsi
	ja	.Lover_4

	/* 2 VECTOR..4 VECTOR */
	access .Lfault_at_start, STORE V(0), (%rdi)
	access .Lfault_at_start, STORE V(0), VECTOR(%rdi)
	access .Lfault_at_start, STORE V(0), -2*VECTOR(%rdi,%rsi)
	access .Lfault_at_start, STORE V(0), -VECTOR(%rdi,%rsi)
	xorl	%eax, %eax
	LEAVE
	ret

.Lover_4:
	leaq	(%rdi,%rsi), %r8
#ifdef REP_THRESHOLD
	cmpq	$REP_THRESHOLD, %rsi
	jae	.Lrep
#endif

	/* 4 VECTOR.. : one unaligned vector, then aligned ones */
	access .Lfault_at_start, STORE V(0), (%rdi)
	addq	$VECTOR, %rdi
	andq	$-VECTOR, %rdi
	leaq	-4*VECTOR(%r8), %rcx
	cmpq	%rcx, %rdi
	ja	.Llast_4
	.p2align 4
.Lloop:
	access .Lfault_at_cursor, STORE_ALIGNED V(0), (%rdi)
	access .Lfault_at_cursor, STORE_ALIGNED V(0), VECTOR(%rdi)
	access .Lfault_at_cursor, STORE_ALIGNED V(0), 2*VECTOR(%rdi)
	access .Lfault_at_cursor, STORE_ALIGNED V(0), 3*VECTOR(%rdi)
	addq	$(4 * VECTOR), %rdi
	cmpq	%rcx, %rdi
	jbe	.Lloop
.Llast_4:
	/* 0..4 VECTOR left: the last 4, partly once more */
	access .Lfault_at_cursor, STORE V(0), (%rcx)
	access .Lfault_at_cursor, STORE V(0), VECTOR(%rcx)
	access .Lfault_at_cursor, STORE V(0), 2*VECTOR(%rcx)
	access .Lfault_at_cursor, STORE V(0), 3*VECTOR(%rcx)
	xorl	%eax, %eax
	LEAVE
	ret

#ifdef REP_THRESHOLD
.Lrep:
	/* REP_THRESHOLD.. */
	movq	%rsi, %rcx
	xorl	%eax, %eax
	cld
	access .Lfault_at_cursor, rep stosb
	LEAVE
	ret
#endif

.Lunder_vector:
#if VECTOR == 32
	/* 16..31 */
	cmpl	$16, %esi
	jb	.Lunder_16
	vpxor	%xmm0, %xmm0, %xmm0
	access .Lfault_at_start, vmovdqu %xmm0, (%rdi)
	access .Lfault_at_start, vmovdqu %xmm0, -16(%rdi,%rsi)
	xorl	%eax, %eax
	ret
#endif
.Lunder_16:
	xorl	%eax, %eax
	cmpl	$8, %esi
	jb	.Lunder_8
	/* 8..15 */
	access .Lfault_at_start, movq %rax, (%rdi)
	access .Lfault_at_start, movq %rax, -8(%rdi,%rsi)
	ret
.Lunder_8:
	cmpl	$4, %esi
	jb	.Lunder_4
	/* 4..7 */
	access .Lfault_at_start, movl %eax, (%rdi)
	access .Lfault_at_start, movl %eax, -4(%rdi,%rsi)
	ret
.Lunder_4:
	cmpl	$1, %esi
	jb	.Lnothing
	/* 1..3: for 1 all three stores are the same byte */
	movl	%esi, %ecx
	shrl	%ecx
	access .Lfault_at_start, movb %al, (%rdi)
	access .Lfault_at_start, movb %al, (%rdi,%rcx)
	access .Lfault_at_start, movb %al, -1(%rdi,%rsi)
.Lnothing:
	ret

.Lfault_at_start:
	movq	%rsi, %rax
	LEAVE
	ret
.Lfault_at_cursor:
	cld
	movq	%r8, %rax
	subq	%rdi, %rax
	LEAVE
	ret
end_function NAME
