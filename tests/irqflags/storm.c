/* SPDX-License-Identifier: MIT */
/*
 * Signals of all kinds, from threads, processes and a timer, against code that toggles the flag all
 * the time. Each real-time signal comes once and in order with its value; the last standard one is
 * not lost; none comes while the flag is off; none is stuck after the last restore.
 *
 * UACCESS_TEST_FULL=1: a million signals, and 30 seconds with a timer at 20 kHz. Else a tenth of
 * them and half a second, which make check has time for.
 */
#include <errno.h>
#include <pthread.h>
#include <sys/syscall.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include <uaccess/irqflags.h>
#include "tests/irqflags/irqtest.h"
#include "tests/tap.h"

#define RECEIVERS 2
#define TO_THREAD (SIGRTMIN + 1) /* two senders, in turns over both receivers */
#define TO_PROCESS \
	(SIGRTMIN + 2) /* two processes; only the first receiver takes it, and the next */
#define TO_PROCESS_TOO (SIGRTMIN + 3)
#define SENDERS	       4 /* 0 and 1 threads, 2 and 3 processes */

struct receiver {
	pthread_t thread;
	pid_t number;
	unsigned int index;
	volatile unsigned int inside;		/* how deep in regions with the flag off */
	volatile unsigned long before, after;	/* equal outside of them */
	volatile unsigned int came[SENDERS][3]; /* by sender and signal: so many so far */
	volatile unsigned int disordered, while_off, unequal, wrong_info, alarms, total;
	unsigned long pairs;
	volatile unsigned long standard_seen;
	bool stuck;
};
static struct receiver receivers[RECEIVERS];
static __thread struct receiver *mine;

/* What the sending processes share with us. */
static struct shared {
	atomic_ulong standard_sent;
	atomic_uint eagain;
} * shared;

static unsigned int each; /* signals of a sender, of each of its kinds */
static pthread_barrier_t ready;
static atomic_bool finished;
static pid_t target;

IRQTEST_HANDLER static void handler(int signo, siginfo_t *info, void *context, void *arg)
{
	struct receiver *r = mine;
	unsigned int value = (unsigned int)info->si_value.sival_int, sender = value >> 24;

	(void)context;
	(void)arg;
	r->total++;
	if (r->inside)
		r->while_off++;
	if (r->before != r->after)
		r->unequal++;
	if (info->si_signo != signo) {
		r->wrong_info++;
	} else if (signo == SIGUSR1) {
		r->standard_seen =
			atomic_load_explicit(&shared->standard_sent, memory_order_relaxed);
	} else if (signo == SIGALRM) {
		r->alarms++;
		r->wrong_info += info->si_code != SI_TIMER || info->si_value.sival_int != 77;
	} else if (sender >= SENDERS || info->si_code != SI_QUEUE) {
		r->wrong_info++;
	} else {
		volatile unsigned int *came = &r->came[sender][signo - TO_THREAD];

		if ((value & 0xffffff) != *came)
			r->disordered++;
		*came += 1;
	}
}

/* --- receivers ---------------------------------------------------------------------------- */

static void enter(struct receiver *r)
{
	r->inside++;
	r->before++;
}

static void leave(struct receiver *r)
{
	r->after++;
	r->inside--;
}

static void regions(struct receiver *r, uint32_t random)
{
	unsigned long outer, inner;
	volatile unsigned int spin;

	local_irq_save(outer);
	enter(r);
	for (spin = random & 63; spin; spin--)
		;
	if (random & 64) {
		local_irq_save(inner);
		enter(r);
		leave(r);
		local_irq_restore(inner);
	}
	leave(r);
	local_irq_restore(outer);
	if (random & 128) {
		local_irq_disable();
		enter(r);
		leave(r);
		local_irq_enable();
	}
	r->pairs++;
}

static void *receive(void *arg)
{
	struct receiver *r = arg;
	uint32_t random = 2463534242u + r->index;
	sigset_t set;

	mine = r;
	r->number = (pid_t)syscall(SYS_gettid);
	sigemptyset(&set);
	if (r->index) { /* what is for the process goes to the first, so that it has an order */
		sigaddset(&set, TO_PROCESS);
		sigaddset(&set, TO_PROCESS_TOO);
		sigaddset(&set, SIGUSR1);
	}
	pthread_sigmask(SIG_SETMASK, &set, NULL);
	pthread_barrier_wait(&ready);
	while (!atomic_load_explicit(&finished, memory_order_relaxed)) {
		random ^= random << 13;
		random ^= random >> 17;
		random ^= random << 5;
		regions(r, random);
		if (irqtest_emulated())
			sched_yield();
	}
	/* All has been sent, and the kernel has passed it on when this returns. */
	if (irqtest_emulated())
		irqtest_sleep(200);
	sched_yield();
	sigpending(&set);
	r->stuck = uaccess_irq_self.pending || sigismember(&set, TO_THREAD) == 1 ||
		   (!r->index &&
		    (sigismember(&set, TO_PROCESS) == 1 || sigismember(&set, TO_PROCESS_TOO) == 1 ||
		     sigismember(&set, SIGUSR1) == 1));
	sigfillset(&set);
	pthread_sigmask(SIG_SETMASK, &set, NULL);
	return NULL;
}

/* --- senders ------------------------------------------------------------------------------ */

static void until_sent(int error)
{
	if (error != EAGAIN)
		abort();
	atomic_fetch_add(&shared->eagain, 1);
	sched_yield();
}

static void *send_from_thread(void *arg)
{
	unsigned int sender = (unsigned int)(uintptr_t)arg, i, to;

	for (i = 0; i < each; i++)
		for (to = 0; to < RECEIVERS; to++)
			while (irqtest_queue(receivers[to].number, TO_THREAD,
					     (int)(sender << 24 | i)))
				until_sent(errno);
	return NULL;
}

static void send_from_process(unsigned int sender)
{
	unsigned int i;

	for (i = 0; i < each; i++) {
		union sigval value = {.sival_int = (int)(sender << 24 | i)};

		while (sigqueue(target, TO_PROCESS, value))
			until_sent(errno);
		while (sigqueue(target, TO_PROCESS_TOO, value))
			until_sent(errno);
		if (i % 4 == 0) {
			atomic_fetch_add(&shared->standard_sent, 1);
			kill(target, SIGUSR1);
		}
	}
}

/* --- all of it ---------------------------------------------------------------------------- */

static double now(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (double)ts.tv_sec + (double)ts.tv_nsec * 1e-9;
}

/* Its signal has a place in the queue from here on. */
static timer_t new_timer(void)
{
	struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGALRM};
	timer_t timer;

	event.sigev_value.sival_int = 77;
	if (timer_create(CLOCK_MONOTONIC, &event, &timer))
		tap_bail("no timer");
	return timer;
}

static void check(void)
{
	unsigned int missing = 0, bad[4] = {0}, stuck = 0, i, sender, kind;
	unsigned long total = 0, pairs = 0, alarms = 0;

	for (i = 0; i < RECEIVERS; i++) {
		struct receiver *r = &receivers[i];

		for (sender = 0; sender < SENDERS; sender++)
			for (kind = 0; kind < 3; kind++)
				if (r->came[sender][kind] !=
				    ((sender < 2 ? kind == 0 : kind && !i) ? each : 0))
					missing++;
		bad[0] += r->disordered;
		bad[1] += r->while_off;
		bad[2] += r->unequal;
		bad[3] += r->wrong_info;
		stuck += r->stuck;
		total += r->total;
		pairs += r->pairs;
		alarms += r->alarms;
	}
	tap_diag("%lu deliveries, %lu of them of the timer, over %lu pairs; queue full %u times",
		 total, alarms, pairs, atomic_load(&shared->eagain));
	tap_ok(missing == 0, "each real-time signal came once");
	tap_ok(bad[0] == 0, "in order, with its value (%u not)", bad[0]);
	tap_ok(bad[3] == 0, "with its siginfo (%u not)", bad[3]);
	tap_ok(bad[1] == 0 && bad[2] == 0, "none while the flag was off (%u, %u)", bad[1], bad[2]);
	tap_ok(receivers[0].standard_seen == atomic_load(&shared->standard_sent),
	       "the last standard signal was not lost");
	tap_ok(alarms > 0, "the timer's came");
	tap_ok(stuck == 0, "none is stuck after the last restore");
}

int main(void)
{
	const char *wish = getenv("UACCESS_TEST_FULL");
	bool full = wish && *wish && strcmp(wish, "0") != 0;
	struct itimerspec every = {{0, 50000}, {0, 50000}};
	double seconds = full ? 30 : 0.5, begun;
	pthread_t threads[2];
	pid_t children[2];
	unsigned int i;
	timer_t timer;
	sigset_t all;

	/* 8 real-time signals for each i, and a quarter of a standard one from each process. */
	each = full ? 120000 : 12000;
	if (irqtest_emulated())
		each = 500;
	target = getpid();
	shared = mmap(NULL, sizeof(*shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1,
		      0);
	if (shared == MAP_FAILED)
		tap_bail("no memory");
	timer = new_timer();
	/* A full queue holds the senders back, and is a case to be right in. (Long ones are slow, too:
	   the kernel walks them.) */
	setrlimit(RLIMIT_SIGPENDING, &(struct rlimit){300, 300});
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, NULL); /* only receivers take signals */
	if (uaccess_irq_request(TO_THREAD, handler, 0, NULL) ||
	    uaccess_irq_request(TO_PROCESS, handler, SA_RESTART, NULL) ||
	    uaccess_irq_request(TO_PROCESS_TOO, handler, 0, NULL) ||
	    uaccess_irq_request(SIGUSR1, handler, 0, NULL) ||
	    uaccess_irq_request(SIGALRM, handler, 0, NULL))
		tap_bail("request");
	pthread_barrier_init(&ready, NULL, RECEIVERS + 1);
	for (i = 0; i < RECEIVERS; i++) {
		receivers[i].index = i;
		pthread_create(&receivers[i].thread, NULL, receive, &receivers[i]);
	}
	pthread_barrier_wait(&ready);
	begun = now();
	for (i = 0; i < 2; i++) {
		children[i] = fork();
		if (!children[i]) {
			alarm(600);
			send_from_process(2 + i);
			_exit(0);
		}
	}
	timer_settime(timer, 0, &every, NULL);
	for (i = 0; i < 2; i++)
		pthread_create(&threads[i], NULL, send_from_thread, (void *)(uintptr_t)i);
	for (i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	for (i = 0; i < 2; i++)
		waitpid(children[i], NULL, 0);
	tap_diag("%u signals sent in %.1f s", 8 * each + each / 2, now() - begun);
	while (now() - begun < seconds)
		irqtest_sleep(10);
	timer_delete(timer);
	irqtest_sleep(irqtest_emulated() ? 200 : 1);
	atomic_store(&finished, true);
	for (i = 0; i < RECEIVERS; i++)
		pthread_join(receivers[i].thread, NULL);
	check();
	return tap_done();
}
