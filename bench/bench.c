/* SPDX-License-Identifier: MIT */
/* Measuring one case, and keeping the rows. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include "bench/bench.h"

/* Long against the time stamp's own cost, short against the scheduler's slice. */
#define SAMPLE_SECONDS 20e-6
/* For each routine of a case; more where one sample takes longer. */
#define CASE_SECONDS  10e-3
#define QUICK_SECONDS 1.5e-3
#define SAMPLES_MIN   5
#define SAMPLES_MAX   1000

void bench_die(const char *what)
{
	fprintf(stderr, "uaccess bench: %s: %s\n", what, strerror(errno));
	exit(1);
}

void *bench_memory(size_t size, bool huge)
{
	size_t page = 2ul << 20;
	char *memory;

	if (huge && size >= page)
		size += page;
	memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (memory == MAP_FAILED)
		bench_die("memory");
	if (huge && size >= page) {
		memory = (char *)(((uintptr_t)memory + page - 1) & ~(page - 1));
		size -= page;
		(void)madvise(memory, size, MADV_HUGEPAGE);
	}
	memset(memory, 0x5a, size);
	return memory;
}

void bench_add(struct bench *b, const struct bench_row *row)
{
	if (b->row_count == b->row_room) {
		b->row_room = b->row_room ? 2 * b->row_room : 256;
		b->rows = realloc(b->rows, b->row_room * sizeof(*b->rows));
		if (!b->rows)
			bench_die("memory");
	}
	b->rows[b->row_count++] = *row;
}

bool bench_leaves_out(const struct bench *b, const char *routine)
{
	return b->only && strcmp(b->only, routine);
}

const struct bench_row *bench_find(const struct bench *b, const char *bench, unsigned long size,
				   unsigned long align, const char *routine)
{
	size_t i;

	for (i = 0; i < b->row_count; i++) {
		const struct bench_row *row = &b->rows[i];

		if (row->size == size && row->align == align && !strcmp(row->routine, routine) &&
		    !strcmp(row->bench, bench))
			return row;
	}
	return NULL;
}

double bench_ratio(const struct bench *b, const char *bench, unsigned long size,
		   unsigned long align, const char *routine, const char *against)
{
	const struct bench_row *one = bench_find(b, bench, size, align, routine);
	const struct bench_row *other = bench_find(b, bench, size, align, against);

	return one && other && other->ticks > 0 ? one->ticks / other->ticks : 0;
}

static double sample(const struct bench_entry *entry, unsigned long loops)
{
	uint64_t start, stop;

	if (entry->before)
		entry->before(entry->arg, loops);
	start = bench_ticks();
	entry->run(entry->arg, loops);
	stop = bench_ticks();
	if (entry->after)
		entry->after(entry->arg);
	return (double)(stop - start);
}

/* How often a sample has to do it to take its time; warms the code up on the way. */
static unsigned long find_loops(const struct bench *b, const struct bench_entry *entry)
{
	double wanted = SAMPLE_SECONDS * b->ticks_per_second;
	unsigned long loops = 1;

	while (sample(entry, loops) < wanted / 2 && loops < 1ul << 30)
		loops *= 2;
	return loops;
}

static int compare(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

void bench_measure(struct bench *b, const struct bench_case *c)
{
	double limit = (b->quick ? QUICK_SECONDS : CASE_SECONDS) * b->ticks_per_second;
	double *samples, spent = 0;
	unsigned long *loops;
	unsigned int round, rounds;
	size_t i;

	b->cases_done++;
	if (b->dry || !c->count)
		return;
	bench_progress(b, c->bench, c->size);
	samples = calloc(c->count * SAMPLES_MAX, sizeof(*samples));
	loops = calloc(c->count, sizeof(*loops));
	if (!samples || !loops)
		bench_die("memory");

	for (i = 0; i < c->count; i++)
		loops[i] = c->loops ? c->loops : find_loops(b, &c->entries[i]);
	for (round = 0; round < SAMPLES_MAX; round++) {
		if (round >= SAMPLES_MIN && spent > limit * (double)c->count)
			break;
		for (i = 0; i < c->count; i++) {
			double ticks = sample(&c->entries[i], loops[i]);

			spent += ticks;
			samples[i * SAMPLES_MAX + round] = ticks / (double)loops[i];
		}
	}
	rounds = round;

	for (i = 0; i < c->count; i++) {
		double *mine = &samples[i * SAMPLES_MAX];

		qsort(mine, rounds, sizeof(*mine), compare);
		bench_add(b, &(struct bench_row){
				     .bench = c->bench,
				     .routine = c->entries[i].routine,
				     .size = c->size,
				     .align = c->align,
				     .ticks = mine[0],
				     .median = mine[rounds / 2],
				     .samples = rounds,
			     });
	}
	free(samples);
	free(loops);
}
