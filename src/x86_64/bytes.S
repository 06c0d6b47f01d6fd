/* SPDX-License-Identifier: MIT */
/*
 * Byte movers for the end of a partial call: exact to the byte, both sides.
 *
 * Assumptions: none. The direction flag may come in set (a fault taken with DF
 * set comes back with DF set), so it is cleared first.
 * The residue is taken from %rdi, not from %rcx: some emulators report %rcx
 * one too small at a fault in the middle of a rep.
 */
#include "src/x86_64/asm.h"

/*
 * unsigned long uaccess__copy_bytes(void *to, const void *from, unsigned long n)
 * %rdi to, %rsi from, %rdx n; %r8 end. Returns the residue.
 */
function uaccess__copy_bytes
	cld
	leaq	(%rdi,%rdx), %r8
	movq	%rdx, %rcx
1:	rep movsb
	ex_table 1b, 2f
2:	movq	%r8, %rax
	subq	%rdi, %rax
	ret
end_function uaccess__copy_bytes

/*
 * unsigned long uaccess__clear_bytes(void *to, unsigned long n)
 * %rdi to, %rsi n; %r8 end. Returns the residue.
 */
function uaccess__clear_bytes
	cld
	leaq	(%rdi,%rsi), %r8
	movq	%rsi, %rcx
	xorl	%eax, %eax
1:	rep stosb
	ex_table 1b, 2f
2:	movq	%r8, %rax
	subq	%rdi, %rax
	ret
end_function uaccess__clear_bytes
