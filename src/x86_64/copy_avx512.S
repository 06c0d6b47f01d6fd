/* SPDX-License-Identifier: MIT */
/*
 * uaccess__copy_avx512: up to 64 bytes under a mask made from n. See copy_avx512.h.
 *
 * No branch on the size, and a byte that is masked off never faults; but a load
 * that follows soon waits until the store is in the cache. A mask of 0 costs
 * hundreds of cycles on some CPUs and does not occur here.
 */
#define NAME uaccess__copy_avx512

.macro	copy_1_to_64
	movq	$-1, %rax
	bzhiq	%rdx, %rax, %rax
	kmovq	%rax, %k1
	access .Lfault_at_start, vmovdqu8 (%rsi), %zmm16{%k1}{z}
	access .Lfault_at_start, vmovdqu8 %zmm16, (%rdi){%k1}
	xorl	%eax, %eax
	ret
.endm

#include "src/x86_64/copy_avx512.h"
