/* SPDX-License-Identifier: MIT */
/*
 * The harness of `uaccess bench`: how something is measured and where the rows
 * go. A subcommand is one file, and one row in subcommands.h.
 *
 * A case is one operation with the routines that compete in it. All of them are
 * measured in turns, a short sample each, until each has had its time, so that a
 * clock that drifts or a neighbour that wakes up hits all alike; a row holds the
 * smallest and the median sample. Ratios come from rows of one case only.
 *
 * The run function of a subcommand is called twice: first dry, when
 * bench_measure() only counts the cases for the progress bar, then for real.
 */
#ifndef BENCH_H
#define BENCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* Keeps the compiler from knowing what is in a variable. */
#define BENCH_HIDE(x) __asm__ volatile("" : "+r"(x))

/* Time stamp: everything before it is done, nothing after it has begun. */
static inline uint64_t bench_ticks(void)
{
	uint32_t low, high;

	__asm__ volatile("lfence\n\trdtsc\n\tlfence" : "=a"(low), "=d"(high) : : "memory");
	return (uint64_t)high << 32 | low;
}

/* What competes in a case. */
struct bench_entry {
	const char *routine;				/* name in the row; kept by reference */
	void (*run)(void *arg, unsigned long loops);	/* does the operation loops times */
	void *arg;					/* for the three functions */
	void (*before)(void *arg, unsigned long loops); /* outside the clock, or NULL */
	void (*after)(void *arg);			/* outside the clock, or NULL */
};

struct bench_case {
	const char *bench; /* "clear", "copy", "clear_random", ...; kept by reference */
	unsigned long size, align;
	const struct bench_entry *entries;
	size_t count;
	unsigned long loops; /* in one sample; 0: as many as fill the time of a sample */
};

/* One row of the results. */
struct bench_row {
	const char *bench, *routine;
	unsigned long size, align;
	double ticks, median; /* of the time stamp counter, for one operation */
	unsigned int samples;
};

struct bench {
	bool dry;	  /* only count */
	bool quick;	  /* a tenth of the time for each case */
	const char *only; /* --routine: leave out rows of other names, peers aside; NULL: all */
	double ticks_per_second;
	int cpu; /* pinned to it; -1: not pinned */
	struct bench_row *rows;
	size_t row_count, row_room;
	size_t cases_done, cases_all;
	double begun; /* seconds, CLOCK_MONOTONIC */
};

/* bench.c */
void bench_measure(struct bench *b, const struct bench_case *c);
void bench_add(struct bench *b, const struct bench_row *row);
/* Leave this row of the routine table out, as --routine wishes? */
bool bench_leaves_out(const struct bench *b, const char *routine);
/* The row, or NULL. bench_ratio: ticks of one by the other, 0 where one is missing. */
const struct bench_row *bench_find(const struct bench *b, const char *bench, unsigned long size,
				   unsigned long align, const char *routine);
double bench_ratio(const struct bench *b, const char *bench, unsigned long size,
		   unsigned long align, const char *routine, const char *against);
/* The routines of a bench in the order in which they came; their number. */
size_t bench_routines_of(const struct bench *b, const char *bench, const char **names, size_t room);
/* A failed call of the system ends the program with this message. */
__attribute__((noreturn)) void bench_die(const char *what);
/* Populated memory, from a page boundary; huge: in huge pages if they can be had. */
void *bench_memory(size_t size, bool huge);

/* machine.c */
int bench_pin(int cpu); /* -1: the last one that is allowed; returns it, or -1 */
double bench_seconds(void);
void bench_calibrate(struct bench *b); /* warms up, and fills in ticks_per_second */
/* Facts about the machine, one by one, until NULL; value is overwritten by the next call. */
const char *bench_machine(const struct bench *b, unsigned int number, const char **value);

/* progress.c: on standard error, if that is a terminal */
void bench_progress(const struct bench *b, const char *bench, unsigned long size);
void bench_progress_end(void);

/* table.c, json.c, csv.c, html.c: the rows; the writers return false if writing failed */
void bench_print_table(const struct bench *b, const char *bench, const char *against, FILE *file);
bool bench_write_json(const struct bench *b, FILE *file);
bool bench_write_csv(const struct bench *b, FILE *file);
bool bench_write_html(const struct bench *b, FILE *file);

/* main.c: the options, for --help */
#define BENCH_OPTIONS                                                                       \
	"  --quick          a tenth of the time for each case\n"                            \
	"  --routine NAME   of the library's routines only this one\n"                      \
	"  --cpu N          pin to processor N (default: the last one allowed)\n"           \
	"  --json FILE      write the rows as JSON; - is standard output\n"                 \
	"  --csv FILE       write the rows as comma-separated values\n"                     \
	"  --html FILE      write a page with plots\n"                                      \
	"\n"                                                                                \
	"Ticks are those of the time stamp counter, for one operation: the least of many\n" \
	"short samples taken in turns. Only compare ticks of one run.\n"

int bench_main(int argc, char **argv);

#endif /* BENCH_H */
