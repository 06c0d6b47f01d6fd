/* SPDX-License-Identifier: MIT */
/*
 * String scans in C over single guarded loads, a word at a time: what runs
 * where the architecture has nothing faster, and what tests compare that with.
 * Loads are aligned, so that none reaches into a page without a byte of the
 * string. The contracts are in usercopy/string_internal.h.
 */
#define UACCESS_NO_KERNEL_NAMES
#include <string.h>
#include <uaccess/uaccess.h>
#include "src/usercopy/string_internal.h"

#define WORD sizeof(uint64_t)

/* Non-zero iff a byte of the word is zero. */
static uint64_t zero_bytes(uint64_t word)
{
	const uint64_t ones = 0x0101010101010101, tops = 0x8080808080808080;

	return (word - ones) & ~word & tops;
}

long uaccess__strnlen_generic(const char *s, unsigned long max)
{
	unsigned long at = 0;
	uint64_t word;
	uint8_t byte;

	while (at < max) {
		if (!((uintptr_t)(s + at) % WORD) && max - at >= WORD) {
			if (uaccess_arch_get_8(&word, s + at))
				return -UACCESS_EFAULT;
			if (!zero_bytes(word)) {
				at += WORD;
				continue;
			}
		}
		if (uaccess_arch_get_1(&byte, s + at))
			return -UACCESS_EFAULT;
		if (!byte)
			return (long)at;
		at++;
	}
	return (long)max;
}

long uaccess__strncpy_generic(char *to, const char *from, unsigned long max)
{
	unsigned long at = 0;
	uint64_t word;
	uint8_t byte;

	while (at < max) {
		if (!((uintptr_t)(from + at) % WORD) && max - at >= WORD) {
			if (uaccess_arch_get_8(&word, from + at))
				return -UACCESS_EFAULT;
			if (!zero_bytes(word)) {
				memcpy(to + at, &word, WORD);
				at += WORD;
				continue;
			}
		}
		if (uaccess_arch_get_1(&byte, from + at))
			return -UACCESS_EFAULT;
		to[at] = (char)byte;
		if (!byte)
			return (long)at;
		at++;
	}
	return (long)max;
}

int uaccess__zeroed_generic(const void *p, unsigned long n)
{
	const char *s = p;
	uint64_t word;
	uint8_t byte;

	while (n) {
		if (!((uintptr_t)s % WORD) && n >= WORD) {
			if (uaccess_arch_get_8(&word, s))
				return -UACCESS_EFAULT;
			if (word)
				return 0;
			s += WORD;
			n -= WORD;
			continue;
		}
		if (uaccess_arch_get_1(&byte, s))
			return -UACCESS_EFAULT;
		if (byte)
			return 0;
		s++;
		n--;
	}
	return 1;
}
