/* SPDX-License-Identifier: MIT */
/*
 * The loops around the routines. All have one shape: pointer and size come from
 * where the compiler cannot see them, the range is checked, the result is looked
 * at; "auto" is the public call and glibc is called by its name, the rows of the
 * table through a pointer.
 */
#include <string.h>
#include "bench/routines.h"

/* Nothing here faults; if it did, the figures would be of something else. */
#define EXPECT_DONE(left)                                                      \
	do {                                                                   \
		if (UACCESS_UNLIKELY(left))                                    \
			bench_die("a routine of the table left bytes undone"); \
	} while (0)

#define LOOPS(name, operation)                                                   \
	static void fixed_##name(void *arg, unsigned long loops)                 \
	{                                                                        \
		const struct bench_job *job = arg;                               \
		const struct uaccess_routine *row = job->row;                    \
		char *to = job->to;                                              \
		const char *from = job->from;                                    \
		unsigned long n = job->n;                                        \
                                                                                 \
		(void)row;                                                       \
		for (; loops; loops--) {                                         \
			BENCH_HIDE(to);                                          \
			BENCH_HIDE(from);                                        \
			BENCH_HIDE(n);                                           \
			operation;                                               \
		}                                                                \
	}                                                                        \
	static void random_##name(void *arg, unsigned long loops)                \
	{                                                                        \
		const struct bench_job *job = arg;                               \
		const struct uaccess_routine *row = job->row;                    \
		char *to = job->to;                                              \
		const char *from = job->from;                                    \
                                                                                 \
		(void)row;                                                       \
		for (; loops; loops--) {                                         \
			unsigned long n = job->sizes[loops & (BENCH_SIZES - 1)]; \
                                                                                 \
			BENCH_HIDE(to);                                          \
			BENCH_HIDE(from);                                        \
			operation;                                               \
		}                                                                \
	}

LOOPS(clear_auto, EXPECT_DONE(clear_user(to, n)))
LOOPS(clear_glibc, memset(to, 0, n))
LOOPS(clear_row, EXPECT_DONE(!access_ok(to, n) || row->function.clear(to, n).left))
LOOPS(copy_auto, EXPECT_DONE(copy_to_user(to, from, n)))
LOOPS(copy_glibc, memcpy(to, from, n))
LOOPS(copy_row, EXPECT_DONE(!access_ok(to, n) || row->function.copy(to, from, n).left))

typedef void loop_fn(void *arg, unsigned long loops);

static loop_fn *const loops_of[UACCESS_ROUTINE_KINDS][3][2] = {
	[UACCESS_ROUTINE_CLEAR] = {{fixed_clear_auto, random_clear_auto},
				   {fixed_clear_glibc, random_clear_glibc},
				   {fixed_clear_row, random_clear_row}},
	[UACCESS_ROUTINE_COPY] = {{fixed_copy_auto, random_copy_auto},
				  {fixed_copy_glibc, random_copy_glibc},
				  {fixed_copy_row, random_copy_row}},
};

static uint64_t random_state = 0x9e3779b97f4a7c15u;

void bench_new_sizes(uint16_t *sizes, unsigned long bound)
{
	int i;

	for (i = 0; i < BENCH_SIZES; i++) {
		random_state ^= random_state << 13;
		random_state ^= random_state >> 7;
		random_state ^= random_state << 17;
		sizes[i] = (uint16_t)((random_state >> 32) % (bound + 1));
	}
}

static void new_sizes(void *arg, unsigned long loops)
{
	const struct bench_job *job = arg;

	(void)loops;
	bench_new_sizes(job->sizes, job->n);
}

static void add(const struct bench_job *job, const struct uaccess_routine *row, const char *name,
		loop_fn *loop, struct bench_job *copy, struct bench_entry *entry)
{
	*copy = *job;
	copy->row = row;
	*entry = (struct bench_entry){
		.routine = name, .run = loop, .arg = copy, .before = job->sizes ? new_sizes : NULL};
}

size_t bench_routine_entries(const struct bench *b, enum uaccess_routine_kind kind, bool rows,
			     const struct bench_job *job, struct bench_job *jobs,
			     struct bench_entry *entries)
{
	size_t i, all, count = 0;
	const struct uaccess_routine *row = uaccess_routine_table(&all);
	bool random = job->sizes;

	add(job, NULL, "auto", loops_of[kind][0][random], &jobs[count], &entries[count]);
	count++;
	add(job, NULL, "glibc", loops_of[kind][1][random], &jobs[count], &entries[count]);
	count++;
	for (i = 0; rows && i < all && count < BENCH_ENTRIES; i++, row++) {
		if (row->kind != kind || (row->features & ~uaccess_cpu_features()) ||
		    bench_leaves_out(b, row->name))
			continue;
		add(job, row, row->name, loops_of[kind][2][random], &jobs[count], &entries[count]);
		count++;
	}
	return count;
}
