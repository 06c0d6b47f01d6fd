/* SPDX-License-Identifier: MIT */
/* The callers of a hook, by libunwind; without it, the direct one only. */
#include <config.h>
#ifdef HAVE_LIBUNWIND
#define UNW_LOCAL_ONLY
#include <libunwind.h>
#endif
#include "inject/inject_internal.h"

#ifdef HAVE_LIBUNWIND
unsigned int uaccess__inject_callers(const void *caller, uintptr_t *pcs, unsigned int most)
{
	unsigned int count = 0;
	unw_context_t here;
	unw_cursor_t cursor;
	bool begun = false;
	unw_word_t pc;

	unw_getcontext(&here);
	if (unw_init_local(&cursor, &here))
		return 0;
	while (count < most && unw_step(&cursor) > 0) {
		if (unw_get_reg(&cursor, UNW_REG_IP, &pc) || !pc)
			break;
		/* Our own frames come first, however many the compiler left of them. */
		if (pc == (uintptr_t)caller)
			begun = true;
		if (begun)
			pcs[count++] = pc;
	}
	return count;
}
#else
unsigned int uaccess__inject_callers(const void *caller, uintptr_t *pcs, unsigned int most)
{
	if (!most)
		return 0;
	pcs[0] = (uintptr_t)caller;
	return 1;
}
#endif
