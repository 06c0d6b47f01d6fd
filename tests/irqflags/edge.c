/* SPDX-License-Identifier: MIT */
/*
 * What doc/irqflags.md promises at the edges: handlers that leave in odd ways, threads that end,
 * fork, masks that change, signals given back, full queues. Each case in a process of its own.
 */
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <setjmp.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
#include <uaccess/irqflags.h>
#include <uaccess/uaccess.h>
#include "tests/child.h"
#include "tests/irqflags/irqtest.h"
#include "tests/tap.h"

/* In the child: says what failed, and ends the case. */
#define CHECK(condition)                                                             \
	do {                                                                         \
		if (!(condition)) {                                                  \
			printf("line %d: %s; %u deliveries\n", __LINE__, #condition, \
			       irqtest_count);                                       \
			fflush(stdout);                                              \
			return 1;                                                    \
		}                                                                    \
	} while (0)

/* One that is requested with the others, and some that are not. */
#define RT     (SIGRTMIN + 1)
#define OWN    (SIGRTMIN + 5)
#define LATE   (SIGRTMIN + 6)
#define FILLER (SIGRTMIN + 7)

/* To this thread. */
static int try_to_queue(int signo, int value)
{
	int error = irqtest_queue((pid_t)syscall(SYS_gettid), signo, value);

	irqtest_settle();
	return error;
}

static void queue(int signo, int value)
{
	if (try_to_queue(signo, value))
		abort();
}

/* Entries from..to - 1 are of signo, with the values from value on. */
static bool in_order(unsigned int from, unsigned int to, int signo, int value)
{
	for (; from < to; from++, value++)
		if (from >= irqtest_count || irqtest_log[from].signo != signo ||
		    irqtest_log[from].info.si_value.sival_int != value)
			return false;
	return true;
}

static void unblock_all(void)
{
	sigset_t none;

	sigemptyset(&none);
	pthread_sigmask(SIG_SETMASK, &none, NULL);
	irqtest_settle();
}

/* --- handlers that leave in odd ways ----------------------------------------------------- */

static sigjmp_buf landing;
static volatile int jumps_left;

static void jumping_handler(int signo, siginfo_t *info, void *context, void *arg)
{
	irqtest_handler(signo, info, context, arg);
	if (jumps_left) {
		jumps_left--;
		siglongjmp(landing, 1);
	}
}

static int handler_jumps(void *unused)
{
	int i;

	(void)unused;
	uaccess_irq_request(OWN, jumping_handler, 0, NULL);
	jumps_left = 3;
	sigsetjmp(landing, 1);
	if (jumps_left == 3) {
		local_irq_disable();
		for (i = 0; i < 6; i++)
			queue(OWN, i);
		CHECK(irqtest_count == 0);
		local_irq_enable();
	}
	irqtest_settle();
	CHECK(jumps_left == 0 && !irqs_disabled());
	CHECK(irqtest_count == 6 && in_order(0, 6, OWN, 0));
	CHECK(irqtest_mask_is_empty());
	return 0;
}

/* The same with more than one held, which a mask that was undone makes possible. */
static int handler_jumps_and_more_is_held(void *unused)
{
	int i;

	(void)unused;
	uaccess_irq_request(OWN, jumping_handler, 0, NULL);
	jumps_left = 3;
	sigsetjmp(landing, 1);
	if (jumps_left == 3) {
		local_irq_disable();
		for (i = 0; i < 6; i++) {
			queue(OWN, i);
			unblock_all();
		}
		local_irq_enable();
	}
	irqtest_settle();
	CHECK(jumps_left == 0 && !irqs_disabled());
	CHECK(irqtest_count == 6 && in_order(0, 6, OWN, 0));
	CHECK(irqtest_mask_is_empty());
	return 0;
}

static volatile bool inside_was_right;

static void disabling_handler(int signo, siginfo_t *info, void *context, void *arg)
{
	irqtest_handler(signo, info, context, arg);
	local_irq_disable();
	if (irqtest_count == 1) {
		queue(signo, 1);
		unblock_all(); /* taken in here, and held */
		inside_was_right = irqtest_count == 1;
	}
}

static int handler_disables(void *unused)
{
	(void)unused;
	uaccess_irq_request(OWN, disabling_handler, 0, NULL);
	queue(OWN, 0);
	CHECK(inside_was_right);
	CHECK(!irqs_disabled());
	CHECK(irqtest_count == 2 && in_order(0, 2, OWN, 0));
	irqtest_count = 0;
	local_irq_disable();
	queue(OWN, 1);
	queue(OWN, 2);
	CHECK(irqtest_count == 0);
	local_irq_enable();
	irqtest_settle();
	CHECK(!irqs_disabled() && in_order(0, 1, OWN, 1) && irqtest_count == 3);
	CHECK(irqtest_mask_is_empty());
	return 0;
}

/* A handler that uses the flag as any code does, over a signal that unblocks itself. */
static void nesting_handler(int signo, siginfo_t *info, void *context, void *arg)
{
	unsigned long flags;
	int depth = info->si_value.sival_int;

	irqtest_handler(signo, info, context, arg);
	if (depth == 0)
		return;
	unblock_all();
	local_irq_save(flags);
	queue(signo, depth - 1);
	local_irq_restore(flags);
	irqtest_settle();
}

static int handlers_nest(void *unused)
{
	(void)unused;
	uaccess_irq_request(OWN, nesting_handler, 0, NULL);
	local_irq_disable();
	queue(OWN, 20);
	local_irq_enable();
	irqtest_settle();
	CHECK(irqtest_count == 21 && irqtest_log[20].info.si_value.sival_int == 0);
	CHECK(!irqs_disabled() && irqtest_mask_is_empty());
	return 0;
}

/* --- threads and processes ---------------------------------------------------------------- */

static pid_t handled_by;

static void thread_handler(int signo, siginfo_t *info, void *context, void *arg)
{
	irqtest_handler(signo, info, context, arg);
	handled_by = (pid_t)syscall(SYS_gettid);
}

static void *ends_with_the_flag_off(void *tid)
{
	local_irq_disable();
	queue(OWN, 0);
	queue(OWN, 1);
	queue(OWN, 2);
	*(pid_t *)tid = (pid_t)syscall(SYS_gettid);
	return NULL;
}

static int thread_ends(void *unused)
{
	pthread_t thread;
	pid_t tid;

	(void)unused;
	uaccess_irq_request(OWN, thread_handler, 0, NULL);
	pthread_create(&thread, NULL, ends_with_the_flag_off, &tid);
	pthread_join(thread, NULL);
	CHECK(irqtest_count == 3 && in_order(0, 3, OWN, 0));
	CHECK(handled_by == tid);
	CHECK(!irqs_disabled());
	return 0;
}

static int child_of_fork(pid_t child)
{
	int status;

	if (child == 0) {
		bool off = irqs_disabled();

		local_irq_enable();
		irqtest_settle();
		if (!off || irqtest_count || !irqtest_mask_is_empty())
			_exit(1);
		local_irq_disable();
		queue(RT, 7);
		queue(RT, 8);
		if (irqtest_count)
			_exit(2);
		local_irq_enable();
		irqtest_settle();
		_exit(irqtest_count == 2 && in_order(0, 2, RT, 7) ? 0 : 3);
	}
	while (waitpid(child, &status, 0) < 0 && errno == EINTR)
		;
	return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/* Held signals belong to the parent; the flag is the child's as well. */
static int fork_with_held(void *raw)
{
	uaccess_irq_free(SIGCHLD);
	local_irq_disable();
	queue(RT, 0);
	queue(RT, 1);
	CHECK(child_of_fork(raw ? (pid_t)syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0) : fork()) == 0);
	CHECK(irqtest_count == 0 && irqs_disabled());
	local_irq_enable();
	irqtest_settle();
	CHECK(irqtest_count == 2 && in_order(0, 2, RT, 0));
	return 0;
}

/* --- masks, requests ---------------------------------------------------------------------- */

static int mask_undone(void *unused)
{
	int i;

	(void)unused;
	local_irq_disable();
	for (i = 0; i < 50; i++) {
		queue(RT, i);
		unblock_all();
	}
	queue(RT, i);
	CHECK(irqtest_count == 0);
	local_irq_enable();
	irqtest_settle();
	CHECK(irqtest_count == 51 && in_order(0, 51, RT, 0));
	CHECK(irqtest_mask_is_empty());
	return 0;
}

static int jump_out_of_the_region(void *unused)
{
	sigjmp_buf out;

	(void)unused;
	if (!sigsetjmp(out, 1)) {
		local_irq_disable();
		queue(RT, 0);
		queue(RT, 1);
		siglongjmp(out, 1);
	}
	CHECK(irqtest_count == 0 && irqs_disabled());
	queue(RT, 2);
	local_irq_enable();
	irqtest_settle();
	CHECK(irqtest_count == 3 && in_order(0, 3, RT, 0) && irqtest_mask_is_empty());
	return 0;
}

static int requested_while_held(void *unused)
{
	(void)unused;
	local_irq_disable();
	queue(RT, 0);
	uaccess_irq_request(LATE, irqtest_handler, 0, NULL);
	queue(LATE, 1);
	queue(RT, 2);
	queue(LATE, 3);
	CHECK(irqtest_count == 0);
	local_irq_enable();
	irqtest_settle();
	CHECK(irqtest_count == 4 && in_order(0, 1, RT, 0) && in_order(1, 2, LATE, 1));
	CHECK(irqtest_mask_is_empty());
	return 0;
}

static volatile int met_previous;

static void previous_handler(int signo, siginfo_t *info, void *context)
{
	(void)context;
	if (signo == LATE && info->si_code == SI_QUEUE)
		met_previous |= info->si_value.sival_int;
}

static int given_back_while_held(void *unused)
{
	struct sigaction action = {.sa_sigaction = previous_handler, .sa_flags = SA_SIGINFO};

	(void)unused;
	sigaction(LATE, &action, NULL);
	uaccess_irq_request(LATE, irqtest_handler, 0, NULL);
	local_irq_disable();
	queue(LATE, 1);
	CHECK(uaccess_irq_free(LATE) == 0);
	queue(LATE, 2);
	local_irq_enable();
	irqtest_settle();
	CHECK(irqtest_count == 0 && met_previous == 3);
	CHECK(irqtest_mask_is_empty());
	return 0;
}

/* --- full queues -------------------------------------------------------------------------- */

static void limit_queue(unsigned int signals)
{
	struct rlimit limit = {signals, signals};

	setrlimit(RLIMIT_SIGPENDING, &limit);
}

/* The sender is told; what was accepted comes, and no more. */
static int queue_full(void *unused)
{
	unsigned int accepted = 0;

	(void)unused;
	limit_queue(300);
	local_irq_disable();
	while (!try_to_queue(RT, (int)accepted))
		if (++accepted > 3000)
			break;
	CHECK(irqtest_emulated() || accepted <= 301);
	CHECK(accepted > 1 && irqtest_count == 0);
	local_irq_enable();
	irqtest_settle();
	CHECK(irqtest_count == accepted);
	CHECK(in_order(0, accepted, RT, 0));
	CHECK(irqtest_mask_is_empty());
	return 0;
}

/* Something else fills the queue, so that our own kick has no place in it. */
static int no_room_for_a_kick(void *arg)
{
	int signo = *(int *)arg, filler = FILLER, i;
	sigset_t set;

	sigemptyset(&set);
	sigaddset(&set, filler);
	pthread_sigmask(SIG_BLOCK, &set, NULL);
	limit_queue(300);
	for (i = 0; i < 20; i++) {
		irqtest_count = 0;
		local_irq_disable();
		queue(signo, i);
		while (!try_to_queue(filler, 0))
			;
		local_irq_enable();
		CHECK(irqtest_count == 1 && in_order(0, 1, signo, i));
		while (sigtimedwait(&set, NULL, &(struct timespec){0, 0}) > 0)
			;
	}
	pthread_sigmask(SIG_UNBLOCK, &set, NULL);
	CHECK(irqtest_mask_is_empty());
	return 0;
}

/* More than the library has places for. Only a mask that is undone each time makes it so many. */
static int no_place_to_hold(void *unused)
{
	enum {
		MANY = 1100
	};
	unsigned int i, sum = 0;

	(void)unused;
	local_irq_disable();
	for (i = 0; i < MANY; i++) {
		queue(RT, (int)i);
		unblock_all();
	}
	CHECK(irqtest_count == 0);
	local_irq_enable();
	CHECK(irqtest_count == MANY && in_order(0, 1024, RT, 0));
	for (i = 0; i < MANY; i++)
		sum += (unsigned int)irqtest_log[i].info.si_value.sival_int;
	CHECK(sum == MANY * (MANY - 1) / 2);
	CHECK(irqtest_mask_is_empty());
	return 0;
}

/* --- faults ------------------------------------------------------------------------------- */

static void fault_in_try(void *bad)
{
	local_irq_disable();
	queue(RT, 1);
	*(volatile int *)bad = 1;
}

static void fault_in_try_turned_on(void *bad)
{
	local_irq_enable();
	*(volatile int *)bad = 1;
}

static int faults(void *unused)
{
	int *bad = mmap(NULL, 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	int value = 1;

	(void)unused;
	local_irq_disable();
	queue(RT, 0);
	CHECK(get_user(value, bad) == -EFAULT && value == 0);
	CHECK(put_user(1, bad) == -EFAULT);
	CHECK(clear_user(bad, 100) == 100);
	CHECK(irqs_disabled() && irqtest_count == 0);
	CHECK(uaccess_try(fault_in_try_turned_on, bad, NULL) == -EFAULT);
	CHECK(irqs_disabled());
	CHECK(irqtest_count == 1);
	local_irq_enable();
	irqtest_count = 0;
	CHECK(uaccess_try(fault_in_try, bad, NULL) == -EFAULT);
	irqtest_settle();
	CHECK(!irqs_disabled() && irqtest_count == 1 && in_order(0, 1, RT, 1));
	CHECK(irqtest_mask_is_empty());
	return 0;
}

struct edge {
	int (*fn)(void *);
	void *arg;
	const char *what;
	enum {
		ANYWHERE,
		NATIVE,
		NOT_TSAN
	} where;
};

static int standard = SIGUSR1, real_time, yes = 1;

static const struct edge edges[] = {
	{handler_jumps, NULL, "a handler that longjmps", ANYWHERE},
	{handler_jumps_and_more_is_held, NULL, "a handler that longjmps, with more held", ANYWHERE},
	{handler_disables, NULL, "a handler that disables and returns", NATIVE},
	{handlers_nest, NULL, "handlers that use the flag and nest", NATIVE},
	{thread_ends, NULL, "a thread that ends with the flag off", ANYWHERE},
	{fork_with_held, NULL, "fork() with signals held", ANYWHERE},
	{fork_with_held, &yes, "a fork that the C library does not know of", ANYWHERE},
	{mask_undone, NULL, "a mask that is undone while signals are held", ANYWHERE},
	{jump_out_of_the_region, NULL, "siglongjmp() out of the region", ANYWHERE},
	{requested_while_held, NULL, "a signal requested while another is held", ANYWHERE},
	{given_back_while_held, NULL, "a signal given back while it is held", NOT_TSAN},
	{queue_full, NULL, "queue full: the sender is told, the rest comes", NATIVE},
	{no_room_for_a_kick, &real_time, "no room for a kick, real-time", NATIVE},
	{no_room_for_a_kick, &standard, "no room for a kick, standard", NATIVE},
	{no_place_to_hold, NULL, "more held than there is room for", NATIVE},
	{faults, NULL, "faults with the flag off", NATIVE},
};

static int prepared(void *arg)
{
	const struct edge *edge = arg;

	irqtest_request_all();
	return edge->fn(edge->arg);
}

int main(void)
{
	const unsigned int count = sizeof(edges) / sizeof(*edges);
	struct child child;
	unsigned int i;

	tap_plan(count);
	real_time = RT;
	for (i = 0; i < count; i++) {
		if ((edges[i].where == NATIVE && irqtest_emulated()) ||
		    (edges[i].where == NOT_TSAN && IRQTEST_TSAN)) {
			/* Valgrind: see irqtest.h. The previous handler is ThreadSanitizer's. */
			tap_skip(1, "%s: not like this, with this tool", edges[i].what);
			continue;
		}
		child_call(&child, 0, 60, prepared, (void *)(uintptr_t)&edges[i]);
		child_point(&child, edges[i].what);
	}
	return tap_done();
}
