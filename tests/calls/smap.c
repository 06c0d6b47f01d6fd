/* SPDX-License-Identifier: MIT */
/* The debug mode for regions: each mistake is reported with its place, correct code never. */
#define UACCESS_DEBUG_SMAP
#include <errno.h>
#include <unistd.h>
#include <uaccess/fault.h>
#include <uaccess/uaccess.h>
#include "tests/calls/pages.h"

#pragma GCC diagnostic ignored "-Wshadow"

UACCESS_DEBUG_SMAP_HOOKS;

#define LINE_(x) #x
#define LINE(x)	 LINE_(x)
/* The place that a report of this line names. */
#define HERE __FILE__ ":" LINE(__LINE__)
/* A statement, and the place that a report of it names. */
#define MARK(place, ...)      \
	do {                  \
		place = HERE; \
		__VA_ARGS__;  \
	} while (0)

static char line[1024];
static unsigned int lines;

static void on_log(const char *text, void *arg)
{
	(void)arg;
	lines++;
	snprintf(line, sizeof(line), "%s", text);
}

/* One report, and it says both. */
static void reported(const char *what, const char *where)
{
	tap_ok(lines == 1 && strstr(line, what) && strstr(line, where), "%s", what);
	if (lines != 1 || !strstr(line, what) || !strstr(line, where))
		tap_diag("%u lines, the last: %s; not: %s", lines, line, where);
	lines = 0;
	line[0] = '\0';
}

static int value = 5;

static __attribute__((noinline)) int correct(int *p, int n)
{
	unsigned long flags;
	int x;

	if (!user_access_begin(p, sizeof(*p)))
		return -EFAULT;
	unsafe_get_user(x, p, fault);
	flags = user_access_save();
	if (put_user(n, &value)) /* fine: it was closed for it */
		return -1;
	user_access_restore(flags);
	unsafe_put_user(x, p, fault);
	user_access_end();
	p = masked_user_access_begin(p);
	unsafe_get_user(x, p, fault);
	user_access_end();
	scoped_user_rw_access(p, outside)
	{
		unsafe_get_user(x, p, outside);
		if (n == 1)
			return 1;
		if (n == 2)
			break;
		if (n == 3)
			goto outside;
	}
	might_fault();
	return get_user(x, p);
fault:
	user_access_end();
outside:
	return -EFAULT;
}

static __attribute__((noinline)) void leave_open(int *p)
{
	if (!user_access_begin(p, sizeof(*p)))
		tap_bail("no region");
}

static __attribute__((noinline)) void call_inside(char *p)
{
	char buffer[8];

	if (copy_from_user(buffer, p, 8))
		tap_bail("no copy");
}

/* Compiled with -finstrument-functions: a plain function, called with access open. */
__attribute__((noinline)) int uaccess__test_plain_function(int x);

static void mistakes(char *area)
{
	int *p = (int *)(void *)area, x;
	const char *outside, *opened, *again;
	char buffer[8];

	MARK(outside, unsafe_get_user(x, p, fault));
	reported("access outside an open region", outside);
	MARK(outside, user_access_end());
	reported("no open region to close", outside);

	MARK(opened, if (!user_access_begin(p, 4)) goto fault);
	MARK(again, if (!user_access_begin(p, 4)) goto fault);
	tap_ok(strstr(line, opened) != NULL, "a double open names the first place");
	reported("is opened again at", again);
	user_access_end();

	MARK(opened, if (!user_access_begin(p, 4)) goto fault);
	MARK(again, if (copy_from_user(buffer, p, 8)) goto fault);
	tap_ok(strstr(line, "call of copy_from_user at") != NULL, "it names the call");
	tap_ok(strstr(line, opened) != NULL, "and the region");
	reported("call of copy_from_user", again);
	MARK(again, if (get_user(x, p)) goto fault);
	reported("call of get_user", again);
	MARK(again, might_fault());
	reported("call of might_fault", again);
	user_access_end();

	MARK(opened, if (!user_access_begin(p, 4)) goto fault);
	call_inside(area);
	reported("call of copy_from_user", opened);
	user_access_end();

	leave_open(p);
	tap_ok(!lines, "nobody has seen it yet");
	if (get_user(x, p))
		goto fault;
	reported("was left open, seen at", "smap.c");
	leave_open(p);
	tap_ok(!uaccess_smap_check() && uaccess_smap_check(), "asked, it is found and closed");
	reported("was left open", "smap.c");
	leave_open(p);
	unsafe_get_user(x, p, fault);
	tap_ok(lines == 2, "an access in the caller: left open, and outside");
	lines = 0;

	MARK(opened, if (!user_access_begin(p, 4)) goto fault);
	(void)uaccess__test_plain_function(1);
	reported("call of 0x", opened);
	MARK(opened, if (!user_access_begin(p, 4)) goto fault);
	uaccess_smap_function((void *)mistakes, true);
	reported("return from 0x", opened);
	tap_ok(x == 0, "the values came in");
	return;
fault:
	tap_ok(false, "a fault");
}

int main(void)
{
	char *area = pages(1);
	int i;

	alarm(60);
	uaccess_log_hook(on_log, NULL);
	for (i = 0; i < 5; i++) {
		(void)correct((int *)(void *)area, i);
		(void)correct((int *)(void *)(area - 4), i);
		(void)correct((int *)(1ul << 63), i);
	}
	tap_ok(!lines && uaccess_smap_check() && !uaccess_smap_reports(),
	       "no report on correct code");
	mistakes(area);
	tap_ok(uaccess_smap_reports() == 13, "they were counted: %lu", uaccess_smap_reports());
	return tap_done();
}
