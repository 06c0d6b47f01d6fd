/* SPDX-License-Identifier: MIT */
/* The routine that `uaccess verify` is asked about: a row of the table, or a symbol of a file. */
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>
#include <uaccess/routine.h>
#include "tools/tool.h"
#include "tools/verify.h"

bool verify_target_of_row(struct verify_target *target, const struct uaccess_routine *row)
{
	memset(target, 0, sizeof(*target));
	snprintf(target->name, sizeof(target->name), "%s", row->name);
	target->copy = row->kind == UACCESS_ROUTINE_COPY;
	target->abi = VERIFY_ABI_UACCESS;
	target->contract = VERIFY_CONTRACT_ROUTINE;
	target->granularity = row->granularity;
	target->function = target->copy ? (void (*)(void))row->function.copy
					: (void (*)(void))row->function.clear;
	target->row = true;
	return true;
}

static bool has_one_of(const char *name, const char *const *parts)
{
	for (; *parts; parts++)
		if (strstr(name, *parts))
			return true;
	return false;
}

/*
 * What the kernel's names tell: the old copy_user_* family is called with n in
 * %edx and returns in %eax, all others come in the place of a rep instruction.
 */
static bool guess(struct verify_target *target, const char *symbol)
{
	static const char *const clears[] = {"clear", "stos", "zero", "memset", NULL};
	static const char *const copies[] = {"copy", "movs", "memcpy", NULL};

	target->copy = has_one_of(symbol, copies);
	target->abi = VERIFY_ABI_REP;
	if (!strncmp(symbol, "uaccess_", 8))
		target->abi = VERIFY_ABI_UACCESS;
	else if (strstr(symbol, "copy_user"))
		target->abi = VERIFY_ABI_FUNCTION;
	target->contract = target->abi == VERIFY_ABI_UACCESS ? VERIFY_CONTRACT_ROUTINE
							     : VERIFY_CONTRACT_KERNEL;
	return target->copy || has_one_of(symbol, clears);
}

bool verify_target_of_file(struct verify_target *target, const char *file_and_symbol, int kind)
{
	const char *colon = strrchr(file_and_symbol, ':');
	char file[4096];
	void *handle, *function;

	memset(target, 0, sizeof(*target));
	if (!colon || colon == file_and_symbol || !colon[1] ||
	    (size_t)(colon - file_and_symbol) > sizeof(file) - 3) {
		tool_error("%s: not FILE.so:SYMBOL", file_and_symbol);
		return false;
	}
	/* A file of the present directory, and not one that the loader finds somewhere. */
	snprintf(file, sizeof(file), "%s%.*s",
		 memchr(file_and_symbol, '/', colon - file_and_symbol) ? "" : "./",
		 (int)(colon - file_and_symbol), file_and_symbol);
	snprintf(target->name, sizeof(target->name), "%s", colon + 1);
	target->granularity = VERIFY_NO_LIMIT;
	if (!guess(target, target->name) && kind < 0) {
		tool_error("%s: clear or copy? Say --kind", target->name);
		return false;
	}
	if (kind >= 0)
		target->copy = kind == UACCESS_ROUTINE_COPY;
	handle = dlopen(file, RTLD_NOW | RTLD_LOCAL);
	if (!handle) {
		tool_error("%s", dlerror());
		return false;
	}
	function = dlsym(handle, target->name);
	if (!function) {
		tool_error("%s has no symbol %s", file, target->name);
		return false;
	}
	memcpy(&target->function, &function, sizeof(function));
	return true;
}
