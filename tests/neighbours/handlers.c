/* SPDX-License-Identifier: MIT */
/* Rows A: other handlers for the same signals, before us, after us, and in a circle with us. */
#include <setjmp.h>
#include <sys/auxv.h>

#include "src/mcontext.h"
#include "tests/neighbours/neighbours.h"

#include <uaccess/nosig.h>
#include <uaccess/oops.h>

static char *closed;
static volatile unsigned long size = 64;

/* --- A1, A12: displaced by one that never passes on ------------------------------------ */

static void keeps_all(int signo, siginfo_t *info, void *context)
{
	(void)signo;
	(void)info;
	(void)context;
	_exit(41);
}

static unsigned int said;
static char said_line[512];

static void note(const char *line, void *arg)
{
	(void)arg;
	said++;
	snprintf(said_line, sizeof(said_line), "%s", line);
}

static int a1_displaced(void *arg)
{
	char buffer[64];

	(void)arg;
	begin_default();
	closed = memory_closed();
	uaccess_log_hook(note, NULL);
	set_action(SIGSEGV, keeps_all, SA_SIGINFO);
	uaccess_on_displaced(UACCESS_DISPLACED_NOSIG);
	child_require(uaccess_check() == -EBUSY && said == 1 && strstr(said_line, "SIGSEGV"));
	child_require(copy_from_user(buffer, closed - 5, size) == 59);
	child_require(uaccess_check() == -EBUSY && said == 1);
	uaccess_on_displaced(UACCESS_DISPLACED_REINSTALL);
	child_require(!uaccess_check());
	child_require(copies_are_exact() && recovers(SIGSEGV) && recovers(SIGBUS));
	return 0;
}

/* --- A2: an unrelated fault reaches the previous handler as it was ---------------------- */

static sigjmp_buf out;
static struct {
	int code;
	void *address;
	uintptr_t pc;
} seen[2];
static int seeing;

static void records(int signo, siginfo_t *info, void *context)
{
	(void)signo;
	seen[seeing].code = info->si_code;
	seen[seeing].address = info->si_addr;
	seen[seeing].pc = mc_pc(context);
	siglongjmp(out, 1);
}

static void fault_recorded(int which, const char *p)
{
	seeing = which;
	if (!sigsetjmp(out, 1))
		memory_touch(p);
}

static bool same_seen(const char *p)
{
	memset(seen, 0, sizeof(seen));
	child_require(!uaccess_fault_uninstall());
	fault_recorded(0, p);
	child_require(!uaccess_fault_install());
	fault_recorded(1, p);
	return seen[0].pc && seen[0].code == seen[1].code && seen[0].address == seen[1].address &&
	       seen[0].pc == seen[1].pc;
}

static int a2_unchanged(void *arg)
{
	(void)arg;
	begin(records, SA_SIGINFO);
	child_require(same_seen(memory_closed()));
	child_require(same_seen(memory_past_end()));
	child_require(same_seen((char *)(1ul << 63)));
	child_require(same_seen(NULL));
	return !recovers(SIGSEGV);
}

/* --- A3: never a loop ------------------------------------------------------------------- */

static int fault_after_default(void *arg)
{
	(void)arg;
	begin_default();
	return memory_touch(memory_closed());
}

static int fault_after_ignore(void *arg)
{
	(void)arg;
	begin((void (*)(int, siginfo_t *, void *))(void *)SIG_IGN, 0);
	return memory_touch(memory_closed());
}

static atomic_int calls;

static void returns(int signo, siginfo_t *info, void *context)
{
	(void)signo;
	(void)info;
	(void)context;
	if (atomic_fetch_add(&calls, 1) == 99)
		_exit(33);
}

static int fault_after_reset(void *arg)
{
	(void)arg;
	begin(returns, SA_SIGINFO | SA_RESETHAND);
	return memory_touch(memory_closed());
}

/* Called again and again, as it would be without us. */
static int fault_after_returning(void *arg)
{
	(void)arg;
	begin(returns, SA_SIGINFO);
	return memory_touch(memory_closed());
}

static int a3_no_loop(void *arg)
{
	(void)arg;
	child_require(row_ends(fault_after_default, SIGSEGV, 0));
	child_require(row_ends(fault_after_ignore, SIGSEGV, 0));
	child_require(row_ends(fault_after_reset, SIGSEGV, 0));
	child_require(row_ends(fault_after_returning, 0, 33));
	return 0;
}

/* --- A4: two that chain to each other ----------------------------------------------------- */

static struct sigaction below[2];
static volatile int chained;

static void chains(int signo, siginfo_t *info, void *context)
{
	below[signo == SIGBUS].sa_sigaction(signo, info, context);
	chained++; /* and no jump instead of the call */
}

static void make_circle(void)
{
	int i;

	begin_default();
	for (i = 0; i < 2; i++) {
		below[i] = action_now(signals[i]);
		set_action(signals[i], chains, SA_SIGINFO);
	}
	child_require(!uaccess_reinstall());
	child_require(recovers(SIGSEGV) && recovers(SIGBUS));
}

static int circle_segv(void *arg)
{
	(void)arg;
	make_circle();
	return memory_touch(memory_closed());
}

static int circle_bus(void *arg)
{
	(void)arg;
	make_circle();
	return memory_touch(memory_past_end());
}

static int a4_circle(void *arg)
{
	(void)arg;
	child_require(row_ends(circle_segv, SIGSEGV, 0));
	child_require(row_ends(circle_bus, SIGBUS, 0));
	return 0;
}

/* --- A5: uninstalled while another one lies on top ------------------------------------------ */

static int a5_not_on_top(void *arg)
{
	struct sigaction now;

	(void)arg;
	begin_default();
	set_action(SIGSEGV, keeps_all, SA_SIGINFO);
	child_require(uaccess_fault_uninstall() == -EBUSY);
	now = action_now(SIGSEGV);
	child_require(now.sa_sigaction == keeps_all);
	now = action_now(SIGBUS);
	child_require(now.sa_handler != SIG_DFL);
	return !recovers(SIGBUS);
}

/* --- A7: SA_SIGINFO lost ---------------------------------------------------------------------- */

static int a7_lost_siginfo(void *arg)
{
	(void)arg;
	begin_default();
	save_and_restore_with_signal();
	child_require(recovers(SIGSEGV) && recovers(SIGBUS) && copies_are_exact());
	child_require(action_now(SIGSEGV).sa_flags & SA_SIGINFO);
	child_require(action_now(SIGBUS).sa_flags & SA_SIGINFO);
	return uaccess_check();
}

/* --- A8, A9: alternate stacks ------------------------------------------------------------------- */

static int a8_onstack(void *arg)
{
	int i;

	(void)arg;
	begin_default();
	for (i = 0; i < 2; i++)
		child_require(action_now(signals[i]).sa_flags & SA_ONSTACK);
	return 0;
}

/* As small as the kernel takes, with an oops report on it. */
static int oops_on_small_stack(void *arg)
{
	size_t frame = getauxval(51); /* AT_MINSIGSTKSZ; 0 where the kernel does not say */
	stack_t stack = {0};

	(void)arg;
	begin_default();
	stack.ss_size = (frame > 2048 ? frame : 2048) + 2048;
	stack.ss_sp = memory_before_guard(16 * 4096ul);
	if (sigaltstack(&stack, NULL))
		child_cannot("no alternate stack of this size");
	child_require(!uaccess_oops_enable(NULL));
	child_require(recovers(SIGSEGV) && copies_are_exact());
	return memory_touch(memory_closed());
}

static int a9_small_stack(void *arg)
{
	static struct child inner;

	(void)arg;
	if (CHILD_SANITIZED)
		child_cannot("the sanitizer needs more of the stack");
	child_call(&inner, 0, 20, oops_on_small_stack, NULL);
	if (child_exited(&inner, CHILD_CANNOT))
		child_cannot("no alternate stack of this size");
	if (child_killed(&inner, SIGSEGV) && strstr(inner.output, "Oops: "))
		return 0;
	child_diag(&inner);
	return 1;
}

/* --- A13: called from a handler that is not ours ---------------------------------------------------- */

static atomic_int asked;

static void asks_first(int signo, siginfo_t *info, void *context)
{
	atomic_fetch_add(&asked, 1);
	if (!uaccess_handle_fault(signo, info, context))
		_exit(55);
}

static int unexpected_in_asking(void *arg)
{
	(void)arg;
	return memory_touch(memory_closed());
}

static int a13_first_chance(void *arg)
{
	int i;

	(void)arg;
	child_require(!uaccess_fault_uninstall());
	for (i = 0; i < 2; i++)
		set_action(signals[i], asks_first, SA_SIGINFO | SA_NODEFER);
	child_require(recovers(SIGSEGV) && recovers(SIGBUS) && copies_are_exact());
	child_require(atomic_load(&asked) >= 2 + 64);
	return !row_ends(unexpected_in_asking, 0, 55);
}

static const struct child_case cases[] = {
	{"A1 displaced by a handler that never passes on: said, done without, taken back",
	 a1_displaced, 0},
	{"A2 an unrelated fault reaches the previous handler unchanged", a2_unchanged, 0},
	{"A3 no loop after SIG_DFL, SIG_IGN, SA_RESETHAND, a handler that returns", a3_no_loop, 0},
	{"A4 two that chain to each other end", a4_circle, 0},
	{"A5 not uninstalled from below another one", a5_not_on_top, 0},
	{"A7 SA_SIGINFO lost through signal(): recovered, put right", a7_lost_siginfo, 0},
	{"A8 installed with SA_ONSTACK", a8_onstack, 0},
	{"A9 recovery and a report on the smallest alternate stack", a9_small_stack, 0},
	{"A13 called from a handler that is not ours", a13_first_chance, 0},
};

ROWS(cases)
