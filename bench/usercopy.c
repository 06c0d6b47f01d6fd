/* SPDX-License-Identifier: MIT */
/*
 * `uaccess bench usercopy`: clear and copy, each routine beside glibc.
 *
 * clear, copy			hot, each size 0..64, then powers of two
 * clear_random, copy_random	sizes that vary from call to call, 0..size
 * clear_align, copy_align	destination off a page by align
 * copy_align_from		source off a page by align
 * copy_alias			destination 8 KiB and align behind the source
 * clear_cold, copy_cold	lines that no cache holds
 */
#include <sys/mman.h>
#include <unistd.h>
#include "bench/routines.h"
#include "bench/subcommands.h"

#define LARGEST (256ul << 20)
#define COLD	64 /* places of one cold sample */

static struct bench_job jobs[BENCH_ENTRIES];
static struct bench_entry entries[BENCH_ENTRIES];
static uint16_t sizes[BENCH_SIZES];

/* One case with all routines, or with what the library picks and glibc only. */
static void measure(struct bench *b, const char *bench, enum uaccess_routine_kind kind, bool rows,
		    const struct bench_job *job, unsigned long align)
{
	size_t count = bench_routine_entries(b, kind, rows, job, jobs, entries);

	bench_measure(b, &(struct bench_case){.bench = bench,
					      .size = job->n,
					      .align = align,
					      .entries = entries,
					      .count = count,
					      .loops = job->sizes ? BENCH_SIZES : 0});
}

static void by_size(struct bench *b, const char *bench, enum uaccess_routine_kind kind, char *to,
		    const char *from, unsigned long largest)
{
	struct bench_job job = {.to = to, .from = from};

	for (job.n = 0; job.n <= 64; job.n++)
		measure(b, bench, kind, true, &job, 0);
	for (job.n = 96; job.n <= largest; job.n += job.n & (job.n - 1) ? job.n / 3 : job.n / 2) {
		/* Between powers of two, where thresholds lie. */
		if ((job.n & (job.n - 1)) && job.n > 16384)
			continue;
		measure(b, bench, kind, true, &job, 0);
	}
}

static void by_random(struct bench *b, const char *bench, enum uaccess_routine_kind kind, char *to,
		      const char *from)
{
	static const unsigned long bounds[] = {16, 64, 128, 512, 4096};
	size_t i;

	for (i = 0; i < sizeof(bounds) / sizeof(bounds[0]); i++)
		measure(b, bench, kind, true,
			&(struct bench_job){.to = to, .from = from, .n = bounds[i], .sizes = sizes},
			0);
}

static void by_alignment(struct bench *b, char *to, const char *from)
{
	static const unsigned long lengths[] = {64, 256, 1024, 4096};
	unsigned long align, n;
	size_t i;

	for (i = 0; i < sizeof(lengths) / sizeof(lengths[0]); i++) {
		n = lengths[i];
		for (align = 0; align < 64; align++) {
			struct bench_job job = {.to = to + align, .from = from, .n = n};

			measure(b, "clear_align", UACCESS_ROUTINE_CLEAR, false, &job, align);
			measure(b, "copy_align", UACCESS_ROUTINE_COPY, false, &job, align);
			job.to = to;
			job.from = from + align;
			measure(b, "copy_align_from", UACCESS_ROUTINE_COPY, false, &job, align);
			job.to = to + 8192 + align;
			job.from = to;
			measure(b, "copy_alias", UACCESS_ROUTINE_COPY, false, &job, align);
		}
	}
}

/* Cold: each loop of a sample has a place of its own, and no cache holds it. */
struct cold {
	struct bench_job job;
	const struct bench_entry *entry;
};

static struct cold colds[BENCH_ENTRIES];
static struct bench_entry cold_entries[BENCH_ENTRIES];

static void flush(const char *start, unsigned long n)
{
	unsigned long i;

	for (i = 0; i < n + 64; i += 64)
		__builtin_ia32_clflush(start + i);
}

static unsigned long stride(unsigned long n)
{
	/* Odd numbers of lines, so that places share neither a set nor a page for long. */
	return ((n + 4096 + 64) | 64) & ~63ul;
}

static void cold_before(void *arg, unsigned long loops)
{
	struct cold *cold = arg;
	unsigned long i;

	for (i = 0; i < loops; i++) {
		flush(cold->job.to + i * stride(cold->job.n), cold->job.n);
		flush(cold->job.from + i * stride(cold->job.n), cold->job.n);
	}
	__builtin_ia32_mfence();
}

static void cold_run(void *arg, unsigned long loops)
{
	struct cold *cold = arg;
	struct bench_job *job = cold->entry->arg;
	unsigned long i;

	for (i = 0; i < loops; i++) {
		job->to = cold->job.to + i * stride(job->n);
		job->from = cold->job.from + i * stride(job->n);
		cold->entry->run(job, 1);
	}
}

static void by_cold(struct bench *b, const char *bench, enum uaccess_routine_kind kind, char *to,
		    const char *from)
{
	static const unsigned long lengths[] = {8, 64, 256, 1024, 4096, 16384, 65536};
	size_t i, j, count;

	for (i = 0; i < sizeof(lengths) / sizeof(lengths[0]); i++) {
		struct bench_job job = {.to = to, .from = from, .n = lengths[i]};

		count = bench_routine_entries(b, kind, true, &job, jobs, entries);
		for (j = 0; j < count; j++) {
			colds[j] = (struct cold){.job = job, .entry = &entries[j]};
			cold_entries[j] = (struct bench_entry){.routine = entries[j].routine,
							       .run = cold_run,
							       .arg = &colds[j],
							       .before = cold_before};
		}
		bench_measure(b, &(struct bench_case){.bench = bench,
						      .size = job.n,
						      .entries = cold_entries,
						      .count = count,
						      .loops = COLD});
	}
}

/* As much of the largest size as leaves half of the memory free. */
static unsigned long largest(void)
{
	unsigned long n = LARGEST;
	unsigned long free =
		(unsigned long)sysconf(_SC_AVPHYS_PAGES) * (unsigned long)sysconf(_SC_PAGESIZE);

	while (n > 8ul << 20 && 4 * n > free)
		n /= 2;
	return n;
}

int bench_usercopy(struct bench *b)
{
	static unsigned long n;
	char *to = NULL, *from = NULL;

	if (!n)
		n = largest();
	if (!b->dry) {
		to = bench_memory(n, true);
		from = bench_memory(n, true);
	}
	by_size(b, "clear", UACCESS_ROUTINE_CLEAR, to, from, n);
	by_size(b, "copy", UACCESS_ROUTINE_COPY, to, from, n);
	by_random(b, "clear_random", UACCESS_ROUTINE_CLEAR, to, from);
	by_random(b, "copy_random", UACCESS_ROUTINE_COPY, to, from);
	by_alignment(b, to, from);
	by_cold(b, "clear_cold", UACCESS_ROUTINE_CLEAR, to, from);
	by_cold(b, "copy_cold", UACCESS_ROUTINE_COPY, to, from);
	if (!b->dry) {
		munmap(to, n);
		munmap(from, n);
	}
	return 0;
}

void bench_usercopy_report(const struct bench *b, FILE *file)
{
	static const char *const benches[] = {"clear",		 "copy",	"clear_random",
					      "copy_random",	 "clear_align", "copy_align",
					      "copy_align_from", "copy_alias",	"clear_cold",
					      "copy_cold"};
	size_t i;

	for (i = 0; i < sizeof(benches) / sizeof(benches[0]); i++)
		bench_print_table(b, benches[i], "glibc", file);
}
