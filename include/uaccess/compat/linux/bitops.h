/* SPDX-License-Identifier: MIT */
/* Bits and words. */
#ifndef UACCESS_COMPAT_LINUX_BITOPS_H
#define UACCESS_COMPAT_LINUX_BITOPS_H

#include <linux/types.h>

#define BITS_PER_BYTE	   8
#define BITS_PER_LONG	   64 /* as a number: the preprocessor compares it */
#define BITS_PER_LONG_LONG 64
#define BIT(n)		   (1UL << (n))
#define BIT_ULL(n)	   (1ULL << (n))
#define BITS_TO_LONGS(n)   (((n) + 63) / 64)
#define GENMASK(high, low) ((~0UL << (low)) & (~0UL >> (63 - (high))))

static inline unsigned long __ffs(unsigned long word)
{
	return (unsigned long)__builtin_ctzl(word);
}

static inline unsigned long __fls(unsigned long word)
{
	return 63ul - (unsigned long)__builtin_clzl(word);
}

static inline int fls(unsigned int word)
{
	return word ? 32 - __builtin_clz(word) : 0;
}

static inline int fls64(u64 word)
{
	return word ? 64 - __builtin_clzll(word) : 0;
}

static inline unsigned int hweight_long(unsigned long word)
{
	return (unsigned int)__builtin_popcountl(word);
}

#endif /* UACCESS_COMPAT_LINUX_BITOPS_H */
