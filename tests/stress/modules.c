/* SPDX-License-Identifier: MIT */
/*
 * Modules with tables that are loaded, used and unloaded, among threads that fault; and the end of a
 * process whose threads go on faulting. This program is linked against the shared library.
 */
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#include <uaccess/fault.h>
#include <uaccess/uaccess.h>

#include "tests/child.h"
#include "tests/memory.h"

#define THREADS 4
#define LOADS	1000

static char *closed;
static atomic_bool stop;
static atomic_uint running;

struct module {
	void *handle;
	int (*fault)(const char *p);
	int *early, **seen;
};

static struct module load(const char *file)
{
	struct module module = {dlopen(child_sibling(file), RTLD_NOW | RTLD_LOCAL), NULL, NULL,
				NULL};

	if (!module.handle)
		child_cannot(dlerror());
	*(void **)&module.fault = dlsym(module.handle, "module_fault");
	module.early = dlsym(module.handle, "module_early");
	module.seen = dlsym(module.handle, "module_seen");
	child_require(module.fault && module.early && module.seen);
	child_require(*module.early == 1);
	return module;
}

static void *fault_on(void *arg)
{
	struct uaccess_fault last;
	unsigned long faults = 0;
	char byte = 1;

	atomic_fetch_add(&running, 1);
	while (!atomic_load(&stop)) {
		if (get_user(byte, closed) != -EFAULT || byte)
			return NULL;
		faults++;
	}
	return !uaccess_last_fault(&last) && last.count == faults ? arg : NULL;
}

static int load_and_unload(const char *file)
{
	size_t before = uaccess_extable_count(), i;
	pthread_t threads[THREADS];
	int seen = 0, round;

	closed = memory_closed();
	for (i = 0; i < THREADS; i++)
		child_require(!pthread_create(&threads[i], NULL, fault_on, &stop));
	while (atomic_load(&running) < THREADS)
		sched_yield();
	for (round = 0; round < LOADS; round++) {
		struct module module = load(file);

		child_require(module.fault(closed) == 1);
		*module.seen = &seen;
		child_require(!dlclose(module.handle));
	}
	atomic_store(&stop, true);
	for (i = 0; i < THREADS; i++) {
		void *result;

		child_require(!pthread_join(threads[i], &result) && result == &stop);
	}
	child_require(seen == LOADS);
	child_require(uaccess_extable_count() == before);
	child_require(!uaccess_check());
	return 0;
}

static int shared_copy(void *arg)
{
	(void)arg;
	return load_and_unload("module.so");
}

/* The module's library and the program's chain to each other; both answer for their own. */
static int own_copy(void *arg)
{
	struct module module = load("module_own.so");
	char byte = 1;

	(void)arg;
	closed = memory_closed();
	child_require(get_user(byte, closed) == -EFAULT && !byte);
	child_require(module.fault(closed) == 1);
	child_require(get_user(byte, closed) == -EFAULT && module.fault(closed) == 1);
	return 0;
}

static int own_copy_unclaimed(void *arg)
{
	(void)arg;
	signal(SIGSEGV, SIG_DFL); /* not a sanitizer's */
	child_require(!uaccess_fault_install());
	own_copy(NULL);
	memory_touch(memory_closed());
	return 0;
}

/* What comes to lie where the module was is not the module. */
static int something_else_there(void *arg)
{
	static const unsigned char load_and_return[] = {0x8a, 0x07, 0xc3}; /* mov (%rdi), %al */
	struct module module = load("module.so");
	struct uaccess_fault last;
	int (*there)(const char *p);
	char *page;

	(void)arg;
	closed = memory_closed();
	child_require(module.fault(closed) == 1 && !uaccess_last_fault(&last));
	child_require(uaccess_extable_search(last.pc) == last.entry);
	child_require(!dlclose(module.handle));
	child_require(!uaccess_extable_search(last.pc));
	/* The last fault was in the module itself, as its copy is small. */
	page = mmap((void *)(last.pc & ~(uintptr_t)4095), 8192, PROT_READ | PROT_WRITE,
		    MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
	child_require(page != MAP_FAILED);
	page += last.pc & 4095;
	memcpy(page, load_and_return, sizeof(load_and_return));
	child_require(!mprotect(page - (last.pc & 4095), 8192, PROT_READ | PROT_EXEC));
	signal(SIGSEGV, SIG_DFL); /* not a sanitizer's */
	child_require(!uaccess_fault_install());
	memcpy(&there, &page, sizeof(there));
	return there(closed);
}

/* --- the end ---------------------------------------------------------------------------- */

static int (*fault_in_module)(const char *p);

static void *fault_for_ever(void *arg)
{
	char byte = 1;

	for (;;) {
		if (get_user(byte, closed) != -EFAULT || byte || fault_in_module(closed) != 1)
			abort();
		atomic_fetch_add(&running, 1);
	}
	return arg;
}

static void wait_a_little(void)
{
	int i;

	for (i = 0; i < 20; i++)
		sched_yield();
}

/* Destructors of all modules run while the threads fault. */
static int main_of_end(void)
{
	pthread_t thread;
	int i;

	closed = memory_closed();
	fault_in_module = load("module.so").fault;
	for (i = 0; i < THREADS; i++)
		child_require(!pthread_create(&thread, NULL, fault_for_ever, NULL));
	while (atomic_load(&running) < 100)
		sched_yield();
	atexit(wait_a_little);
	exit(0);
}

static const struct child_case cases[] = {
	{"a module comes and goes 1,000 times while threads fault", shared_copy, 0},
	{"a module with its own copy of the library", own_copy, 0},
	{"two copies of the library and an unclaimed fault", own_copy_unclaimed, SIGSEGV},
	{"what lies where an unloaded module was is not recovered", something_else_there, SIGSEGV},
};

int main(int argc, char **argv)
{
	char *again[] = {(char *)"/proc/self/exe", (char *)"end", NULL};
	static struct child child;
	int i;

	(void)argv;
	if (argc > 1)
		return main_of_end();
	tap_plan(sizeof(cases) / sizeof(cases[0]) + 1);
	child_cases(cases, sizeof(cases) / sizeof(cases[0]));
	for (i = 0; i < 100; i++) {
		child_exec(&child, 0, CHILD_CASE_LIMIT, again);
		if (!child_exited(&child, 0))
			break;
	}
	child_point(&child, "exit() while threads fault");
	return tap_done();
}
