/* SPDX-License-Identifier: MIT */
/*
 * `uaccess bench padzero`: what the kernel's program loader clears, from the end of
 * a program's data to the end of its page. The sizes are those that were published
 * with the inlined clear_user(); size is their mean.
 *
 * padzero	the buffer in the cache
 * padzero_cold	each buffer in no cache
 */
#include <sys/mman.h>
#include "bench/routines.h"
#include "bench/subcommands.h"

#define PAGE 4096
/* In one sample: more pages than the first-level cache holds. */
#define PAGES 64

static const unsigned long lengths[] = {3564, 3976, 3520, 3976};

#define LENGTHS (sizeof(lengths) / sizeof(lengths[0]))

static struct bench_job jobs[BENCH_ENTRIES];
static struct bench_entry inner[BENCH_ENTRIES], entries[BENCH_ENTRIES];
static char *pages;

/* One loop of each length, page after page. */
static void run(void *arg, unsigned long loops)
{
	const struct bench_entry *entry = arg;
	struct bench_job *job = entry->arg;
	unsigned long i;

	for (i = 0; i < loops; i++) {
		job->n = lengths[i % LENGTHS];
		job->to = pages + (i % PAGES) * PAGE + (PAGE - job->n);
		entry->run(job, 1);
	}
}

static void run_hot(void *arg, unsigned long loops)
{
	const struct bench_entry *entry = arg;
	struct bench_job *job = entry->arg;
	unsigned long i;

	for (i = 0; i < loops; i++) {
		job->n = lengths[i % LENGTHS];
		job->to = pages + (PAGE - job->n);
		entry->run(job, 1);
	}
}

static void flush(void *arg, unsigned long loops)
{
	unsigned long i;

	(void)arg;
	(void)loops;
	for (i = 0; i < PAGES * PAGE; i += 64)
		__builtin_ia32_clflush(pages + i);
	__builtin_ia32_mfence();
}

int bench_padzero(struct bench *b)
{
	struct bench_job job = {0};
	size_t i, count;
	int cold;

	if (!b->dry)
		pages = bench_memory(PAGES * PAGE, false);
	count = bench_routine_entries(b, UACCESS_ROUTINE_CLEAR, true, &job, jobs, inner);
	for (cold = 0; cold < 2; cold++) {
		for (i = 0; i < count; i++)
			entries[i] = (struct bench_entry){.routine = inner[i].routine,
							  .run = cold ? run : run_hot,
							  .arg = &inner[i],
							  .before = cold ? flush : NULL};
		bench_measure(b, &(struct bench_case){.bench = cold ? "padzero_cold" : "padzero",
						      .size = 3759, /* the mean */
						      .entries = entries,
						      .count = count,
						      .loops = PAGES});
	}
	if (!b->dry)
		munmap(pages, PAGES * PAGE);
	return 0;
}

void bench_padzero_report(const struct bench *b, FILE *file)
{
	bench_print_table(b, "padzero", "glibc", file);
	bench_print_table(b, "padzero_cold", "glibc", file);
}
