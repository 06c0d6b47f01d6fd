/* SPDX-License-Identifier: MIT */
/* What the parts of the signal flag share. */
#ifndef UACCESS_IRQ_INTERNAL_H
#define UACCESS_IRQ_INTERNAL_H

#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <uaccess/irqflags.h>

#define UACCESS_IRQ_SIGNALS 64

/*
 * What runs inside the handler must not be instrumented by ThreadSanitizer,
 * whose run-time is not made to be entered again in the middle of a call.
 */
#if defined(__SANITIZE_THREAD__)
#define UACCESS_NO_TSAN __attribute__((no_sanitize("thread")))
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define UACCESS_NO_TSAN __attribute__((no_sanitize("thread")))
#endif
#endif
#ifndef UACCESS_NO_TSAN
#define UACCESS_NO_TSAN
#endif

/* A signal that a handler took and the flag held. next: its place in the pool, plus one. */
struct uaccess__irq_held {
	siginfo_t info;
	int signo;
	int pid; /* whose it is: a child of fork() has a copy, but not the signal */
	_Atomic uint32_t next;
};

/* The rest of a thread's state; together with struct uaccess_irq less than 64 bytes. */
struct uaccess__irq_thread {
	_Atomic uint64_t blocked;      /* by us in the thread's mask, until the flag goes on */
	_Atomic uint32_t newest;       /* held, newest first; 0: nothing */
	volatile uint32_t popping;     /* the oldest is being taken off */
	volatile uint32_t kicked;      /* a kick is on its way */
	volatile uint32_t handled;     /* handlers run so far */
	volatile uint32_t end_seen_to; /* the end of the thread is watched */
};
extern _Thread_local struct uaccess__irq_thread uaccess__irq_thread
	__attribute__((visibility("hidden")));

/* All signals but those of faults, which kill if they are blocked. */
#define UACCESS_IRQ_ALL                                                                      \
	(~(uaccess__irq_bit(SIGSEGV) | uaccess__irq_bit(SIGBUS) | uaccess__irq_bit(SIGFPE) | \
	   uaccess__irq_bit(SIGILL) | uaccess__irq_bit(SIGTRAP) | uaccess__irq_bit(SIGSYS)))

/* What uaccess_irq_request() was given. Never changes. */
struct uaccess__irq_action {
	uaccess_irq_fn *handler;
	void *arg;
	int flags;
	struct sigaction previous;
	const struct uaccess__irq_action *older;
};

/* irq_request.c */
extern _Atomic(const struct uaccess__irq_action *) uaccess__irq_actions[UACCESS_IRQ_SIGNALS + 1];
extern _Atomic uint64_t uaccess__irq_managed; /* the signals that are interrupts, as a mask */

/* Has uaccess__irq_thread_ends() called when this thread ends. */
void uaccess__irq_watch_thread_end(void);

/* irq_handler.c: what the kernel calls. */
void uaccess__irq_handler(int signo, siginfo_t *info, void *context);

/* irq_replay.c: signals that we send to ourselves. */
bool uaccess__irq_is_kick(const siginfo_t *info);
void uaccess__irq_kick(void);
void uaccess__irq_resend(int signo, siginfo_t *info);
void uaccess__irq_thread_ends(void *unused);
/* What try.S calls after a fault: both ways, and what was held runs. */
void uaccess__irq_set(unsigned long flags);

/* irq_held.c: the signals that this thread has taken and not handled. */
bool uaccess__irq_hold(int signo, const siginfo_t *info); /* false: no room */
bool uaccess__irq_take(struct uaccess__irq_held *oldest); /* false: there is none */
bool uaccess__irq_holds(void);
int uaccess__irq_held_signo(void);	   /* of one that has an action; 0: none */
uint64_t uaccess__irq_held_standard(void); /* the numbers that the kernel merges, as a mask */
void uaccess__irq_forget(void);		   /* all, of all threads: in the child of a fork() */

/* try.S keeps the flag in 16 bits, and has this offset. */
_Static_assert(offsetof(struct uaccess_irq, on) == 0 && UACCESS_IRQ_IF <= 0xffff, "see try.S");

static inline uint64_t uaccess__irq_bit(int signo)
{
	return (uint64_t)1 << (signo - 1);
}

#endif /* UACCESS_IRQ_INTERNAL_H */
