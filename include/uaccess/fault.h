/* SPDX-License-Identifier: MIT */
/*
 * The fault handler: installing it, asking it, and calling it from a handler of
 * one's own.
 *
 * Nothing here has to be called: the first registered exception table installs
 * the handler for SIGSEGV and SIGBUS. A program that owns these signals itself
 * declines with UACCESS_DECLINE_HANDLER and calls uaccess_handle_fault() first
 * thing in its own handler. doc/signals.md tells who may own the signals.
 */
#ifndef UACCESS_FAULT_H
#define UACCESS_FAULT_H

#include <stdbool.h>
#include <stdint.h>
#include <uaccess/compiler.h>
#include <uaccess/extable.h>

UACCESS_EXTERN_C_BEGIN

/* Flags of struct uaccess_fault. */
#define UACCESS_FAULT_ADDRESS	0x1u /* address is known */
#define UACCESS_FAULT_READ	0x2u /* the access was a read ... */
#define UACCESS_FAULT_WRITE	0x4u /* ... a write; neither: not known */
#define UACCESS_FAULT_RECOVERED 0x8u /* an entry answered it */

/* One fault, as the kernel reported it. */
struct uaccess_fault {
	/*
	 * As the processor reports it: the first inaccessible byte of the access (of a
	 * masked vector store, maybe a later one in the same page). 0 without the flag.
	 */
	uintptr_t address;
	uintptr_t pc;				   /* instruction that faulted */
	uintptr_t fixup;			   /* where the program went on; 0: it did not */
	const struct uaccess_extable_entry *entry; /* that answered; NULL: none */
	uint32_t flags;				   /* UACCESS_FAULT_* */
	int32_t signo;				   /* SIGSEGV or SIGBUS */
	int32_t code;	     /* si_code: SEGV_MAPERR, BUS_ADRERR, SI_KERNEL, ... */
	uint32_t trap;	     /* processor's trap number: 14 page fault, 13 #GP, 12 #SS, ... */
	uint32_t error_code; /* processor's error code */
	uint32_t reserved;
	uint64_t count; /* faults recovered on this thread, this one included */
};

/*
 * The last fault that an entry answered on the calling thread, into *fault.
 * Returns 0, or -ENOENT where this thread had none. Async-signal-safe; a signal
 * handler that takes faults itself overwrites it.
 */
UACCESS_API int uaccess_last_fault(struct uaccess_fault *fault);

/*
 * First-chance call for a handler of one's own, with the three arguments it was
 * given (info is its siginfo_t, context its ucontext_t). Returns true where the fault was expected: *context then goes on at
 * the fixup and the handler must return without doing more. False: not ours,
 * nothing was changed. Wait-free, no system call, async-signal-safe; the signal
 * needs SA_SIGINFO, and SA_NODEFER if the handler may be interrupted by a fault.
 */
UACCESS_API bool uaccess_handle_fault(int signo, void *info, void *context);

/*
 * Runs fn(arg), any code, and leaves it where it faults. Returns 0 where it came
 * back, or -EFAULT where a SIGSEGV or SIGBUS that nothing else answered ended it,
 * with the details in *fault (which may be NULL).
 *
 * After a fault the callee-saved registers, the stack, MXCSR, the x87 control
 * word and the signal flag (<uaccess/irqflags.h>) are as before; the signal
 * mask and the alternate stack are those that the faulting code had. What fn was in the middle of stays as it is: its locks are
 * held, its C++ destructors have not run, its files are open. fn must come back
 * by returning: no longjmp() or exception out of it (<uaccess/try.hpp> carries
 * exceptions over). Calls nest; each ends at its own fault. A fault in a signal
 * handler that interrupted fn ends fn as well, with the mask of the handler.
 *
 * No system call and no lock; async-signal-safe if fn is. Needs the fault handler
 * or the first-chance call, and SIGSEGV and SIGBUS unblocked.
 */
UACCESS_API int uaccess_try(void (*fn)(void *arg), void *arg, struct uaccess_fault *fault);

/*
 * While disabled on a thread (the calls nest), its faults go straight to the
 * table: no region is asked. Async-signal-safe.
 */
UACCESS_API void uaccess_pagefault_disable(void);
UACCESS_API void uaccess_pagefault_enable(void);
UACCESS_API bool uaccess_pagefault_disabled(void);

/*
 * Installs the handler for SIGSEGV and SIGBUS, in front of the present actions,
 * and reads it back. Returns 0 (also where it is in place already), -EBUSY where
 * something keeps it from being installed or it has been displaced, or what
 * sigaction() said. Not async-signal-safe.
 */
UACCESS_API int uaccess_fault_install(void);

/*
 * Takes the handler away and puts the previous actions back. Returns 0, -ENOENT
 * where it is not installed, or -EBUSY, with nothing changed, where another
 * handler lies on top of it.
 */
UACCESS_API int uaccess_fault_uninstall(void);

/*
 * Is the handler in place? 0: for both signals. -ENOENT: not installed (or
 * declined). -EBUSY: displaced by somebody, or it could not be installed; this
 * is said once on the log hook, too. Two system calls.
 */
UACCESS_API int uaccess_check(void);

/*
 * Takes the signals back after somebody displaced the handler, in front of him:
 * what is not ours goes to him first and, should he call us in turn, to those we
 * lay in front of before. As uaccess_fault_install().
 */
UACCESS_API int uaccess_reinstall(void);

/*
 * The action behind the handler, for SIGSEGV or SIGBUS: what was installed before
 * it and gets what is not ours. Like sigaction(2): new (unless NULL) takes its
 * place, old (unless NULL) is what it was. Returns 0, -EINVAL for another signal,
 * -ENOENT where the handler is not installed, or -ENOMEM. An embedder that
 * installed its handler too early can put it where it belongs with this.
 */
struct sigaction;
UACCESS_API int uaccess_previous_action(int signo, const struct sigaction *new_action,
					struct sigaction *old_action);

/* Is the calling thread inside a previous action that the handler called? Async-signal-safe. */
UACCESS_API bool uaccess_in_previous_action(void);

/* What uaccess_check() does where it finds the handler displaced. */
enum uaccess_displaced_policy {
	UACCESS_DISPLACED_SAY,	     /* say it once; the default */
	UACCESS_DISPLACED_REINSTALL, /* say it and take the signals back; then 0 is returned */
	UACCESS_DISPLACED_NOSIG,     /* say it and do without signals (<uaccess/nosig.h>) until */
				     /* a later check finds the handler in place again */
};
UACCESS_API void uaccess_on_displaced(enum uaccess_displaced_policy policy);

/* Who has a signal. Strings belong to the loader; NULL where nothing is known. */
struct uaccess_handler_owner {
	const void *handler; /* NULL for SIG_DFL and SIG_IGN, which symbol then says */
	const char *object;  /* file */
	const char *symbol;  /* exported symbol at or below the handler */
	uintptr_t offset;    /* from symbol, or without one from the start of object */
	bool ours;
};

/* Fills in *owner for SIGSEGV, SIGBUS or another signal. 0 or -EINVAL. Asks the loader. */
UACCESS_API int uaccess_get_handler_owner(int signo, struct uaccess_handler_owner *owner);

/*
 * Prepares the calling thread: unblocks SIGSEGV and SIGBUS, and gives it an
 * alternate signal stack that is large enough for this processor's registers and
 * for an oops report, below it a guard page. An alternate stack that is large
 * enough already stays, and none is set while a handler runs on one. Needed only
 * where signals are blocked or stacks may overflow. Undone at the thread's end
 * or by uaccess_thread_fini(). Returns 0, -ENOMEM, or what sigaltstack() said.
 */
UACCESS_API int uaccess_thread_init(void);
UACCESS_API void uaccess_thread_fini(void);

/*
 * What is called where a thread's stack is full: inside the fault handler, on the
 * alternate stack, which has some 16 KiB left. It may leave by siglongjmp(), to a
 * sigsetjmp() that saved the mask, or end the process. Where it returns true, the
 * access runs again (it made room); false: the fault goes on to the previous
 * action. Several threads may be in it at once.
 */
typedef bool uaccess_stack_overflow_fn(const struct uaccess_fault *fault, void *arg);

/*
 * Has stack overflows go to fn, on each thread that uaccess_thread_init() prepared
 * (the thread's own stack, not that of a coroutine); NULL: no longer. In a
 * uaccess_try() that ends it instead, and a region's callback or an exception
 * table entry for the access come first, too. Returns 0 or -ENOMEM; memory of
 * earlier registrations is kept. Thread-safe, not async-signal-safe.
 */
UACCESS_API int uaccess_stack_overflow_register(uaccess_stack_overflow_fn *fn, void *arg);

/*
 * Put this once at file scope of a program to keep the library from installing
 * its handler by itself. UACCESS_HANDLER=decline in the environment does the same.
 */
#ifdef __cplusplus
#define UACCESS_DECLINE_HANDLER                                    \
	extern "C" UACCESS_API const char uaccess_decline_handler; \
	const char uaccess_decline_handler = 1
#else
#define UACCESS_DECLINE_HANDLER UACCESS_API const char uaccess_decline_handler = 1
#endif

/*
 * The log hook: called with one line, without newline, for what a person should
 * know: a refused table, a handler that could not be installed or was displaced,
 * a kernel-style warning. NULL goes back to the default, standard error. May be
 * called in a constructor and on any thread, never from the recovery path.
 */
typedef void uaccess_log_fn(const char *line, void *arg);
UACCESS_API void uaccess_log_hook(uaccess_log_fn *fn, void *arg);

UACCESS_EXTERN_C_END

#endif /* UACCESS_FAULT_H */
