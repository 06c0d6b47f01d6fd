/* SPDX-License-Identifier: MIT */
/*
 * One partial call, checked in full: what it returns, every byte of the destination, the bytes
 * before and behind, the source, and how many faults it took.
 *
 * A sweep is many such cases under one name and one test point. In a page that ends at a guard the
 * stop position and the alignment of the side that faults are one thing: the start is the guard
 * less the stop. Only the other side's alignment is free.
 */
#ifndef UACCESS_TESTS_RESIDUE_H
#define UACCESS_TESTS_RESIDUE_H

#include <stdbool.h>
#include <stddef.h>
#include <uaccess/routine.h>

#include "tests/guard.h"
#include "tests/oracle.h"

/* The longest range of a case, and bytes checked around each. */
#define RESIDUE_MAX    8193ul
#define RESIDUE_MARGIN 64ul
/* Of a buffer that no case runs out of. */
#define RESIDUE_ROOM (5 * 4096ul)

/* A call under test: the residue. "from" means nothing to a clearing call. */
typedef unsigned long residue_call_fn(void *to, const void *from, unsigned long n);

struct sweep {
	char name[96];
	const struct uaccess_routine *row; /* call this row itself ... */
	residue_call_fn *call;		   /* ... or, where it is NULL, this */
	bool clears;			   /* no source: n zero bytes */
	bool zeroes_rest;		   /* copy_from_user() */
	bool one_fault;			   /* if only one side faults */
	unsigned long cases, failures;
};

/* One side of a case: where, and how many bytes from there on can be used. */
struct place {
	unsigned char *p;
	size_t before; /* bytes right before p that can be used */
	size_t reach;
};

/*
 * Runs and checks one case; the destination is canaries before and afterwards, the source
 * holds what oracle_fill() put there. The first failures of a sweep are printed.
 */
bool residue_case(struct sweep *sweep, struct place to, struct place from, size_t n);

/* How much to try: UACCESS_TEST_LEVEL=quick (for Valgrind) or full, else what make check needs. */
enum residue_level {
	RESIDUE_QUICK,
	RESIDUE_NORMAL,
	RESIDUE_FULL
};
enum residue_level residue_level(void);

/* The lengths: 0..300, and 512, 1024, 2048, 4096 and 8192 less one, as they are, and plus one. */
size_t residue_lengths(void);
size_t residue_length(size_t i);

/*
 * How many alignments of the side that does not fault a row can tell apart, for a range of n
 * bytes: no block that it could align is longer than the range, or than 64 bytes; in the rows that
 * follow the kernel's, which align to words, than 8.
 */
size_t residue_alignments(const struct uaccess_routine *row, size_t n);

/*
 * Is every alignment to be tried with this stop? Deep inside a long range the loops only
 * repeat, and each stop takes one alignment, all of them in turn.
 */
bool residue_all_alignments(size_t n, size_t stop);

/* Rows of one kind that run on this CPU: calls fn for each; how many there were. */
unsigned int residue_each_row(enum uaccess_routine_kind kind,
			      void (*fn)(const struct uaccess_routine *row));

/* A row that the library picks by itself: it has to name the address that faulted. */
bool residue_is_own(const struct uaccess_routine *row);

/*
 * Guarded buffers that a sweep runs over; the destination full of canaries, the source of data.
 * False: this kernel lacks the kind.
 */
bool residue_open_to(struct guard *guard, enum guard_kind kind);
bool residue_open_from(struct guard *guard, enum guard_kind kind);

/* Bytes that run into the end of a guard after "stop" of them, and bytes far from any. */
struct place residue_at_end(const struct guard *guard, size_t stop);
struct place residue_inside(const struct guard *guard, size_t alignment);

/* Did all cases pass, and is nothing but canaries left in to? */
bool residue_sweep_passed(const struct sweep *sweep, const struct guard *to);

/* The sweep's test point. A macro, as the points are counted in the program's own file. */
#define residue_sweep_done(sweep, to)                                                      \
	tap_ok(residue_sweep_passed(sweep, to), "%s: %lu cases, %lu wrong", (sweep)->name, \
	       (sweep)->cases, (sweep)->failures)

#endif
