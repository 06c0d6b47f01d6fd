/* SPDX-License-Identifier: MIT */
/*
 * Everything about the handler that runs outside it: installing, reading back,
 * taking away, and what it finds displaced.
 */
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <uaccess/nosig.h>
#include "src/log.h"
#include "src/x86_64/valgrind.h"
#include "src/fault/fault_internal.h"

/*
 * SA_NODEFER: a fault inside another handler for the same signal must reach us,
 * and one fault must not wait for the end of another. SA_ONSTACK: Go refuses
 * handlers without it, and a thread may be out of stack.
 */
#define HANDLER_FLAGS (SA_SIGINFO | SA_ONSTACK | SA_NODEFER)

const struct uaccess__previous uaccess__fault_default; /* SIG_DFL is 0 */

_Atomic(const struct uaccess__previous *) uaccess__fault_previous[UACCESS_FAULT_SIGNALS] = {
	&uaccess__fault_default,
	&uaccess__fault_default,
};

bool uaccess__on_valgrind;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static bool installed; /* we were asked to be there */
static bool said_displaced;
static enum uaccess_displaced_policy policy = UACCESS_DISPLACED_SAY;

/* A program defines it to decline: UACCESS_DECLINE_HANDLER. */
extern const char uaccess_decline_handler __attribute__((weak, visibility("default")));

static const char *signal_name(int signo)
{
	return signo == SIGBUS ? "SIGBUS" : "SIGSEGV";
}

static bool is_ours(const struct sigaction *action)
{
	return action->sa_sigaction == uaccess__fault_handler;
}

static bool in_place(int signo)
{
	struct sigaction now;

	return !sigaction(signo, NULL, &now) && is_ours(&now) && (now.sa_flags & SA_SIGINFO);
}

static bool same(const struct sigaction *a, const struct sigaction *b)
{
	int signo;

	/* Of the masks only the bits of signals mean something. */
	for (signo = 1; signo < NSIG; signo++)
		if (sigismember(&a->sa_mask, signo) != sigismember(&b->sa_mask, signo))
			return false;
	return a->sa_sigaction == b->sa_sigaction && a->sa_flags == b->sa_flags;
}

/*
 * Remembers what was there before. A handler on another thread may be looking at
 * any of the old ones, so that they stay; one that comes back is not kept twice,
 * so that their number is that of the handlers of the process.
 */
static int keep_previous(int index, const struct sigaction *action)
{
	const struct uaccess__previous *known, *top = atomic_load(&uaccess__fault_previous[index]);
	struct uaccess__previous *previous;

	for (known = top; known; known = known->older) {
		if (same(&known->action, action)) {
			atomic_store(&uaccess__fault_previous[index], known);
			return 0;
		}
	}
	previous = malloc(sizeof(*previous));
	if (!previous)
		return -ENOMEM;
	previous->action = *action;
	previous->older = top == &uaccess__fault_default ? NULL : top;
	atomic_store(&uaccess__fault_previous[index], previous);
	return 0;
}

/* The newest one was changed by its owner: what lay behind it does so still. */
static int replace_previous(int index, const struct sigaction *action)
{
	const struct uaccess__previous *old = atomic_load(&uaccess__fault_previous[index]);
	struct uaccess__previous *previous;

	if (same(&old->action, action) && !memcmp(&old->action.sa_mask, &action->sa_mask, 8))
		return 0;
	previous = malloc(sizeof(*previous));
	if (!previous)
		return -ENOMEM;
	previous->action = *action;
	previous->older = old->older;
	atomic_store(&uaccess__fault_previous[index], previous);
	return 0;
}

static int install_one(int index)
{
	int signo = uaccess__fault_signal(index);
	struct sigaction action, old, older;
	int error;

	if (sigaction(signo, NULL, &older))
		return -errno;
	if (is_ours(&older) && (older.sa_flags & SA_SIGINFO))
		return 0;
	/* Known before we can be called: a fault on another thread may chain at once. */
	if (!is_ours(&older)) {
		error = keep_previous(index, &older);
		if (error)
			return error;
	}
	memset(&action, 0, sizeof(action));
	sigemptyset(&action.sa_mask);
	action.sa_sigaction = uaccess__fault_handler;
	/* Whether a signal that somebody sends ends a system call stays as it was. */
	action.sa_flags = HANDLER_FLAGS | (older.sa_flags & SA_RESTART);
	if (older.sa_handler == SIG_IGN)
		action.sa_flags |= SA_RESTART;
	if (sigaction(signo, &action, &old))
		return -errno;
	if (!is_ours(&old) && !same(&old, &older)) {
		error = keep_previous(index, &old);
		if (error)
			return error;
	}
	/* A sanitizer or a seccomp filter may say yes and do nothing. */
	if (!in_place(signo)) {
		uaccess__log("the %s handler could not be installed: another one keeps the signal "
			     "(a sanitizer with handle_segv=2?)",
			     signal_name(signo));
		return -EBUSY;
	}
	return 0;
}

static void before_fork(void)
{
	pthread_mutex_lock(&lock);
}

static void after_fork(void)
{
	pthread_mutex_unlock(&lock);
}

/* The thread that holds the lock at a fork() would not be in the child. */
static void watch_fork(void)
{
	pthread_atfork(before_fork, after_fork, after_fork);
}

int uaccess_fault_install(void)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;
	int saved = errno, error = 0, index;

	pthread_once(&once, watch_fork);
	uaccess__on_valgrind = valgrind_is_here();
	pthread_mutex_lock(&lock);
	installed = true;
	for (index = 0; index < UACCESS_FAULT_SIGNALS && !error; index++)
		error = install_one(index);
	if (!error)
		said_displaced = false;
	else
		said_displaced = true; /* install_one() said more */
	pthread_mutex_unlock(&lock);
	errno = saved;
	return error;
}

int uaccess_fault_uninstall(void)
{
	int saved = errno, error = 0, index;

	pthread_mutex_lock(&lock);
	if (!installed)
		error = -ENOENT;
	for (index = 0; index < UACCESS_FAULT_SIGNALS && !error; index++)
		if (!in_place(uaccess__fault_signal(index)))
			error = -EBUSY;
	for (index = 0; index < UACCESS_FAULT_SIGNALS && !error; index++) {
		const struct uaccess__previous *previous =
			atomic_load(&uaccess__fault_previous[index]);

		if (sigaction(uaccess__fault_signal(index), &previous->action, NULL))
			error = -errno;
	}
	if (!error)
		installed = false;
	pthread_mutex_unlock(&lock);
	errno = saved;
	return error;
}

int uaccess_reinstall(void)
{
	return uaccess_fault_install();
}

int uaccess_get_handler_owner(int signo, struct uaccess_handler_owner *owner)
{
	int saved = errno;
	struct sigaction action;
	Dl_info info;

	memset(owner, 0, sizeof(*owner));
	if (sigaction(signo, NULL, &action)) {
		errno = saved;
		return -EINVAL;
	}
	errno = saved;
	owner->ours = is_ours(&action);
	if (action.sa_handler == SIG_DFL || action.sa_handler == SIG_IGN) {
		owner->symbol = action.sa_handler == SIG_IGN ? "SIG_IGN" : "SIG_DFL";
		return 0;
	}
	owner->handler = (const void *)(uintptr_t)action.sa_sigaction;
	if (dladdr(owner->handler, &info)) {
		owner->object = info.dli_fname;
		owner->symbol = info.dli_sname;
		owner->offset = info.dli_saddr
					? (uintptr_t)owner->handler - (uintptr_t)info.dli_saddr
					: (uintptr_t)owner->handler - (uintptr_t)info.dli_fbase;
	}
	return 0;
}

static void say_displaced(int signo)
{
	struct uaccess_handler_owner owner;

	(void)uaccess_get_handler_owner(signo, &owner);
	uaccess__log("the %s handler was displaced by %s%s%s: faults will not be recovered; "
		     "uaccess_reinstall() takes the signal back",
		     signal_name(signo), owner.symbol ? owner.symbol : "a handler",
		     owner.object ? " in " : "", owner.object ? owner.object : "");
}

void uaccess_on_displaced(enum uaccess_displaced_policy new_policy)
{
	pthread_mutex_lock(&lock);
	policy = new_policy;
	pthread_mutex_unlock(&lock);
}

int uaccess_check(void)
{
	int saved = errno, error = 0, index;

	pthread_mutex_lock(&lock);
	if (!installed)
		error = -ENOENT;
	for (index = 0; index < UACCESS_FAULT_SIGNALS && !error; index++) {
		int signo = uaccess__fault_signal(index);

		if (in_place(signo))
			continue;
		error = -EBUSY;
		if (!said_displaced)
			say_displaced(signo);
		said_displaced = true;
	}
	if (installed && policy == UACCESS_DISPLACED_NOSIG) {
		(void)uaccess_nosig_process(error != 0);
	} else if (error == -EBUSY && policy == UACCESS_DISPLACED_REINSTALL) {
		for (error = 0, index = 0; index < UACCESS_FAULT_SIGNALS && !error; index++)
			error = install_one(index);
	}
	pthread_mutex_unlock(&lock);
	errno = saved;
	return error;
}

int uaccess_previous_action(int signo, const struct sigaction *new_action,
			    struct sigaction *old_action)
{
	int index = signo == SIGBUS, error = 0;

	if (signo != uaccess__fault_signal(index))
		return -EINVAL;
	pthread_mutex_lock(&lock);
	if (!installed)
		error = -ENOENT;
	else if (old_action)
		*old_action = atomic_load(&uaccess__fault_previous[index])->action;
	if (!error && new_action)
		error = replace_previous(index, new_action);
	pthread_mutex_unlock(&lock);
	return error;
}

bool uaccess_in_previous_action(void)
{
	return uaccess__thread.chaining != NULL;
}

bool uaccess__fault_repair(int signo)
{
	int saved = errno;
	struct sigaction action;
	bool repaired = false;

	if (!sigaction(signo, NULL, &action) && is_ours(&action) &&
	    !(action.sa_flags & SA_SIGINFO)) {
		/* signal() also blocks the signal in its handler. */
		sigemptyset(&action.sa_mask);
		action.sa_flags = HANDLER_FLAGS | (action.sa_flags & SA_RESTART);
		repaired = !sigaction(signo, &action, NULL);
	}
	errno = saved;
	return repaired;
}

void uaccess__fault_auto_install(void)
{
	static atomic_flag done = ATOMIC_FLAG_INIT;
	const char *wish;

	if (atomic_flag_test_and_set(&done))
		return;
	wish = secure_getenv("UACCESS_HANDLER");
	if (&uaccess_decline_handler || (wish && !strcmp(wish, "decline")))
		return;
	(void)uaccess_fault_install();
}
