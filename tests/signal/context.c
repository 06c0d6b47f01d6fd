/* SPDX-License-Identifier: MIT */
/* What a recovered fault leaves as it was: flags, errno, mask, stacks; and inside handlers. */
#include <pthread.h>
#include <sys/auxv.h>

#include "tests/signal/handlers.h"

static int flags_read_back(void *arg)
{
	int i;

	(void)arg;
	child_require(!uaccess_fault_install());
	for (i = 0; i < 2; i++) {
		struct sigaction action = action_now(signals[i]);
		int signo, flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;

		child_require((action.sa_flags & flags) == flags);
		child_require(!(action.sa_flags & (int)SA_RESETHAND));
		for (signo = 1; signo < 32; signo++)
			child_require(!sigismember(&action.sa_mask, signo));
	}
	return 0;
}

static int errno_stays(void *arg)
{
	struct uaccess_fault fault;
	char buffer[64];
	int i;

	(void)arg;
	begin_default();
	errno = EDOM;
	for (i = 0; i < 2; i++)
		child_require(recovers(signals[i]) && errno == EDOM);
	child_require(clear_user(memory_closed(), 100) == 100 && errno == EDOM);
	child_require(copy_from_user(buffer, memory_closed(), 64) == 64 && errno == EDOM);
	child_require(!uaccess_last_fault(&fault) && errno == EDOM);
	child_require(!uaccess_check() && errno == EDOM);
	child_require(!uaccess_fault_uninstall() && errno == EDOM);
	child_require(uaccess_fault_uninstall() == -ENOENT && errno == EDOM);
	child_require(!uaccess_fault_install() && errno == EDOM);
	signal(SIGSEGV, SIG_IGN);
	errno = EDOM;
	uaccess_log_hook(NULL, NULL);
	child_require(uaccess_check() == -EBUSY && errno == EDOM);
	child_require(uaccess_fault_uninstall() == -EBUSY && errno == EDOM);
	/* What a repair does, too. */
	signal(SIGSEGV, SIG_DFL);
	child_require(!uaccess_fault_install());
	save_and_restore_with_signal();
	errno = EDOM;
	child_require(recovers(SIGSEGV) && errno == EDOM);
	return 0;
}

static int no_fault_yet(void *arg)
{
	struct uaccess_fault fault;
	char *p = memory_closed();

	(void)arg;
	child_require(uaccess_last_fault(&fault) == -ENOENT);
	child_require(clear_user(p - 8, 16) == 8);
	child_require(!uaccess_last_fault(&fault));
	/* Of a store that straddles, processors name any byte in the bad page. */
	child_require((fault.address & ~(uintptr_t)4095) == (uintptr_t)p && fault.count >= 1 &&
		      fault.entry);
	child_require(fault.flags ==
		      (UACCESS_FAULT_ADDRESS | UACCESS_FAULT_WRITE | UACCESS_FAULT_RECOVERED));
	child_require(fault.signo == SIGSEGV && fault.code == SEGV_ACCERR && fault.fixup);
	return 0;
}

/* --- mask and stacks ------------------------------------------------------------------ */

static bool two_in_a_row(void)
{
	sigset_t set, before, after;
	stack_t stack_before, stack_after;

	memset(&before, 0, sizeof(before));
	memset(&after, 0, sizeof(after));
	sigemptyset(&set);
	sigaddset(&set, SIGALRM);
	pthread_sigmask(SIG_BLOCK, &set, NULL);
	pthread_sigmask(SIG_SETMASK, NULL, &before);
	child_require(!sigaltstack(NULL, &stack_before));
	child_require(recovers(SIGSEGV) && recovers(SIGSEGV));
	child_require(recovers(SIGBUS) && recovers(SIGBUS));
	pthread_sigmask(SIG_SETMASK, NULL, &after);
	child_require(!sigaltstack(NULL, &stack_after));
	return !memcmp(&before, &after, 8) && stack_before.ss_sp == stack_after.ss_sp &&
	       stack_before.ss_size == stack_after.ss_size &&
	       stack_before.ss_flags == stack_after.ss_flags;
}

static int two_plain(void *arg)
{
	(void)arg;
	begin_default();
	return !two_in_a_row();
}

static int two_on_alternate(void *arg)
{
	(void)arg;
	use_alternate_stack();
	begin_default();
	return !two_in_a_row();
}

/* A frame of the kernel's, and not much more; a write below it would not come back. */
static int small_alternate(void *arg)
{
	size_t frame = getauxval(AT_MINSIGSTKSZ), size;
	stack_t alternate;
	char *p;

	(void)arg;
	if (!frame)
		child_cannot("the kernel does not say how large its frames are");
	size = (frame + 1536 + 63) & ~(size_t)63;
	p = memory_before_guard(16 << 12);
	mprotect(p, 4096, PROT_NONE);
	alternate.ss_sp = p + 4096;
	alternate.ss_size = size;
	alternate.ss_flags = 0;
	child_require(size < 15 << 12 && !sigaltstack(&alternate, NULL));
	begin_default();
	return !two_in_a_row() || !copies_are_exact();
}

/* The thread's own stack is of no use: the alternate one serves. */
static int out_of_stack(void *arg)
{
	char *p = memory_closed() + 2048;
	uint64_t value = 1;
	int error = -1;

	(void)arg;
	use_alternate_stack();
	begin_default();
#if defined(__x86_64__)
	__asm__ volatile("xchgq %%rsp, %[stack]\n\t" UACCESS_ASM_BEGIN
			 "1:\tmovq %[bad], %[value]\n2:\n\t" UACCESS_ASM_EXTABLE_REG(
				 "1b", "2b", UACCESS_EX_TYPE_ERR_ZERO, "%q[error]", "%q[value]",
				 -14) "xchgq %%rsp, %[stack]"
			 : [value] "+r"(value), [error] "+r"(error), [stack] "+r"(p)
			 : [bad] "m"(*memory_closed())
			 : "memory");
#endif
	(void)value;
	return error != -14;
}

/* --- inside other handlers ------------------------------------------------------------- */

static volatile int inside;

static void recovers_inside(int signo, siginfo_t *info, void *context)
{
	(void)info;
	(void)context;
	errno = EDOM;
	inside += recovers(SIGSEGV) && recovers(SIGBUS) && copies_are_exact() && errno == EDOM;
	(void)signo;
}

/* It runs handlers late, with every signal blocked: a fault in one then kills. */
static void not_under_tsan(void)
{
#if defined(__SANITIZE_THREAD__)
	child_cannot("ThreadSanitizer blocks all signals in a handler");
#endif
}

static int inside_other_signal(void *arg)
{
	(void)arg;
	if (CHILD_THREAD_SANITIZED)
		child_cannot("the sanitizer runs handlers with all signals blocked");
	not_under_tsan();
	begin_default();
	set_action(SIGUSR1, recovers_inside, SA_SIGINFO);
	raise(SIGUSR1);
	use_alternate_stack();
	set_action(SIGUSR1, recovers_inside, SA_SIGINFO | SA_ONSTACK);
	raise(SIGUSR1);
	return inside != 2 || !two_in_a_row();
}

/* The previous action runs under its mask, as it would without us; it unblocks, then it may. */
static void unblocks_and_recovers(int signo, siginfo_t *info, void *context)
{
	sigset_t set;

	sigemptyset(&set);
	sigaddset(&set, signo);
	pthread_sigmask(SIG_UNBLOCK, &set, NULL);
	recovers_inside(signo, info, context);
}

static int inside_same_signal(void *arg)
{
	int i;

	(void)arg;
	if (CHILD_THREAD_SANITIZED)
		child_cannot("the sanitizer runs handlers with all signals blocked");
	not_under_tsan();
	begin(recovers_inside, SA_SIGINFO | SA_NODEFER);
	for (i = 0; i < 2; i++)
		raise(signals[i]);
	begin(unblocks_and_recovers, SA_SIGINFO);
	for (i = 0; i < 2; i++)
		raise(signals[i]);
	return inside != 4 || !two_in_a_row();
}

static const struct child_case cases[] = {
	{"the installed flags and mask", flags_read_back, 0},
	{"errno stays", errno_stays, 0},
	{"the last fault", no_fault_yet, 0},
	{"two faults in a row: mask and stacks stay", two_plain, 0},
	{"two faults in a row on the alternate stack", two_on_alternate, 0},
	{"an alternate stack hardly larger than a frame", small_alternate, 0},
	{"a thread without stack", out_of_stack, 0},
	{"inside a handler for another signal", inside_other_signal, 0},
	{"inside the previous handler for the same signal", inside_same_signal, 0},
};

int main(void)
{
	tap_plan(sizeof(cases) / sizeof(cases[0]));
	child_cases(cases, sizeof(cases) / sizeof(cases[0]));
	return tap_done();
}
