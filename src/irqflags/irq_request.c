/* SPDX-License-Identifier: MIT */
/* Making a signal an interrupt and giving it back; what fork() and the end of a thread need. */
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>
#include "src/irqflags/irq_internal.h"

_Atomic(const struct uaccess__irq_action *) uaccess__irq_actions[UACCESS_IRQ_SIGNALS + 1];
_Atomic uint64_t uaccess__irq_managed;

/* All that there ever were: a handler on another thread may be reading one that was given back. */
static const struct uaccess__irq_action *actions;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_key_t end_key;
static atomic_bool end_key_usable;

/* There in a program with ThreadSanitizer. */
extern void __tsan_init(void) __attribute__((weak));

#define ALLOWED_FLAGS (SA_RESTART | SA_ONSTACK | SA_NOCLDSTOP | SA_NOCLDWAIT | SA_SIGINFO)

static bool can_be_interrupt(int signo)
{
	switch (signo) {
	case SIGKILL:
	case SIGSTOP:
	case SIGSEGV: /* held, a fault would come again, for ever */
	case SIGBUS:
	case SIGFPE:
	case SIGILL:
	case SIGTRAP:
	case SIGSYS:
		return false;
	}
	return signo > 0 && signo <= UACCESS_IRQ_SIGNALS;
}

/*
 * ThreadSanitizer's sigaction() has handlers run later, in a frame that is not
 * real, and merges real-time signals. Past it, then: the kernel is given our
 * handler, with the return trampoline that it has from the C library.
 */
static int past_tsan(int signo, const struct sigaction *action)
{
	struct {
		void (*handler)(int, siginfo_t *, void *);
		unsigned long flags;
#if !defined(__riscv)
		void (*restorer)(void);
#endif
		uint64_t mask;
	} kernel;

	if (syscall(SYS_rt_sigaction, signo, NULL, &kernel, sizeof(kernel.mask)))
		return -errno;
	kernel.handler = action->sa_sigaction;
	memcpy(&kernel.mask, &action->sa_mask, sizeof(kernel.mask));
	return syscall(SYS_rt_sigaction, signo, &kernel, NULL, sizeof(kernel.mask)) ? -errno : 0;
}

/* Sets our action for a signal, with all interrupts in its mask. */
static int set_action(int signo, int flags)
{
	uint64_t managed = atomic_load(&uaccess__irq_managed);
	struct sigaction action;

	memset(&action, 0, sizeof(action));
	action.sa_sigaction = uaccess__irq_handler;
	action.sa_flags = SA_SIGINFO | flags;
	memcpy(&action.sa_mask, &managed, sizeof(managed));
	if (sigaction(signo, &action, NULL))
		return -errno;
	return __tsan_init ? past_tsan(signo, &action) : 0;
}

static bool in_place(int signo)
{
	struct sigaction now;

	return !sigaction(signo, NULL, &now) && now.sa_sigaction == uaccess__irq_handler;
}

/* The set has changed: so do the masks of the others. */
static void set_other_masks(int but)
{
	int signo;

	for (signo = 1; signo <= UACCESS_IRQ_SIGNALS; signo++) {
		const struct uaccess__irq_action *action =
			atomic_load(&uaccess__irq_actions[signo]);

		if (signo != but && action && in_place(signo))
			(void)set_action(signo, action->flags);
	}
}

static void before_fork(void)
{
	pthread_mutex_lock(&lock);
}

static void after_fork(void)
{
	pthread_mutex_unlock(&lock);
}

/* The parent's signals are not the child's. What is blocked is unblocked when the flag goes on. */
static void in_child(void)
{
	sigset_t all, mask;

	pthread_mutex_unlock(&lock);
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &mask);
	uaccess__irq_forget();
	pthread_sigmask(SIG_SETMASK, &mask, NULL);
}

static void set_up_once(void)
{
	static bool done;

	if (done)
		return;
	done = true;
	pthread_atfork(before_fork, after_fork, in_child);
	if (pthread_key_create(&end_key, uaccess__irq_thread_ends))
		return;
	/* Of the first keys glibc has the place in each thread; for others it would allocate. */
	if (end_key < 32)
		atomic_store(&end_key_usable, true);
}

UACCESS_NO_TSAN void uaccess__irq_watch_thread_end(void)
{
	if (uaccess__irq_thread.end_seen_to || !atomic_load(&end_key_usable))
		return;
	uaccess__irq_thread.end_seen_to = 1;
	pthread_setspecific(end_key, &uaccess__irq_thread);
}

static int request(int signo, uaccess_irq_fn *handler, int flags, void *arg)
{
	struct uaccess__irq_action *action;
	int error;

	if (atomic_load(&uaccess__irq_actions[signo]))
		return -EBUSY;
	action = malloc(sizeof(*action));
	if (!action)
		return -ENOMEM;
	action->handler = handler;
	action->arg = arg;
	action->flags = flags;
	if (sigaction(signo, NULL, &action->previous)) { /* one of the C library's own */
		free(action);
		return -EINVAL;
	}
	action->older = actions;
	actions = action;
	set_up_once();
	/* Before the signal can come. */
	atomic_store(&uaccess__irq_actions[signo], action);
	atomic_fetch_or(&uaccess__irq_managed, uaccess__irq_bit(signo));
	error = set_action(signo, flags);
	if (error) {
		atomic_store(&uaccess__irq_actions[signo], NULL);
		atomic_fetch_and(&uaccess__irq_managed, ~uaccess__irq_bit(signo));
		return error;
	}
	set_other_masks(signo);
	return 0;
}

int uaccess_irq_request(int signo, uaccess_irq_fn *handler, int flags, void *arg)
{
	int saved = errno, error;

	if (!handler || !can_be_interrupt(signo) || flags & ~ALLOWED_FLAGS)
		return -EINVAL;
	pthread_mutex_lock(&lock);
	error = request(signo, handler, flags, arg);
	pthread_mutex_unlock(&lock);
	errno = saved;
	return error;
}

int uaccess_irq_free(int signo)
{
	const struct uaccess__irq_action *action;
	int saved = errno, error = 0;

	if (!can_be_interrupt(signo))
		return -ENOENT;
	pthread_mutex_lock(&lock);
	action = atomic_load(&uaccess__irq_actions[signo]);
	if (!action) {
		error = -ENOENT;
	} else if (!in_place(signo)) {
		error = -EBUSY;
	} else if (sigaction(signo, &action->previous, NULL)) {
		error = -errno;
	} else {
		atomic_store(&uaccess__irq_actions[signo], NULL);
		atomic_fetch_and(&uaccess__irq_managed, ~uaccess__irq_bit(signo));
		set_other_masks(signo);
	}
	pthread_mutex_unlock(&lock);
	errno = saved;
	return error;
}
