/* SPDX-License-Identifier: MIT */
/* Faults while this thread holds the allocator's lock, or another one the loader's. */
#include <dlfcn.h>
#include <errno.h>
#include <link.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#include <uaccess/uaccess.h>

#include "tests/child.h"
#include "tests/memory.h"

#define THREADS 100

static char *closed;
static atomic_bool hold, held;

static int stay_inside(struct dl_phdr_info *info, size_t size, void *arg)
{
	(void)info;
	(void)size;
	(void)arg;
	atomic_store(&held, true);
	while (atomic_load(&hold))
		sched_yield();
	return 1;
}

static void *hold_loader(void *arg)
{
	dl_iterate_phdr(stay_inside, NULL);
	return arg;
}

/* The first fault of a new thread, too: nothing is set up for a thread. */
static void *fault(void *arg)
{
	return clear_user(closed - 3, 10) == 7 ? arg : NULL;
}

static int loader_locked(void *arg)
{
	pthread_t holder, thread;
	void *result;
	int i;

	(void)arg;
	closed = memory_closed();
	atomic_store(&hold, true);
	child_require(!pthread_create(&holder, NULL, hold_loader, NULL));
	while (!atomic_load(&held))
		sched_yield();
	for (i = 0; i < THREADS; i++) {
		child_require(fault(&hold));
		child_require(!pthread_create(&thread, NULL, fault, &hold));
		child_require(!pthread_join(thread, &result) && result == &hold);
	}
	atomic_store(&hold, false);
	child_require(!pthread_join(holder, NULL));
	return 0;
}

static void *allocate(void *arg)
{
	int i;

	for (i = 0; i < 100; i++) {
		void *volatile p = malloc((size_t)i * 100 + 1);

		free(p);
	}
	return arg;
}

/* With preload.so: each allocation of each new thread takes a fault. */
static int main_of_malloc(void)
{
	atomic_ulong *recovered = dlsym(RTLD_DEFAULT, "preload_recovered");
	const char *_Atomic *page = dlsym(RTLD_DEFAULT, "preload_closed");
	pthread_t threads[4];
	int round, i;

	child_require(page && recovered);
	atomic_store(page, memory_closed());
	for (round = 0; round < 25; round++) {
		for (i = 0; i < 4; i++)
			child_require(!pthread_create(&threads[i], NULL, allocate, NULL));
		for (i = 0; i < 4; i++)
			child_require(!pthread_join(threads[i], NULL));
	}
	child_require(atomic_load(recovered) >= 25ul * 4 * 100);
	_exit(0);
}

static const struct child_case cases[] = {
	{"while another thread holds the loader's lock", loader_locked, 0},
};

int main(int argc, char **argv)
{
	char *again[] = {(char *)"/proc/self/exe", (char *)"malloc", NULL};
	static struct child child;

	(void)argv;
	if (argc > 1)
		return main_of_malloc();
	tap_plan(sizeof(cases) / sizeof(cases[0]) + 1);
	child_cases(cases, sizeof(cases) / sizeof(cases[0]));
	if (CHILD_SANITIZED || access(child_sibling("preload.so"), R_OK)) {
		tap_skip(1, "no preload.so, or the sanitizer has a malloc() of its own");
		return tap_done();
	}
	setenv("LD_PRELOAD", child_sibling("preload.so"), 1);
	child_exec(&child, 0, CHILD_CASE_LIMIT, again);
	child_point(&child, "inside malloc(), which holds its lock");
	return tap_done();
}
