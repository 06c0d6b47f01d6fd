/* SPDX-License-Identifier: MIT */
/* Names that stand for a call with another name do what that one does. */
#include <errno.h>
#include <unistd.h>
#include <uaccess/atomics.h>
#include "tests/calls/pages.h"

typedef unsigned long copy_fn(void *to, const void *from, unsigned long n);

#define COPY(name, call)                                                              \
	static unsigned long test_##name(void *to, const void *from, unsigned long n) \
	{                                                                             \
		return call(to, from, n);                                             \
	}
COPY(in_user, __copy_in_user)
COPY(from_inatomic, __copy_from_user_inatomic)
COPY(to_inatomic, __copy_to_user_inatomic)
COPY(raw_from, raw_copy_from_user)
COPY(raw_to, raw_copy_to_user)
COPY(raw_in, raw_copy_in_user)

/* The residue, and nothing behind it is touched, whichever side faults. */
static void copies(const char *name, copy_fn *copy, char *a, char *b)
{
	unsigned long cases = 0, failures = 0, distance, n, i;

	for (distance = 0; distance <= 80; distance++)
		for (n = 0; n <= 90; n++) {
			unsigned long left = n > distance ? n - distance : 0;

			memset(a, 1, PAGE);
			memset(b, 2, PAGE);
			failures += copy(a, b + PAGE - distance, n) != left;
			for (i = 0; i < 100; i++)
				failures += a[i] != (i < n - left ? 2 : 1);
			memset(a, 1, PAGE);
			failures += copy(a + PAGE - distance, b, n) != left;
			for (i = 0; i < distance; i++)
				failures += a[PAGE - distance + i] != (i < n - left ? 2 : 1);
			cases += 2;
		}
	point(&cases, &failures, name);
}

int main(void)
{
	char *a = pages(1), *b = pages(1);
	uint32_t *word = (uint32_t *)(void *)a;
	int old;

	alarm(60);
	copies("__copy_in_user", test_in_user, a, b);
	copies("__copy_from_user_inatomic", test_from_inatomic, a, b);
	copies("__copy_to_user_inatomic", test_to_inatomic, a, b);
	copies("raw_copy_from_user", test_raw_from, a, b);
	copies("raw_copy_to_user", test_raw_to, a, b);
	copies("raw_copy_in_user", test_raw_in, a, b);
	*word = 5;
	tap_ok(arch_futex_atomic_op_inuser(FUTEX_OP_ADD, 3, &old, word) == 0 && old == 5 &&
		       *word == 8,
	       "arch_futex_atomic_op_inuser");
	return tap_done();
}
