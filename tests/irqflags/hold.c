/* SPDX-License-Identifier: MIT */
/*
 * What is held while the flag is off and how it is delivered: each signal once, with its siginfo,
 * in a signal context, in the documented order.
 */
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <ucontext.h>
#include <unistd.h>
#include <uaccess/irqflags.h>
#include <uaccess/uaccess.h>
#include "tests/child.h"
#include "tests/irqflags/irqtest.h"
#include "tests/tap.h"

static unsigned int complaints;

static void clear_log(void)
{
	irqtest_count = 0;
	complaints = 0;
}

static void queue(int signo, int value)
{
	if (irqtest_queue((pid_t)syscall(SYS_gettid), signo, value))
		tap_bail("queue a signal");
	irqtest_settle();
}

static bool logged(unsigned int at, int signo, int value)
{
	const struct irqtest_entry *entry = &irqtest_log[at];

	if (at < irqtest_count && entry->info.si_signo == signo && entry->signo == signo &&
	    entry->info.si_value.sival_int == value)
		return true;
	if (!complaints++)
		tap_diag("entry %u of %u: signal %d, value %d; expected %d, %d", at, irqtest_count,
			 entry->signo, entry->info.si_value.sival_int, signo, value);
	return false;
}

/* --- the flag ------------------------------------------------------------------------ */

static void *other_thread(void *arg)
{
	*(bool *)arg = irqs_disabled();
	return NULL;
}

static void flag(void)
{
	unsigned long outer, inner, word;
	bool off_there = true;
	pthread_t thread;

	tap_ok(!irqs_disabled(), "the flag is on at first");
	local_irq_save(outer);
	tap_ok(irqs_disabled() && !irqs_disabled_flags(outer), "saving turns it off");
	pthread_create(&thread, NULL, other_thread, &off_there);
	pthread_join(thread, NULL);
	tap_ok(!off_there, "it belongs to the thread");
	local_irq_save(inner);
	local_irq_restore(inner);
	tap_ok(irqs_disabled() && irqs_disabled_flags(inner), "an inner pair leaves it off");
	local_irq_restore(outer);
	tap_ok(!irqs_disabled(), "the outer one turns it on");
	local_irq_disable();
	local_save_flags(word);
	tap_ok(irqs_disabled() && word == 0, "disable, local_save_flags");
	local_irq_enable();
	local_save_flags(word);
	tap_ok(!irqs_disabled() && word == UACCESS_IRQ_IF, "enable, local_save_flags");
}

/* Every state to every state, by the three ways of restoring; the shortcut where it is wrong. */
static void ways_of_restoring(void)
{
	static const unsigned long state[4] = {0, UACCESS_IRQ_IF, UACCESS_IRQ_AC,
					       UACCESS_IRQ_IF | UACCESS_IRQ_AC};
	unsigned int from, to, full = 0, popf = 0, test = 0, wrong_if = 0, wrong_ac = 0;

	for (from = 0; from < 4; from++) {
		for (to = 0; to < 4; to++) {
			unsigned long word, difference;

			uaccess_irq_restore_fl_full(state[to]);
			word = uaccess_irq_save_fl_popf();
			uaccess_irq_restore_fl_full(state[from]);
			full += uaccess_irq_save_fl() == state[from];
			uaccess_irq_restore_fl_popf(word);
			popf += uaccess_irq_save_fl() == state[to];

			uaccess_irq_restore_fl_full(state[from]);
			uaccess_irq_restore_fl_test(state[to]);
			difference = uaccess_irq_save_fl() ^ state[to];
			test += !difference;
			wrong_if += !!(difference & UACCESS_IRQ_IF);
			wrong_ac += !!(difference & UACCESS_IRQ_AC);
		}
	}
	uaccess_irq_restore_fl_full(UACCESS_IRQ_IF);
	tap_ok(full == 16, "full restore: all 16 transitions (%u)", full);
	tap_ok(popf == 16, "through the flags register: all 16 transitions (%u)", popf);
	tap_ok(test == 6 && wrong_if == 4 && wrong_ac == 8,
	       "test and branch: 6 transitions of 16 are right (%u), "
	       "4 leave the flag on (%u), 8 lose AC (%u)",
	       test, wrong_if, wrong_ac);
}

/* --- request and free ------------------------------------------------------------------ */

static void request_and_free(void)
{
	static const int never[] = {0,	    -1,	    65,	    SIGKILL, SIGSTOP, SIGSEGV,
				    SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGSYS};
	struct sigaction before, now;
	unsigned int i, refused = 0;

	for (i = 0; i < sizeof(never) / sizeof(*never); i++)
		refused += uaccess_irq_request(never[i], irqtest_handler, 0, NULL) == -EINVAL;
	tap_ok(refused == i, "signals that cannot be interrupts are refused (%u of %u)", refused,
	       i);
	tap_ok(uaccess_irq_request(SIGUSR1, NULL, 0, NULL) == -EINVAL, "no handler: refused");
	tap_ok(uaccess_irq_request(SIGUSR1, irqtest_handler, SA_NODEFER, NULL) == -EINVAL,
	       "SA_NODEFER: refused");
	tap_ok(uaccess_irq_free(SIGUSR1) == -ENOENT, "free before request: -ENOENT");

	signal(SIGUSR1, SIG_IGN);
	sigaction(SIGUSR1, NULL, &before);
	errno = 77;
	tap_ok(uaccess_irq_request(SIGUSR1, irqtest_handler, SA_RESTART, &before) == 0, "request");
	tap_ok(uaccess_irq_request(SIGUSR1, irqtest_handler, 0, NULL) == -EBUSY,
	       "request it again: -EBUSY");
	clear_log();
	raise(SIGUSR1);
	tap_ok(irqtest_count == 1 && irqtest_log[0].arg == &before,
	       "its handler gets its argument");
	tap_ok(uaccess_irq_free(SIGUSR1) == 0, "free");
	sigaction(SIGUSR1, NULL, &now);
	tap_ok(now.sa_handler == SIG_IGN && now.sa_flags == before.sa_flags,
	       "the previous action is back");
	tap_ok(errno == 77, "errno is untouched");

	uaccess_irq_request(SIGWINCH, irqtest_handler, 0, NULL);
	signal(SIGWINCH, SIG_IGN);
	tap_ok(uaccess_irq_free(SIGWINCH) == -EBUSY, "free under somebody else's action: -EBUSY");
	now.sa_sigaction = NULL;
	sigaction(SIGWINCH, NULL, &now);
	tap_ok(now.sa_handler == SIG_IGN, "... which stays");
}

/* --- one signal ------------------------------------------------------------------------- */

static void one_signal(int signo, const char *name)
{
	unsigned long flags;
	unsigned int inside;

	clear_log();
	local_irq_save(flags);
	queue(signo, 41);
	inside = irqtest_count;
	errno = 78;
	local_irq_restore(flags);
	tap_ok(inside == 0 && irqtest_count == 1, "%s: held, and delivered at the restore", name);
	tap_ok(logged(0, signo, 41) && irqtest_log[0].info.si_code == SI_QUEUE &&
		       irqtest_log[0].info.si_pid == getpid() &&
		       irqtest_log[0].info.si_uid == getuid(),
	       "%s: with its siginfo", name);
	tap_ok(errno == 78, "%s: errno is untouched", name);
	tap_ok(irqtest_mask_is_empty(), "%s: the mask is as before", name);
}

static void kinds_of_siginfo(void)
{
	struct itimerval timer = {.it_value.tv_usec = 1};
	unsigned long flags;
	int status;
	pid_t child;

	clear_log();
	local_irq_save(flags);
	irqtest_kill(SIGUSR2);
	setitimer(ITIMER_REAL, &timer, NULL);
	irqtest_sleep(20);
	child = fork();
	if (!child)
		_exit(9);
	while (waitpid(child, &status, WNOHANG) == 0)
		irqtest_sleep(1);
	local_irq_restore(flags);
	tap_ok(irqtest_count == 3, "kill, timer and a child that ended are all held (%u)",
	       irqtest_count);
	tap_ok(irqtest_log[0].info.si_code == SI_USER && irqtest_log[0].info.si_pid == getpid(),
	       "kill(): first come, first served, with the sender");
	tap_ok(irqtest_log[1].signo == SIGALRM && irqtest_log[1].info.si_code == SI_KERNEL,
	       "the timer");
	tap_ok(irqtest_log[2].signo == SIGCHLD && irqtest_log[2].info.si_code == CLD_EXITED &&
		       irqtest_log[2].info.si_status == 9 && irqtest_log[2].info.si_pid == child,
	       "the child, with its pid and status");
}

/* --- order ------------------------------------------------------------------------------ */

#define MANY 200

static void real_time_order(void)
{
	unsigned long flags;
	unsigned int i, right = 0;

	clear_log();
	local_irq_save(flags);
	for (i = 0; i < MANY; i++)
		queue(SIGRTMIN + 1, (int)i);
	local_irq_restore(flags);
	for (i = 0; i < MANY; i++)
		right += logged(i, SIGRTMIN + 1, (int)i);
	tap_ok(right == MANY && irqtest_count == MANY, "%u of one real-time signal, in order",
	       right);
}

/* The first one that came is first; then the kernel's order, which is by number. */
static void across_numbers(void)
{
	unsigned long flags;
	unsigned int i, right = 1;

	clear_log();
	local_irq_save(flags);
	queue(SIGRTMIN + 2, 0);
	for (i = 1; i < MANY; i++) {
		queue(SIGRTMIN + 3, (int)i);
		queue(SIGRTMIN + 2, (int)i);
		queue(SIGRTMIN + 1, (int)i);
	}
	queue(SIGUSR1, 0);
	local_irq_restore(flags);
	right = logged(0, SIGRTMIN + 2, 0) && logged(1, SIGUSR1, 0);
	for (i = 1; i < MANY; i++) {
		right += logged(1 + i, SIGRTMIN + 1, (int)i);
		right += logged(MANY + i, SIGRTMIN + 2, (int)i);
		right += logged(2 * MANY - 1 + i, SIGRTMIN + 3, (int)i);
	}
	if (irqtest_emulated())
		tap_skip(1, "across numbers: this emulator ignores the mask in a context");
	else
		tap_ok(right == 3 * MANY - 2 && irqtest_count == 3 * MANY - 1,
		       "the first, then by number, then by age (%u right)", right);
	tap_ok(irqtest_mask_is_empty(), "the mask is as before");
}

/* To the process, and to the thread. */
static void to_the_process(void)
{
	int signo = SIGRTMIN + 1;
	unsigned long flags;
	unsigned int i;

	clear_log();
	local_irq_save(flags);
	for (i = 0; i < 3; i++) {
		union sigval value = {.sival_int = (int)i};

		sigqueue(getpid(), signo, value);
		irqtest_settle();
		queue(signo, 10 + (int)i);
	}
	local_irq_restore(flags);
	tap_ok(irqtest_count == 6, "sent to the process and to the thread: all come (%u)",
	       irqtest_count);
	/* The kernel takes what is sent to the thread first. */
	tap_ok(irqtest_emulated() ||
		       (logged(0, signo, 0) && logged(1, signo, 10) && logged(2, signo, 11) &&
			logged(3, signo, 12) && logged(4, signo, 1) && logged(5, signo, 2)),
	       "... the first, then those for the thread, then those for the process");
}

static void merged(void)
{
	unsigned long flags;
	int i;

	clear_log();
	local_irq_save(flags);
	for (i = 0; i < 5; i++) {
		queue(SIGUSR1, i);
		queue(SIGUSR2, 10 + i);
	}
	local_irq_restore(flags);
	tap_ok(irqtest_count == 2 && logged(0, SIGUSR1, 0) && logged(1, SIGUSR2, 10),
	       "to the thread: standard signals are merged, the first one's siginfo stays (%u)",
	       irqtest_count);

	clear_log();
	local_irq_save(flags);
	for (i = 0; i < 5; i++) {
		irqtest_kill(SIGUSR2);
		irqtest_kill(SIGUSR1);
	}
	local_irq_restore(flags);
	tap_ok(irqtest_count == 2 && irqtest_log[0].signo == SIGUSR2 &&
		       irqtest_log[1].signo == SIGUSR1,
	       "to the process: the same (%u)", irqtest_count);

	/* The kernel does not merge what waits in two queues. */
	clear_log();
	local_irq_save(flags);
	for (i = 0; i < 5; i++) {
		raise(SIGUSR1);
		irqtest_settle();
		irqtest_kill(SIGUSR1);
	}
	local_irq_restore(flags);
	tap_ok(irqtest_count == 2 && irqtest_log[0].info.si_code == SI_TKILL &&
		       irqtest_log[1].info.si_code == SI_USER,
	       "to both: one of each (%u)", irqtest_count);
}

/* --- the context ------------------------------------------------------------------------ */

static volatile bool in_this_stack;

static void context_handler(int signo, siginfo_t *info, void *context, void *arg)
{
	ucontext_t *uc = context;

	(void)signo;
	(void)info;
#if defined(__x86_64__)
	{
		uintptr_t there = (uintptr_t)uc->uc_mcontext.gregs[REG_RSP], here = (uintptr_t)arg;

		in_this_stack = there < here && here - there < 65536;
	}
#else
	in_this_stack = (uintptr_t)uc < (uintptr_t)arg;
#endif
	sigaddset(&uc->uc_sigmask, SIGWINCH);
}

static void context(void)
{
	sigset_t mask;

	uaccess_irq_request(SIGRTMIN + 7, context_handler, 0, &mask);
	local_irq_disable();
	queue(SIGRTMIN + 7, 0);
	local_irq_enable();
	tap_ok(in_this_stack, "the context is that of the restore");
	sigprocmask(SIG_BLOCK, NULL, &mask);
	if (irqtest_emulated())
		tap_skip(1, "this emulator ignores the mask in a context");
	else
		tap_ok(sigismember(&mask, SIGWINCH) == 1,
		       "what the handler changes in its context is there afterwards");
	sigemptyset(&mask);
	sigprocmask(SIG_SETMASK, &mask, NULL);
	uaccess_irq_free(SIGRTMIN + 7);
}

/* A thousand pairs under a filter that kills at any system call but exit. */
static int without_system_calls(void *unused)
{
	unsigned long flags;
	int i;

	(void)unused;
	if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_STRICT))
		return CHILD_CANNOT;
	for (i = 0; i < 1000; i++) {
		local_irq_save(flags);
		local_irq_restore(flags);
		local_irq_disable();
		local_irq_enable();
	}
	syscall(SYS_exit, 0);
	return 1;
}

static void no_system_call(void)
{
	struct child child;

	if (irqtest_emulated() || IRQTEST_TSAN) {
		tap_skip(1, "not the only one who makes system calls here");
		return;
	}
	child_call(&child, 0, 20, without_system_calls, NULL);
	child_point(&child, "no system call where nothing came in");
}

int main(void)
{
	alarm(60);
	flag();
	ways_of_restoring();
	request_and_free();
	irqtest_request_all();
	one_signal(SIGUSR1, "standard signal");
	one_signal(SIGRTMIN + 1, "real-time signal");
	kinds_of_siginfo();
	real_time_order();
	across_numbers();
	to_the_process();
	merged();
	context();
	no_system_call();
	return tap_done();
}
