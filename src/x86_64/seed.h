/* SPDX-License-Identifier: MIT */
/*
 * What the routines after the kernel's have in common: its registers inside, ours at the edge.
 *
 * The kernel's clear routines take the destination in %rdi, n in %rcx and 0 in
 * %rax, and leave the bytes not cleared in %rcx; the copies take %rdi, %rsi and
 * n in %rdx or %rcx. Ours come with n in the second or third argument register
 * and go with the result in %rax and %rdx, so that a move or two stand before and
 * behind each body. Differences from the kernel's:
 *   - counters are 64 bits wide; the old ones were wrong from 4 or 32 GiB on;
 *   - on a fault the address comes along (%r11), so that C ends the call without a second one;
 *   - the way out of a rep takes the residue from %rdi and the end (%r9) and not
 *     from %rcx: the two agree but in emulators;
 *   - a cld before the first rep, as fixups and callers may come with DF set.
 */
/* clang-format off */
#include "src/x86_64/asm.h"

/* On a fault: %r11 := its address, all ones where not known (%r10 := what it was). */
.macro	seed fixup, insn:vararg
.Luaccess_seed_\@ :
	\insn
	ex_table .Luaccess_seed_\@, \fixup, UACCESS_EX_TYPE_INFO, REG_R11, REG_R10
.endm

/* The end of a row: %rcx bytes are left. */
.macro	seed_return
	movq	%rcx, %rax
	movq	%r11, %rdx
	ret
.endm

/* The same behind a rep that faulted or not: %r9 is the end of the destination. */
.macro	seed_return_from_pointer
	cld
	movq	%r9, %rax
	subq	%rdi, %rax
	movq	%r11, %rdx
	ret
.endm

/*
 * The place of a loop: offset bytes behind the start of a 64-byte line. Entered
 * by a jump, so that the padding is not run.
 */
.macro	seed_loop_at offset, label
	jmp	\label
	.p2align 6
	.if	\offset
	.skip	\offset, 0xcc
	.endif
\label:
.endm
