/* SPDX-License-Identifier: MIT */
/* fork() while other threads register tables, install the handler and fault: the child is whole. */
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/wait.h>

#include <uaccess/fault.h>
#include <uaccess/uaccess.h>

#include "tests/child.h"
#include "tests/memory.h"
#include "tests/stress/generated.h"

#define FORKS 300

static struct generated block;
static char *closed;
static atomic_bool stop;

static void *change(void *arg)
{
	while (!atomic_load(&stop)) {
		child_require(!uaccess_extable_register(&block.record[0]));
		child_require(!uaccess_extable_unregister(block.table[0]));
	}
	return arg;
}

static void *install(void *arg)
{
	while (!atomic_load(&stop)) {
		child_require(!uaccess_fault_install());
		child_require(!uaccess_check());
	}
	return arg;
}

static void *fault(void *arg)
{
	while (!atomic_load(&stop))
		child_require(clear_user(closed - 5, 10) == 5);
	return arg;
}

/*
 * All but registering, which asks the loader: the C library does not see to it that the loader's lock
 * is free in the child.
 */
static void be_forked(void)
{
	size_t count = uaccess_extable_count();

	child_require(clear_user(closed - 5, 10) == 5);
	child_require(!uaccess_check() && !uaccess_fault_install());
	child_require(generated_function(&block, 1)(closed) == 1);
	child_require(!uaccess_extable_unregister(block.table[1]));
	child_require(uaccess_extable_count() == count - 256);
	child_require(!uaccess_fault_uninstall() && !uaccess_fault_install());
	child_require(clear_user(closed - 5, 10) == 5);
	_exit(0);
}

static int fork_often(void *arg)
{
	void *(*const functions[])(void *) = {change, install, fault, fault};
	pthread_t threads[4];
	int status, i;

	(void)arg;
	closed = memory_closed();
	generated_make(&block);
	for (i = 0; i < 512; i++)
		generated_entry(&block, i % 2, (size_t)i);
	child_require(!uaccess_extable_register(&block.record[1]));
	for (i = 0; i < 4; i++)
		child_require(!pthread_create(&threads[i], NULL, functions[i], NULL));
	for (i = 0; i < FORKS; i++) {
		pid_t pid = fork();

		if (!pid)
			be_forked();
		child_require(waitpid(pid, &status, 0) == pid && status == 0);
	}
	atomic_store(&stop, true);
	for (i = 0; i < 4; i++)
		child_require(!pthread_join(threads[i], NULL));
	return 0;
}

int main(void)
{
	static struct child child;

	tap_plan(1);
	child_call(&child, 0, CHILD_CASE_LIMIT, fork_often, NULL);
	child_point(&child, "fork() while others register, install and fault");
	return tap_done();
}
