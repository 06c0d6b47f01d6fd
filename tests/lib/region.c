/* SPDX-License-Identifier: MIT */
/* Regions: demand paging at user level, refusals, 100,000 of them, changes while others fault. */
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>
#include <uaccess/region.h>
#include <uaccess/uaccess.h>
#include "tests/tap.h"

#define PAGE  4096ul
#define PAGES 64ul

static atomic_int calls;

static char *reserve(size_t size)
{
	return mmap(NULL, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
}

/* Fills the page with its number and lets the access go on. */
static enum uaccess_region_answer fill(const struct uaccess_fault *fault, void *arg)
{
	char *page = (char *)(fault->address & ~(PAGE - 1));

	calls++;
	if (mprotect(page, PAGE, PROT_READ | PROT_WRITE))
		return UACCESS_REGION_REFUSE;
	memset(page, (int)((page - (char *)arg) / (long)PAGE), PAGE);
	return UACCESS_REGION_RETRY;
}

static enum uaccess_region_answer refuse(const struct uaccess_fault *fault, void *arg)
{
	(void)fault;
	(void)arg;
	calls++;
	return UACCESS_REGION_REFUSE;
}

static enum uaccess_region_answer lie(const struct uaccess_fault *fault, void *arg)
{
	(void)fault;
	(void)arg;
	calls++;
	return UACCESS_REGION_RETRY;
}

static int deadlock;

static enum uaccess_region_answer unregister_itself(const struct uaccess_fault *fault, void *arg)
{
	(void)fault;
	deadlock = uaccess_region_unregister(arg);
	return UACCESS_REGION_REFUSE;
}

static void demand(void)
{
	char *base = reserve(PAGES * PAGE), copy[PAGES * 2];
	size_t i, wrong = 0;

	tap_ok(uaccess_region_register(base, PAGES * PAGE, fill, base) == 0, "register");
	for (i = 0; i < PAGES; i += 2) /* plain loads, without an entry */
		wrong += *(volatile char *)(base + i * PAGE + 17) != (char)i;
	tap_ok(!wrong && calls == PAGES / 2, "plain loads are filled on demand, once a page");
	calls = 0;
	for (i = 1; i < PAGES; i += 2)
		wrong += copy_from_user(copy, base + i * PAGE - 2, (size_t)4) != 0 ||
			 copy[1] != (char)(i - 1) || copy[2] != (char)i;
	tap_ok(!wrong && calls == PAGES / 2, "so are guarded copies, which then fail nowhere");
	tap_ok(uaccess_region_unregister(base) == 0, "unregister");
	tap_ok(uaccess_region_unregister(base) == -ENOENT, "unregister again: -ENOENT");
	munmap(base, PAGES * PAGE);
}

static void refusals(void)
{
	char *base = reserve(4 * PAGE);
	char byte __attribute__((unused));

	tap_ok(uaccess_region_register(base, 0, fill, NULL) == -EINVAL, "empty: -EINVAL");
	tap_ok(uaccess_region_register((void *)(UINTPTR_MAX - 10), 100, fill, NULL) == -EINVAL,
	       "wraps: -EINVAL");
	tap_ok(uaccess_region_register(base, PAGE, NULL, NULL) == -EINVAL, "no callback: -EINVAL");
	tap_ok(uaccess_region_register(base + PAGE, PAGE, refuse, NULL) == 0, "one page");
	tap_ok(uaccess_region_register(base, 2 * PAGE, fill, NULL) == -EEXIST &&
		       uaccess_region_register(base + 2 * PAGE - 1, 9, fill, NULL) == -EEXIST &&
		       uaccess_region_register(base + PAGE, PAGE, fill, NULL) == -EEXIST,
	       "overlaps: -EEXIST");
	tap_ok(uaccess_region_unregister(base + PAGE + 1) == -ENOENT, "not its start: -ENOENT");

	calls = 0;
	tap_ok(get_user(byte, base + PAGE) == -EFAULT && calls == 1, "refused: the table answers");
	tap_ok(get_user(byte, base + PAGE - 1) == -EFAULT &&
		       get_user(byte, base + 2 * PAGE) == -EFAULT && calls == 1,
	       "the bytes beside it are not its");
	uaccess_pagefault_disable();
	uaccess_pagefault_disable();
	uaccess_pagefault_enable();
	tap_ok(uaccess_pagefault_disabled() && get_user(byte, base + PAGE) == -EFAULT && calls == 1,
	       "with faults disabled nobody is asked");
	uaccess_pagefault_enable();
	tap_ok(!uaccess_pagefault_disabled() && get_user(byte, base + PAGE) == -EFAULT &&
		       calls == 2,
	       "and enabled again it is");
	uaccess_region_unregister(base + PAGE);

	uaccess_region_register(base, PAGE, lie, NULL);
	calls = 0;
	tap_ok(get_user(byte, base) == -EFAULT && calls > 1, "a callback that lies ends");
	uaccess_region_unregister(base);
	uaccess_region_register(base, PAGE, unregister_itself, base);
	tap_ok(get_user(byte, base) == -EFAULT && deadlock == -EDEADLK,
	       "unregistering in its own callback: -EDEADLK");
	uaccess_region_unregister(base);
	munmap(base, 4 * PAGE);
}

#define MANY 100000ul

static void many(void)
{
	char *base = reserve(MANY * PAGE);
	size_t i, wrong = 0;
	char byte __attribute__((unused));

	for (i = 0; i < MANY; i++) { /* scattered order: 7919 is prime to 100,000 */
		size_t n = i * 7919 % MANY;

		wrong += uaccess_region_register(base + n * PAGE, PAGE / 2, n % 3 ? refuse : fill,
						 base) != 0;
	}
	tap_ok(!wrong, "100,000 regions");
	calls = 0;
	for (i = 0; i < MANY; i += 99) {
		int expected = i % 3 ? -EFAULT : 0;

		wrong += get_user(byte, base + i * PAGE) != expected;
		wrong += get_user(byte, base + i * PAGE + PAGE / 2) != expected;
	}
	tap_ok(!wrong, "each is found, and nothing between them");
	for (i = 0; i < MANY; i++)
		wrong += uaccess_region_unregister(base + i * PAGE) != 0;
	tap_ok(!wrong, "and all are taken away");
	calls = 0;
	tap_ok(get_user(byte, base + PAGE) == -EFAULT && !calls, "none is left");
	munmap(base, MANY * PAGE);
}

static atomic_bool stop;
static char *shared;

static void *fault_all_the_time(void *arg)
{
	intptr_t wrong = 0;
	char byte __attribute__((unused));

	(void)arg;
	while (!stop) {
		wrong += get_user(byte, shared + PAGE) != -EFAULT;
		wrong += get_user(byte, shared + 9 * PAGE) != -EFAULT;
	}
	return (void *)wrong;
}

static void concurrent(void)
{
	pthread_t thread[4];
	intptr_t wrong = 0;
	void *value;
	pid_t child;
	int i, status = -1;

	shared = reserve(16 * PAGE);
	for (i = 0; i < 4; i++)
		pthread_create(&thread[i], NULL, fault_all_the_time, NULL);
	for (i = 0; i < 3000; i++) {
		wrong += uaccess_region_register(shared + PAGE, PAGE, refuse, NULL) != 0;
		wrong += uaccess_region_register(shared + 9 * PAGE, PAGE, refuse, NULL) != 0;
		wrong += uaccess_region_unregister(shared + PAGE) != 0;
		wrong += uaccess_region_unregister(shared + 9 * PAGE) != 0;
	}
	uaccess_region_register(shared + PAGE, PAGE, refuse, NULL);
	child = fork(); /* while callbacks run on other threads */
	if (!child) {
		char byte __attribute__((unused));

		alarm(20);
		_exit(get_user(byte, shared + PAGE) != -EFAULT ||
		      uaccess_region_unregister(shared + PAGE) != 0);
	}
	waitpid(child, &status, 0);
	stop = true;
	for (i = 0; i < 4; i++) {
		pthread_join(thread[i], &value);
		wrong += (intptr_t)value;
	}
	tap_ok(!wrong, "four threads fault while regions come and go");
	tap_ok(status == 0, "a child of fork() can use and unregister them");
}

int main(void)
{
	demand();
	refusals();
	many();
	concurrent();
	return tap_done();
}
