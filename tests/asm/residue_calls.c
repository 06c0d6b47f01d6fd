/* SPDX-License-Identifier: MIT */
/*
 * The public calls over each row: each length and each stop position, on both sides. Above 300
 * bytes every seventh stop: the rows have met each in tests of their own.
 */
#include <stdio.h>
#include <unistd.h>
#include <uaccess/uaccess.h>

#include "tests/asm/residue.h"
#include "tests/tap.h"

/* The inline calls as functions, with sizes that the compiler does not know. */
#define CALL(name)                                                                             \
	static __attribute__((noinline)) unsigned long call_##name(void *to, const void *from, \
								   unsigned long n)            \
	{                                                                                      \
		return name(to, from, n);                                                      \
	}
#define CLEAR(name)                                                                            \
	static __attribute__((noinline)) unsigned long call_##name(void *to, const void *from, \
								   unsigned long n)            \
	{                                                                                      \
		(void)from;                                                                    \
		return name(to, n);                                                            \
	}
CLEAR(clear_user)
CLEAR(__clear_user)
CLEAR(uaccess_clear_user)
CALL(copy_from_user)
CALL(__copy_from_user)
CALL(__copy_from_user_inatomic)
CALL(raw_copy_from_user)
CALL(uaccess_copy_from_user)
CALL(uaccess_raw_copy_from_user)
CALL(copy_to_user)
CALL(__copy_to_user)
CALL(__copy_to_user_inatomic)
CALL(raw_copy_to_user)
CALL(uaccess_copy_to_user)
CALL(uaccess_raw_copy_to_user)
CALL(copy_in_user)
CALL(raw_copy_in_user)
CALL(uaccess_copy_in_user)

static const struct {
	const char *name;
	residue_call_fn *call;
	enum uaccess_routine_kind kind;
	bool zeroes_rest;
	bool every_row; /* or those that the library may pick by itself */
} calls[] = {
/* clang-format off */
#define ROW(name, kind, zeroes, every) \
	{#name, call_##name, UACCESS_ROUTINE_##kind, zeroes, every}
	/* clang-format on */
	ROW(clear_user, CLEAR, false, true),
	ROW(__clear_user, CLEAR, false, false),
	ROW(uaccess_clear_user, CLEAR, false, false),
	ROW(copy_from_user, COPY, true, true),
	ROW(__copy_from_user, COPY, false, false),
	ROW(__copy_from_user_inatomic, COPY, false, false),
	ROW(raw_copy_from_user, COPY, false, false),
	ROW(uaccess_copy_from_user, COPY, true, false),
	ROW(uaccess_raw_copy_from_user, COPY, false, false),
	ROW(copy_to_user, COPY, false, true),
	ROW(__copy_to_user, COPY, false, false),
	ROW(__copy_to_user_inatomic, COPY, false, false),
	ROW(raw_copy_to_user, COPY, false, false),
	ROW(uaccess_copy_to_user, COPY, false, false),
	ROW(uaccess_raw_copy_to_user, COPY, false, false),
	ROW(copy_in_user, COPY, false, false),
	ROW(raw_copy_in_user, COPY, false, false),
	ROW(uaccess_copy_in_user, COPY, false, false),
};

static struct guard to, from;

static void sweep_call(const struct uaccess_routine *row, size_t c)
{
	struct sweep sweep = {.call = calls[c].call,
			      .clears = row->kind == UACCESS_ROUTINE_CLEAR,
			      .zeroes_rest = calls[c].zeroes_rest,
			      .one_fault = residue_is_own(row)};
	size_t i, stop;

	snprintf(sweep.name, sizeof(sweep.name), "%s over %s", calls[c].name, row->name);
	for (i = 0; i < residue_lengths(); i++) {
		size_t n = residue_length(i);

		for (stop = 0; stop <= n; stop++) {
			/* Its own object is what copy_from_user() may write without care. */
			if (!sweep.zeroes_rest)
				residue_case(&sweep, residue_at_end(&to, stop),
					     residue_inside(&from, stop % 64), n);
			if (!sweep.clears)
				residue_case(&sweep, residue_inside(&to, stop % 64),
					     residue_at_end(&from, stop), n);
			if (n > 300 && stop > 8 && n - stop > 8)
				stop += 6;
		}
	}
	residue_sweep_done(&sweep, &to);
}

static void test_row(const struct uaccess_routine *row)
{
	size_t c;

	tap_ok(uaccess_routine_select(row->kind, row->name) == 0 &&
		       uaccess_routine_selected(row->kind) == row,
	       "%s %s selected", uaccess_routine_kind_name(row->kind), row->name);
	for (c = 0; c < sizeof(calls) / sizeof(calls[0]); c++)
		if (calls[c].kind == row->kind &&
		    (calls[c].every_row || residue_is_own(row) || residue_level() == RESIDUE_FULL))
			sweep_call(row, c);
}

int main(void)
{
	alarm(600);
	residue_open_to(&to, GUARD_PROT_NONE);
	residue_open_from(&from, GUARD_PROT_NONE);
	residue_each_row(UACCESS_ROUTINE_CLEAR, test_row);
	residue_each_row(UACCESS_ROUTINE_COPY, test_row);
	return tap_done();
}
