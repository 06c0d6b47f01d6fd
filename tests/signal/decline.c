/* SPDX-License-Identifier: MIT */
/*
 * A program that owns its signals: the library installs nothing, and answers from the program's
 * own handler. Built twice, with UACCESS_DECLINE_HANDLER and, with BY_ENVIRONMENT, without.
 */
#include <ucontext.h>

#include "src/mcontext.h"
#include "tests/signal/handlers.h"

#ifndef BY_ENVIRONMENT
UACCESS_DECLINE_HANDLER;
#endif

static volatile int answered, refused;
static bool without_address; /* play a kernel that never says it */

static void own(int signo, siginfo_t *info, void *context)
{
	siginfo_t mine = *info;

	if (without_address)
		mine.si_addr = NULL;
	if (uaccess_handle_fault(signo, &mine, context))
		answered++;
	else if (++refused)
		signal(signo, SIG_DFL);
}

static void own_both(void)
{
	set_action(SIGSEGV, own, SA_SIGINFO | SA_NODEFER);
	set_action(SIGBUS, own, SA_SIGINFO | SA_NODEFER);
}

static int nothing_installed(void *arg)
{
	int i;

	(void)arg;
	child_require(uaccess_check() == -ENOENT);
	child_require(uaccess_fault_uninstall() == -ENOENT);
	for (i = 0; i < 2; i++) {
		struct sigaction action = action_now(signals[i]), first;

		/* A sanitizer brings its own. */
		set_action(signals[i], own, SA_SIGINFO);
		first = action_now(signals[i]);
		child_require(action.sa_sigaction != first.sa_sigaction);
		sigaction(signals[i], &action, NULL);
		child_require(!uaccess_fault_install() && !uaccess_fault_uninstall());
		first = action_now(signals[i]);
		child_require(action.sa_sigaction == first.sa_sigaction);
	}
	return 0;
}

static int dies_without(void *arg)
{
	(void)arg;
	set_action(SIGSEGV, NULL, 0);
	return recovers(SIGSEGV);
}

static int install_all_the_same(void *arg)
{
	(void)arg;
	child_require(!uaccess_fault_install() && !uaccess_check());
	return !recovers(SIGSEGV) || !recovers(SIGBUS);
}

static bool all_exact(void)
{
	char *edge = memory_before_guard(8192) + 8192, *from = memory_before_guard(8192);
	unsigned long n, good;

	for (n = 1; n <= 300; n += n < 70 ? 1 : 23) {
		for (good = 0; good < n; good++) {
			memset(edge - 600, 'x', 600);
			if (clear_user(edge - good, n) != n - good)
				return false;
			if (edge[-(long)good - 1] != 'x')
				return false;
			if (copy_to_user(edge - good, from, n) != n - good)
				return false;
			if (copy_from_user(from, edge - good, n) != n - good)
				return false;
		}
	}
	return copies_are_exact();
}

static int first_chance(void *arg)
{
	(void)arg;
	own_both();
	child_require(recovers(SIGSEGV) && recovers(SIGBUS));
	child_require(answered == 2 && !refused);
	child_require(get_user(answered, (int *)(1ul << 63)) == -EFAULT);
	child_require(all_exact() && !refused);
	return 0;
}

static int first_chance_without_address(void *arg)
{
	(void)arg;
	without_address = true;
	own_both();
	child_require(recovers(SIGSEGV) && recovers(SIGBUS));
	child_require(all_exact() && !refused);
	return 0;
}

static int first_chance_unclaimed(void *arg)
{
	(void)arg;
	own_both();
	memory_touch(memory_past_end());
	return 0;
}

/* --- arguments that are no fault -------------------------------------------------------- */

static ucontext_t seen;
static siginfo_t seen_info;

static void look(int signo, siginfo_t *info, void *context)
{
	seen = *(ucontext_t *)context;
	seen_info = *info;
	if (!uaccess_handle_fault(signo, info, context))
		_exit(9);
}

/* Each with the context of a real fault at an entry: only the real one may change it. */
static int not_a_fault(void *arg)
{
	static const int codes[] = {SI_USER, SI_QUEUE, SI_TKILL, SI_TIMER, SI_MESGQ, SI_ASYNCIO};
	static const int others[] = {SIGILL, SIGFPE, SIGTRAP, SIGUSR1, SIGSYS, 0};
	siginfo_t info;
	ucontext_t context;
	size_t i;

	(void)arg;
	set_action(SIGSEGV, look, SA_SIGINFO);
	child_require(recovers(SIGSEGV));
	for (i = 0; i < sizeof(codes) / sizeof(codes[0]); i++) {
		info = seen_info;
		info.si_code = codes[i];
		context = seen;
		child_require(!uaccess_handle_fault(SIGSEGV, &info, &context));
		child_require(!memcmp(&context, &seen, sizeof(seen)));
	}
	for (i = 0; i < sizeof(others) / sizeof(others[0]); i++) {
		info = seen_info;
		context = seen;
		child_require(!uaccess_handle_fault(others[i], &info, &context));
		child_require(!memcmp(&context, &seen, sizeof(seen)));
	}
	info = seen_info;
	info.si_code = BUS_MCEERR_AO; /* a memory error elsewhere */
	child_require(!uaccess_handle_fault(SIGBUS, &info, &context));
	/* One byte beside the entry's instruction is no match, and exactly there is one. */
	info = seen_info;
	for (i = 0; i < 3; i++) {
		context = seen;
		mc_set_pc(&context, mc_pc(&seen) + i - 1);
		child_require(uaccess_handle_fault(SIGSEGV, &info, &context) == (i == 1));
	}
	return 0;
}

static const struct child_case cases[] = {
	{"nothing is installed", nothing_installed, 0},
	{"a guarded access kills", dies_without, SIGSEGV},
	{"an explicit install works", install_all_the_same, 0},
	{"first chance: everything recovers", first_chance, 0},
	{"first chance: results without si_addr are the same", first_chance_without_address, 0},
	{"first chance: an unclaimed fault is left to the program", first_chance_unclaimed, SIGBUS},
	{"first chance: what is no fault changes nothing", not_a_fault, 0},
};

int main(int argc, char **argv)
{
#ifdef BY_ENVIRONMENT
	if (argc == 1) {
		char *again[] = {argv[0], (char *)"again", NULL};

		setenv("UACCESS_HANDLER", "decline", 1);
		execv("/proc/self/exe", again);
		tap_bail("execv");
	}
#endif
	(void)argc;
	(void)argv;
	tap_plan(sizeof(cases) / sizeof(cases[0]));
	child_cases(cases, sizeof(cases) / sizeof(cases[0]));
	return tap_done();
}
