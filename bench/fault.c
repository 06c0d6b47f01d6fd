/* SPDX-License-Identifier: MIT */
/*
 * `uaccess bench fault`: what a fault costs.
 *
 * fault		one access that faults, and back: a bare handler that only moves the
 *		PC, the library, jumps out of a handler, and ways without a signal
 * partial	a bulk call that stops after size bytes, beside the bare handler
 * fault_threads	one fault, while size threads fault at once: ticks between two of
 *		all of them together
 */
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <setjmp.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/uio.h>
#include <ucontext.h>
#include <unistd.h>
#include <uaccess/uaccess.h>
#include "bench/subcommands.h"

#define PAGE		4096
#define THREADS_MAX	64
#define THREADS_SECONDS 0.1

static char *edge;  /* a page that can be accessed ends here, and one that cannot begins */
static char *other; /* memory of our own */
static int ends[2]; /* a pipe */
static sigjmp_buf jump;

/* One load that moves on by its length in the bare handler: "movzbl (%rdi), %eax" is 3 bytes. */
#define BARE_LENGTH 3

static void bare_handler(int signo, siginfo_t *info, void *context)
{
	(void)signo;
	(void)info;
#if defined(__x86_64__)
	((ucontext_t *)context)->uc_mcontext.gregs[REG_RIP] += BARE_LENGTH;
#else
	(void)context;
#endif
}

static void jump_handler(int signo)
{
	(void)signo;
	siglongjmp(jump, 1);
}

/* The library's action, put aside while another handler is measured. */
static struct sigaction library_action;

static void replace(void (*plain)(int), void (*full)(int, siginfo_t *, void *), int flags)
{
	struct sigaction action = {.sa_flags = flags};

	if (full) {
		action.sa_sigaction = full;
		action.sa_flags |= SA_SIGINFO;
	} else {
		action.sa_handler = plain;
	}
	if (sigaction(SIGSEGV, &action, &library_action))
		bench_die("sigaction");
}

static void before_bare(void *arg, unsigned long loops)
{
	(void)arg;
	(void)loops;
	replace(NULL, bare_handler, SA_NODEFER | SA_ONSTACK);
}

static void before_jump_mask(void *arg, unsigned long loops)
{
	(void)arg;
	(void)loops;
	replace(jump_handler, NULL, 0);
}

static void before_jump(void *arg, unsigned long loops)
{
	(void)arg;
	(void)loops;
	replace(jump_handler, NULL, SA_NODEFER);
}

static void put_back(void *arg)
{
	(void)arg;
	if (sigaction(SIGSEGV, &library_action, NULL))
		bench_die("sigaction");
}

static void run_bare(void *arg, unsigned long loops)
{
	(void)arg;
	for (; loops; loops--) {
#if defined(__x86_64__)
		__asm__ volatile("movzbl (%%rdi), %%eax" : : "D"(edge) : "eax", "memory");
#endif
	}
}

static void run_get_user(void *arg, unsigned long loops)
{
	unsigned char value;

	(void)arg;
	for (; loops; loops--) {
		if (!get_user(value, (unsigned char *)edge))
			bench_die("no fault");
		BENCH_HIDE(value);
	}
}

static void run_jump_mask(void *arg, unsigned long loops)
{
	/* In memory: a jump may lose what is in a register. */
	volatile unsigned long left = loops;

	(void)arg;
	for (; left; left--)
		if (!sigsetjmp(jump, 1))
			(void)*(volatile char *)edge;
}

static void run_jump(void *arg, unsigned long loops)
{
	/* In memory: a jump may lose what is in a register. */
	volatile unsigned long left = loops;

	(void)arg;
	for (; left; left--)
		if (!sigsetjmp(jump, 0))
			(void)*(volatile char *)edge;
}

static void run_process_vm(void *arg, unsigned long loops)
{
	(void)arg;
	for (; loops; loops--) {
		struct iovec here = {other, 1}, there = {edge, 1};

		if (process_vm_readv(getpid(), &here, 1, &there, 1, 0) != -1)
			bench_die("no fault");
	}
}

static void run_pipe(void *arg, unsigned long loops)
{
	(void)arg;
	for (; loops; loops--)
		if (write(ends[1], edge, 1) != -1)
			bench_die("no fault");
}

static void one_fault(struct bench *b)
{
	static const struct bench_entry entries[] = {
		{"bare", run_bare, NULL, before_bare, put_back},
		{"get_user", run_get_user, NULL, NULL, NULL},
		{"sigsetjmp_mask", run_jump_mask, NULL, before_jump_mask, put_back},
		{"sigsetjmp", run_jump, NULL, before_jump, put_back},
		{"process_vm_readv", run_process_vm, NULL, NULL, NULL},
		{"pipe", run_pipe, NULL, NULL, NULL},
	};

	bench_measure(b, &(struct bench_case){.bench = "fault",
					      .entries = entries,
					      .count = sizeof(entries) / sizeof(entries[0])});
}

/* A call for n bytes of which done can be done. */
struct partial {
	const char *name;
	unsigned long done, n;
	int kind; /* 0 clear, 1 copy_to, 2 copy_from */
};

static void run_partial(void *arg, unsigned long loops)
{
	const struct partial *p = arg;
	unsigned long n = p->n, left;

	for (; loops; loops--) {
		BENCH_HIDE(n);
		if (p->kind == 0)
			left = clear_user(edge - p->done, n);
		else if (p->kind == 1)
			left = copy_to_user(edge - p->done, other, n);
		else
			left = copy_from_user(other, edge - p->done, n);
		if (left != p->n - p->done)
			bench_die("wrong residue");
	}
}

static void partial_calls(struct bench *b)
{
	static struct partial partials[] = {
		{"clear_user", 40, 64, 0},	   {"copy_to_user", 40, 64, 1},
		{"copy_from_user", 40, 64, 2},	   {"clear_user", 300, 1000, 0},
		{"copy_to_user", 300, 1000, 1},	   {"copy_from_user", 300, 1000, 2},
		{"clear_user", 3000, 5000, 0},	   {"copy_to_user", 3000, 5000, 1},
		{"copy_from_user", 3000, 5000, 2},
	};
	size_t i, j;

	for (i = 0; i < sizeof(partials) / sizeof(partials[0]); i += 3) {
		struct bench_entry entries[4] = {{"bare", run_bare, NULL, before_bare, put_back}};

		for (j = 0; j < 3; j++) {
			entries[1 + j].routine = partials[i + j].name;
			entries[1 + j].run = run_partial;
			entries[1 + j].arg = &partials[i + j];
		}
		bench_measure(b, &(struct bench_case){.bench = "partial",
						      .size = partials[i].done,
						      .entries = entries,
						      .count = 4});
	}
}

/* --- many threads --------------------------------------------------------------------- */

static atomic_bool stop;
static atomic_ulong ready;

static void *fault_on(void *arg)
{
	unsigned long count = 0;

	atomic_fetch_add(&ready, 1);
	while (!atomic_load_explicit(&stop, memory_order_relaxed)) {
		run_get_user(NULL, 16);
		count += 16;
	}
	*(unsigned long *)arg = count;
	return NULL;
}

/* Ticks between two faults of all threads together. */
static double together(unsigned int threads)
{
	pthread_t thread[THREADS_MAX];
	unsigned long counts[THREADS_MAX], sum = 0;
	uint64_t start, ticks;
	unsigned int i;

	atomic_store(&stop, false);
	atomic_store(&ready, 0);
	for (i = 0; i < threads; i++) {
		errno = pthread_create(&thread[i], NULL, fault_on, &counts[i]);
		if (errno)
			bench_die("pthread_create");
	}
	while (atomic_load(&ready) < threads)
		sched_yield();
	start = bench_ticks();
	usleep((useconds_t)(THREADS_SECONDS * 1e6));
	atomic_store(&stop, true);
	ticks = bench_ticks() - start;
	for (i = 0; i < threads; i++) {
		pthread_join(thread[i], NULL);
		sum += counts[i];
	}
	return (double)ticks / (double)sum;
}

#define ROUNDS 9

/* One processor cannot show it: the threads run where the process was allowed to. */
static void by_threads(struct bench *b)
{
	long processors = sysconf(_SC_NPROCESSORS_ONLN);
	double least[8], samples[8][ROUNDS];
	unsigned int counts[8], count = 0, threads, round, i, j;
	cpu_set_t all, pinned;

	for (threads = 1; threads <= THREADS_MAX && threads <= processors && count < 8;
	     threads *= 2)
		counts[count++] = threads;
	b->cases_done += count;
	if (b->dry)
		return;
	sched_getaffinity(0, sizeof(pinned), &pinned);
	memset(&all, 0xff, sizeof(all));
	sched_setaffinity(0, sizeof(all), &all);
	for (round = 0; round < ROUNDS; round++) {
		bench_progress(b, "fault_threads", round);
		for (i = 0; i < count; i++)
			samples[i][round] = together(counts[i]);
	}
	sched_setaffinity(0, sizeof(pinned), &pinned);
	for (i = 0; i < count; i++) {
		double median = 0;

		least[i] = samples[i][0];
		for (round = 0; round < ROUNDS; round++) {
			unsigned int below = 0;

			for (j = 0; j < ROUNDS; j++)
				below += samples[i][j] < samples[i][round];
			if (below == ROUNDS / 2)
				median = samples[i][round];
			if (samples[i][round] < least[i])
				least[i] = samples[i][round];
		}
		bench_add(b, &(struct bench_row){.bench = "fault_threads",
						 .routine = "get_user",
						 .size = counts[i],
						 .ticks = least[i],
						 .median = median,
						 .samples = ROUNDS});
	}
}

int bench_fault(struct bench *b)
{
	if (!b->dry) {
		char *memory = mmap(NULL, 3 * PAGE, PROT_READ | PROT_WRITE,
				    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

		if (memory == MAP_FAILED || mprotect(memory + 2 * PAGE, PAGE, PROT_NONE) ||
		    pipe(ends))
			bench_die("memory and a pipe");
		edge = memory + 2 * PAGE;
		memset(memory, 0x5a, 2 * PAGE);
		other = bench_memory(2 * PAGE, false);
	}
	one_fault(b);
	partial_calls(b);
	by_threads(b);
	if (!b->dry) {
		close(ends[0]);
		close(ends[1]);
		munmap(edge - 2 * PAGE, 3 * PAGE);
		munmap(other, 2 * PAGE);
	}
	return 0;
}

void bench_fault_report(const struct bench *b, FILE *file)
{
	const struct bench_row *one = bench_find(b, "fault_threads", 1, 0, "get_user");
	unsigned long threads;

	bench_print_table(b, "fault", NULL, file);
	bench_print_table(b, "partial", NULL, file);
	bench_print_table(b, "fault_threads", NULL, file);
	for (threads = 2; one; threads *= 2) {
		const struct bench_row *row =
			bench_find(b, "fault_threads", threads, 0, "get_user");

		if (!row)
			break;
		fprintf(file, "%lu threads fault %.2f times as often as one\n", threads,
			one->median / row->median);
	}
}
