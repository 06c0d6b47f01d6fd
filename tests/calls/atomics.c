/* SPDX-License-Identifier: MIT */
/* Atomic operations: values, faults at every byte, and threads that contend. */
#include <errno.h>
#include <pthread.h>
#include <unistd.h>
#include <uaccess/atomics.h>
#include "tests/calls/pages.h"

#define THREADS 4
#define ROUNDS	20000

static unsigned long cases, failures;
static char *area;

/* Each operation at each distance from a page that is not there: all or nothing. */
#define SIZE_TEST(n, type)                                                                         \
	static void size_##n(void)                                                                 \
	{                                                                                          \
		const type one = (type)0x1122334455667788, two = (type)0x99aabbccddeeff00;         \
		long at;                                                                           \
                                                                                                   \
		for (at = -16; at <= 16; at++) {                                                   \
			type *p = (type *)(void *)(area + PAGE - n + at), x, before;               \
			bool bad = at > 0;                                                         \
			char row[64];                                                              \
                                                                                                   \
			if (!bad)                                                                  \
				memcpy(p, &one, n);                                                \
			memcpy(row, area + PAGE - 64, 64);                                         \
			x = two;                                                                   \
			failures += uaccess_xchg_user(x, p) != (bad ? -EFAULT : 0) ||              \
				    x != (bad ? two : one);                                        \
			if (!bad) {                                                                \
				memcpy(&before, p, n);                                             \
				failures += before != two;                                         \
				memcpy(p, &one, n);                                                \
			}                                                                          \
			/* Equal, then not equal. */                                               \
			x = one;                                                                   \
			failures += uaccess_try_cmpxchg_user(p, &x, two) != (bad ? -EFAULT : 0) || \
				    x != one;                                                      \
			x = one;                                                                   \
			failures += __try_cmpxchg_user(p, &x, one, out) != (bad ? -EFAULT : 1) ||  \
				    x != (bad ? one : two);                                        \
			x = two;                                                                   \
			failures +=                                                                \
				uaccess_try_cmpxchg_user_##n(p, &x, one) != (bad ? -EFAULT : 0);   \
			failures += memcmp(row, area + PAGE - 64, 64) != 0;                        \
			x = one;                                                                   \
			failures += uaccess_xchg_user_##n(&x, p) != (bad ? -EFAULT : 0);           \
			cases += 6;                                                                \
		}                                                                                  \
		point(&cases, &failures, #n " bytes");                                             \
	}
SIZE_TEST(1, uint8_t)
SIZE_TEST(2, uint16_t)
SIZE_TEST(4, uint32_t)
SIZE_TEST(8, uint64_t)

static uint32_t model(int op, uint32_t value, uint32_t arg)
{
	switch (op) {
	case FUTEX_OP_SET:
		return arg;
	case FUTEX_OP_ADD:
		return value + arg;
	case FUTEX_OP_OR:
		return value | arg;
	case FUTEX_OP_ANDN:
		return value & ~arg;
	default:
		return value ^ arg;
	}
}

static void futex_ops(void)
{
	const uint32_t values[] = {0, 1, 0x7fffffff, 0x80000000, 0xffffffff, 0x5a5a1234};
	uint32_t *p = (uint32_t *)(void *)(area + PAGE) - 1, *bad = p + 1;
	unsigned int i, j;
	int op, old;

	for (op = -1; op <= 5; op++)
		for (i = 0; i < 6; i++)
			for (j = 0; j < 6; j++) {
				bool known = op >= 0 && op <= 4;

				*p = values[i];
				old = 77;
				failures += futex_atomic_op_inuser(op, (int)values[j], &old, p) !=
					    (known ? 0 : -ENOSYS);
				failures += old != (known ? (int)values[i] : 77);
				failures +=
					*p != (known ? model(op, values[i], values[j]) : values[i]);
				old = 77;
				failures += futex_atomic_op_inuser(op, (int)values[j], &old, bad) !=
						    (known ? -EFAULT : -ENOSYS) ||
					    old != 77;
				cases++;
			}
	point(&cases, &failures, "futex_atomic_op_inuser");
	tap_ok(futex_atomic_op_inuser(FUTEX_OP_ADD, 1, &old, (uint32_t *)-8) == -EFAULT, "range");
	{
		uint32_t found = 5;

		*p = 6;
		tap_ok(futex_atomic_cmpxchg_inatomic(&found, p, 6, 7) == 0 && found == 6 && *p == 7,
		       "futex_atomic_cmpxchg_inatomic stores");
		tap_ok(futex_atomic_cmpxchg_inatomic(&found, p, 6, 8) == 0 && found == 7 && *p == 7,
		       "and says what it found");
		tap_ok(futex_atomic_cmpxchg_inatomic(&found, bad, 6, 8) == -EFAULT && found == 7,
		       "and faults");
	}
}

/* Additions by each of three ways: none may be lost. */
static uint32_t by_add, by_cmpxchg, by_xor;
static uint64_t by_cmpxchg_8;

static const char *contended(void *arg)
{
	unsigned long thread = (unsigned long)(uintptr_t)arg;
	uint32_t seen = 0;
	uint64_t wide = 0;
	int i, old, result;

	for (i = 0; i < ROUNDS; i++) {
		if (futex_atomic_op_inuser(FUTEX_OP_ADD, 1, &old, &by_add))
			return "add";
		do
			result = uaccess_try_cmpxchg_user(&by_cmpxchg, &seen, seen + 1);
		while (result == 1);
		if (result)
			return "cmpxchg";
		do
			result = uaccess_try_cmpxchg_user(&by_cmpxchg_8, &wide, wide + (1ul << 32));
		while (result == 1);
		if (futex_atomic_op_inuser(FUTEX_OP_XOR, 1 << (thread * 3 + (unsigned)i % 3), &old,
					   &by_xor))
			return "xor";
	}
	return NULL;
}

static void *contend(void *arg)
{
	return (void *)(uintptr_t)contended(arg);
}

static void contention(void)
{
	pthread_t threads[THREADS];
	uint32_t expected = 0;
	unsigned long i, j;
	void *error;

	for (i = 0; i < THREADS; i++)
		if (pthread_create(&threads[i], NULL, contend, (void *)i))
			tap_bail("no thread");
	for (i = 0; i < THREADS; i++) {
		pthread_join(threads[i], &error);
		failures += error != NULL;
		for (j = 0; j < ROUNDS; j++)
			expected ^= 1u << (i * 3 + j % 3);
	}
	cases = THREADS;
	failures += by_add != THREADS * ROUNDS;
	failures += by_cmpxchg != THREADS * ROUNDS;
	failures += by_cmpxchg_8 != (uint64_t)THREADS * ROUNDS << 32;
	failures += by_xor != expected;
	point(&cases, &failures, "threads that contend");
}

int main(void)
{
	alarm(60);
	area = pages(1);
	size_1();
	size_2();
	size_4();
	size_8();
	futex_ops();
	contention();
	return tap_done();
}
