/* SPDX-License-Identifier: MIT */
/*
 * Sizes that the compiler knows, 0..80: the small ones are inline guarded moves. Each stop
 * position, each side, each kind of bad page, with one fault; the other side at 16 alignments.
 */
#include <stdio.h>
#include <unistd.h>
#include <uaccess/uaccess.h>

#include "tests/asm/residue.h"
#include "tests/tap.h"

#define SIZES 81

/* CALLS(n) for 0..80: ten at a time, the tens pasted in front. */
#define TEN(CALLS, tens) \
	CALLS(tens##0)   \
	CALLS(tens##1)   \
	CALLS(tens##2)   \
	CALLS(tens##3)   \
	CALLS(tens##4)   \
	CALLS(tens##5)   \
	CALLS(tens##6)   \
	CALLS(tens##7)   \
	CALLS(tens##8)   \
	CALLS(tens##9)
#define EACH_SIZE(CALLS) \
	TEN(CALLS, )     \
	TEN(CALLS, 1)    \
	TEN(CALLS, 2)    \
	TEN(CALLS, 3)    \
	TEN(CALLS, 4)    \
	TEN(CALLS, 5)    \
	TEN(CALLS, 6)    \
	TEN(CALLS, 7)    \
	CALLS(80)

#define FUNCTION(call, size, expression)                                                \
	static unsigned long call##_##size(void *to, const void *from, unsigned long n) \
	{                                                                               \
		(void)from;                                                             \
		(void)n;                                                                \
		return expression;                                                      \
	}
#define FUNCTIONS(size)                                           \
	FUNCTION(clear, size, clear_user(to, size))               \
	FUNCTION(copy_from, size, copy_from_user(to, from, size)) \
	FUNCTION(copy_to, size, copy_to_user(to, from, size))     \
	FUNCTION(copy_in, size, copy_in_user(to, from, size))
EACH_SIZE(FUNCTIONS)

#define NAME_CLEAR(size)     clear_##size,
#define NAME_COPY_FROM(size) copy_from_##size,
#define NAME_COPY_TO(size)   copy_to_##size,
#define NAME_COPY_IN(size)   copy_in_##size,

static const struct {
	const char *name;
	bool clears, zeroes_rest;
	residue_call_fn *call[SIZES];
} calls[] = {
	{"clear_user", true, false, {EACH_SIZE(NAME_CLEAR)}},
	{"copy_from_user", false, true, {EACH_SIZE(NAME_COPY_FROM)}},
	{"copy_to_user", false, false, {EACH_SIZE(NAME_COPY_TO)}},
	{"copy_in_user", false, false, {EACH_SIZE(NAME_COPY_IN)}},
};

static void sweep_call(size_t c, enum guard_kind kind)
{
	struct sweep sweep = {
		.clears = calls[c].clears, .zeroes_rest = calls[c].zeroes_rest, .one_fault = true};
	bool reads_stop = !sweep.clears && guard_stops_reads(kind);
	struct guard to, from;
	size_t n, stop, alignment;

	if (!residue_open_to(&to, kind)) {
		tap_skip(1, "this kernel has no %s", guard_kind_name(kind));
		return;
	}
	residue_open_from(&from, kind);
	snprintf(sweep.name, sizeof(sweep.name), "%s of constant sizes, %s", calls[c].name,
		 guard_kind_name(kind));
	for (n = 0; n < SIZES; n++) {
		sweep.call = calls[c].call[n];
		for (stop = 0; stop <= n; stop++) {
			for (alignment = 0; alignment < 16; alignment++) {
				if (!sweep.zeroes_rest)
					residue_case(&sweep, residue_at_end(&to, stop),
						     residue_inside(&from, alignment), n);
				if (reads_stop)
					residue_case(&sweep, residue_inside(&to, alignment),
						     residue_at_end(&from, stop), n);
			}
		}
	}
	residue_sweep_done(&sweep, &to);
	guard_close(&to);
	guard_close(&from);
}

/* Both sides run out, each pair of stops; the sizes that are moved inline. */
static void sweep_both(size_t c)
{
	struct sweep sweep = {.call = NULL};
	struct guard to, from;
	size_t n, a, b;

	residue_open_to(&to, GUARD_PROT_NONE);
	residue_open_from(&from, GUARD_PROT_NONE);
	snprintf(sweep.name, sizeof(sweep.name), "%s of constant sizes, both sides", calls[c].name);
	for (n = 1; n <= UACCESS_ARCH_COPY_MAX; n++) {
		sweep.call = calls[c].call[n];
		for (a = 0; a < n; a++)
			for (b = 0; b < n; b++)
				residue_case(&sweep, residue_at_end(&to, a),
					     residue_at_end(&from, b), n);
	}
	residue_sweep_done(&sweep, &to);
	guard_close(&to);
	guard_close(&from);
}

int main(void)
{
	size_t c;
	int kind;

	alarm(600);
	for (c = 0; c < sizeof(calls) / sizeof(calls[0]); c++) {
		for (kind = 0; kind < GUARD_KINDS; kind++)
			sweep_call(c, (enum guard_kind)kind);
		if (!calls[c].clears && !calls[c].zeroes_rest)
			sweep_both(c);
	}
	return tap_done();
}
