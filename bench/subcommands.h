/* SPDX-License-Identifier: MIT */
/* The subcommands. A new one is a file with two functions, and a row here. */
#ifndef BENCH_SUBCOMMANDS_H
#define BENCH_SUBCOMMANDS_H

#include "bench/bench.h"

/* Name, what it measures; in the order of the usage. */
#define BENCH_SUBCOMMANDS(row)                                                                            \
	row(summary, "the ratios that matter most, in a few seconds (the default)") row(                  \
		usercopy, "clear and copy: each routine and glibc, by size and alignment")                \
		row(readzero, "clearing, beside read() of /dev/zero by the kernel") row(                  \
			padzero, "clearing the sizes that the kernel's program loader clears")            \
			row(fault, "faults: round trips, partial calls, many threads") row(               \
				access, "single accesses, beside plain ones and other ways")              \
				row(strings, "string calls, zero checks and copies past the caches") row( \
					extable, "exception tables: lookups and registration")            \
					row(guards,                                                       \
					    "guarding any code, and regions, beside jumps and a tree")    \
						row(irqflags,                                             \
						    "the signal flag, and ways of restoring it")

/* run: see bench.h; returns 0, or an exit status. report: its rows, for people. */
#define BENCH_DECLARE(name, what)          \
	int bench_##name(struct bench *b); \
	void bench_##name##_report(const struct bench *b, FILE *file);
BENCH_SUBCOMMANDS(BENCH_DECLARE)

#endif /* BENCH_SUBCOMMANDS_H */
