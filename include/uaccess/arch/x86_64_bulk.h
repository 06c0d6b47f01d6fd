/* SPDX-License-Identifier: MIT */
/*
 * x86-64: how the bulk calls of a size known at run time begin: where the selected
 * rows are, and the masked moves in place. The contract is in <uaccess/arch.h>.
 */
#ifndef UACCESS_ARCH_X86_64_BULK_H
#define UACCESS_ARCH_X86_64_BULK_H

#ifndef UACCESS_ARCH_X86_64_H
#error "include <uaccess/arch.h> instead"
#endif

/* Through the global offset table in every code model: no copy relocation, ever. */
UACCESS_INLINE const struct uaccess_dispatch *uaccess_arch_dispatch(void)
{
	const struct uaccess_dispatch *dispatch;

	__asm__("movq uaccess_dispatch@GOTPCREL(%%rip), %q0" : "=r"(dispatch));
	return dispatch;
}

/*
 * One load and one store under a mask made from n: no branch on the size, and a
 * byte that is masked off never faults. n is never 0: a store that masks off
 * everything can cost hundreds of cycles. 512 bits, so that one store will do.
 *
 * A load that follows soon does not get its bytes from such a store but waits for
 * the cache (16 cycles on a Xeon of 2023), which is why a copy whose destination
 * the program is about to read does without.
 *
 * The code runs only where the selected row says so, whatever CPU the file is
 * compiled for. Size-optimised and vector-free files do without, and those that
 * define UACCESS_NO_MASKED.
 *
 * gcc takes these registers as clobbered only where it may use them itself. In a
 * file compiled without AVX-512 a function may still have them by attribute: gcc
 * allots them in ascending order, so that %k7 and %zmm31, the last ones, are in use
 * across such an asm only if all others are. Define UACCESS_NO_MASKED for code
 * like that.
 */
#if defined(__SSE2__) && !defined(__OPTIMIZE_SIZE__) && !defined(UACCESS_NO_MASKED)
#define UACCESS_ARCH_MASKED_MAX 64

#if defined(__AVX512F__) || defined(__clang__)
#define UACCESS_ARCH_MASKED_CLOBBERS "memory", "xmm31", "k7"
#else
#define UACCESS_ARCH_MASKED_CLOBBERS "memory"
#endif

UACCESS_INLINE uint64_t uaccess_arch_copy_masked(void *to, const void *from, unsigned long n,
						 uintptr_t *address)
{
	uint64_t info = 0, mask;

	__asm__ volatile(
		UACCESS_ASM_BEGIN
		"bzhiq %q[n], %q[ones], %q[mask]\n\t"
		"kmovq %q[mask], %%k7\n"
		"1:\tvmovdqu8 (%q[from]), %%zmm31%{%%k7%}%{z%}\n\t" UACCESS_ASM_INFO(
			"1b") "2:\tvmovdqu8 %%zmm31, (%q[to])%{%%k7%}\n\t" UACCESS_ASM_INFO("2b") "9:\n\t"
		: [info] "+&r"(info), [address] "=&r"(*address), [mask] "=&r"(mask)
		: [to] "r"(to), [from] "r"(from), [n] "r"(n), [ones] "r"(~(uint64_t)0)
		: UACCESS_ARCH_MASKED_CLOBBERS);
	return info;
}

UACCESS_INLINE uint64_t uaccess_arch_clear_masked(void *to, unsigned long n, uintptr_t *address)
{
	uint64_t info = 0, mask;

	__asm__ volatile(
		UACCESS_ASM_BEGIN
		"bzhiq %q[n], %q[ones], %q[mask]\n\t"
		"kmovq %q[mask], %%k7\n\t"
		"vpxord %%xmm31, %%xmm31, %%xmm31\n"
		"1:\tvmovdqu8 %%zmm31, (%q[to])%{%%k7%}\n\t" UACCESS_ASM_INFO("1b") "9:\n\t"
		: [info] "+&r"(info), [address] "=&r"(*address), [mask] "=&r"(mask)
		: [to] "r"(to), [n] "r"(n), [ones] "r"(~(uint64_t)0)
		: UACCESS_ARCH_MASKED_CLOBBERS);
	return info;
}
#endif

#endif /* UACCESS_ARCH_X86_64_BULK_H */
