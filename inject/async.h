/* SPDX-License-Identifier: MIT */
/*
 * Asynchronous injection: interrupts a call at an instruction boundary of one's
 * choice, as a timer might at any time.
 *
 *	for (at = 0; inject_async(call, arg, at, interrupt, what) > at; at++)
 *		check(arg);
 *
 * runs the call once for each of its instructions and interrupts it before that
 * one. The interrupt runs in a signal frame and may do what a signal handler may:
 * take pages away, give them back, fault in user accesses itself, send signals.
 * With rep instructions each iteration is a boundary.
 *
 * The processor's trap flag does it: no debugger, no other process. The call must
 * not use SIGTRAP. One thread at a time.
 */
#ifndef INJECT_ASYNC_H
#define INJECT_ASYNC_H

#include <stdbool.h>

/* At each boundary. */
#define INJECT_ASYNC_EVERY (~0ul)

/*
 * Can it be done here? On x86-64 only; not under Valgrind, which has no trap flag, and not with
 * ThreadSanitizer, whose run-time would be interrupted, too, and cannot be entered again.
 */
bool inject_async_usable(void);

/*
 * Calls call(arg) and, before instruction number "at", interrupt(context, what);
 * context is a ucontext_t. Returns the number of boundaries that it came to: if
 * that is not more than at, there was no interrupt. Stepping ends with it. The
 * first and last few instructions are those of the calling sequence.
 */
unsigned long inject_async(void (*call)(void *arg), void *arg, unsigned long at,
			   void (*interrupt)(void *context, void *what), void *what);

#endif /* INJECT_ASYNC_H */
