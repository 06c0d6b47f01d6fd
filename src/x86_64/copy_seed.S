/* SPDX-License-Identifier: MIT */
/*
 * The copy_user family of Linux up to 6.3:
 * struct uaccess_progress NAME(void *to, const void *from, unsigned long n).
 *
 * Assumptions: none (rep movsb runs on every x86-64, fast or not). %rdi
 * destination, %rsi source, %rdx n or bytes behind what %rcx counts.
 *
 * Residue: what %rcx has not counted down, in blocks, words or bytes, and %rdx.
 * The kernel then tried the rest byte by byte (copy_user_handle_tail); here
 * the C tail does that, from the faulting address.
 */
#include "src/x86_64/seed.h"

/* At least 8 bytes in %rdx: the bytes up to an aligned destination. */
.macro	align_destination id
	movl	%edi, %ecx
	negl	%ecx
	andl	$7, %ecx
	jz	.Laligned_\id
	subq	%rcx, %rdx
.Lalign_\id:
	seed .Lfault_align, movb (%rsi), %al
	seed .Lfault_align, movb %al, (%rdi)
	incq	%rsi
	incq	%rdi
	decl	%ecx
	jnz	.Lalign_\id
.Laligned_\id:
.endm

/* Half a block: four words each way. */
.macro	copy_4_words offset
	seed .Lfault_block, movq \offset(%rsi), %r8
	seed .Lfault_block, movq \offset+8(%rsi), %r9
	seed .Lfault_block, movq \offset+16(%rsi), %r10
	seed .Lfault_block, movq \offset+24(%rsi), %r11
	seed .Lfault_block, movq %r8, \offset(%rdi)
	seed .Lfault_block, movq %r9, \offset+8(%rdi)
	seed .Lfault_block, movq %r10, \offset+16(%rdi)
	seed .Lfault_block, movq %r11, \offset+24(%rdi)
.endm

/* Blocks of 64 bytes, then words, then bytes. */
function uaccess__copy_generic_unrolled
	cmpq	$8, %rdx
	jb	.Lbytes
	align_destination unrolled
	movq	%rdx, %rcx
	andl	$63, %edx
	shrq	$6, %rcx
	jz	.Lshort
	.p2align 4
.Lblocks:
	copy_4_words 0
	copy_4_words 32
	addq	$64, %rsi
	addq	$64, %rdi
	decq	%rcx
	jnz	.Lblocks

	/* Below 64 bytes, in %edx: also where the enhanced row below goes with short strings. */
.Lshort:
	movl	%edx, %ecx
	andl	$7, %edx
	shrl	$3, %ecx
	jz	.Lbytes
.Lwords:
	seed .Lfault_word, movq (%rsi), %r8
	seed .Lfault_word, movq %r8, (%rdi)
	addq	$8, %rsi
	addq	$8, %rdi
	decl	%ecx
	jnz	.Lwords
.Lbytes:
	movl	%edx, %ecx
	testl	%ecx, %ecx
	jz	.Ldone
.Lnext_byte:
	seed .Ldone, movb (%rsi), %al
	seed .Ldone, movb %al, (%rdi)
	incq	%rsi
	incq	%rdi
	decl	%ecx
	jnz	.Lnext_byte
.Ldone:
	seed_return

.Lfault_block:
	shlq	$3, %rcx
.Lfault_word:
	shlq	$3, %rcx
.Lfault_align:
	addq	%rdx, %rcx
	seed_return
end_function uaccess__copy_generic_unrolled

/* rep movsq to an aligned destination, the last bytes by rep movsb. */
function uaccess__copy_generic_string
	cld
	leaq	(%rdi,%rdx), %r9
	cmpq	$8, %rdx
	jb	.Lstring_bytes
	align_destination string
	movq	%rdx, %rcx
	shrq	$3, %rcx
	andl	$7, %edx
	seed .Lfault_rep, rep movsq
.Lstring_bytes:
	movl	%edx, %ecx
	seed .Lfault_rep, rep movsb
	seed_return
end_function uaccess__copy_generic_string

/* rep movsb, but below 64 bytes the words and bytes of the unrolled routine. */
function uaccess__copy_enhanced_fast_string_short
	cmpq	$64, %rdx
	jb	.Lshort
	leaq	(%rdi,%rdx), %r9
	movq	%rdx, %rcx
	cld
	seed .Lfault_rep, rep movsb
	seed_return
end_function uaccess__copy_enhanced_fast_string_short

/* rep movsb, and nothing else. */
function uaccess__copy_enhanced_fast_string
	leaq	(%rdi,%rdx), %r9
	movq	%rdx, %rcx
	cld
	seed .Lfault_rep, rep movsb
	seed_return
.Lfault_rep:
	seed_return_from_pointer
end_function uaccess__copy_enhanced_fast_string
