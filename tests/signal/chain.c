/* SPDX-License-Identifier: MIT */
/* Our handler in a circle with others, behind them, and put back by those who know only signal(). */
#include <setjmp.h>
#include <sys/syscall.h>

#include "tests/signal/handlers.h"

/* --- signal() ------------------------------------------------------------------------ */

static int lost_siginfo(void *arg)
{
	int i;

	(void)arg;
	begin_default();
	save_and_restore_with_signal();
	for (i = 0; i < 2; i++) {
		int flags;

		child_require(recovers(signals[i]));
		flags = action_now(signals[i]).sa_flags;
		child_require((flags & (SA_SIGINFO | SA_NODEFER | SA_ONSTACK)) ==
			      (SA_SIGINFO | SA_NODEFER | SA_ONSTACK));
	}
	child_require(copies_are_exact());
	return uaccess_check();
}

static int lost_siginfo_unclaimed(void *arg)
{
	(void)arg;
	begin_default();
	save_and_restore_with_signal();
	memory_touch(memory_closed());
	return 0;
}

static char *page;
static sigjmp_buf out;

static void return_or_open(int signo, siginfo_t *info, void *context)
{
	(void)signo;
	(void)context;
	if (info->si_code > 0)
		mprotect(page, 4096, PROT_READ);
}

static void jump_out(int signo, siginfo_t *info, void *context)
{
	(void)signo;
	(void)info;
	(void)context;
	siglongjmp(out, 1);
}

/*
 * A frame that is not filled in holds what an earlier signal left at its place. So that one of
 * them meets it, whatever the compiler makes of this function, it is tried at many depths.
 */
#define DEPTHS 128

struct stale {
	bool (*leave)(void *arg); /* takes a signal that is chained */
	bool (*right)(void *arg); /* is what follows as it should be? */
	void *arg;
};

__attribute__((noinline)) static bool call_at_depth(bool (*fn)(void *arg), void *arg, size_t depth)
{
	volatile char *deeper = __builtin_alloca(depth * 16 + 16);
	bool result;

	deeper[0] = 1;
	result = fn(arg);
	return result && deeper[0];
}

static int after_stale(const struct stale *stale)
{
	size_t depth;

	for (depth = 0; depth < DEPTHS; depth++) {
		child_require(!uaccess_fault_install());
		child_require(call_at_depth(stale->leave, stale->arg, DEPTHS / 2));
		save_and_restore_with_signal();
		if (!call_at_depth(stale->right, stale->arg, depth)) {
			printf("wrong at depth %zu\n", depth);
			return 1;
		}
		child_require(action_now(SIGSEGV).sa_flags & SA_SIGINFO); /* put right */
	}
	return 0;
}

static bool leave_sent(void *arg)
{
	(void)arg;
	return !syscall(SYS_tgkill, getpid(), (pid_t)syscall(SYS_gettid), SIGSEGV);
}

static bool get_is_right(void *arg)
{
	char c = 1;

	return get_user(c, (const char *)arg) == -EFAULT && !c;
}

static int lost_siginfo_after_sent(void *arg)
{
	struct stale stale = {leave_sent, get_is_right, memory_closed()};

	(void)arg;
	begin(return_or_open, SA_SIGINFO);
	return after_stale(&stale);
}

/*
 * A fault at 20 bytes before the edge; then a call that begins before it, stops at the edge, and is
 * so small that all of its bytes are touched at once.
 */
static bool leave_fault(void *arg)
{
	page = arg;
	mprotect(page, 4096, PROT_NONE);
	if (!sigsetjmp(out, 1))
		memory_touch(page + 4096 - 20);
	return !mprotect(page, 4096, PROT_READ);
}

static bool copy_is_right(void *arg)
{
	char to[64];
	volatile unsigned long size = 32;

	return copy_from_user(to, (char *)arg + 4096 - 30, size) == 2;
}

static int lost_siginfo_after_repair(void *arg)
{
	struct stale stale = {leave_fault, copy_is_right, memory_before_guard(4096)};

	(void)arg;
	begin(return_or_open, SA_SIGINFO);
	return after_stale(&stale);
}

static int lost_siginfo_after_jump(void *arg)
{
	struct stale stale = {leave_fault, copy_is_right, memory_before_guard(4096)};

	(void)arg;
	begin(jump_out, SA_SIGINFO);
	return after_stale(&stale);
}

/* --- circles ------------------------------------------------------------------------- */

static struct sigaction below[2]; /* what the other library chains to */
static volatile int other_calls, other_returns;

static void other_library(int signo, siginfo_t *info, void *context)
{
	const struct sigaction *next = &below[signo == SIGBUS];

	other_calls++;
	if (next->sa_flags & SA_SIGINFO)
		next->sa_sigaction(signo, info, context);
	else
		next->sa_handler(signo);
	other_returns++; /* also keeps those calls from becoming jumps */
}

static void other_library_comes(int flags)
{
	int i;

	for (i = 0; i < 2; i++) {
		below[i] = action_now(signals[i]);
		set_action(signals[i], other_library, SA_SIGINFO | flags);
	}
}

/* We save it, and it has saved us. */
static void make_circle(int flags)
{
	begin_default();
	other_library_comes(flags);
	child_require(!uaccess_fault_install());
	child_require(!uaccess_check());
	child_require(recovers(SIGSEGV) && recovers(SIGBUS));
}

static int circle_fault(void *arg)
{
	(void)arg;
	make_circle(0);
	memory_touch(memory_closed());
	return 0;
}

static int circle_fault_alternate(void *arg)
{
	(void)arg;
	use_alternate_stack();
	make_circle(SA_ONSTACK | SA_NODEFER);
	memory_touch(memory_past_end());
	return 0;
}

static int circle_sent(void *arg)
{
	(void)arg;
	make_circle(0);
	raise(SIGBUS);
	return 0;
}

/* Not a circle: the same place on the stack, again and again, as the one below us jumps out. */
static int behind_and_jumped(void *arg)
{
	volatile int jumps = 0;

	(void)arg;
	use_alternate_stack();
	begin(jump_out, SA_SIGINFO | SA_ONSTACK);
	other_library_comes(SA_ONSTACK);
	for (;;) {
		if (sigsetjmp(out, 1) && ++jumps == 3)
			break;
		memory_touch(memory_closed());
	}
	child_require(other_calls == 3);
	child_require(recovers(SIGSEGV));
	return 0;
}

static int behind(void *arg)
{
	(void)arg;
	begin_default();
	other_library_comes(0);
	child_require(recovers(SIGSEGV) && recovers(SIGBUS));
	child_require(other_calls == 2);
	child_require(copies_are_exact());
	return 0;
}

static const struct child_case cases[] = {
	{"signal() loses SA_SIGINFO: recovered, and put right", lost_siginfo, 0},
	{"signal() loses SA_SIGINFO, then an unclaimed fault", lost_siginfo_unclaimed, SIGSEGV},
	{"signal() loses SA_SIGINFO, a sent signal's frame below", lost_siginfo_after_sent, 0},
	{"signal() loses SA_SIGINFO, a repaired fault's frame below", lost_siginfo_after_repair, 0},
	{"signal() loses SA_SIGINFO, a left fault's frame below", lost_siginfo_after_jump, 0},
	{"two that chain to each other: a fault", circle_fault, SIGSEGV},
	{"two that chain to each other: on the alternate stack", circle_fault_alternate, SIGBUS},
	{"two that chain to each other: a sent signal", circle_sent, SIGBUS},
	{"behind another one, while the one below jumps out", behind_and_jumped, 0},
	{"behind another one that chains: recovered", behind, 0},
};

int main(void)
{
	tap_plan(sizeof(cases) / sizeof(cases[0]));
	child_cases(cases, sizeof(cases) / sizeof(cases[0]));
	return tap_done();
}
