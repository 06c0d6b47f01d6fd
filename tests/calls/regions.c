/* SPDX-License-Identifier: MIT */
/* Open/close regions and scopes: values, faults, and every way out. */
#include <errno.h>
#include <unistd.h>
#include <uaccess/atomics.h>
#include "tests/calls/pages.h"

/* A scope names its constant as the pointer that it was given. */
#pragma GCC diagnostic ignored "-Wshadow"

static unsigned long cases, failures;
static char *area;

/* Sums count words, the way a driver does it. */
static int sum(const uint32_t *p, unsigned int count, uint64_t *result)
{
	unsigned int i;
	uint32_t word;

	*result = 0;
	if (!user_read_access_begin(p, count * sizeof(*p)))
		return -EFAULT;
	for (i = 0; i < count; i++) {
		unsafe_get_user(word, &p[i], fault);
		*result += word;
	}
	user_read_access_end();
	return 0;
fault:
	user_read_access_end();
	return -EFAULT;
}

static int put_all(unsigned char *p, bool masked)
{
	unsigned char one = 0x11;
	uint16_t two = 0x2222;
	uint32_t four = 0x33333333;
	uint64_t eight = 0x4444444444444444;

	if (masked)
		p = masked_user_access_begin(p);
	else if (!user_access_begin(p, 15))
		return -EINVAL;
	unsafe_put_user(one, p, fault);
	unsafe_put_user(two, (uint16_t *)(void *)(p + 1), fault);
	unsafe_put_user(four, (uint32_t *)(void *)(p + 3), fault);
	unsafe_put_user(eight, (uint64_t *)(void *)(p + 7), fault);
	user_access_end();
	return 0;
fault:
	user_access_end();
	return -EFAULT;
}

static void plain(void)
{
	const unsigned char stored[15] = {0x11, 0x22, 0x22, 0x33, 0x33, 0x33, 0x33, 0x44,
					  0x44, 0x44, 0x44, 0x44, 0x44, 0x44, 0x44};
	const unsigned int ends[] = {0, 1, 3, 7, 15};
	unsigned int distance, done, i, masked;

	for (masked = 0; masked < 2; masked++)
		for (distance = 0; distance <= 20; distance++) {
			unsigned char *p = (unsigned char *)area + PAGE - distance;

			memset(area + PAGE - 20, 0, 20);
			failures += put_all(p, masked) != (distance < 15 ? -EFAULT : 0);
			/* Whole values up to the one that did not fit. */
			for (done = i = 0; i < 5; i++)
				if (ends[i] <= distance)
					done = ends[i];
			failures += memcmp(p, stored, done) != 0;
			for (i = done; i < distance; i++)
				failures += p[i] != 0;
			cases++;
		}
	point(&cases, &failures, "unsafe_put_user up to a fault");
	tap_ok(put_all((unsigned char *)(1ul << 63), false) == -EINVAL, "begin refuses a range");
	tap_ok(put_all((unsigned char *)(1ul << 63), true) == -EFAULT, "a masked pointer faults");

	for (distance = 0; distance <= 64; distance += 4) {
		const uint32_t *p = (const uint32_t *)(const void *)(area + PAGE - distance);
		uint64_t result, expected = 0;

		for (i = 0; i < distance; i++)
			area[PAGE - distance + i] = (char)i;
		for (i = 0; i < distance / 4; i++)
			expected += p[i];
		failures += sum(p, distance / 4, &result) != 0 || result != expected;
		failures += sum(p, distance / 4 + 1, &result) != -EFAULT;
		cases += 2;
	}
	point(&cases, &failures, "unsafe_get_user up to a fault");
}

static int copy(char *to, const char *from, unsigned long n, bool to_user)
{
	if (to_user) {
		if (!user_write_access_begin(to, n))
			return -EFAULT;
		unsafe_copy_to_user(to, from, n, fault);
		user_write_access_end();
	} else {
		if (!user_read_access_begin(from, n))
			return -EFAULT;
		unsafe_copy_from_user(to, from, n, fault);
		user_read_access_end();
	}
	return 0;
fault:
	user_access_end();
	return -EFAULT;
}

static void copies_and_cmpxchg(void)
{
	uint32_t *p = (uint32_t *)(void *)(area + PAGE) - 1, old = 1;
	char buffer[64];
	unsigned long n;
	bool stored;

	for (n = 0; n <= 40; n++) {
		failures += copy(area + PAGE - 32, buffer, n, true) != (n > 32 ? -EFAULT : 0);
		failures += copy(buffer, area + PAGE - 32, n, false) != (n > 32 ? -EFAULT : 0);
		cases += 2;
	}
	point(&cases, &failures, "unsafe_copy_*");
	*p = 1;
	stored = unsafe_try_cmpxchg_user(p, &old, 2, fault);
	tap_ok(stored && *p == 2, "unsafe_try_cmpxchg_user stores");
	stored = unsafe_try_cmpxchg_user(p, &old, 3, fault);
	tap_ok(!stored && *p == 2 && old == 2, "unsafe_try_cmpxchg_user compares");
	stored = unsafe_try_cmpxchg_user(p + 1, &old, 3, fault);
	tap_ok(false, "unsafe_try_cmpxchg_user of a bad page went on: %d", stored);
	return;
fault:
	tap_ok(old == 2, "unsafe_try_cmpxchg_user faults");
}

enum way {
	FALL_THROUGH,
	BREAK,
	CONTINUE,
	RETURN,
	GOTO
};

static int scoped(int *p, enum way way, int *after)
{
	int *const before = p;

	scoped_user_rw_access(p, fault)
	{
		int x;

		unsafe_get_user(x, p, fault);
		unsafe_put_user(x + 1, p, fault);
		if (way == BREAK)
			break;
		if (way == CONTINUE)
			continue;
		if (way == RETURN)
			return 3;
		if (way == GOTO)
			goto out;
		*after = 1;
	}
	return p == before ? *after ? 1 : 2 : -1;
out:
	return 4;
fault:
	return -EFAULT;
}

static int scoped_size(const char *p, unsigned long n, char *to)
{
	scoped_user_read_access_size(p, n, bad_range)
	{
		unsafe_copy_from_user(to, p, n, fault);
	}
	return 0;
fault:
	return -EFAULT;
bad_range:
	return -ERANGE;
}

/* The other names of the same. */
static int other_names(uint32_t *p)
{
	uint32_t x = 0;

	if (!can_do_masked_user_access())
		return -1;
	p = masked_user_read_access_begin(p);
	unsafe_get_user(x, p, fault);
	user_read_access_end();
	p = masked_user_write_access_begin(p);
	unsafe_put_user(x + 1, p, fault);
	user_write_access_end();
	scoped_user_read_access(p, fault)
	{
		unsafe_get_user(x, p, fault);
	}
	scoped_user_write_access(p, fault)
	{
		unsafe_put_user(x + 1, p, fault);
	}
	scoped_user_write_access_size(p, sizeof(*p), fault)
	{
		unsafe_put_user(x + 2, p, fault);
	}
	scoped_user_rw_access_size(p, sizeof(*p), fault)
	{
		unsafe_get_user(x, p, fault);
		unsafe_put_user(x + 1, p, fault);
	}
	return 0;
fault:
	return -EFAULT;
}

static void scopes(void)
{
	const int expected[] = {1, 2, 2, 3, 4};
	char to[16];
	int way;

	for (way = FALL_THROUGH; way <= GOTO; way++) {
		int *p = (int *)(void *)area, after = 0;

		*p = 40 + way;
		tap_ok(scoped(p, (enum way)way, &after) == expected[way] && *p == 41 + way,
		       "scope, way out %d", way);
		tap_ok(scoped((int *)(void *)(area - 4), (enum way)way, &after) == -EFAULT,
		       "a bad page, way out %d", way);
	}
	*(uint32_t *)(void *)area = 5;
	tap_ok(other_names((uint32_t *)(void *)area) == 0 && *(uint32_t *)(void *)area == 9,
	       "the other names");
	tap_ok(other_names((uint32_t *)(void *)(area - 4)) == -EFAULT, "and their faults");
	way = 0;
	tap_ok(scoped((int *)(1ul << 63), GOTO, &way) == -EFAULT, "a bad pointer faults inside");
	tap_ok(scoped_size(area, 16, to) == 0, "scope with a size");
	tap_ok(scoped_size(area + PAGE - 1, 2, to) == -EFAULT, "with a fault");
	tap_ok(scoped_size((char *)-8, 2, to) == -ERANGE, "with a bad range");
}

int main(void)
{
	alarm(60);
	area = pages(1);
	plain();
	copies_and_cmpxchg();
	scopes();
	return tap_done();
}
