/* SPDX-License-Identifier: MIT */
/* iov_iter: every split into segments, every stop, against an array of bytes. */
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <unistd.h>
#include <uaccess/fault.h>
#include <uaccess/iov.h>
#include "tests/calls/pages.h"

#define SEGMENTS 4
#define LENGTH	 16

static unsigned long cases, failures;
static char *area;
static unsigned int lines;

static void on_log(const char *line, void *arg)
{
	(void)line;
	(void)arg;
	lines++;
}

/* Segments of the given lengths, apart from each other; the bad one ends room bytes after its start. */
struct layout {
	struct iovec iov[SEGMENTS];
	size_t total, reachable;
};

static void lay_out(struct layout *layout, const unsigned int *lengths, unsigned int bad,
		    unsigned int room)
{
	unsigned int k;

	layout->total = layout->reachable = 0;
	for (k = 0; k < SEGMENTS; k++) {
		layout->iov[k].iov_len = lengths[k];
		layout->iov[k].iov_base = area + 100 * k + 3;
		if (k == bad && room < lengths[k])
			layout->iov[k].iov_base = area + PAGE - room;
		layout->total += lengths[k];
	}
	for (k = 0; k < SEGMENTS; k++) {
		if (k == bad && room < lengths[k]) {
			layout->reachable += room;
			return;
		}
		layout->reachable += lengths[k];
	}
}

/* The bytes of the segments up to where they can be reached. */
static void gather(const struct layout *layout, char *bytes)
{
	size_t at = 0;
	unsigned int k;

	for (k = 0; k < SEGMENTS && at < layout->reachable; k++) {
		size_t part = layout->iov[k].iov_len;

		if (part > layout->reachable - at)
			part = layout->reachable - at;
		memcpy(bytes + at, layout->iov[k].iov_base, part);
		at += part;
	}
}

static size_t min(size_t a, size_t b)
{
	return a < b ? a : b;
}

/* After an advance of skip and a move of done, the iterator stands where a fresh one would. */
static bool stands_at(struct iov_iter *i, const struct layout *layout, size_t at)
{
	struct iov_iter fresh;

	if (iov_iter_count(i) != layout->total - at)
		return false;
	iov_iter_init(&fresh, iov_iter_rw(i), layout->iov, SEGMENTS, layout->total);
	iov_iter_advance(&fresh, at);
	iov_iter_advance(i, 0);
	return i->iov == fresh.iov && i->iov_offset == fresh.iov_offset &&
	       i->nr_segs == fresh.nr_segs;
}

static void one(const struct layout *layout, size_t skip, size_t n)
{
	char ours[4 * LENGTH + 1], now[4 * LENGTH + 1], before[4 * LENGTH + 1];
	size_t expected = min(n, layout->reachable - skip), k;
	struct iov_iter i;

	for (k = 0; k < sizeof(ours); k++)
		ours[k] = (char)(k + 0x41);
	iov_iter_init(&i, ITER_DEST, layout->iov, SEGMENTS, layout->total);
	iov_iter_advance(&i, skip);
	gather(layout, before);
	failures += fault_in_iov_iter_writeable(&i, n) != min(n, layout->total - skip) - expected;
	failures +=
		copy_to_iter(ours, n, &i) != expected || !stands_at(&i, layout, skip + expected);
	gather(layout, now);
	if (expected)
		failures += memcmp(now + skip, ours, expected) != 0;
	/* Nothing else of it changed. */
	failures += memcmp(now, before, min(skip, layout->reachable)) != 0;
	if (skip + expected < layout->reachable)
		failures += memcmp(now + skip + expected, before + skip + expected,
				   layout->reachable - skip - expected) != 0;
	iov_iter_revert(&i, expected);
	failures += !stands_at(&i, layout, skip);
	failures += copy_to_iter_full(ours, n, &i) != (expected == n) ||
		    !stands_at(&i, layout, expected == n ? skip + n : skip);

	iov_iter_init(&i, ITER_SOURCE, layout->iov, SEGMENTS, layout->total);
	iov_iter_advance(&i, skip);
	memset(now, 0, sizeof(now));
	failures += fault_in_iov_iter_readable(&i, n) != min(n, layout->total - skip) - expected;
	failures += copy_from_iter(now, n, &i) != expected || memcmp(now, ours, expected) != 0 ||
		    !stands_at(&i, layout, skip + expected);
	iov_iter_revert(&i, expected);
	failures += copy_from_iter_full(now, n, &i) != (expected == n) ||
		    !stands_at(&i, layout, expected == n ? skip + n : skip);
	if (expected == n)
		iov_iter_revert(&i, n);
	failures += copy_from_iter_atomic(now, n, &i) != expected;
	iov_iter_revert(&i, expected);
	failures += copy_from_iter_nocache(now, n, &i) != expected;
	iov_iter_revert(&i, expected);
	failures += copy_from_iter_flushcache(now, n, &i) != expected ||
		    memcmp(now, ours, expected) != 0;

	iov_iter_init(&i, ITER_DEST, layout->iov, SEGMENTS, layout->total);
	iov_iter_advance(&i, skip);
	failures += copy_mc_to_iter(ours, n, &i) != expected;
	iov_iter_revert(&i, expected);
	failures += iov_iter_zero(n, &i) != expected || !stands_at(&i, layout, skip + expected);
	gather(layout, now);
	for (k = 0; k < expected; k++)
		failures += now[skip + k] != 0;
	cases++;
}

static void every_split(void)
{
	const unsigned int some[] = {0, 1, 7, LENGTH};
	unsigned int split, bad, room;

	for (split = 0; split < 4 * 4 * 4 * 4; split++) {
		const unsigned int lengths[SEGMENTS] = {some[split & 3], some[split >> 2 & 3],
							some[split >> 4 & 3], some[split >> 6]};
		struct layout layout;
		size_t skip, n;

		for (bad = 0; bad <= SEGMENTS; bad++)
			for (room = 0; room < LENGTH; room += 5) {
				if (bad == SEGMENTS ? room : room >= lengths[bad])
					continue;
				lay_out(&layout, lengths, bad, room);
				for (skip = 0; skip <= layout.reachable; skip += 3)
					for (n = 0; n <= layout.total - skip + 1; n += 4)
						one(&layout, skip, n);
			}
	}
	point(&cases, &failures, "every split, stop and start");
}

/* A segment counts as a whole, or not at all. */
static void nofault(void)
{
	const unsigned int lengths[SEGMENTS] = {5, 9, 9, 9};
	char ours[64] = "the quick brown fox jumps over the lazy dog";
	struct layout layout;
	struct iov_iter i;

	lay_out(&layout, lengths, 2, 4);
	iov_iter_init(&i, ITER_DEST, layout.iov, SEGMENTS, layout.total);
	tap_ok(copy_to_iter_nofault(ours, 32, &i) == 14, "nofault stops before the segment");
	lay_out(&layout, lengths, 4, 0);
	iov_iter_init(&i, ITER_DEST, layout.iov, SEGMENTS, layout.total);
	tap_ok(copy_to_iter_nofault(ours, 32, &i) == 32, "nofault");
}

static void other_kinds(void)
{
	char a[7], b[9], ours[16] = "0123456789abcde";
	struct kvec kvec[2] = {{a, 7}, {b, 9}};
	struct iov_iter i;

	iov_iter_kvec(&i, ITER_DEST, kvec, 2, 16);
	iov_iter_kvec(&i, ITER_DEST, kvec, 2, 16);
	tap_ok(copy_to_iter(ours, 16, &i) == 16 && !memcmp(a, ours, 7) && !memcmp(b, ours + 7, 9),
	       "kvec");
	tap_ok(iov_iter_is_kvec(&i) && !user_backed_iter(&i) && !iter_is_ubuf(&i) &&
		       !iter_is_iovec(&i) && iov_iter_rw(&i) == ITER_DEST,
	       "kvec, and nothing else");
	iov_iter_revert(&i, 10);
	tap_ok(iov_iter_single_seg_count(&i) == 1 && iov_iter_count(&i) == 10, "kvec, back");
	tap_ok(iov_iter_zero(2, &i) == 2 && !a[6] && !b[0] && b[1] == '8', "kvec, zero");
	tap_ok(copy_to_iter_nofault(ours, 1, &i) == 1 && b[1] == '0', "kvec, nofault");
	tap_ok(fault_in_iov_iter_writeable(&i, 5) == 0, "kvec needs no prefault");
	iov_iter_kvec(&i, ITER_SOURCE, kvec, 2, 16);
	tap_ok(copy_from_iter_nocache(ours, 16, &i) == 16 && !memcmp(ours, a, 7), "kvec, nocache");
	iov_iter_kvec(&i, ITER_SOURCE, kvec, 2, 16);
	tap_ok(copy_from_iter_flushcache(ours, 16, &i) == 16 && !memcmp(ours + 7, b, 9),
	       "kvec, flushcache");

	iov_iter_ubuf(&i, ITER_DEST, area + PAGE - 10, 20);
	tap_ok(iter_is_ubuf(&i) && user_backed_iter(&i), "ubuf");
	tap_ok(copy_to_iter(ours, 4, &i) == 4 && copy_to_iter(ours, 8, &i) == 6 &&
		       iov_iter_count(&i) == 10 && copy_to_iter(ours, 1, &i) == 0,
	       "ubuf, short");
	iov_iter_revert(&i, 7);
	tap_ok(iov_iter_single_seg_count(&i) == 17 && copy_to_iter(ours, 16, &i) == 7,
	       "ubuf, back");
	iov_iter_revert(&i, 10);
	iov_iter_truncate(&i, 5);
	tap_ok(copy_to_iter(ours, 16, &i) == 5, "truncated");
	iov_iter_reexpand(&i, 15);
	tap_ok(copy_to_iter(ours, 16, &i) == 5 && iov_iter_count(&i) == 10, "reexpanded");
	tap_ok(fault_in_iov_iter_readable(&i, 100) == 10, "nothing more to fault in");

	uaccess_log_hook(on_log, NULL);
	iov_iter_ubuf(&i, ITER_DEST, area, 20);
	tap_ok(copy_from_iter(ours, 4, &i) == 0 && lines == 1 && iov_iter_count(&i) == 20,
	       "the wrong direction is reported");
	uaccess_log_hook(NULL, NULL);
}

static void import(void)
{
	struct iovec *user = (struct iovec *)(void *)(area + PAGE) - 3, fast[2], *iov;
	struct iov_iter i;
	char ours[8];

	user[0] = (struct iovec){area, 3};
	user[1] = (struct iovec){area + 50, 0};
	user[2] = (struct iovec){area + 90, 4};
	memcpy(area, "abc", 3);
	memcpy(area + 90, "defg", 4);
	iov = fast;
	tap_ok(import_iovec(ITER_SOURCE, user, 3, 2, &iov, &i) == 7 && iov && iov != fast,
	       "import, allocated");
	tap_ok(copy_from_iter(ours, 7, &i) == 7 && !memcmp(ours, "abcdefg", 7), "and copied");
	free(iov);
	iov = fast;
	tap_ok(import_iovec(ITER_SOURCE, user, 2, 2, &iov, &i) == 3 && !iov && i.iov == fast,
	       "import, fast");
	iov = fast;
	tap_ok(import_iovec(ITER_SOURCE, NULL, 0, 2, &iov, &i) == 0 && !iov_iter_count(&i),
	       "no segments");
	iov = fast;
	tap_ok(import_iovec(ITER_SOURCE, user + 2, 2, 2, &iov, &i) == -EFAULT && !iov,
	       "an array that is not there");
	iov = fast;
	tap_ok(import_iovec(ITER_SOURCE, user, 1025, 2, &iov, &i) == -EINVAL && !iov, "too many");
	user[1].iov_len = (size_t)SSIZE_MAX + 1;
	iov = fast;
	tap_ok(import_iovec(ITER_SOURCE, user, 3, 2, &iov, &i) == -EINVAL && !iov,
	       "a negative length");
	user[1] = (struct iovec){(void *)(1ul << 63), 1};
	iov = fast;
	tap_ok(import_iovec(ITER_SOURCE, user, 3, 2, &iov, &i) == -EFAULT && !iov, "a bad range");
	user[1] = (struct iovec){area, 0x7fffffff};
	iov = fast;
	tap_ok(import_iovec(ITER_SOURCE, user, 2, 2, &iov, &i) == MAX_RW_COUNT &&
		       fast[1].iov_len == MAX_RW_COUNT - 3,
	       "cut to MAX_RW_COUNT");
	tap_ok(import_ubuf(ITER_DEST, area, 1ul << 40, &i) == 0 &&
		       iov_iter_count(&i) == MAX_RW_COUNT,
	       "import_ubuf cuts");
	tap_ok(import_ubuf(ITER_DEST, (void *)(1ul << 63), 1, &i) == -EFAULT, "import_ubuf: range");
}

int main(void)
{
	alarm(120);
	area = pages(1);
	every_split();
	nofault();
	other_kinds();
	import();
	return tap_done();
}
