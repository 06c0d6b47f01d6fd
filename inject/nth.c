/* SPDX-License-Identifier: MIT */
/* What each thread has: its fail-nth, and whether the task filter lets it fail. */
#include <pthread.h>
#include "inject/inject_internal.h"

_Thread_local struct uaccess__inject_thread uaccess__inject_thread;

void uaccess_inject_set_fail_nth(unsigned int n)
{
	uaccess__inject_thread.fail_nth = n;
}

unsigned int uaccess_inject_fail_nth(void)
{
	return uaccess__inject_thread.fail_nth;
}

void uaccess_inject_make_it_fail(bool on)
{
	uaccess__inject_thread.make_it_fail = on;
}

static void in_child(void)
{
	uaccess__inject_thread.fail_nth = 0;
}

__attribute__((constructor)) static void at_fork(void)
{
	(void)pthread_atfork(NULL, NULL, in_child);
}
