/* SPDX-License-Identifier: MIT */
/*
 * Threads fault while another one registers and takes back tables that their lookups go through.
 *
 * Between changes a table that was taken back is made inaccessible: a lookup that still reads it
 * kills the process. Every fault is counted, so that one that was answered twice or by nobody shows.
 */
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#include <uaccess/fault.h>
#include <uaccess/uaccess.h>

#include "tests/child.h"
#include "tests/memory.h"
#include "tests/stress/generated.h"

#define THREADS 8
#define CHANGES (CHILD_THREAD_SANITIZED ? 2 : 400) /* there, readers hardly leave the handler */

static struct generated block;
static char *closed;
static atomic_bool stop;
static atomic_uint running;

/* Faults at every second function; each costs one, and nothing else does. */
static void *fault_on(void *arg)
{
	struct uaccess_fault last;
	unsigned long faults = 0, right = 0;
	size_t i = (size_t)arg;
	char byte = 1;

	atomic_fetch_add(&running, 1);
	while (!atomic_load(&stop)) {
		i = (i + 514) % GENERATED_FUNCTIONS & ~(size_t)1;
		right += generated_function(&block, i)(closed) == 1;
		right += get_user(byte, closed) == -EFAULT && !byte;
		right += clear_user(closed - 3, 10) == 7;
		faults += 3;
	}
	if (uaccess_last_fault(&last) || last.count != faults || right != faults) {
		printf("%lu faults, %lu right, %lu counted\n", faults, right,
		       (unsigned long)last.count);
		return NULL;
	}
	return arg;
}

static void start(pthread_t *threads)
{
	size_t i;

	for (i = 0; i < THREADS; i++)
		child_require(!pthread_create(&threads[i], NULL, fault_on, (void *)(i * 16 + 2)));
	while (atomic_load(&running) < THREADS)
		sched_yield();
}

static void finish(pthread_t *threads)
{
	size_t i;

	atomic_store(&stop, true);
	for (i = 0; i < THREADS; i++) {
		void *result;

		child_require(!pthread_join(threads[i], &result));
		child_require(result == (void *)(i * 16 + 2));
	}
}

static void protect_table(size_t table, int protection)
{
	child_require(!mprotect(block.table[table], GENERATED_TABLE_SIZE, protection));
}

/* Table 0 answers; tables 1 and 2 begin behind its first entry and reach to the end. */
static void make_tables(void)
{
	size_t i;

	closed = memory_closed();
	generated_make(&block);
	for (i = 0; i < GENERATED_FUNCTIONS; i += 2)
		generated_entry(&block, 0, i);
	for (i = 1; i < GENERATED_FUNCTIONS; i += 4)
		generated_entry(&block, 1, i);
	for (i = 3; i < GENERATED_FUNCTIONS; i += 4) /* unsorted: an order of its own */
		generated_entry(&block, 2, (i + 1024) % GENERATED_FUNCTIONS);
	child_require(!uaccess_extable_register(&block.record[0]));
}

static int change_tables(void *arg)
{
	size_t before = uaccess_extable_count(), count, table;
	pthread_t threads[THREADS];
	int i;

	(void)arg;
	make_tables();
	count = uaccess_extable_count();
	child_require(count == before + GENERATED_FUNCTIONS / 2);
	start(threads);
	for (i = 0; i < CHANGES; i++) {
		for (table = 1; table <= 2; table++)
			child_require(!uaccess_extable_register(&block.record[table]));
		child_require(uaccess_extable_register(&block.record[2]) == -EEXIST);
		child_require(uaccess_extable_count() == count + GENERATED_FUNCTIONS / 2);
		/* The new tables answer, too. */
		child_require(generated_function(&block, 1)(closed) == 1);
		child_require(generated_function(&block, 3)(closed) == 1);
		for (table = 1; table <= 2; table++) {
			child_require(!uaccess_extable_unregister(block.table[table]));
			protect_table(table, PROT_NONE);
		}
		child_require(uaccess_extable_count() == count);
		for (table = 1; table <= 2; table++)
			protect_table(table, PROT_READ);
	}
	finish(threads);
	child_require(!uaccess_extable_unregister(block.table[0]));
	child_require(uaccess_extable_unregister(block.table[0]) == -ENOENT);
	child_require(uaccess_extable_count() == before);
	return 0;
}

/* Answers come and go with a table while the same thread asks. */
static int taken_back(void *arg)
{
	(void)arg;
	make_tables();
	child_require(generated_function(&block, 2)(closed) == 1);
	child_require(!uaccess_extable_unregister(block.table[0]));
	signal(SIGSEGV, SIG_DFL); /* not a sanitizer's */
	child_require(!uaccess_fault_install());
	return generated_function(&block, 2)(closed);
}

/* Whoever holds the registry's lock, and for how long: lookups go on. */
static int fault_inside(const struct uaccess_extable_info *info, void *arg)
{
	pthread_t *threads = arg;

	if (info->start != block.table[0])
		return 0;
	start(threads);
	while (atomic_load(&running) < THREADS)
		sched_yield();
	finish(threads);
	return 4711;
}

static int lock_held(void *arg)
{
	pthread_t threads[THREADS];

	(void)arg;
	make_tables();
	child_require(uaccess_extable_for_each(fault_inside, threads) == 4711);
	return 0;
}

static const struct child_case cases[] = {
	{"8 threads fault while tables come and go", change_tables, 0},
	{"a table that was taken back answers no more", taken_back, SIGSEGV},
	{"8 threads fault while the registry is locked", lock_held, 0},
};

int main(void)
{
	tap_plan(sizeof(cases) / sizeof(cases[0]));
	child_cases(cases, sizeof(cases) / sizeof(cases[0]));
	return tap_done();
}
