/* SPDX-License-Identifier: MIT */
/* The ones' complement sum, alone and with a copy. */
#include <string.h>
#define UACCESS_NO_KERNEL_NAMES
#define UACCESS_USER_LIMIT
#include <uaccess/uaccess.h>

/* A copied piece is summed while it is in the first cache; even, so that sums of pieces add up. */
#define PIECE 4096

static uint64_t add(uint64_t sum, uint64_t word)
{
	sum += word;
	return sum + (sum < word);
}

/* The bytes of each 16-bit word in memory order, a last odd one followed by a zero byte. */
static uint64_t sum_of(const char *p, size_t n, uint64_t sum)
{
	uint64_t word;

	for (; n >= sizeof(word); n -= sizeof(word), p += sizeof(word)) {
		memcpy(&word, p, sizeof(word));
		sum = add(sum, word);
	}
	if (n) {
		word = 0;
		memcpy(&word, p, n);
		sum = add(sum, word);
	}
	return sum;
}

/* To 32 bits; never to 0 from anything but 0. */
static uint32_t narrow(uint64_t sum)
{
	sum = (sum & 0xffffffff) + (sum >> 32);
	sum = (sum & 0xffffffff) + (sum >> 32);
	return (uint32_t)sum;
}

uint32_t uaccess_csum_partial(const void *p, int n, uint32_t sum)
{
	return n > 0 ? narrow(sum_of(p, (size_t)n, sum)) : sum;
}

uint32_t uaccess_csum_and_copy_from_user(const void __user *from, void *to, int n)
{
	size_t left = n > 0 ? (size_t)n : 0, piece;
	const char __user *s = from;
	uint64_t sum = ~(uint32_t)0;
	char *d = to;

	if (n < 0 || !uaccess_access_ok(from, left))
		return 0;
	for (; left; left -= piece, s += piece, d += piece) {
		piece = left < PIECE ? left : PIECE;
		if (uaccess__raw_copy_from_user(d, s, piece))
			return 0;
		/* Summed where nobody else can change it. */
		sum = sum_of(d, piece, sum);
	}
	return narrow(sum);
}

uint32_t uaccess_csum_and_copy_to_user(const void *from, void __user *to, int n)
{
	size_t left = n > 0 ? (size_t)n : 0, piece;
	uint64_t sum = ~(uint32_t)0;
	const char *s = from;
	char __user *d = to;

	if (n < 0 || !uaccess_access_ok(to, left))
		return 0;
	for (; left; left -= piece, s += piece, d += piece) {
		piece = left < PIECE ? left : PIECE;
		sum = sum_of(s, piece, sum);
		if (uaccess__raw_copy_to_user(d, s, piece))
			return 0;
	}
	return narrow(sum);
}
