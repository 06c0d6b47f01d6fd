/* SPDX-License-Identifier: MIT */
/* Our handler comes, goes, and is displaced. */
#include "tests/signal/handlers.h"

static int installed_twice(void *arg)
{
	(void)arg;
	begin_default();
	child_require(!uaccess_fault_install());
	memory_touch(memory_closed());
	return 0;
}

static void comes_back(int signo, siginfo_t *info, void *context)
{
	(void)signo;
	(void)info;
	(void)context;
}

static bool same_action(const struct sigaction *a, const struct sigaction *b)
{
	return a->sa_sigaction == b->sa_sigaction && a->sa_flags == b->sa_flags &&
	       !memcmp(&a->sa_mask, &b->sa_mask, 8);
}

static int uninstall_on_top(void *arg)
{
	struct sigaction before, after;
	int i;

	(void)arg;
	child_require(!uaccess_fault_uninstall());
	memset(&before, 0, sizeof(before));
	before.sa_sigaction = comes_back;
	before.sa_flags = SA_SIGINFO | SA_RESTART | SA_NODEFER;
	sigaddset(&before.sa_mask, SIGUSR2);
	for (i = 0; i < 2; i++) {
		child_require(!sigaction(signals[i], &before, NULL));
		before = action_now(signals[i]); /* the C library may add a flag */
	}
	child_require(!uaccess_fault_install() && !uaccess_fault_uninstall());
	for (i = 0; i < 2; i++) {
		after = action_now(signals[i]);
		child_require(same_action(&before, &after));
	}
	child_require(uaccess_check() == -ENOENT);
	child_require(uaccess_fault_uninstall() == -ENOENT);
	child_require(!uaccess_fault_install() && !uaccess_check() && recovers(SIGBUS));
	return 0;
}

static bool usr2_blocked;

static void look_at_mask(int signo, siginfo_t *info, void *context)
{
	sigset_t mask;

	(void)signo;
	(void)info;
	(void)context;
	pthread_sigmask(SIG_SETMASK, NULL, &mask);
	usr2_blocked = sigismember(&mask, SIGUSR2) == 1;
}

/* The same handler comes back with another mask: it is another action. */
static int same_handler_other_mask(void *arg)
{
	struct sigaction action;
	int round;

	(void)arg;
	if (CHILD_THREAD_SANITIZED)
		child_cannot("the sanitizer runs handlers with all signals blocked");
	begin(look_at_mask, SA_SIGINFO);
	for (round = 0; round < 4; round++) {
		child_require(!uaccess_fault_uninstall());
		action = action_now(SIGSEGV);
		if (round % 2)
			sigdelset(&action.sa_mask, SIGUSR2);
		else
			sigaddset(&action.sa_mask, SIGUSR2);
		child_require(!sigaction(SIGSEGV, &action, NULL));
		child_require(!uaccess_fault_install());
		raise(SIGSEGV);
		child_require(usr2_blocked == !(round % 2));
	}
	return 0;
}

static int uninstalled(void *arg)
{
	begin_default();
	child_require(!uaccess_fault_uninstall());
	(void)arg;
	return recovers(SIGSEGV);
}

static int uninstall_below(void *arg)
{
	struct sigaction before[2], after;
	int top, i;

	(void)arg;
	/* Displaced for one signal only: the other one stays, too. */
	for (top = 0; top < 2; top++) {
		begin_default();
		set_action(signals[top], comes_back, SA_SIGINFO);
		for (i = 0; i < 2; i++)
			before[i] = action_now(signals[i]);
		child_require(uaccess_fault_uninstall() == -EBUSY);
		for (i = 0; i < 2; i++) {
			after = action_now(signals[i]);
			child_require(same_action(&before[i], &after));
		}
		child_require(recovers(signals[!top]));
		child_require(!uaccess_fault_install());
	}
	return 0;
}

static int lines;

static void count_line(const char *line, void *arg)
{
	(void)line;
	++*(int *)arg;
}

static int displaced(void *arg)
{
	int again;

	(void)arg;
	begin_default();
	uaccess_log_hook(count_line, &lines);
	for (again = 1; again <= 2; again++) {
		signal(SIGBUS, SIG_DFL);
		child_require(uaccess_check() == -EBUSY && lines == again);
		child_require(uaccess_check() == -EBUSY && lines == again);
		child_require(!uaccess_fault_install());
		child_require(!uaccess_check() && lines == again);
		child_require(recovers(SIGBUS));
	}
	return 0;
}

static const struct child_case cases[] = {
	{"installed twice: not before itself", installed_twice, SIGSEGV},
	{"uninstall on top: what was there is back", uninstall_on_top, 0},
	{"the same handler with another mask", same_handler_other_mask, 0},
	{"uninstalled: a guarded access kills", uninstalled, SIGSEGV},
	{"uninstall below another one: -EBUSY, nothing changed", uninstall_below, 0},
	{"displaced: -EBUSY, said once each time", displaced, 0},
};

int main(void)
{
	tap_plan(sizeof(cases) / sizeof(cases[0]));
	child_cases(cases, sizeof(cases) / sizeof(cases[0]));
	return tap_done();
}
