/* SPDX-License-Identifier: MIT */
/*
 * `uaccess bench summary`, which is what `make bench` runs: what the library picks
 * beside glibc, as ratios, and a partial call beside a bare signal.
 */
#include <math.h>
#include <sys/mman.h>
#include "bench/routines.h"
#include "bench/subcommands.h"

#define LARGEST (64ul << 20)

static struct bench_job jobs[BENCH_ENTRIES];
static struct bench_entry entries[BENCH_ENTRIES];
static uint16_t sizes[BENCH_SIZES];

static const char *const fixed[UACCESS_ROUTINE_KINDS] = {"clear", "copy"};
static const char *const varying[UACCESS_ROUTINE_KINDS] = {"clear_random", "copy_random"};
static const unsigned long bounds[] = {64, 512};

/* 65..64 MiB: powers of two, what lies between them, and sizes that no unit divides. */
static unsigned long large(unsigned int number)
{
	unsigned long power = 64ul << number / 3, n;

	n = number % 3 == 0 ? power + 1 : number % 3 == 1 ? power + power / 2 : 2 * power - 1;
	return n <= LARGEST ? n : 0;
}

int bench_summary(struct bench *b)
{
	char *to = NULL, *from = NULL;
	unsigned int kind, i;

	if (!b->dry) {
		to = bench_memory(LARGEST, true);
		from = bench_memory(LARGEST, true);
	}
	for (kind = 0; kind < UACCESS_ROUTINE_KINDS; kind++) {
		struct bench_job job = {.to = to, .from = from};
		struct bench_case c = {.bench = fixed[kind], .entries = entries};

		for (i = 0; i <= 64 || large(i - 65); i++) {
			c.size = job.n = i <= 64 ? i : large(i - 65);
			c.count = bench_routine_entries(b, kind, false, &job, jobs, entries);
			bench_measure(b, &c);
		}
		c.bench = varying[kind];
		c.loops = BENCH_SIZES;
		job.sizes = sizes;
		for (i = 0; i < sizeof(bounds) / sizeof(bounds[0]); i++) {
			c.size = job.n = bounds[i];
			c.count = bench_routine_entries(b, kind, false, &job, jobs, entries);
			bench_measure(b, &c);
		}
	}
	if (!b->dry) {
		munmap(to, LARGEST);
		munmap(from, LARGEST);
	}
	return 0;
}

/* Geometric mean and worst of the ratios of one bench between two sizes. */
static void ratios(const struct bench *b, const char *bench, unsigned long low, unsigned long high,
		   FILE *file)
{
	double sum = 0, worst = 0, ratio;
	unsigned long worst_size = 0;
	unsigned int count = 0;
	size_t i;

	for (i = 0; i < b->row_count; i++) {
		const struct bench_row *row = &b->rows[i];

		if (row->size < low || row->size > high ||
		    bench_find(b, bench, row->size, 0, "auto") != row)
			continue;
		ratio = bench_ratio(b, bench, row->size, 0, "auto", "glibc");
		sum += log(ratio);
		count++;
		if (ratio > worst) {
			worst = ratio;
			worst_size = row->size;
		}
	}
	if (count)
		fprintf(file, "%-14s %9lu..%-9lu %6.2f    %6.2f at %lu\n", bench, low, high,
			exp(sum / count), worst, worst_size);
}

void bench_summary_report(const struct bench *b, FILE *file)
{
	unsigned int kind;
	size_t i;

	fputs("\nticks of the public call by those of glibc's memset and memcpy\n", file);
	fprintf(file, "%-14s %9s  %-9s %6s    %s\n", "", "sizes", "", "mean", "worst");
	for (kind = 0; kind < UACCESS_ROUTINE_KINDS; kind++) {
		ratios(b, fixed[kind], 0, 64, file);
		ratios(b, fixed[kind], 65, LARGEST, file);
	}
	for (kind = 0; kind < UACCESS_ROUTINE_KINDS; kind++)
		for (i = 0; i < sizeof(bounds) / sizeof(bounds[0]); i++)
			fprintf(file, "%-14s %9d..%-9lu %6.2f\n", varying[kind], 0, bounds[i],
				bench_ratio(b, varying[kind], bounds[i], 0, "auto", "glibc"));
}
