/* SPDX-License-Identifier: MIT */
/* Hardened usercopy: what cannot be one object is refused, with the kernel's line. */
#define UACCESS_HARDENED_USERCOPY
#include <alloca.h>
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>
#include <uaccess/fault.h>
#include <uaccess/uaccess.h>
#include "tests/calls/pages.h"

static char line[512];
static unsigned int lines;
static char *area;

static void on_log(const char *text, void *arg)
{
	(void)arg;
	lines++;
	snprintf(line, sizeof(line), "%s", text);
}

/* The copy of n bytes at p, either way, was refused with a line that holds this. */
static void refused(const char *what, void *p, unsigned long n)
{
	__asm__("" : "+r"(n), "+r"(p));
	lines = 0;
	tap_ok(copy_to_user(area, p, n) == n && lines == 1 && strstr(line, what) &&
		       strstr(line, "exposure attempt detected from"),
	       "read: %s", what);
	lines = 0;
	tap_ok(copy_from_user(p, area, n) == n && lines == 1 && strstr(line, what) &&
		       strstr(line, "overwrite attempt detected to"),
	       "written: %s", what);
	if (!strstr(line, what))
		tap_diag("%s", line);
}

static void taken(const char *what, void *p, unsigned long n)
{
	__asm__("" : "+r"(n), "+r"(p));
	lines = 0;
	tap_ok(copy_to_user(area, p, n) == 0 && copy_from_user(p, area, n) == 0 && !lines,
	       "taken: %s", what);
}

static void on_stack(const char *who)
{
	char local[64] = {0}, *p = local;
	pthread_attr_t attributes;
	size_t size;
	void *start;

	pthread_getattr_np(pthread_self(), &attributes);
	pthread_attr_getstack(&attributes, &start, &size);
	pthread_attr_destroy(&attributes);
	tap_diag("%s", who);
	taken("a local variable", local, sizeof(local));
	refused("process stack", (char *)start + size - 8, 16);
	/* Below everything that is in use, and still mapped. */
	__asm__("" : "+r"(p));
	refused("process stack", p - 8192, 16);
}

static void *thread(void *arg)
{
	on_stack("a thread");
	return arg;
}

static void heap(void)
{
	unsigned long n = 100;
	char *p;

	__asm__("" : "+r"(n));
	p = malloc(n);
	if (!p)
		tap_bail("no memory");
	memset(p, 0, n);
	lines = 0;
	tap_ok(copy_to_user(area, p, n) == 0 && !lines, "an allocation");
#if defined(__OPTIMIZE__) && __has_builtin(__builtin_dynamic_object_size)
	n++;
	tap_ok(copy_to_user(area, p, n) == n && lines == 1, "one byte more than was asked for");
#else
	tap_skip(1, "the compiler does not follow sizes");
#endif
	free(p);
}

int main(void)
{
	static char data[64];
	pthread_t other;

	alarm(60);
	area = pages(1);
	uaccess_log_hook(on_log, NULL);
	on_stack("the main thread");
	if (pthread_create(&other, NULL, thread, NULL) || pthread_join(other, NULL))
		tap_bail("no thread");
	taken("data", data, sizeof(data));
	refused("kernel text", (void *)(uintptr_t)main, 16);
	refused("null address", NULL, 16);
	refused("wrapped address", (void *)-8, 16);
	taken("nothing at NULL", NULL, 0);
	heap();
	return tap_done();
}
