/* SPDX-License-Identifier: MIT */
/*
 * The cases that others test such calls with, written from their description: every fault boundary
 * at both ends of a page (the faulting tests that were proposed for the kernel), the kernel's valid
 * and invalid accesses, and short transfers as a sandbox's safe copies are tested. Over each row.
 */
#include <signal.h>
#include <stdio.h>
#include <unistd.h>
#include <uaccess/fault.h>
#include <uaccess/uaccess.h>

#include "tests/asm/residue.h"
#include "tests/tap.h"

#define PAGE 4096l

static const struct uaccess_routine *row_now;
static unsigned char kernel_page[PAGE], copy_of_user[PAGE], copy_of_kernel[PAGE];

enum function {
	CLEAR,
	COPY_TO,
	COPY_FROM
};
static const char *const function_names[] = {"clear_user", "raw_copy_to_user",
					     "raw_copy_from_user"};

static unsigned long run(enum function function, unsigned char *user, unsigned long size)
{
	switch (function) {
	case CLEAR:
		return clear_user(user, size);
	case COPY_TO:
		return raw_copy_to_user(user, kernel_page, size);
	default:
		return raw_copy_from_user(kernel_page, user, size);
	}
}

/* Does [start, end), of which only what lies in the page counts, hold what it held before? */
static bool unchanged(const unsigned char *page, const unsigned char *before, long start, long end)
{
	if (start < 0)
		start = 0;
	if (end > PAGE)
		end = PAGE;
	return start >= end || !memcmp(page + start, before + start, (size_t)(end - start));
}

/* The seven things that must hold; NULL if they do. */
static const char *judge(enum function function, const unsigned char *user, long offset, long size,
			 unsigned long left)
{
	long done = size - (long)left;
	const unsigned char *to = function == COPY_FROM ? kernel_page : user;
	const unsigned char *to_before = function == COPY_FROM ? copy_of_kernel : copy_of_user;
	long to_start = function == COPY_FROM ? 0 : offset;

	if (left > (unsigned long)size)
		return "impossibly large";
	if (size && (offset < 0 || offset >= PAGE) && done)
		return "an impossible copy did not fail";
	if (offset >= 0 && offset + size <= PAGE && left)
		return "a possible copy failed";
	if (offset >= 0 && offset < PAGE && offset + size > PAGE) {
		if (!done)
			return "too few bytes";
		if ((long)left < offset + size - PAGE)
			return "too many bytes";
	}
	if (function == COPY_FROM && memcmp(user, copy_of_user, PAGE))
		return "the source was changed";
	if (function == COPY_TO && memcmp(kernel_page, copy_of_kernel, PAGE))
		return "the source was changed";
	if (!unchanged(to, to_before, 0, to_start) ||
	    !unchanged(to, to_before, to_start + done, PAGE))
		return "bytes outside were changed";
	if (function == CLEAR && done && !oracle_all(user + offset, 0, (size_t)done))
		return "not cleared";
	if (function == COPY_TO && done && memcmp(user + offset, kernel_page, (size_t)done))
		return "wrong bytes";
	if (function == COPY_FROM && done && memcmp(kernel_page, user + offset, (size_t)done))
		return "wrong bytes";
	return NULL;
}

static void page_edges(enum function function)
{
	unsigned long cases = 0, wrong = 0;
	struct guard user;
	long size, i;

	if (guard_open(&user, GUARD_PROT_NONE, (size_t)PAGE))
		tap_bail("no guarded page");
	for (i = 0; i < PAGE; i++)
		copy_of_user[i] = function == COPY_TO ? 0 : (unsigned char)i;
	for (i = 0; i < PAGE; i++)
		copy_of_kernel[i] = function == COPY_FROM ? 0 : (unsigned char)i;
	memcpy(user.start, copy_of_user, (size_t)PAGE);
	memcpy(kernel_page, copy_of_kernel, (size_t)PAGE);

	for (size = 0; size <= 128; size++) {
		for (i = 0; i <= 2 * size + 1; i++) {
			long offset = i <= size ? i - size : PAGE - size + (i - size - 1);
			unsigned long left =
				run(function, user.start + offset, (unsigned long)size);
			const char *why = judge(function, user.start, offset, size, left);

			cases++;
			if (why && wrong++ < 3)
				tap_diag("size %ld at %ld: left %lu: %s", size, offset, left, why);
			memcpy(user.start, copy_of_user, (size_t)PAGE);
			memcpy(kernel_page, copy_of_kernel, (size_t)PAGE);
		}
	}
	tap_ok(!wrong && cases == 16770, "page edges, %s over %s: %lu cases, %lu wrong",
	       function_names[function], row_now->name, cases, wrong);
	guard_close(&user);
}

/* --- short transfers ------------------------------------------------------------ */

/* Four page-sized transfers and a clearing that meet a bad page after "stop" bytes. */
static unsigned long transfer(int which, struct guard *bad, unsigned char *other, size_t stop)
{
	switch (which) {
	case 0:
		return copy_from_user(other, bad->end - stop, PAGE);
	case 1:
		return copy_to_user(bad->end - stop, other, PAGE);
	case 2:
		return copy_in_user(other, bad->end - stop, PAGE);
	case 3:
		return copy_in_user(bad->end - stop, other, PAGE);
	default:
		return clear_user(bad->end - stop, PAGE);
	}
}

static void short_transfers(enum guard_kind kind, int first, int last)
{
	static const char *const names[] = {"copy in", "copy out", "copy, source fault",
					    "copy, destination fault", "zero out"};
	static unsigned char other[PAGE];
	struct uaccess_fault fault;
	struct guard bad;
	size_t stop;
	int which;

	if (guard_open(&bad, kind, (size_t)PAGE))
		tap_bail("no guarded page");
	for (which = first; which <= last; which++) {
		bool reads = which == 0 || which == 2;
		unsigned long wrong = 0;

		/* Twice the largest register. */
		for (stop = 0; stop <= 2 * 64; stop++) {
			unsigned char *start = bad.end - stop;
			unsigned long left;

			oracle_fill(reads ? bad.start : other, (size_t)PAGE, (uint32_t)stop + 1);
			memset(reads ? other : bad.start, ORACLE_CANARY, (size_t)PAGE);
			left = transfer(which, &bad, other, stop);
			if (left != (size_t)PAGE - stop || uaccess_last_fault(&fault) ||
			    fault.signo != guard_signal(kind) || fault.code != guard_code(kind) ||
			    fault.address < (uintptr_t)bad.end ||
			    fault.address >= (uintptr_t)start + PAGE)
				wrong++;
			else if (which < 4 ? memcmp(start, other, stop)
					   : !oracle_all(start, 0, stop))
				wrong++;
		}
		tap_ok(!wrong, "%s, %s, over %s: %lu wrong", names[which], guard_kind_name(kind),
		       row_now->name, wrong);
	}
	guard_close(&bad);
}

static void test_row(const struct uaccess_routine *row)
{
	row_now = row;
	if (uaccess_routine_select(row->kind, row->name))
		tap_bail("%s is not to be had", row->name);
	if (row->kind == UACCESS_ROUTINE_CLEAR) {
		page_edges(CLEAR);
		short_transfers(GUARD_PROT_NONE, 4, 4);
		short_transfers(GUARD_PAST_EOF, 4, 4);
	} else {
		page_edges(COPY_TO);
		page_edges(COPY_FROM);
		short_transfers(GUARD_PROT_NONE, 0, 3);
		short_transfers(GUARD_PAST_EOF, 0, 3);
	}
}

/* --- valid and invalid accesses ------------------------------------------------- */

#define ROUND_TRIP(type, value)                                                                 \
	do {                                                                                    \
		type *p = (type *)(void *)user.start, x = 0;                                    \
                                                                                                \
		tap_ok(!put_user((type)(value), p) && *p == (type)(value) && !get_user(x, p) && \
			       x == (type)(value),                                              \
		       "put and get " #type);                                                   \
	} while (0)

#define REFUSED(type)                                                                        \
	do {                                                                                 \
		type x = (type)-1;                                                           \
                                                                                             \
		tap_ok(get_user(x, (type *)bad) && x == 0, "get_user " #type " refused, 0"); \
		tap_ok(put_user((type)5, (type *)bad), "put_user " #type " refused");        \
	} while (0)

static void accesses(void)
{
	/* An address of the kernel's. */
	void *bad = (void *)0xffff888000000000;
	static unsigned char expected[PAGE];
	struct guard user;

	if (guard_open(&user, GUARD_PROT_NONE, (size_t)PAGE))
		tap_bail("no guarded page");
	oracle_fill(expected, (size_t)PAGE, 9);
	memset(kernel_page, 0, (size_t)PAGE);
	tap_ok(!copy_to_user(user.start, expected, (size_t)PAGE) &&
		       !copy_from_user(kernel_page, user.start, (size_t)PAGE) &&
		       !memcmp(kernel_page, expected, (size_t)PAGE),
	       "a page there and back");
	ROUND_TRIP(uint8_t, 0x5a);
	ROUND_TRIP(uint16_t, 0x5a5b);
	ROUND_TRIP(uint32_t, 0x5a5b5c5d);
	ROUND_TRIP(uint64_t, 0x5a5b5c5d6a6b6c6d);

	memset(kernel_page, 0x3a, (size_t)PAGE);
	tap_ok(copy_from_user(kernel_page, bad, (size_t)PAGE) == (size_t)PAGE &&
		       oracle_all(kernel_page, 0, (size_t)PAGE),
	       "copy_from_user of the kernel's half: all zero");
	tap_ok(copy_to_user(bad, expected, (size_t)PAGE) == (size_t)PAGE,
	       "copy_to_user to the kernel's half");
	memcpy(user.start, expected, (size_t)PAGE);
	tap_ok(copy_in_user(user.start, bad, (size_t)PAGE) == (size_t)PAGE &&
		       copy_in_user(bad, user.start, (size_t)PAGE) == (size_t)PAGE &&
		       !memcmp(user.start, expected, (size_t)PAGE),
	       "copy_in_user from and to the kernel's half: nothing moved");
	REFUSED(uint8_t);
	REFUSED(uint16_t);
	REFUSED(uint32_t);
	REFUSED(uint64_t);
	guard_close(&user);
}

int main(void)
{
	alarm(600);
	residue_each_row(UACCESS_ROUTINE_CLEAR, test_row);
	residue_each_row(UACCESS_ROUTINE_COPY, test_row);
	accesses();
	return tap_done();
}
