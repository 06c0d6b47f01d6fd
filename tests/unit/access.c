/* SPDX-License-Identifier: MIT */
/* The range check and the mask, and what the calls check before they touch anything. */
#include <string.h>
#include <uaccess/fault.h>
#include <uaccess/uaccess.h>

#include "tests/unit/unit.h"

#define MAX UACCESS_USER_PTR_MAX

/* Sizes that the compiler does not know. */
static bool ok(uintptr_t address, unsigned long size)
{
	volatile unsigned long n = size;

	return access_ok((void *)address, n);
}

/* The sum, in more bits than an address has. */
static bool model(uintptr_t address, unsigned long size)
{
	return (unsigned __int128)address + size <= MAX;
}

START_TEST(range)
{
	static const uintptr_t edges[] = {0,	      1,   4095,      4096, MAX / 2,
					  MAX - 4096, MAX, 1ul << 63, ~0ul};
	size_t a, b;
	int i, j;

	for (a = 0; a < sizeof(edges) / sizeof(edges[0]); a++)
		for (b = 0; b < sizeof(edges) / sizeof(edges[0]); b++)
			for (i = -2; i <= 2; i++)
				for (j = -2; j <= 2; j++) {
					uintptr_t p = edges[a] + (uintptr_t)i,
						  n = edges[b] + (uintptr_t)j;

					ck_assert_msg(ok(p, n) == model(p, n), "%#lx + %#lx", p, n);
					/* And the size that just fits, and one more. */
					ck_assert_msg(p > MAX || (ok(p, MAX - p) &&
								  !ok(p, MAX - p + 1)),
						      "%#lx", p);
				}
}
END_TEST

START_TEST(range_of_constant_size)
{
	volatile uintptr_t max = MAX;

	ck_assert(access_ok((void *)max, 0));
	ck_assert(access_ok((void *)(max - 8), 8));
	ck_assert(!access_ok((void *)(max + 1), 1));
	ck_assert(!access_ok((void *)(max + 1), 0));
	ck_assert(!access_ok((void *)~(max & 0), 1));
	ck_assert(!access_ok((void *)(max - 4096), 4098));
}
END_TEST

START_TEST(mask)
{
	static const uintptr_t below[] = {0, 1, 4096, MAX - 1, MAX};
	static const uintptr_t above[] = {MAX + 1, 1ul << 47, 1ul << 56, 1ul << 63, ~0ul - 8, ~0ul};
	size_t i;
	char x __attribute__((unused));

	for (i = 0; i < sizeof(below) / sizeof(below[0]); i++)
		ck_assert_ptr_eq(mask_user_address((char *)below[i]), (char *)below[i]);
	for (i = 0; i < sizeof(above) / sizeof(above[0]); i++) {
		ck_assert_ptr_eq(mask_user_address((char *)above[i]), (char *)MAX);
		/* What the mask gives always faults. */
		ck_assert_int_eq(__get_user(x, mask_user_address((char *)above[i])), -14);
	}
}
END_TEST

START_TEST(evaluated_once)
{
	unsigned int word[4] = {1, 2, 3, 4}, *p = word, x = 0;

	ck_assert_int_eq(get_user(x, p++), 0);
	ck_assert_uint_eq(x, 1);
	ck_assert_ptr_eq(p, word + 1);
	ck_assert_int_eq(put_user(x++, p++), 0);
	ck_assert_uint_eq(x, 2);
	ck_assert_ptr_eq(p, word + 2);
	ck_assert_uint_eq(word[1], 1);
	/* Value before pointer. */
	ck_assert_int_eq(put_user((p = word, 9u), p), 0);
	ck_assert_uint_eq(word[0], 9);
}
END_TEST

START_TEST(pointers_and_signs)
{
	int number = -5, *pointer = &number, *read = NULL;
	signed char c = -7, d = 0;
	long wide = 0;

	ck_assert_int_eq(get_user(read, &pointer), 0);
	ck_assert_ptr_eq(read, &number);
	ck_assert_int_eq(get_user(d, &c), 0);
	ck_assert_int_eq(d, -7);
	/* The value has the type of *p, then x's. */
	ck_assert_int_eq(get_user(wide, &number), 0);
	ck_assert_int_eq(wide, -5);
	ck_assert_int_eq(put_user(number + 305, &c), 0);
	ck_assert_int_eq(c, 44);
}
END_TEST

/* --- a copy larger than its object ------------------------------------------------- */

static char said[256];

static void note(const char *line, void *arg)
{
	++*(int *)arg;
	strncpy(said, line, sizeof(said) - 1);
}

START_TEST(object_size)
{
	char object[16] = "0123456789abcde", other[64];
	volatile unsigned long n = 17;
	int lines = 0;

	if (__builtin_object_size(object, 0) != sizeof(object))
		return; /* not known without optimisation */
	memset(other, 1, sizeof(other));
	uaccess_log_hook(note, &lines);
	ck_assert_uint_eq(copy_from_user(object, other, n), 17);
	ck_assert_int_eq(lines, 1);
	ck_assert_str_eq(said, "Buffer overflow detected (16 < 17)!");
	/* Nothing was moved, and nothing set to 0. */
	ck_assert_str_eq(object, "0123456789abcde");
	ck_assert_uint_eq(copy_to_user(other, object, n), 17);
	ck_assert_int_eq(other[0], 1);
	ck_assert_uint_eq(__copy_from_user(object, other, n), 17);
	ck_assert_uint_eq(__copy_to_user(other, object, n), 17);
	ck_assert_int_eq(lines, 4);
	n = 16;
	ck_assert_uint_eq(copy_from_user(object, other, n), 0);
	ck_assert_int_eq(lines, 4);
	uaccess_log_hook(NULL, NULL);
}
END_TEST

START_TEST(log_hook)
{
	int lines = 0, others = 0;

	uaccess_log_hook(note, &lines);
	uaccess_warn_copy_size(3, 4);
	ck_assert_str_eq(said, "Buffer overflow detected (3 < 4)!");
	uaccess_log_hook(note, &others);
	uaccess_warn_copy_size(5, 6);
	ck_assert_str_eq(said, "Buffer overflow detected (5 < 6)!");
	ck_assert_int_eq(lines, 1);
	ck_assert_int_eq(others, 1);
	/* Back to standard error. */
	uaccess_log_hook(NULL, NULL);
	uaccess_warn_copy_size(7, 8);
	ck_assert_int_eq(lines, 1);
	ck_assert_int_eq(others, 1);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("access");
	TCase *checks = tcase_create("checks");

	tcase_add_test(checks, range);
	tcase_add_test(checks, range_of_constant_size);
	tcase_add_test(checks, mask);
	tcase_add_test(checks, evaluated_once);
	tcase_add_test(checks, pointers_and_signs);
	tcase_add_test(checks, object_size);
	tcase_add_test(checks, log_hook);
	suite_add_tcase(suite, checks);
	return unit_run(suite);
}
