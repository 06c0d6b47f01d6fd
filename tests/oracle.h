/* SPDX-License-Identifier: MIT */
/*
 * What memory must look like: a pattern for sources, a canary for what must not change, and the
 * model of a partial call: bytes go one at a time, in ascending order, until one cannot.
 */
#ifndef UACCESS_TESTS_ORACLE_H
#define UACCESS_TESTS_ORACLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define ORACLE_CANARY 0xa5

/* Any address: as many bytes as one asks for. */
#define ORACLE_ALL ((size_t)-1)

/*
 * Fills p with bytes that are neither 0 nor the canary, and of which no run of four comes again
 * within several KiB, so that bytes from a wrong place never pass for the right ones.
 */
static inline void oracle_fill(unsigned char *p, size_t n, uint32_t seed)
{
	size_t i;

	for (i = 0; i < n; i++) {
		do {
			seed = seed * 1664525u + 1013904223u;
			p[i] = (unsigned char)(seed >> 24);
		} while (p[i] == 0 || p[i] == ORACLE_CANARY);
	}
}

/* Are all n bytes at p value? */
static inline bool oracle_all(const unsigned char *p, unsigned char value, size_t n)
{
	/* The first is, and each is as the one before it. */
	return !n || (p[0] == value && !memcmp(p, p + 1, n - 1));
}

/*
 * How many of n bytes a loop of single bytes does, if the destination is good for to_reach bytes
 * and the source for from_reach.
 */
static inline size_t oracle_done(size_t n, size_t to_reach, size_t from_reach)
{
	if (n > to_reach)
		n = to_reach;
	return n < from_reach ? n : from_reach;
}

#endif
