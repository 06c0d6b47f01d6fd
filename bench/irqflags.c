/* SPDX-License-Identifier: MIT */
/*
 * `uaccess bench irqflags`: the signal flag, and the ways of restoring it.
 *
 * irq_pair	save and restore; "pushf_popf" is the two instructions alone
 * irq_unlock	lock and unlock_irqrestore of a spinlock that nobody else wants
 * irq_pipe	a byte to another process and back, with size such locks on each side
 * irq_messages	size processes send to as many others, each to each, with such a lock
 *		for each message
 *
 * The last two have the shape of `perf bench sched pipe` and `messaging`, with which
 * the kernel's change from popf to a test was measured.
 */
#include <linux/perf_event.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
#include <uaccess/spinlock.h>
#include "bench/subcommands.h"

#define LOCKS	 16 /* for each byte through the pipe, on each side */
#define GROUP	 4
#define MESSAGES 25
#define LENGTH	 100
#define TRIPS	 20000 /* counted by the processor's counters */

static struct uaccess_spinlock lock;

static void run_pushf_popf(void *arg, unsigned long loops)
{
	(void)arg;
	for (; loops; loops--) {
#if defined(__x86_64__)
		unsigned long long flags = __builtin_ia32_readeflags_u64();

		BENCH_HIDE(flags);
		__builtin_ia32_writeeflags_u64(flags);
#endif
	}
}

static void run_popf(void *arg, unsigned long loops)
{
	(void)arg;
	for (; loops; loops--) {
		unsigned long flags = uaccess_irq_save_fl_popf();

		uaccess_irq_disable();
		uaccess_irq_restore_fl_popf(flags);
	}
}

static void run_full(void *arg, unsigned long loops)
{
	(void)arg;
	for (; loops; loops--) {
		unsigned long flags = uaccess_irq_save_fl();

		uaccess_irq_disable();
		uaccess_irq_restore_fl_full(flags);
	}
}

static void run_test(void *arg, unsigned long loops)
{
	(void)arg;
	for (; loops; loops--) {
		unsigned long flags = uaccess_irq_save();

		uaccess_irq_restore(flags);
	}
}

/* The state that is restored is not foreseeable: on or off at random. */
static void run_test_random(void *arg, unsigned long loops)
{
	uint32_t random = 1;

	(void)arg;
	for (; loops; loops--) {
		random = random * 1664525u + 1013904223u;
		uaccess_irq_disable();
		uaccess_irq_restore(random >> 22 & UACCESS_IRQ_IF);
	}
	uaccess_irq_enable();
}

static void run_sigprocmask(void *arg, unsigned long loops)
{
	sigset_t all, before;

	(void)arg;
	sigfillset(&all);
	for (; loops; loops--) {
		sigprocmask(SIG_BLOCK, &all, &before);
		sigprocmask(SIG_SETMASK, &before, NULL);
	}
}

static void run_pthread_sigmask(void *arg, unsigned long loops)
{
	sigset_t all, before;

	(void)arg;
	sigfillset(&all);
	for (; loops; loops--) {
		pthread_sigmask(SIG_BLOCK, &all, &before);
		pthread_sigmask(SIG_SETMASK, &before, NULL);
	}
}

/* --- locks -------------------------------------------------------------------------------- */

static void run_unlock_popf(void *arg, unsigned long loops)
{
	(void)arg;
	for (; loops; loops--) {
		unsigned long flags = uaccess_irq_save_fl_popf();

		uaccess_irq_disable();
		uaccess_spin_lock(&lock);
		uaccess_spin_unlock_irqrestore_popf(&lock, flags);
	}
}

static void run_unlock_test(void *arg, unsigned long loops)
{
	(void)arg;
	for (; loops; loops--) {
		unsigned long flags = uaccess_spin_lock_irqsave(&lock);

		uaccess_spin_unlock_irqrestore(&lock, flags);
	}
}

typedef void locks_fn(void *arg, unsigned long loops);

/* Which of the two an entry's argument means. */
static locks_fn *const popf = run_unlock_popf, *const test = run_unlock_test;

static locks_fn *locks_of(void *arg)
{
	return *(locks_fn *const *)arg;
}

/* --- processes ---------------------------------------------------------------------------- */

static void get(int fd, void *to, size_t n)
{
	char *p = to;

	while (n) {
		ssize_t got = read(fd, p, n);

		if (got <= 0)
			_exit(1);
		p += got;
		n -= (size_t)got;
	}
}

static void put(int fd, const void *from, size_t n)
{
	if (write(fd, from, n) != (ssize_t)n)
		_exit(1);
}

/* fork() for a child that runs the rest of its block and leaves. */
static pid_t child_process(void)
{
	pid_t child = fork();

	if (child < 0)
		bench_die("fork");
	return child;
}

static void run_pipe(void *arg, unsigned long loops)
{
	locks_fn *locks = locks_of(arg);
	int there[2], back[2];
	unsigned long i;
	char byte = 0;

	if (pipe(there) || pipe(back))
		bench_die("pipe");
	if (!child_process()) {
		for (i = 0; i < loops; i++) {
			get(there[0], &byte, 1);
			locks(NULL, LOCKS);
			put(back[1], &byte, 1);
		}
		_exit(0);
	}
	for (i = 0; i < loops; i++) {
		locks(NULL, LOCKS);
		put(there[1], &byte, 1);
		get(back[0], &byte, 1);
	}
	while (wait(NULL) > 0)
		;
	close(there[0]), close(there[1]), close(back[0]), close(back[1]);
}

static void messages_once(locks_fn *locks)
{
	char message[LENGTH] = {0};
	int pipes[GROUP][2], i, to;

	for (i = 0; i < GROUP; i++)
		if (pipe(pipes[i]))
			bench_die("pipe");
	for (i = 0; i < GROUP; i++) {
		if (!child_process()) {
			for (to = 0; to < GROUP * MESSAGES; to++) {
				get(pipes[i][0], message, LENGTH);
				locks(NULL, 1);
			}
			_exit(0);
		}
		if (!child_process()) {
			for (to = 0; to < GROUP * MESSAGES; to++) {
				locks(NULL, 1);
				put(pipes[to % GROUP][1], message, LENGTH);
			}
			_exit(0);
		}
	}
	while (wait(NULL) > 0)
		;
	for (i = 0; i < GROUP; i++)
		close(pipes[i][0]), close(pipes[i][1]);
}

static void run_messages(void *arg, unsigned long loops)
{
	for (; loops; loops--)
		messages_once(locks_of(arg));
}

/* --- the processor's counters ------------------------------------------------------------- */

static const struct {
	const char *name;
	uint64_t config;
} counters[] = {
	{"cycles", PERF_COUNT_HW_CPU_CYCLES},
	{"instructions", PERF_COUNT_HW_INSTRUCTIONS},
	{"branches", PERF_COUNT_HW_BRANCH_INSTRUCTIONS},
	{"branch misses", PERF_COUNT_HW_BRANCH_MISSES},
};
#define COUNTERS (sizeof(counters) / sizeof(*counters))

static uint64_t counted[2][COUNTERS];
static bool countable;

/* All of it: this process, its children, and the kernel where that is allowed. */
static bool count(locks_fn *const *locks, uint64_t *values)
{
	int fds[COUNTERS];
	size_t i, open = 0;
	bool good = true;

	for (i = 0; i < COUNTERS; i++) {
		struct perf_event_attr attr = {
			.type = PERF_TYPE_HARDWARE,
			.size = sizeof(attr),
			.config = counters[i].config,
			.disabled = 1,
			.inherit = 1,
		};

		fds[i] = (int)syscall(SYS_perf_event_open, &attr, 0, -1, -1, 0);
		good &= fds[i] >= 0 && !ioctl(fds[i], PERF_EVENT_IOC_ENABLE, 0);
		open++;
	}
	if (good)
		run_pipe((void *)(uintptr_t)locks, TRIPS);
	for (i = 0; i < open; i++) {
		good &= fds[i] >= 0 && read(fds[i], &values[i], 8) == 8 && values[i];
		if (fds[i] >= 0)
			close(fds[i]);
	}
	return good;
}

int bench_irqflags(struct bench *b)
{
	static const struct bench_entry pairs[] = {
		{"pushf_popf", run_pushf_popf, NULL, NULL, NULL},
		{"popf", run_popf, NULL, NULL, NULL},
		{"full", run_full, NULL, NULL, NULL},
		{"test", run_test, NULL, NULL, NULL},
		{"test_random", run_test_random, NULL, NULL, NULL},
		{"sigprocmask", run_sigprocmask, NULL, NULL, NULL},
		{"pthread_sigmask", run_pthread_sigmask, NULL, NULL, NULL},
	};
	static const struct bench_entry unlocks[] = {
		{"popf", run_unlock_popf, NULL, NULL, NULL},
		{"test", run_unlock_test, NULL, NULL, NULL},
	};
	static const struct bench_entry trips[] = {
		{"popf", run_pipe, (void *)(uintptr_t)&popf, NULL, NULL},
		{"test", run_pipe, (void *)(uintptr_t)&test, NULL, NULL},
	};
	static const struct bench_entry messages[] = {
		{"popf", run_messages, (void *)(uintptr_t)&popf, NULL, NULL},
		{"test", run_messages, (void *)(uintptr_t)&test, NULL, NULL},
	};

	bench_measure(b, &(struct bench_case){.bench = "irq_pair", .entries = pairs, .count = 7});
	bench_measure(b,
		      &(struct bench_case){.bench = "irq_unlock", .entries = unlocks, .count = 2});
	bench_measure(b, &(struct bench_case){.bench = "irq_pipe",
					      .size = LOCKS,
					      .entries = trips,
					      .count = 2,
					      .loops = 200});
	bench_measure(b, &(struct bench_case){.bench = "irq_messages",
					      .size = GROUP,
					      .entries = messages,
					      .count = 2,
					      .loops = 1});
	if (!b->dry)
		countable = count(&popf, counted[0]) && count(&test, counted[1]);
	return 0;
}

static void ratio(const struct bench *b, const char *bench, unsigned long size, const char *against,
		  const char *what, FILE *file)
{
	double by = bench_ratio(b, bench, size, 0, "test", against);

	if (by > 0)
		fprintf(file, "%-42s %6.3f\n", what, by);
}

void bench_irqflags_report(const struct bench *b, FILE *file)
{
	size_t i;

	bench_print_table(b, "irq_pair", NULL, file);
	bench_print_table(b, "irq_unlock", NULL, file);
	bench_print_table(b, "irq_pipe", NULL, file);
	bench_print_table(b, "irq_messages", NULL, file);
	ratio(b, "irq_pair", 0, "pushf_popf", "a pair by a pushf and popf", file);
	ratio(b, "irq_pair", 0, "sigprocmask", "a pair by two sigprocmask()", file);
	ratio(b, "irq_pair", 0, "pthread_sigmask", "a pair by two pthread_sigmask()", file);
	ratio(b, "irq_unlock", 0, "popf", "unlock_irqrestore, test by popf", file);
	ratio(b, "irq_pipe", LOCKS, "popf", "pipe, test by popf", file);
	ratio(b, "irq_messages", GROUP, "popf", "messages, test by popf", file);
	if (!countable) {
		fputs("cycles, instructions, branch misses: no hardware counters here\n", file);
		return;
	}
	fprintf(file, "%d trips through the pipe         popf             test\n", TRIPS);
	for (i = 0; i < COUNTERS; i++)
		fprintf(file, "%-20s %16llu %16llu\n", counters[i].name,
			(unsigned long long)counted[0][i], (unsigned long long)counted[1][i]);
}
