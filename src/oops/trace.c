/* SPDX-License-Identifier: MIT */
/*
 * Symbols and the stack trace, by libunwind; without it, dladdr() and the frame
 * pointers. Both ask the loader and may find its lock taken: the report has a
 * time limit (oops.c). Runs inside the fault handler, under uaccess_try().
 */
#include <config.h>
#include <dlfcn.h>
#include <string.h>
#define UACCESS_NO_KERNEL_NAMES
#include <uaccess/uaccess.h>
#include "src/mcontext.h"
#include "src/oops/oops_internal.h"
#ifdef HAVE_LIBUNWIND
#define UNW_LOCAL_ONLY
#include <libunwind.h>
#endif

static const char *base_name(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

#ifdef HAVE_LIBUNWIND
/* A cursor at one address: enough to ask for its function. */
static bool cursor_at(unw_cursor_t *cursor, ucontext_t *context, uintptr_t pc)
{
	memset(context, 0, sizeof(*context));
	mc_set_pc(context, pc);
	return unw_init_local2(cursor, (unw_context_t *)context, UNW_INIT_SIGNAL_FRAME) >= 0;
}

/* Static functions have a name in .symtab only, which libunwind reads and dladdr() does not. */
static void find_by_unwinder(struct symbol *symbol, uintptr_t pc)
{
	unw_proc_info_t info;
	unw_cursor_t cursor;
	ucontext_t context;
	unw_word_t offset;

	if (!cursor_at(&cursor, &context, pc) ||
	    unw_get_proc_name(&cursor, symbol->name, sizeof(symbol->name), &offset) < 0) {
		symbol->name[0] = '\0';
		return;
	}
	symbol->offset = offset;
	if (unw_get_proc_info(&cursor, &info))
		return;
	/* In a stripped file the nearest exported name may be that of another function. */
	if (info.start_ip == pc - offset)
		symbol->size = info.end_ip - info.start_ip;
	else
		symbol->name[0] = '\0';
}
#else
static void copy_name(struct symbol *symbol, const char *name)
{
	strncpy(symbol->name, name, sizeof(symbol->name) - 1);
	symbol->name[sizeof(symbol->name) - 1] = '\0';
}
#endif

void uaccess__symbol_find(struct symbol *symbol, uintptr_t pc)
{
	Dl_info info;

	memset(symbol, 0, sizeof(*symbol));
	symbol->module = "";
	if (!dladdr((const void *)pc, &info) || !info.dli_fname)
		return;
	symbol->module = base_name(info.dli_fname);
#ifdef HAVE_LIBUNWIND
	find_by_unwinder(symbol, pc);
	if (symbol->name[0])
		return;
#endif
	symbol->offset = pc - (uintptr_t)info.dli_fbase;
#ifndef HAVE_LIBUNWIND
	if (info.dli_sname) {
		copy_name(symbol, info.dli_sname);
		symbol->offset = pc - (uintptr_t)info.dli_saddr;
	}
#endif
}

/* A word that may not be there. */
static bool load(uintptr_t address, uintptr_t *value)
{
	return !uaccess_get_user(*value, (const uintptr_t *)address);
}

/* By frame pointers: each frame has the caller's, and above it where to return. */
static void follow_frame_pointers(ucontext_t *context, trace_fn *fn, void *arg)
{
	uintptr_t frame = (uintptr_t)*mc_register(context, MC_FRAME_POINTER), next, pc;
	int i;

	for (i = 0; i < UACCESS_TRACE_MAX && frame; i++) {
		if (!load(frame, &next) || !load(frame + sizeof(next), &pc) || !pc)
			return;
		fn(pc, false, arg);
		if (next <= frame)
			return;
		frame = next;
	}
}

#ifdef HAVE_LIBUNWIND
static bool is_described(uintptr_t pc)
{
	unw_proc_info_t info;
	unw_cursor_t cursor;
	ucontext_t context;

	return cursor_at(&cursor, &context, pc) && !unw_get_proc_info(&cursor, &info);
}

void uaccess__trace(ucontext_t *context, trace_fn *fn, void *arg)
{
	uintptr_t pc = mc_pc(context), return_address;
	unw_cursor_t cursor;
	ucontext_t called;
	int i;

	fn(pc, true, arg);
	/* A call through a bad pointer: nothing describes where we are, but the caller is on the stack. */
	if (!is_described(pc)) {
		uintptr_t stack = (uintptr_t)*mc_register(context, MC_STACK_POINTER);

		if (!load(stack, &return_address))
			return;
		memcpy(&called, context, sizeof(called));
		mc_set_pc(&called, return_address - 1);
		*mc_register(&called, MC_STACK_POINTER) += (greg_t)sizeof(stack);
		fn(return_address, true, arg);
		context = &called;
	}
	if (unw_init_local2(&cursor, (unw_context_t *)context, UNW_INIT_SIGNAL_FRAME) < 0) {
		follow_frame_pointers(context, fn, arg);
		return;
	}
	for (i = 0; i < UACCESS_TRACE_MAX && unw_step(&cursor) > 0; i++) {
		unw_word_t ip;

		if (unw_get_reg(&cursor, UNW_REG_IP, &ip) < 0 || !ip)
			break;
		fn(ip, true, arg);
	}
}

void uaccess__trace_warm_up(void)
{
	struct symbol symbol;
	unw_context_t here;
	unw_cursor_t cursor;

	unw_getcontext(&here);
	if (!unw_init_local(&cursor, &here))
		while (unw_step(&cursor) > 0)
			;
	uaccess__symbol_find(&symbol, (uintptr_t)uaccess__trace_warm_up);
}
#else
void uaccess__trace(ucontext_t *context, trace_fn *fn, void *arg)
{
	fn(mc_pc(context), true, arg);
	follow_frame_pointers(context, fn, arg);
}

void uaccess__trace_warm_up(void)
{
}
#endif
