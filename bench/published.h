/* SPDX-License-Identifier: MIT */
/* Published figures of the kernel's routines. */
#ifndef BENCH_PUBLISHED_H
#define BENCH_PUBLISHED_H

#include <stddef.h>

/* __copy_from_user by size on a Xeon E5-2690 v4 (2017), ticks: as it was, and with the short path. */
extern const double bench_published_sizes[65];
extern const double bench_published_rep_movsb[65];
extern const double bench_published_short_path[65];

/* Two routines of one bench, as published and as measured here. */
struct bench_published {
	const char *bench;
	unsigned long size;
	const char *before, *after; /* our rows of these names */
	double published_before, published_after;
	const char *machine;
};
extern const struct bench_published bench_published[]; /* ends with bench NULL */

#endif /* BENCH_PUBLISHED_H */
