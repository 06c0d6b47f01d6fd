/* SPDX-License-Identifier: MIT */
/*
 * `uaccess bench readzero`: the loops that showed the clear_user() regression in
 * the kernel, at the sizes they were published for.
 *
 * readzero	read(/dev/zero) by the kernel, beside the routines on the same buffer
 * dd		the same with a write to /dev/null after each, as dd does
 */
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include "bench/routines.h"
#include "bench/subcommands.h"

static struct bench_job jobs[BENCH_ENTRIES];
static struct bench_entry entries[BENCH_ENTRIES + 1];
static int zero, null;

static void run_kernel(void *arg, unsigned long loops)
{
	const struct bench_job *job = arg;

	for (; loops; loops--)
		if (read(zero, job->to, job->n) != (ssize_t)job->n)
			bench_die("/dev/zero");
}

static void write_null(const struct bench_job *job)
{
	if (write(null, job->to, job->n) != (ssize_t)job->n)
		bench_die("/dev/null");
}

static void run_dd_kernel(void *arg, unsigned long loops)
{
	for (; loops; loops--) {
		run_kernel(arg, 1);
		write_null(arg);
	}
}

static void run_dd_auto(void *arg, unsigned long loops)
{
	const struct bench_job *job = arg;

	for (; loops; loops--) {
		if (clear_user(job->to, job->n))
			bench_die("clear_user");
		write_null(arg);
	}
}

int bench_readzero(struct bench *b)
{
	static const unsigned long lengths[] = {1024, 10240, 102400, 1024 * 1024};
	struct bench_job job = {0};
	size_t i, count;

	if (!b->dry) {
		zero = open("/dev/zero", O_RDONLY | O_CLOEXEC);
		null = open("/dev/null", O_WRONLY | O_CLOEXEC);
		if (zero < 0 || null < 0)
			bench_die("/dev/zero and /dev/null");
		job.to = bench_memory(1024 * 1024, false);
	}
	for (i = 0; i < sizeof(lengths) / sizeof(lengths[0]); i++) {
		struct bench_entry dd[] = {{"kernel", run_dd_kernel, &job, NULL, NULL},
					   {"auto", run_dd_auto, &job, NULL, NULL}};

		job.n = lengths[i];
		entries[0] = (struct bench_entry){"kernel", run_kernel, &job, NULL, NULL};
		count = bench_routine_entries(b, UACCESS_ROUTINE_CLEAR, true, &job, jobs,
					      entries + 1);
		bench_measure(b, &(struct bench_case){.bench = "readzero",
						      .size = job.n,
						      .entries = entries,
						      .count = count + 1});
		bench_measure(b, &(struct bench_case){
					 .bench = "dd", .size = job.n, .entries = dd, .count = 2});
	}
	if (!b->dry) {
		close(zero);
		close(null);
		munmap(job.to, 1024 * 1024);
	}
	return 0;
}

void bench_readzero_report(const struct bench *b, FILE *file)
{
	bench_print_table(b, "readzero", "kernel", file);
	bench_print_table(b, "dd", "kernel", file);
}
