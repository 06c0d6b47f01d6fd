/* SPDX-License-Identifier: MIT */
/* uaccess_thread_init(): blocked signals, the alternate stack, and how much of it the handler uses. */
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>
#include <uaccess/fault.h>
#include <uaccess/uaccess.h>
#include "tests/tap.h"

static char *bad;

static int faults_recover(void)
{
	int x __attribute__((unused));

	return get_user(x, (int *)bad) == -EFAULT;
}

static void *blocked_thread(void *arg)
{
	sigset_t all, mask;
	stack_t stack;
	intptr_t wrong = 0;

	(void)arg;
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, NULL);
	wrong |= uaccess_thread_init() != 0;
	wrong |= (uaccess_thread_init() != 0) << 1; /* again: nothing to do */
	wrong |= !faults_recover() << 2;
	pthread_sigmask(SIG_SETMASK, NULL, &mask);
	wrong |= (sigismember(&mask, SIGSEGV) || sigismember(&mask, SIGBUS) ||
		  !sigismember(&mask, SIGUSR1))
		 << 3;
	sigaltstack(NULL, &stack);
	wrong |= (stack.ss_flags || stack.ss_size < 32768 + getauxval(51)) << 4;
	uaccess_thread_fini();
	pthread_sigmask(SIG_SETMASK, NULL, &mask);
	wrong |= (!sigismember(&mask, SIGSEGV) || !sigismember(&mask, SIGBUS)) << 5;
	sigaltstack(NULL, &stack);
	wrong |= !(stack.ss_flags & SS_DISABLE) << 6;
	uaccess_thread_init(); /* undone by the thread's end */
	return (void *)wrong;
}

static void *own_stack_thread(void *arg)
{
	static char large[1 << 20] __attribute__((aligned(16)));
	stack_t stack = {.ss_sp = large, .ss_size = sizeof(large)}, after;
	intptr_t wrong = 0;

	(void)arg;
	sigaltstack(&stack, NULL);
	wrong |= uaccess_thread_init() != 0;
	sigaltstack(NULL, &after);
	wrong |= (after.ss_sp != (void *)large) << 1;
	uaccess_thread_fini();
	sigaltstack(NULL, &after);
	wrong |= (after.ss_sp != (void *)large) << 2;
	return (void *)wrong;
}

/* The stack is filled with a pattern; what the handler and the kernel's frame overwrote is counted. */
static void *high_water_thread(void *arg)
{
	unsigned char *p;
	stack_t stack;
	size_t used;

	uaccess_thread_init();
	sigaltstack(NULL, &stack);
	memset(stack.ss_sp, 0xa5, stack.ss_size);
	*(int *)arg = faults_recover();
	for (p = stack.ss_sp; *p == 0xa5; p++)
		;
	used = (size_t)((unsigned char *)stack.ss_sp + stack.ss_size - p);
	return (void *)used;
}

static int deep(volatile int *n)
{
	volatile char room[4096];

	room[0] = (char)++*n;
	return *n < 0 ? 0 : deep(n) + room[0]; /* never */
}

static void overflow(void *arg)
{
	deep(arg);
}

static void *overflow_thread(void *arg)
{
	int n = 0;

	(void)arg;
	uaccess_thread_init();
	return (void *)(intptr_t)(uaccess_try(overflow, &n, NULL) == -EFAULT && n > 10 &&
				  uaccess_try(overflow, &n, NULL) == -EFAULT);
}

static void *run(void *(*fn)(void *), void *arg)
{
	pthread_t thread;
	void *result = NULL;

	pthread_create(&thread, NULL, fn, arg);
	pthread_join(thread, &result);
	return result;
}

int main(void)
{
	size_t used, frame = getauxval(51); /* AT_MINSIGSTKSZ */
	int recovered = 0, status;
	intptr_t wrong;
	pid_t child;

	alarm(120);
	bad = mmap(NULL, 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	wrong = (intptr_t)run(blocked_thread, NULL);
	tap_ok(!wrong, "a thread with all signals blocked (%#lx)", (long)wrong);
	wrong = (intptr_t)run(own_stack_thread, NULL);
	tap_ok(!wrong, "a large alternate stack stays (%#lx)", (long)wrong);
	used = (size_t)run(high_water_thread, &recovered);
	tap_ok(recovered && used < (frame ? frame : 8192) + 2048,
	       "a recovery uses %zu bytes of the stack, %zu of them the kernel's frame", used,
	       frame);
	tap_ok(run(overflow_thread, NULL) != NULL, "two stack overflows in a row can be left");

	child = fork();
	if (!child) { /* off the end of the alternate stack is a guard page */
		stack_t stack;

		uaccess_thread_init();
		sigaltstack(NULL, &stack);
		signal(SIGSEGV, SIG_DFL); /* no sanitizer's report and exit */
		((volatile char *)stack.ss_sp)[-1] = 1;
		_exit(0);
	}
	waitpid(child, &status, 0);
	tap_ok(WIFSIGNALED(status) && WTERMSIG(status) == SIGSEGV, "below it is a guard page");
	return tap_done();
}
