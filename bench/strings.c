/* SPDX-License-Identifier: MIT */
/*
 * `uaccess bench strings`: the calls that the table of routines does not hold,
 * beside what a program would write over the C library.
 *
 * strnlen	strnlen_user() and strnlen()
 * strncpy	strncpy_from_user() and strnlen() with memcpy()
 * zeroed	check_zeroed_user() and a scan with memcmp() of each byte with the next
 * nontemporal	copy_to_nontemporal() and memcpy()
 */
#include <string.h>
#include <sys/mman.h>
#include <uaccess/uaccess.h>
#include "bench/bench.h"
#include "bench/subcommands.h"

#define LARGE (64ul << 20)

struct job {
	char *to, *from;
	unsigned long n, room;
};

#define LOOP(name, ...)                                  \
	static void name(void *arg, unsigned long loops) \
	{                                                \
		const struct job *job = arg;             \
		unsigned long room = job->room, result;  \
                                                         \
		while (loops--) {                        \
			BENCH_HIDE(room);                \
			__VA_ARGS__;                     \
			BENCH_HIDE(result);              \
		}                                        \
	}
LOOP(strnlen_ours, result = (unsigned long)strnlen_user(job->from, (long)room))
LOOP(strnlen_glibc, result = strnlen(job->from, room))
LOOP(strncpy_ours, result = (unsigned long)strncpy_from_user(job->to, job->from, (long)room))
LOOP(strncpy_glibc, {
	result = strnlen(job->from, room);
	memcpy(job->to, job->from, result + 1);
})
LOOP(zeroed_ours, result = (unsigned long)check_zeroed_user(job->from, room))
LOOP(zeroed_glibc, {
	const char *p = job->from;

	result = !*p && !memcmp(p, p + 1, room - 1);
})
LOOP(nontemporal_ours, result = copy_to_nontemporal(job->to, job->from, room))
LOOP(nontemporal_glibc, {
	memcpy(job->to, job->from, room);
	result = 0;
})

static void measure(struct bench *b, const char *name, struct job *job, unsigned long align,
		    void (*ours)(void *, unsigned long), void (*glibc)(void *, unsigned long))
{
	const struct bench_entry entries[] = {
		{.routine = "auto", .run = ours, .arg = job},
		{.routine = "glibc", .run = glibc, .arg = job},
	};

	bench_measure(b, &(struct bench_case){.bench = name,
					      .size = job->n,
					      .align = align,
					      .entries = entries,
					      .count = 2,
					      .loops = job->n == LARGE});
}

int bench_strings(struct bench *b)
{
	static const unsigned long sizes[] = {8, 15, 31, 64, 128, 256, 512, 1024, 2048, 4096};
	char *from = b->dry ? NULL : bench_memory(LARGE, false);
	char *to = b->dry ? NULL : bench_memory(LARGE, false);
	unsigned long i, align;

	for (i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++)
		for (align = 0; align <= 13; align += 13) {
			struct job job = {to, b->dry ? NULL : from + align, sizes[i], 8192};

			if (!b->dry) {
				memset(from, 's', 2 * 8192);
				job.from[job.n] = '\0';
			}
			measure(b, "strnlen", &job, align, strnlen_ours, strnlen_glibc);
			measure(b, "strncpy", &job, align, strncpy_ours, strncpy_glibc);
			if (!b->dry)
				memset(from, 0, 2 * 8192);
			job.room = job.n;
			measure(b, "zeroed", &job, align, zeroed_ours, zeroed_glibc);
		}
	measure(b, "nontemporal", &(struct job){to, from, LARGE, LARGE}, 0, nontemporal_ours,
		nontemporal_glibc);
	if (!b->dry) {
		munmap(from, LARGE);
		munmap(to, LARGE);
	}
	return 0;
}

void bench_strings_report(const struct bench *b, FILE *file)
{
	bench_print_table(b, "strnlen", "glibc", file);
	bench_print_table(b, "strncpy", "glibc", file);
	bench_print_table(b, "zeroed", "glibc", file);
	bench_print_table(b, "nontemporal", "glibc", file);
}
