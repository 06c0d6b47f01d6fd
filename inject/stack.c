/* SPDX-License-Identifier: MIT */
/* The callers of a hook, by the compiler's own unwinder. */
#include <unwind.h>
#include "inject/inject_internal.h"

struct walk {
	uintptr_t from;
	uintptr_t *pcs;
	unsigned int count, most;
	bool begun;
};

static _Unwind_Reason_Code step(struct _Unwind_Context *context, void *arg)
{
	struct walk *walk = arg;
	uintptr_t pc = _Unwind_GetIP(context);

	/* Our own frames come first, however many the compiler left of them. */
	if (pc == walk->from)
		walk->begun = true;
	if (!walk->begun)
		return _URC_NO_REASON;
	if (walk->count == walk->most || !pc)
		return _URC_END_OF_STACK;
	walk->pcs[walk->count++] = pc;
	return _URC_NO_REASON;
}

unsigned int uaccess__inject_callers(const void *caller, uintptr_t *pcs, unsigned int most)
{
	struct walk walk = {.from = (uintptr_t)caller, .pcs = pcs, .most = most};

	_Unwind_Backtrace(step, &walk);
	return walk.count;
}
