/* SPDX-License-Identifier: MIT */
/*
 * Preparing a thread that would otherwise not survive a fault: signals that are
 * blocked, and a stack for the handler. Runs outside the handler.
 */
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>
#include "src/fault/fault_internal.h"

#ifndef AT_MINSIGSTKSZ
#define AT_MINSIGSTKSZ 51
#endif

/* What the handler itself and an oops report use; tests/lib/thread.c measures the first. */
#define OWN_STACK (32 * 1024ul)

/* Room for a program's arguments and environment, as they are usual. */
#define MAIN_ARGUMENTS (256 * 1024ul)

/* Lies at the high end of what was mapped, above the stack. */
struct uaccess__thread_stack {
	stack_t before; /* the alternate stack we took the place of */
	sigset_t mask;	/* SIGSEGV and SIGBUS, as far as they were blocked */
	void *mapping;
	size_t size;
	bool stack_is_ours;
	uintptr_t lowest, usable; /* see uaccess__thread_stack_end(); 0: not known */
};

/* Inside the handler. */
bool uaccess__thread_stack_end(uintptr_t *lowest, uintptr_t *usable)
{
	const struct uaccess__thread_stack *state = uaccess__thread.stack;

	if (!state || !state->usable)
		return false;
	*lowest = state->lowest;
	*usable = state->usable;
	return true;
}

/*
 * The main thread's stack grows up to its limit, which musl does not report: it gives what there is
 * now, below the page where the arguments begin. Whatever faults near the limit is an overflow.
 */
static void find_main_stack_end(struct uaccess__thread_stack *state, uintptr_t top)
{
	struct rlimit limit;

	if (getrlimit(RLIMIT_STACK, &limit) || limit.rlim_cur >= top)
		return;
	state->lowest = top - limit.rlim_cur;
	state->usable = state->lowest + MAIN_ARGUMENTS;
}

/* C libraries differ in whether the guard counts as part of the stack: it may be on either side. */
static void find_stack_end(struct uaccess__thread_stack *state, size_t page)
{
	pthread_attr_t attributes;
	size_t size, guard;
	void *low;

	if (pthread_getattr_np(pthread_self(), &attributes))
		return;
	if (!pthread_attr_getstack(&attributes, &low, &size) &&
	    !pthread_attr_getguardsize(&attributes, &guard)) {
		state->lowest = (uintptr_t)low - guard;
		state->usable = (uintptr_t)low + guard + page;
		if (syscall(SYS_gettid) == getpid())
			find_main_stack_end(state, (uintptr_t)low + size);
	}
	pthread_attr_destroy(&attributes);
}

static pthread_key_t key;
static pthread_once_t key_once = PTHREAD_ONCE_INIT;
static bool have_key;

static void at_thread_exit(void *stack)
{
	(void)stack;
	uaccess_thread_fini();
}

static void make_key(void)
{
	have_key = !pthread_key_create(&key, at_thread_exit);
}

/* The kernel says what a signal's frame takes on this processor; 0 on old ones and in emulators. */
static size_t stack_needed(void)
{
	size_t frame = getauxval(AT_MINSIGSTKSZ);

	if (frame < (size_t)MINSIGSTKSZ)
		frame = (size_t)MINSIGSTKSZ;
	if (frame < 8192)
		frame = 8192;
	/* Twice: a previous handler may fault in its turn. */
	return 2 * frame + OWN_STACK;
}

int uaccess_thread_init(void)
{
	int saved = errno, error = 0;
	size_t page = (size_t)sysconf(_SC_PAGESIZE), size = stack_needed();
	struct uaccess__thread_stack *state;
	sigset_t ours, blocked;
	stack_t before, stack;
	char *mapping;

	if (uaccess__thread.stack)
		return 0;
	pthread_once(&key_once, make_key);
	size = (size + sizeof(*state) + page - 1) / page * page + page;
	mapping = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_STACK,
		       -1, 0);
	if (mapping == MAP_FAILED || mprotect(mapping, page, PROT_NONE)) {
		error = -ENOMEM;
		goto out;
	}
	state = (struct uaccess__thread_stack *)(mapping + size) - 1;
	state->mapping = mapping;
	state->size = size;

	if (sigaltstack(NULL, &before)) {
		error = -errno;
		goto out;
	}
	if (!(before.ss_flags & SS_ONSTACK) &&
	    ((before.ss_flags & SS_DISABLE) || before.ss_size < stack_needed())) {
		stack.ss_sp = mapping + page;
		stack.ss_size = ((size_t)((char *)state - mapping) - page) & ~(size_t)15;
		stack.ss_flags = 0;
		if (sigaltstack(&stack, &state->before)) {
			error = -errno;
			goto out;
		}
		state->stack_is_ours = true;
	}
	sigemptyset(&ours);
	sigaddset(&ours, SIGSEGV);
	sigaddset(&ours, SIGBUS);
	pthread_sigmask(SIG_UNBLOCK, &ours, &blocked);
	sigemptyset(&state->mask);
	if (sigismember(&blocked, SIGSEGV))
		sigaddset(&state->mask, SIGSEGV);
	if (sigismember(&blocked, SIGBUS))
		sigaddset(&state->mask, SIGBUS);
	find_stack_end(state, page);
	uaccess__thread.stack = state;
	if (have_key)
		pthread_setspecific(key, state); /* where it fails, only the end has to be told */
	mapping = NULL;
out:
	if (mapping && mapping != MAP_FAILED)
		munmap(mapping, size);
	errno = saved;
	return error;
}

void uaccess_thread_fini(void)
{
	int saved = errno;
	struct uaccess__thread_stack *state = uaccess__thread.stack;
	stack_t now;

	if (!state)
		return;
	uaccess__thread.stack = NULL;
	if (have_key)
		pthread_setspecific(key, NULL);
	pthread_sigmask(SIG_BLOCK, &state->mask, NULL);
	/* Somebody may have put his own on top; then ours is free, but not to be replaced. */
	if (state->stack_is_ours && !sigaltstack(NULL, &now) &&
	    (char *)now.ss_sp > (char *)state->mapping &&
	    (char *)now.ss_sp < (char *)state->mapping + state->size)
		sigaltstack(&state->before, NULL);
	munmap(state->mapping, state->size);
	errno = saved;
}
