/* SPDX-License-Identifier: MIT */
/* What the tests of this folder share: actions, and whether guarded accesses recover. */
#ifndef UACCESS_TESTS_SIGNAL_HANDLERS_H
#define UACCESS_TESTS_SIGNAL_HANDLERS_H

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include <uaccess/fault.h>
#include <uaccess/uaccess.h>

#include "tests/child.h"
#include "tests/memory.h"

static const int signals[2] = {SIGSEGV, SIGBUS};

__attribute__((unused)) static struct sigaction action_now(int signo)
{
	struct sigaction action;

	memset(&action, 0, sizeof(action));
	child_require(!sigaction(signo, NULL, &action));
	return action;
}

__attribute__((unused)) static void set_action(int signo, void (*handler)(int, siginfo_t *, void *),
					       int flags)
{
	struct sigaction action;

	memset(&action, 0, sizeof(action));
	action.sa_flags = flags;
	action.sa_sigaction = handler;
	child_require(!sigaction(signo, &action, NULL));
}

/* The library in front of these actions, whatever was there at the start (a sanitizer's). */
__attribute__((unused)) static void begin(void (*handler)(int, siginfo_t *, void *), int flags)
{
	int i;

	child_require(!uaccess_fault_uninstall());
	for (i = 0; i < 2; i++)
		set_action(signals[i], handler, flags);
	child_require(!uaccess_fault_install());
	child_require(!uaccess_check());
}

__attribute__((unused)) static void begin_default(void)
{
	begin(NULL, 0); /* SIG_DFL, as that kind of pointer */
}

/* From now on frames of signals lie at one place, and what one left there the next one finds. */
__attribute__((unused)) static void use_alternate_stack(void)
{
	static char stack[64 << 10];
	stack_t alternate = {.ss_sp = stack, .ss_size = sizeof(stack)};

	child_require(!sigaltstack(&alternate, NULL));
}

/* As those do who know nothing of sigaction(). */
__attribute__((unused)) static void save_and_restore_with_signal(void)
{
	int i;

	if (CHILD_THREAD_SANITIZED)
		child_cannot("the sanitizer's own handler keeps SA_SIGINFO");
#if defined(__SANITIZE_THREAD__)
	child_cannot("ThreadSanitizer stands between sigaction() and the kernel");
#endif
	for (i = 0; i < 2; i++) {
		void (*old)(int) = signal(signals[i], SIG_DFL);

		child_require(old != SIG_ERR);
		signal(signals[i], old);
		child_require(!(action_now(signals[i]).sa_flags & SA_SIGINFO));
	}
}

/* A copy of 64 bytes that can do "good" of them gives the rest, for each "good". */
__attribute__((unused)) static bool copies_are_exact(void)
{
	char *edge = memory_before_guard(4096) + 4096, to[64];
	unsigned long good;

	memset(edge - 64, 'x', 64);
	for (good = 0; good < 64; good++)
		if (copy_from_user(to, edge - good, 64) != 64 - good)
			return false;
	return true;
}

__attribute__((unused)) static bool recovers(int signo)
{
	const char *p = signo == SIGSEGV ? memory_closed() : memory_past_end();
	char c = 1;

	return get_user(c, p) == -EFAULT && !c;
}

#endif /* UACCESS_TESTS_SIGNAL_HANDLERS_H */
