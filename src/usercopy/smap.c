/* SPDX-License-Identifier: MIT */
/*
 * The model of EFLAGS.AC for programs built with UACCESS_DEBUG_SMAP: one place a
 * thread, where its region was opened. Nothing else in the library looks at it.
 */
#include <stddef.h>
#include <stdint.h>
#include <uaccess/smap.h>
#include "src/log.h"

#define INITIAL_EXEC __attribute__((tls_model("initial-exec")))

static _Thread_local const char *opened_at INITIAL_EXEC;  /* NULL: closed */
static _Thread_local uintptr_t opened_frame INITIAL_EXEC; /* of the function that opened */
static _Thread_local unsigned long reports INITIAL_EXEC;

#define REPORT(...) (reports++, uaccess__log("WARNING: user access: " __VA_ARGS__))

/* The function that opened has returned if a caller of it runs: stacks grow down. */
static bool left_open(const char *where, const void *frame)
{
	if (!opened_at || (uintptr_t)frame <= opened_frame)
		return false;
	REPORT("region opened at %s was left open, seen at %s", opened_at, where);
	opened_at = NULL;
	return true;
}

bool uaccess_smap_open(const char *where, const void *frame)
{
	if (!left_open(where, frame) && opened_at)
		REPORT("region opened at %s is opened again at %s", opened_at, where);
	opened_at = where;
	opened_frame = (uintptr_t)frame;
	return true;
}

void uaccess_smap_close(const char *where)
{
	if (!opened_at)
		REPORT("no open region to close at %s", where);
	opened_at = NULL;
}

void uaccess_smap_access(const char *where, const void *frame)
{
	if (left_open(where, frame) || !opened_at)
		REPORT("access outside an open region at %s", where);
}

void uaccess_smap_call(const char *name, const char *where, const void *frame)
{
	if (!left_open(where, frame) && opened_at)
		REPORT("call of %s at %s in the region opened at %s", name, where, opened_at);
}

unsigned long uaccess_smap_save(void)
{
	unsigned long flags = (unsigned long)(uintptr_t)opened_at;

	opened_at = NULL;
	return flags;
}

void uaccess_smap_restore(unsigned long flags)
{
	opened_at = (const char *)(uintptr_t)flags;
}

bool uaccess_smap_is_open(void)
{
	return opened_at != NULL;
}

void uaccess_smap_function(const void *function, bool leaves)
{
	const char *where = opened_at;

	if (!where)
		return;
	/* One report a region. */
	opened_at = NULL;
	if (leaves)
		REPORT("return from %p in the region opened at %s", function, where);
	else
		REPORT("call of %p in the region opened at %s", function, where);
}

bool uaccess_smap_check(void)
{
	if (!opened_at)
		return true;
	REPORT("region opened at %s was left open", opened_at);
	opened_at = NULL;
	return false;
}

unsigned long uaccess_smap_reports(void)
{
	return reports;
}
