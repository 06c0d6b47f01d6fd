/* SPDX-License-Identifier: MIT */
/*
 * What the rows of this folder share. A row is one way in which a library of this kind went wrong
 * in somebody's production: its name is a letter (A handlers, B files, C addresses, D stacks,
 * E tools and life) and a number, and its point begins with it. rows.sh compares the lists.
 */
#ifndef UACCESS_TESTS_NEIGHBOURS_H
#define UACCESS_TESTS_NEIGHBOURS_H

#include <pthread.h>
#include <stdatomic.h>

#include "tests/signal/handlers.h"

/* One after the other, in the child of the row: how a process of its own ends that calls fn. */
__attribute__((unused)) static bool row_ends(int (*fn)(void *arg), int killed_by, int status)
{
	static struct child inner;
	bool good;

	child_call(&inner, 0, 20, fn, NULL);
	if (child_exited(&inner, CHILD_CANNOT))
		child_cannot(inner.output);
	good = killed_by ? child_killed(&inner, killed_by) : child_exited(&inner, status);
	if (!good)
		child_diag(&inner);
	return good;
}

/* All of it in a thread of its own; false where it could not be made. */
__attribute__((unused)) static bool row_in_thread(void *(*fn)(void *), void *arg)
{
	pthread_t thread;
	void *result = NULL;

	return !pthread_create(&thread, NULL, fn, arg) && !pthread_join(thread, &result) && result;
}

#define ROWS(cases)                                                     \
	int main(void)                                                  \
	{                                                               \
		tap_plan(sizeof(cases) / sizeof((cases)[0]));           \
		child_cases(cases, sizeof(cases) / sizeof((cases)[0])); \
		return tap_done();                                      \
	}

#endif /* UACCESS_TESTS_NEIGHBOURS_H */
