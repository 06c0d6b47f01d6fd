/* SPDX-License-Identifier: MIT */
/*
 * The clear_user family of Linux up to 6.3: struct uaccess_progress NAME(void *to, unsigned long n).
 *
 * Assumptions: none (rep stosb runs on every x86-64, fast or not). Inside as
 * seed.h says: %rdi destination, %rcx n or words left, %rax 0; %edx and %eax
 * keep the low bits of n.
 *
 * Residue: a word that faults counts as not cleared, so that words are up to 7
 * bytes too large; bytes and rep stosb are exact.
 */
#include "src/x86_64/seed.h"

/*
 * n in %rcx: a loop of words, then of bytes. The loop is 16 bytes long: with
 * offset 0 it is one fetch window, with 56 it straddles two, and two lines.
 */
.macro	clear_original name, offset
function \name
	movq	%rsi, %rcx
.L\name\()_in:
	movl	%ecx, %eax
	shrq	$3, %rcx
	jz	.L\name\()_tail
	seed_loop_at \offset, .L\name\()_words
	seed .Lfault_word, movq $0, (%rdi)
	addq	$8, %rdi
	decq	%rcx
	jnz	.L\name\()_words
.L\name\()_tail:
	andl	$7, %eax
	jz	.L\name\()_done
.L\name\()_bytes:
	seed .Lfault_byte, movb $0, (%rdi)
	incq	%rdi
	decl	%eax
	jnz	.L\name\()_bytes
.L\name\()_done:
	xorl	%ecx, %ecx
	seed_return
end_function \name
.endm

clear_original uaccess__clear_original, 56
clear_original uaccess__clear_original_aligned, 0

/* An end pointer and an index that counts up from minus the number of words. */
function uaccess__clear_negative_index
	movq	%rsi, %rcx
	movl	%ecx, %eax
	shrq	$3, %rcx
	jz	.Lnegative_tail
	leaq	(%rdi,%rcx,8), %rdi
	negq	%rcx
	seed_loop_at 0, .Lnegative_words
	seed .Lfault_negative, movq $0, (%rdi,%rcx,8)
	addq	$1, %rcx
	jnz	.Lnegative_words
.Lnegative_tail:
	andl	$7, %eax
	jz	.Lnegative_done
.Lnegative_bytes:
	seed .Lfault_byte, movb $0, (%rdi)
	incq	%rdi
	decl	%eax
	jnz	.Lnegative_bytes
.Lnegative_done:
	xorl	%ecx, %ecx
	seed_return

.Lfault_negative:
	negq	%rcx
.Lfault_word:
	andl	$7, %eax
	leaq	(%rax,%rcx,8), %rcx
	seed_return
.Lfault_byte:
	movl	%eax, %ecx
	seed_return
end_function uaccess__clear_negative_index

/* rep stosq from 64 bytes on, the last bytes by rep stosb. */
function uaccess__clear_rep_good
	movq	%rsi, %rcx
	cmpq	$64, %rcx
	jb	.Luaccess__clear_original_aligned_in
	leaq	(%rdi,%rcx), %r9
	xorl	%eax, %eax
	movl	%ecx, %edx
	shrq	$3, %rcx
	cld
	seed .Lfault_rep, rep stosq
	movl	%edx, %ecx
	andl	$7, %ecx
	jz	.Lrep_good_done
	seed .Lfault_rep, rep stosb
.Lrep_good_done:
	xorl	%ecx, %ecx
	seed_return
end_function uaccess__clear_rep_good

/* rep stosb from 64 bytes on. */
function uaccess__clear_erms
	movq	%rsi, %rcx
	cmpq	$64, %rcx
	jb	.Luaccess__clear_original_aligned_in
	leaq	(%rdi,%rcx), %r9
	xorl	%eax, %eax
	cld
	seed .Lfault_rep, rep stosb
	seed_return
end_function uaccess__clear_erms

/* rep stosb, and nothing else. */
function uaccess__clear_fsrm
	movq	%rsi, %rcx
	leaq	(%rdi,%rcx), %r9
	xorl	%eax, %eax
	cld
	seed .Lfault_rep, rep stosb
	seed_return
.Lfault_rep:
	seed_return_from_pointer
end_function uaccess__clear_fsrm
