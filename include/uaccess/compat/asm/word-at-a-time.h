/* SPDX-License-Identifier: MIT */
/* Looking for a zero byte in a word, little endian. */
#ifndef UACCESS_COMPAT_ASM_WORD_AT_A_TIME_H
#define UACCESS_COMPAT_ASM_WORD_AT_A_TIME_H

#include <linux/bitops.h>
#include <linux/kernel.h>
#include <linux/wordpart.h>

struct word_at_a_time {
	const unsigned long one_bits, high_bits;
};

#define WORD_AT_A_TIME_CONSTANTS                     \
	{                                            \
		REPEAT_BYTE(0x01), REPEAT_BYTE(0x80) \
	}

/* Non-zero iff a byte of the word is zero; the lowest marked byte is the first such. */
static inline unsigned long has_zero(unsigned long word, unsigned long *bits,
				     const struct word_at_a_time *c)
{
	*bits = (word - c->one_bits) & ~word & c->high_bits;
	return *bits;
}

static inline unsigned long prep_zero_mask(unsigned long word, unsigned long bits,
					   const struct word_at_a_time *c)
{
	(void)word;
	(void)c;
	return bits;
}

/* All ones in the bytes before the first zero byte. */
static inline unsigned long create_zero_mask(unsigned long bits)
{
	return ((bits - 1) & ~bits) >> 7;
}

#define zero_bytemask(mask) (mask)

/* The index of the first zero byte. */
static inline unsigned long find_zero(unsigned long mask)
{
	return (unsigned long)__builtin_popcountl(mask) / 8;
}

#endif /* UACCESS_COMPAT_ASM_WORD_AT_A_TIME_H */
