/* SPDX-License-Identifier: MIT */
/* Rows D: alternate stacks, signal masks, jumps out of handlers, and what unwinding meets. */
#include <setjmp.h>
#include <sys/auxv.h>
#include <sys/syscall.h>

#include <uaccess/oops.h>

#include "tests/neighbours/neighbours.h"

#define PAGE		  4096ul
#define MINIMUM_OF_KERNEL 51 /* AT_MINSIGSTKSZ */

/* --- D1, D2: sizes ------------------------------------------------------------------------- */

static int d1_size(void *arg)
{
	stack_t stack;

	(void)arg;
	child_require(!uaccess_thread_init() && !sigaltstack(NULL, &stack));
	child_require(!(stack.ss_flags & SS_DISABLE));
	/* Two frames of the kernel, whatever this processor saves, and room for a report. */
	child_require(stack.ss_size >= 2 * getauxval(MINIMUM_OF_KERNEL) + 16384);
	child_require(copies_are_exact());
	return 0;
}

static int below_stack(void *arg)
{
	stack_t stack;

	(void)arg;
	begin_default();
	child_require(!uaccess_thread_init() && !sigaltstack(NULL, &stack));
	return memory_touch((char *)stack.ss_sp - 1);
}

static int d1_sizes(void *arg)
{
	child_require(row_ends(d1_size, 0, 0));
	(void)arg;
	return !row_ends(below_stack, SIGSEGV, 0);
}

/* Fills the alternate stack, and says in the end how much of it was used. */
static unsigned char *watched;
static size_t watched_size;
static size_t limit_on_use;

static void measure(const char *line, size_t length, void *arg)
{
	size_t untouched = 0;

	(void)arg;
	if (!memmem(line, length, "end trace", 9))
		return;
	while (untouched < watched_size && watched[untouched] == 0xa5)
		untouched++;
	if (watched_size - untouched > limit_on_use)
		_exit(1);
	(void)!write(STDOUT_FILENO, "measured\n", 9);
}

static void watch_stack(void)
{
	stack_t stack;

	child_require(!uaccess_thread_init() && !sigaltstack(NULL, &stack));
	watched = stack.ss_sp;
	watched_size = stack.ss_size;
	memset(watched, 0xa5, watched_size);
}

static int report_on_watched(void *arg)
{
	struct uaccess_oops_options options = {.size = sizeof(options), .write = measure};

	(void)arg;
	begin_default();
	watch_stack();
	limit_on_use = getauxval(MINIMUM_OF_KERNEL) + 16384;
	child_require(!uaccess_oops_enable(&options));
	return memory_touch(memory_closed());
}

static int d2_high_water(void *arg)
{
	static struct child inner;
	size_t frame = getauxval(MINIMUM_OF_KERNEL), untouched = 0;

	(void)arg;
	if (CHILD_SANITIZED)
		child_cannot("a sanitizer's functions need more of the stack");
	child_call(&inner, 0, 20, report_on_watched, NULL);
	if (!child_killed(&inner, SIGSEGV) || !strstr(inner.output, "measured")) {
		child_diag(&inner);
		return 1;
	}
	watch_stack();
	child_require(recovers(SIGSEGV) && recovers(SIGBUS) && copies_are_exact());
	while (untouched < watched_size && watched[untouched] == 0xa5)
		untouched++;
	child_require(untouched < watched_size); /* it did run there */
	return watched_size - untouched > (frame ? frame : 8192) + 8192;
}

/* --- D3: a stack overflow on a thread without an alternate stack ------------------------------- */

static volatile int depth;

__attribute__((noinline)) static int deeper(int n)
{
	volatile char room[1024];

	room[0] = (char)n;
	depth = n;
	return depth < 0 ? 0 : deeper(n + 1) + room[0];
}

static void *overflows(void *arg)
{
	(void)arg;
	return (void *)(intptr_t)deeper(1);
}

static int overflow_in_second(void *arg)
{
	pthread_t thread;

	(void)arg;
	begin_default();
	child_require(!uaccess_thread_init()); /* this thread has one, the other has not */
	child_require(!pthread_create(&thread, NULL, overflows, NULL));
	pthread_join(thread, NULL);
	return 0;
}

static int d3_overflow(void *arg)
{
	(void)arg;
	if (CHILD_SANITIZED)
		child_cannot("a sanitizer gives each thread an alternate stack");
	return !row_ends(overflow_in_second, SIGSEGV, 0);
}

/* --- D4, D6: what is left behind after a recovery ------------------------------------------------ */

static sigjmp_buf out;

static void touch_closed(void *arg)
{
	memory_touch(arg);
}

static void jumps_out(int signo, siginfo_t *info, void *context)
{
	(void)signo;
	(void)info;
	(void)context;
	siglongjmp(out, 1);
}

static bool mask_is(const sigset_t *before)
{
	sigset_t now;

	sigprocmask(SIG_SETMASK, NULL, &now);
	return !memcmp(&now, before, 8);
}

static bool on_stack(void)
{
	stack_t stack;

	child_require(!sigaltstack(NULL, &stack));
	return stack.ss_flags & SS_ONSTACK;
}

/* Each way out, twice, and the thread is as before. */
static bool as_before(bool (*also)(void))
{
	char *bad = memory_closed();
	sigset_t before;
	int i;

	sigemptyset(&before);
	sigaddset(&before, SIGUSR1);
	sigprocmask(SIG_SETMASK, &before, NULL);
	sigprocmask(SIG_SETMASK, NULL, &before);
	begin(jumps_out, SA_SIGINFO | SA_ONSTACK);
	for (i = 0; i < 2; i++) {
		child_require(recovers(SIGSEGV) && recovers(SIGBUS));
		child_require(mask_is(&before) && !also());
		child_require(copies_are_exact());
		child_require(mask_is(&before) && !also());
		child_require(uaccess_try(touch_closed, bad, NULL) == -EFAULT);
		child_require(mask_is(&before) && !also());
		if (!sigsetjmp(out, 1))
			memory_touch(bad);
		child_require(mask_is(&before) && !also());
	}
	return true;
}

static bool nothing_else(void)
{
	return false;
}

static int d4_mask(void *arg)
{
	(void)arg;
	return !as_before(nothing_else);
}

static int d6_free_stack(void *arg)
{
	(void)arg;
	use_alternate_stack();
	return !as_before(on_stack);
}

/* --- D5: faults in the handlers -------------------------------------------------------------------- */

static void faults_itself(int signo, siginfo_t *info, void *context)
{
	(void)signo;
	(void)info;
	(void)context;
	child_require(recovers(SIGBUS)); /* an expected one is recovered there, too */
	memory_touch(NULL);
}

static int fault_in_chained(void *arg)
{
	(void)arg;
	begin(faults_itself, SA_SIGINFO | SA_RESETHAND);
	return memory_touch(memory_closed());
}

static void write_faults(const char *line, size_t length, void *arg)
{
	(void)line;
	(void)length;
	(void)arg;
	memory_touch(NULL);
}

static int fault_in_report(void *arg)
{
	struct uaccess_oops_options options = {.size = sizeof(options), .write = write_faults};

	(void)arg;
	begin_default();
	child_require(!uaccess_oops_enable(&options));
	return memory_touch(memory_closed());
}

/* The stack pointer leads nowhere: no frame can be made there. */
static int no_stack(void *arg)
{
	(void)arg;
	begin_default();
	use_alternate_stack();
	child_require(!uaccess_oops_enable(NULL));
	__asm__ volatile("mov $0x1000, %%rsp\n\tmov $0x1000, %%rbp\n\tmovb (%%rsp), %%al" ::
				 : "rax", "memory");
	return 0;
}

static int d5_nested(void *arg)
{
	(void)arg;
	if (CHILD_SANITIZED)
		child_cannot("the sanitizer's report is not bounded");
	child_require(row_ends(fault_in_chained, SIGSEGV, 0));
	child_require(row_ends(fault_in_report, SIGSEGV, 0));
	return !row_ends(no_stack, SIGSEGV, 0);
}

/* --- D7: shadow stacks ---------------------------------------------------------------------------- */

#define SHADOW_STACK_STATUS 0x5005 /* ARCH_SHSTK_STATUS */

static int d7_shadow_stack(void *arg)
{
	unsigned long status = 0;

	(void)arg;
	if (syscall(SYS_arch_prctl, SHADOW_STACK_STATUS, &status) || !(status & 1))
		child_cannot(
			"no shadow stack: the processor, the kernel or the C library has none");
	child_require(uaccess_try(touch_closed, memory_closed(), NULL) == -EFAULT);
	return !copies_are_exact() || !recovers(SIGSEGV);
}

/* --- D8: the red zone ------------------------------------------------------------------------------- */

/* A leaf: what it keeps may lie below the stack pointer. */
__attribute__((noinline)) static uint64_t sum_around(const char *p, uint64_t seed)
{
	volatile uint64_t kept[8];
	uint64_t sum = 0;
	char byte = 1;
	int i;

	for (i = 0; i < 8; i++)
		kept[i] = seed * (uint64_t)(i + 1);
	if (get_user(byte, p) != -EFAULT || byte)
		return 0;
	if (put_user(byte, (char *)p) != -EFAULT)
		return 0;
	for (i = 0; i < 8; i++)
		sum += kept[i];
	return sum;
}

static int d8_red_zone(void *arg)
{
	const char *p = memory_closed();
	uint64_t seed;

	(void)arg;
	for (seed = 1; seed < 100; seed++)
		child_require(sum_around(p, seed) == 36 * seed);
	return 0;
}

/* --- D9: the sanitizer's idea of the stack ------------------------------------------------------------ */

__attribute__((noinline)) static void leaves_frames(void *arg)
{
	volatile char room[256];

	room[0] = memory_touch(arg);
	(void)room[0];
}

/* With AddressSanitizer each left frame stays poisoned; without, the stack itself is looked at. */
static int d9_left_frames(void *arg)
{
	char *bad = memory_closed();
	volatile char room[4096];
	int i;

	(void)arg;
	for (i = 0; i < 1000; i++) {
		size_t at = (size_t)i * 4 % sizeof(room);

		room[at] = (char)i;
		child_require(uaccess_try(leaves_frames, bad, NULL) == -EFAULT);
		child_require(room[at] == (char)i);
		child_require(recovers(i % 2 ? SIGSEGV : SIGBUS));
	}
	return 0;
}

/* --- D10: reports from hard places -------------------------------------------------------------------- */

static int through_null(void *arg)
{
	void (*volatile fn)(void) = NULL;

	(void)arg;
	begin_default();
	child_require(!uaccess_oops_enable(NULL));
	fn();
	return 0;
}

static void fault_in_handler(int signo)
{
	(void)signo;
	memory_touch(NULL);
}

static int below_a_handler(void *arg)
{
	(void)arg;
	begin_default();
	child_require(!uaccess_oops_enable(NULL));
	signal(SIGUSR1, fault_in_handler);
	raise(SIGUSR1);
	return 0;
}

static bool reports(int (*fn)(void *), const char *line)
{
	static struct child inner;

	child_call(&inner, 0, 20, fn, NULL);
	if (child_killed(&inner, SIGSEGV) && strstr(inner.output, "Oops: ") &&
	    strstr(inner.output, line) && strstr(inner.output, "end trace"))
		return true;
	child_diag(&inner);
	return false;
}

static int d10_reports(void *arg)
{
	(void)arg;
	if (CHILD_SANITIZED)
		child_cannot("a sanitizer reports faults itself");
	child_require(reports(through_null, "RIP: 0033:0x0"));
	child_require(reports(below_a_handler, "BUG: NULL pointer dereference"));
	return 0;
}

static const struct child_case cases[] = {
	{"D1 an alternate stack for this processor, and a guard page below it", d1_sizes, 0},
	{"D2 how much of it a recovery and a report use", d2_high_water, 0},
	{"D3 a stack overflow on a thread without one: the plain death", d3_overflow, 0},
	{"D4 the signal mask after each way out", d4_mask, 0},
	{"D5 faults in a chained handler and in a report: a bounded death", d5_nested, 0},
	{"D6 the alternate stack is free after each way out", d6_free_stack, 0},
	{"D7 shadow stacks", d7_shadow_stack, 0},
	{"D8 the red zone of a leaf function", d8_red_zone, 0},
	{"D9 frames that were left", d9_left_frames, 0},
	{"D10 reports of a call through NULL and from below a handler", d10_reports, 0},
};

ROWS(cases)
