/* SPDX-License-Identifier: MIT */
/* The enumerator: one run for each hook that a function meets, and what each leaves behind. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <malloc.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>
#include "config.h"
#include "inject/inject_internal.h"

#define LIMIT	1000000u
#define REPEATS 3

static const char *const names[] = {
	[UACCESS_INJECT_NOTHING] = "nothing",
	[UACCESS_INJECT_CLEAN_FAILS] = "it fails without a failing call",
	[UACCESS_INJECT_INVARIANT] = "the invariant does not hold",
	[UACCESS_INJECT_SWALLOWED] = "a failing call was swallowed",
	[UACCESS_INJECT_LEAKED_MEMORY] = "memory leaked",
	[UACCESS_INJECT_LEAKED_DESCRIPTORS] = "descriptors leaked",
	[UACCESS_INJECT_ENDLESS] = "there is no end",
};

const char *uaccess_inject_finding_name(enum uaccess_inject_finding finding)
{
	return (size_t)finding < sizeof(names) / sizeof(names[0]) ? names[finding] : NULL;
}

/* --- what a run may leave behind -------------------------------------------------------- */

#ifdef HAVE_MALLINFO2
static size_t in_use(void)
{
	struct mallinfo2 info = mallinfo2();

	return info.uordblks + info.hblkhd;
}

/*
 * What free() left in this thread's cache counts as in use, and would both feign leaks and
 * hide them. What malloc() takes from there does not change the count, by which it is told.
 */
#define SMALLEST 24
#define STEP	 16
#define LARGEST	 1032
#define MOST	 64 /* of one size; glibc's default is 7, or 16 */

static size_t in_cache_of(size_t size)
{
	void *volatile held[MOST];
	size_t bytes = 0, before;
	int count = 0;

	while (count < MOST) {
		before = in_use();
		held[count] = malloc(size);
		if (!held[count])
			break;
		if (in_use() != before) {
			free(held[count]);
			break;
		}
		bytes += malloc_usable_size(held[count++]) + sizeof(size_t);
	}
	while (count)
		free(held[--count]);
	return bytes;
}
#endif

/* Bytes that are allocated; -1: nobody knows. */
static long memory_in_use(void)
{
#ifdef HAVE_MALLINFO2
	size_t bytes = in_use(), size;

	for (size = SMALLEST; size <= LARGEST; size += STEP)
		bytes -= in_cache_of(size);
	return (long)bytes;
#else
	return -1;
#endif
}

/* Not where somebody else's malloc() took the place of the C library's. */
static bool memory_is_counted(void)
{
	long before = memory_in_use();
	void *volatile probe = malloc(1 << 16);
	bool counted = probe && before >= 0 && memory_in_use() >= before + (1 << 16);

	free(probe);
	return counted;
}

/* Without opendir(), which would allocate. */
static long descriptors_open(void)
{
	int fd = open("/proc/self/fd", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	uint64_t buffer[512];
	long count = 0, n, at;

	if (fd < 0)
		return -1;
	while ((n = syscall(SYS_getdents64, fd, buffer, sizeof(buffer))) > 0)
		for (at = 0; at < n; count++)
			at += ((struct dirent64 *)((char *)buffer + at))->d_reclen;
	close(fd);
	return count;
}

struct usage {
	long memory, descriptors;
};

static struct usage usage_now(const struct uaccess_inject_report *report)
{
	struct usage usage = {0, 0};

	if (report->checks & UACCESS_INJECT_CHECK_DESCRIPTORS)
		usage.descriptors = descriptors_open();
	if (report->checks & UACCESS_INJECT_CHECK_MEMORY)
		usage.memory = memory_in_use();
	return usage;
}

/* --- the runs -------------------------------------------------------------------------- */

struct sweep {
	int (*fn)(void *arg);
	void *arg;
	struct uaccess_inject_report *report;
};

static void note(const struct sweep *sweep, unsigned int point, enum uaccess_inject_finding finding,
		 long amount)
{
	struct uaccess_inject_report *report = sweep->report, one = *report;

	one.point = point;
	one.finding = finding;
	one.amount = amount;
	if (!report->findings++) {
		report->point = point;
		report->finding = finding;
		report->amount = amount;
	}
	one.findings = report->findings;
	if (report->found)
		report->found(&one);
}

/* One run; true where the point was met. A clean run, point 0, never meets it. */
static bool run(const struct sweep *sweep, unsigned int point, int *result, struct usage *more)
{
	struct usage before = usage_now(sweep->report), after;
	unsigned int left;

	uaccess_inject_set_fail_nth(point ? point : UINT_MAX);
	*result = sweep->fn(sweep->arg);
	left = uaccess_inject_fail_nth();
	uaccess_inject_set_fail_nth(0);
	after = usage_now(sweep->report);
	more->memory = after.memory - before.memory;
	more->descriptors = after.descriptors - before.descriptors;
	return !left;
}

static void judge(const struct sweep *sweep, unsigned int n, int result)
{
	if (result > 0)
		note(sweep, n, UACCESS_INJECT_INVARIANT, result);
	else if (!n && result)
		note(sweep, n, UACCESS_INJECT_CLEAN_FAILS, result);
	else if (n && !result && sweep->report->checks & UACCESS_INJECT_CHECK_SUCCESS)
		note(sweep, n, UACCESS_INJECT_SWALLOWED, 0);
}

/* The runs of one point; false: it was not met. What does not grow each time is no leak. */
static bool point(const struct sweep *sweep, unsigned int n)
{
	bool memory = true, descriptors = true, met;
	struct usage more;
	int result, i;

	for (i = 0; i < REPEATS && (memory || descriptors); i++) {
		met = run(sweep, n, &result, &more);
		if (n && !met && !i)
			return false;
		if (!i)
			judge(sweep, n, result);
		memory = memory && more.memory > 0 && met == !!n;
		descriptors = descriptors && more.descriptors > 0 && met == !!n;
	}
	if (memory)
		note(sweep, n, UACCESS_INJECT_LEAKED_MEMORY, more.memory);
	if (descriptors)
		note(sweep, n, UACCESS_INJECT_LEAKED_DESCRIPTORS, more.descriptors);
	return true;
}

static void enumerate(const struct sweep *sweep)
{
	struct uaccess_inject_report *report = sweep->report;
	unsigned int limit = report->limit ? report->limit : LIMIT;

	point(sweep, 0);
	/* What cannot succeed shows nothing by failing. */
	if (report->finding == UACCESS_INJECT_CLEAN_FAILS)
		return;
	while (point(sweep, report->points + 1)) {
		if (report->points++ == limit) {
			note(sweep, report->points, UACCESS_INJECT_ENDLESS, 0);
			break;
		}
	}
	point(sweep, 0);
}

int uaccess_inject_each(int (*fn)(void *arg), void *arg, struct uaccess_inject_report *report)
{
	struct uaccess_inject_attr *attr = uaccess_inject_fail_usercopy(), before = *attr;
	unsigned int hooks = uaccess_inject_enabled(), nth = uaccess_inject_fail_nth();
	struct sweep sweep = {fn, arg, report};
	int error;

	report->points = report->findings = report->point = 0;
	report->finding = UACCESS_INJECT_NOTHING;
	report->amount = 0;
	if ((report->checks & UACCESS_INJECT_CHECK_MEMORY && !memory_is_counted()) ||
	    (report->checks & UACCESS_INJECT_CHECK_DESCRIPTORS && descriptors_open() < 0))
		return -EOPNOTSUPP;
	error = uaccess_inject_enable(report->hooks ? report->hooks : UACCESS_INJECT_ALL);
	if (error)
		return error;
	/* Only the n-th call is to fail, and without a word. */
	*attr = (struct uaccess_inject_attr)UACCESS_INJECT_ATTR_INITIALIZER(before.name);
	attr->verbose = 0;
	enumerate(&sweep);
	*attr = before;
	uaccess_inject_set_fail_nth(nth);
	error = uaccess_inject_enable(hooks);
	return error ? error : report->findings != 0;
}
