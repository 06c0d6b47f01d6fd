/* SPDX-License-Identifier: MIT */
/* The routines in the shape in which all subcommands call them: by size, and with sizes that vary. */
#ifndef BENCH_ROUTINES_H
#define BENCH_ROUTINES_H

#include <uaccess/uaccess.h>
#include "bench/bench.h"

/* As many as a branch predictor cannot learn in one pass; a power of two. */
#define BENCH_SIZES 4096

/* What to do: arg of the entries. function is the pointer that the routine entries call. */
struct bench_job {
	char *to;
	const char *from;
	unsigned long n;		   /* or, for varying sizes, their upper bound */
	uint16_t *sizes;		   /* BENCH_SIZES of them, 0..n; NULL: always n */
	const struct uaccess_routine *row; /* NULL: glibc, or what the library picks */
};

#define BENCH_ENTRIES 48

/*
 * "auto" (the public call), "glibc", and each row of the table that runs here, of
 * one kind, all with the same to, from, n and sizes. jobs and entries have room for
 * BENCH_ENTRIES. Returns their number.
 */
size_t bench_routine_entries(const struct bench *b, enum uaccess_routine_kind kind, bool rows,
			     const struct bench_job *job, struct bench_job *jobs,
			     struct bench_entry *entries);

/* Sizes for one sample, other ones each time. */
void bench_new_sizes(uint16_t *sizes, unsigned long bound);

#endif /* BENCH_ROUTINES_H */
