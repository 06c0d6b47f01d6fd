/* SPDX-License-Identifier: MIT */
/*
 * libuaccess-sigchain: keeps the fault handler first. Preloaded, it takes the
 * place of sigaction(), signal(), sigprocmask() and pthread_sigmask():
 *
 *   - an action for SIGSEGV or SIGBUS becomes the one behind our handler, with its
 *     mask and flags, SA_RESETHAND too, and is what a query answers;
 *   - these two signals are not blocked, but in a handler that was given a fault:
 *     there they are what it asks for, so that it can send itself the signal.
 *
 * While our handler is not installed, and for all other signals, nothing changes.
 * Raw system calls go past it.
 */
#include <dlfcn.h>
#include <errno.h>
#include <link.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <string.h>
#include <uaccess/fault.h>

typedef int sigaction_fn(int, const struct sigaction *, struct sigaction *);
typedef int mask_fn(int, const sigset_t *, sigset_t *);

/* The next definition of a name behind ours; asked for each time until it is known. */
#define NEXT(type, name)                                           \
	__extension__({                                            \
		static _Atomic(type *) next;                       \
		type *found = atomic_load(&next);                  \
                                                                   \
		if (!found) {                                      \
			*(void **)&found = dlsym(RTLD_NEXT, name); \
			atomic_store(&next, found);                \
		}                                                  \
		found;                                             \
	})

/* The library itself works on the real actions. */
static bool is_library(const void *caller)
{
	static _Atomic(const void *) base;
	const void *known = atomic_load(&base);
	Dl_info library, of_caller;

	if (!known) {
		if (!dladdr((const void *)(uintptr_t)uaccess_handle_fault, &library))
			return false;
		known = library.dli_fbase;
		atomic_store(&base, known);
	}
	return dladdr(caller, &of_caller) && of_caller.dli_fbase == known;
}

static bool is_claimed(int signo, const void *caller)
{
	return (signo == SIGSEGV || signo == SIGBUS) && !is_library(caller) && uaccess_check() == 0;
}

UACCESS_API int sigaction(int signo, const struct sigaction *action, struct sigaction *old)
{
	int error;

	if (!is_claimed(signo, __builtin_return_address(0)))
		return NEXT(sigaction_fn, "sigaction")(signo, action, old);
	error = uaccess_previous_action(signo, action, old);
	if (!error)
		return 0;
	errno = -error;
	return -1;
}

/* BSD semantics, as glibc and musl give signal(). */
static sighandler_t set(int signo, sighandler_t handler, sigaction_fn *next, const void *caller)
{
	struct sigaction action, old;
	int error = 0;

	memset(&action, 0, sizeof(action));
	action.sa_handler = handler;
	action.sa_flags = SA_RESTART;
	sigemptyset(&action.sa_mask);
	if (is_claimed(signo, caller))
		error = -uaccess_previous_action(signo, &action, &old);
	else if (next(signo, &action, &old))
		return SIG_ERR;
	if (!error)
		return old.sa_handler;
	errno = error;
	return SIG_ERR;
}

UACCESS_API sighandler_t signal(int signo, sighandler_t handler)
{
	return set(signo, handler, NEXT(sigaction_fn, "sigaction"), __builtin_return_address(0));
}

UACCESS_API sighandler_t bsd_signal(int signo, sighandler_t handler);
UACCESS_API sighandler_t bsd_signal(int signo, sighandler_t handler)
{
	return set(signo, handler, NEXT(sigaction_fn, "sigaction"), __builtin_return_address(0));
}

/* The set without our two, where these may not be blocked; else the set itself. */
static const sigset_t *allowed(int how, const sigset_t *set, sigset_t *copy, const void *caller)
{
	if (!set || how == SIG_UNBLOCK || is_library(caller) || uaccess_in_previous_action() ||
	    (!sigismember(set, SIGSEGV) && !sigismember(set, SIGBUS)) || uaccess_check())
		return set;
	*copy = *set;
	sigdelset(copy, SIGSEGV);
	sigdelset(copy, SIGBUS);
	return copy;
}

UACCESS_API int sigprocmask(int how, const sigset_t *set, sigset_t *old)
{
	sigset_t copy;

	return NEXT(mask_fn,
		    "sigprocmask")(how, allowed(how, set, &copy, __builtin_return_address(0)), old);
}

UACCESS_API int pthread_sigmask(int how, const sigset_t *set, sigset_t *old)
{
	sigset_t copy;

	return NEXT(mask_fn, "pthread_sigmask")(
		how, allowed(how, set, &copy, __builtin_return_address(0)), old);
}
