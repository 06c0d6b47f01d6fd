/* SPDX-License-Identifier: MIT */
/* What the parts of the fault handling share. */
#ifndef UACCESS_FAULT_INTERNAL_H
#define UACCESS_FAULT_INTERNAL_H

#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <uaccess/fault.h>

/* The signals we answer, and their place in the arrays below. */
#define UACCESS_FAULT_SIGNALS 2
static inline int uaccess__fault_signal(int index)
{
	return index ? SIGBUS : SIGSEGV;
}

/* handler.c: what the kernel calls. */
void uaccess__fault_handler(int signo, siginfo_t *info, void *context);

/* apply.c: changes context as the entry says; false: the entry does not fit this fault. */
bool uaccess__fault_apply(const struct uaccess_extable_entry *entry, struct uaccess_fault *fault,
			  void *context);

/*
 * All that the library keeps for a thread, less than 256 bytes in the initial
 * TLS block (-ftls-model=initial-exec) so that it can be loaded with dlopen().
 * A fault handler may run in the middle of any change.
 */
struct uaccess__thread {
	void *volatile try_frame;	     /* innermost uaccess_try(); try.S has its offset */
	const void *volatile chaining;	     /* context in the hands of a previous action ... */
	const char *volatile chaining_frame; /* ... that was called from here on the stack */
	const struct uaccess__previous *volatile chaining_to; /* and is this one */
	unsigned int pagefaults_disabled;
	unsigned char nosig;  /* this thread's bulk calls go without signals */
	unsigned int retries; /* of a region's callback, for one access */
	uintptr_t retry_pc, retry_address;
	const void *volatile in_region;	     /* whose callback runs */
	struct uaccess__thread_stack *stack; /* of uaccess_thread_init() */
	struct uaccess_fault last_fault;
};
extern _Thread_local struct uaccess__thread uaccess__thread __attribute__((visibility("hidden")));

/* region.c: true where a region's callback made the page accessible. */
bool uaccess__region_fault(const struct uaccess_fault *fault);

/* try.c: true where the thread goes on behind its uaccess_try(). */
bool uaccess__try_fault(struct uaccess_fault *fault, void *context);

/* stack.c: true where a full stack has room again. */
bool uaccess__stack_fault(const struct uaccess_fault *fault, void *context);

/*
 * thread.c: the low end of the thread's stack: its guard begins at *lowest, and what can be used
 * at or below *usable. False: not known, uaccess_thread_init() was not here.
 */
bool uaccess__thread_stack_end(uintptr_t *lowest, uintptr_t *usable);

/* An action that we lie in front of, and what we lay in front of before that one came. */
struct uaccess__previous {
	struct sigaction action;
	const struct uaccess__previous *older; /* NULL: none */
};

/* install.c: found out when the handler is installed. */
extern bool uaccess__on_valgrind;

/* install.c: the present ones. Never NULL; what they point to never changes. */
extern _Atomic(const struct uaccess__previous *) uaccess__fault_previous[UACCESS_FAULT_SIGNALS];
extern const struct uaccess__previous uaccess__fault_default;

/*
 * oops/oops.c, where reports are enabled; NULL while they are not. A pointer, so
 * that nothing of a report can be reached from the handler of a program without.
 */
struct uaccess__oops_hook {
	void (*report)(const struct uaccess_fault *fault, void *context);
};
extern _Atomic(const struct uaccess__oops_hook *) uaccess__oops;

/* install.c: after a table was registered; the first time installs, unless declined. */
void uaccess__fault_auto_install(void);
/* install.c: repairs an action of ours that lost SA_SIGINFO; false: it had not. One or two system calls. */
bool uaccess__fault_repair(int signo);

#endif /* UACCESS_FAULT_INTERNAL_H */
