/* SPDX-License-Identifier: MIT */
/*
 * Stack overflow: told from other faults by where the fault and the stack pointer are. The upper
 * half runs inside the fault handler, on the alternate stack of uaccess_thread_init().
 */
#include <errno.h>
#include <stdatomic.h>
#include <stdlib.h>
#include "src/mcontext.h"
#include "src/fault/fault_internal.h"

/* So far below the end of the stack may one frame's first access lie. */
#define REACH (64 * 1024ul)

/* Immutable once it is published; the handler may hold any of them, so that none is freed. */
struct overflow {
	uaccess_stack_overflow_fn *fn;
	void *arg;
	struct overflow *older;
};

static _Atomic(struct overflow *) current;

/* --- inside the handler ----------------------------------------------------------- */

static bool is_overflow(const struct uaccess_fault *fault, const ucontext_t *context)
{
	/* The registers are only read. */
	uintptr_t sp = (uintptr_t)*mc_register((ucontext_t *)(uintptr_t)context, MC_STACK_POINTER);
	uintptr_t lowest, usable;

	if (!(fault->flags & UACCESS_FAULT_ADDRESS) || !uaccess__thread_stack_end(&lowest, &usable))
		return false;
	if (lowest > REACH)
		lowest -= REACH;
	return fault->address >= lowest && fault->address < usable && sp >= lowest &&
	       sp < usable + REACH;
}

bool uaccess__stack_fault(const struct uaccess_fault *fault, void *context)
{
	struct overflow *overflow = atomic_load(&current);

	return overflow && overflow->fn && is_overflow(fault, context) &&
	       overflow->fn(fault, overflow->arg);
}

/* --- outside ------------------------------------------------------------------------ */

int uaccess_stack_overflow_register(uaccess_stack_overflow_fn *fn, void *arg)
{
	struct overflow *overflow;
	int saved = errno;

	if (!fn && !atomic_load(&current))
		return 0;
	overflow = malloc(sizeof(*overflow));
	errno = saved;
	if (!overflow)
		return -ENOMEM;
	overflow->fn = fn;
	overflow->arg = arg;
	overflow->older = atomic_load(&current);
	while (!atomic_compare_exchange_weak(&current, &overflow->older, overflow))
		;
	return 0;
}
