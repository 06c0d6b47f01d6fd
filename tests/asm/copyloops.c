/* SPDX-License-Identifier: MIT */
/*
 * The cases that the kernel's copy loops for powerpc are tested with in user space, written from
 * their description: near the end of two pages against a loop of single bytes, and all lengths up
 * to 8191 at 16 by 16 offsets with red zones. Over each row.
 */
#include <stdio.h>
#include <unistd.h>
#include <uaccess/uaccess.h>

#include "tests/asm/residue.h"
#include "tests/tap.h"

#define LENGTHS	 8192ul
#define RED_ZONE 128ul

static struct guard to, from, reference;

static unsigned long copy_by_bytes(unsigned char *t, const unsigned char *f, unsigned long n)
{
	unsigned char x;

	for (; n; n--, t++, f++)
		if (__get_user(x, f) || __put_user(x, t))
			break;
	return n;
}

static void near_the_end(const struct uaccess_routine *row)
{
	unsigned long f, t, n, cases = 0, wrong = 0;

	for (f = 0; f < 16; f++) {
		for (t = 0; t < 16; t++) {
			for (n = 0; n <= 16; n++, cases++) {
				unsigned long expected, left;

				memset(to.end - 64, ORACLE_CANARY, 64);
				memset(reference.end - 64, ORACLE_CANARY, 64);
				expected =
					copy_by_bytes(reference.end - 16 + t, from.end - 16 + f, n);
				left = raw_copy_in_user(to.end - 16 + t, from.end - 16 + f, n);
				wrong += left != expected ||
					 memcmp(to.end - 64, reference.end - 64, 64);
			}
		}
	}
	tap_ok(!wrong && cases == 4352, "%s against a byte loop: %lu cases, %lu wrong", row->name,
	       cases, wrong);
}

static bool one_length(unsigned long n, unsigned long t, unsigned long f)
{
	unsigned char *start = to.start + RED_ZONE + t;
	const unsigned char *source = from.start + RED_ZONE + f;
	bool good = !raw_copy_to_user(start, source, n) && !memcmp(start, source, n) &&
		    oracle_all(to.start, ORACLE_CANARY, RED_ZONE + t) &&
		    oracle_all(start + n, ORACLE_CANARY, RED_ZONE);

	memset(to.start, ORACLE_CANARY, RED_ZONE + t + n + RED_ZONE);
	return good;
}

static void all_lengths(const struct uaccess_routine *row)
{
	unsigned long n, t, f, cases = 0, wrong = 0, step = 1;

	for (n = 1; n < LENGTHS; n += step) {
		for (t = 0; t < 16; t++) {
			for (f = 0; f < 16; f++) {
				wrong += !one_length(n, t, f);
				cases++;
			}
		}
		if (residue_level() == RESIDUE_QUICK)
			step = 61;
	}
	tap_ok(!wrong, "%s, all lengths with red zones: %lu cases, %lu wrong", row->name, cases,
	       wrong);
}

static void test_row(const struct uaccess_routine *row)
{
	if (uaccess_routine_select(row->kind, row->name))
		tap_bail("%s is not to be had", row->name);
	memset(to.start, ORACLE_CANARY, (size_t)(to.end - to.start));
	near_the_end(row);
	memset(to.start, ORACLE_CANARY, (size_t)(to.end - to.start));
	all_lengths(row);
}

int main(void)
{
	alarm(600);
	residue_open_to(&to, GUARD_PROT_NONE);
	residue_open_to(&reference, GUARD_PROT_NONE);
	residue_open_from(&from, GUARD_PROT_NONE);
	residue_each_row(UACCESS_ROUTINE_COPY, test_row);
	return tap_done();
}
