/* SPDX-License-Identifier: MIT */
/* The enumerator: as many runs as points and three more kinds of none, and each finding is found. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <uaccess/inject.h>
#include <uaccess/uaccess.h>
#include "tests/tap.h"

static char to[300], from[300];
static volatile unsigned long n = 200;
static unsigned int runs;

struct plan {
	unsigned int copies; /* how many the function makes */
	unsigned int bad;    /* which of them has the error */
	enum {
		NONE,
		SWALLOW,
		LEAK,
		LEAK_SMALL,
		LEAK_WORK,
		KEEP_ONCE,
		DESCRIPTOR,
		KEEP_FD,
		POSITIVE,
		FAIL
	} error;
};

/* What was leaked, one block linked to the next: a leak checker is to find none of this test. */
static void *volatile kept;

static void keep(void *block)
{
	if (!block)
		tap_bail("no memory");
	*(void **)block = kept;
	kept = block;
}

static void free_kept(void)
{
	while (kept) {
		void *block = kept;

		kept = *(void **)block;
		free(block);
	}
}

static void leak(const struct plan *plan)
{
	static int fd;

	switch (plan->error) {
	case LEAK:
		keep(malloc(300000));
		break;
	case LEAK_SMALL:
		keep(malloc(24));
		break;
	case KEEP_ONCE:
		if (!kept)
			keep(malloc(5000));
		break;
	case DESCRIPTOR:
		fd = open("/dev/null", O_RDONLY);
		break;
	case KEEP_FD:
		if (!fd)
			fd = open("/dev/null", O_RDONLY);
		break;
	default:
		break;
	}
}

static int planned(void *arg)
{
	const struct plan *plan = arg;
	void *work = malloc(1000);
	int result = 0;
	unsigned int i;

	runs++;
	if (plan->error == FAIL) {
		free(work);
		return -EINVAL;
	}
	for (i = 1; i <= plan->copies; i++) {
		unsigned long left = i % 2 ? copy_from_user(to, from, n) : clear_user(to, n);

		if (!left || (i == plan->bad && plan->error == SWALLOW))
			continue;
		result = -EFAULT;
		if (i == plan->bad) {
			leak(plan);
			if (plan->error == POSITIVE)
				result = 7;
		}
		if (i == plan->bad && plan->error == LEAK_WORK) {
			keep(work);
			work = NULL;
		}
		break;
	}
	free(work);
	return result;
}

static const struct {
	const char *name;
	struct plan plan;
	unsigned int hooks, checks, points, findings, point;
	enum uaccess_inject_finding finding;
	long amount;
} cases[] = {
#define CHECKS (UACCESS_INJECT_CHECK_SUCCESS | UACCESS_INJECT_CHECK_DESCRIPTORS)
#define MEMORY UACCESS_INJECT_CHECK_MEMORY
	{"no point", {0, 0, NONE}, 0, CHECKS, 0, 0, 0, UACCESS_INJECT_NOTHING, 0},
	{"one point", {1, 0, NONE}, 0, CHECKS, 1, 0, 0, UACCESS_INJECT_NOTHING, 0},
	{"nine points", {9, 0, NONE}, 0, CHECKS, 9, 0, 0, UACCESS_INJECT_NOTHING, 0},
	{"copies only",
	 {9, 0, NONE},
	 UACCESS_INJECT_COPY,
	 CHECKS,
	 5,
	 0,
	 0,
	 UACCESS_INJECT_NOTHING,
	 0},
	{"clears only",
	 {9, 0, NONE},
	 UACCESS_INJECT_CLEAR,
	 CHECKS,
	 4,
	 0,
	 0,
	 UACCESS_INJECT_NOTHING,
	 0},
	{"a swallowed failure", {9, 4, SWALLOW}, 0, CHECKS, 9, 1, 4, UACCESS_INJECT_SWALLOWED, 0},
	{"one that may be swallowed", {9, 4, SWALLOW}, 0, 0, 9, 0, 0, UACCESS_INJECT_NOTHING, 0},
	{"a descriptor",
	 {9, 9, DESCRIPTOR},
	 0,
	 CHECKS,
	 9,
	 1,
	 9,
	 UACCESS_INJECT_LEAKED_DESCRIPTORS,
	 1},
	{"a descriptor, not looked for",
	 {9, 9, DESCRIPTOR},
	 0,
	 0,
	 9,
	 0,
	 0,
	 UACCESS_INJECT_NOTHING,
	 0},
	{"a descriptor that is kept",
	 {9, 9, KEEP_FD},
	 0,
	 CHECKS,
	 9,
	 0,
	 0,
	 UACCESS_INJECT_NOTHING,
	 0},
	{"the invariant", {9, 1, POSITIVE}, 0, CHECKS, 9, 1, 1, UACCESS_INJECT_INVARIANT, 7},
	{"it fails by itself",
	 {9, 0, FAIL},
	 0,
	 CHECKS,
	 0,
	 1,
	 0,
	 UACCESS_INJECT_CLEAN_FAILS,
	 -EINVAL},
	{"no leak", {9, 0, NONE}, 0, MEMORY, 9, 0, 0, UACCESS_INJECT_NOTHING, 0},
	{"memory", {9, 3, LEAK}, 0, MEMORY, 9, 1, 3, UACCESS_INJECT_LEAKED_MEMORY, 300000},
	{"a few bytes", {9, 3, LEAK_SMALL}, 0, MEMORY, 9, 1, 3, UACCESS_INJECT_LEAKED_MEMORY, 24},
	{"what the other runs free",
	 {9, 3, LEAK_WORK},
	 0,
	 MEMORY,
	 9,
	 1,
	 3,
	 UACCESS_INJECT_LEAKED_MEMORY,
	 1000},
	{"memory, not looked for", {9, 3, LEAK}, 0, CHECKS, 9, 0, 0, UACCESS_INJECT_NOTHING, 0},
	{"memory that is kept", {9, 3, KEEP_ONCE}, 0, MEMORY, 9, 0, 0, UACCESS_INJECT_NOTHING, 0},
};

static unsigned int told;
static void tell(const struct uaccess_inject_report *report)
{
	told += report->finding != UACCESS_INJECT_NOTHING && report->findings == told + 1;
}

static void each_case(void)
{
	unsigned int i;

	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct uaccess_inject_report report = {
			.hooks = cases[i].hooks, .checks = cases[i].checks, .found = tell};
		struct plan plan = cases[i].plan;
		int error;

		free_kept();
		told = 0;
		error = uaccess_inject_each(planned, &plan, &report);
		if (error == -EOPNOTSUPP && cases[i].checks & MEMORY) {
			tap_skip(1, "%s: memory is not counted here", cases[i].name);
			continue;
		}
		if (!tap_ok(error == (cases[i].findings != 0) && report.points == cases[i].points &&
				    report.findings == cases[i].findings &&
				    told == report.findings && report.point == cases[i].point &&
				    report.finding == cases[i].finding &&
				    report.amount >= cases[i].amount &&
				    report.amount <= cases[i].amount + 8192,
			    "%s", cases[i].name))
			tap_diag(
				"%d: %u points, %u findings, %u told, point %u, finding %d, amount %ld",
				error, report.points, report.findings, told, report.point,
				(int)report.finding, report.amount);
	}
}

static void counts(void)
{
	struct plan plan = {50, 0, NONE};
	struct uaccess_inject_report report = {.checks = 0};

	/* Clean, each point, the one that meets none, clean. */
	runs = 0;
	uaccess_inject_each(planned, &plan, &report);
	tap_ok(runs == 50 + 3 && report.points == 50, "one run a point");
	report.limit = 50;
	tap_ok(!uaccess_inject_each(planned, &plan, &report), "as many as the limit");
	report.limit = 49;
	tap_ok(uaccess_inject_each(planned, &plan, &report) == 1 &&
		       report.finding == UACCESS_INJECT_ENDLESS,
	       "more than the limit");
}

static void as_before(void)
{
	struct uaccess_inject_attr *attr = uaccess_inject_fail_usercopy();
	struct uaccess_inject_report report = {.checks = 0};
	struct plan plan = {5, 0, NONE};
	int error;

	attr->probability = 100;
	attr->times = 3;
	attr->reject_end = UINTPTR_MAX;
	uaccess_inject_enable(UACCESS_INJECT_CLEAR);
	uaccess_inject_set_fail_nth(77);
	error = uaccess_inject_each(planned, &plan, &report);
	tap_ok(!error && report.points == 5, "the knobs do not disturb it");
	tap_ok(attr->probability == 100 && attr->times == 3 && attr->reject_end == UINTPTR_MAX &&
		       uaccess_inject_enabled() == UACCESS_INJECT_CLEAR &&
		       uaccess_inject_fail_nth() == 77,
	       "and are as before");
	report.hooks = 8;
	tap_ok(uaccess_inject_each(planned, &plan, &report) == -EINVAL, "no such hook");
	tap_ok(uaccess_inject_finding_name(UACCESS_INJECT_ENDLESS) &&
		       !uaccess_inject_finding_name((enum uaccess_inject_finding)99),
	       "findings have names");
}

int main(void)
{
	alarm(60);
	each_case();
	counts();
	as_before();
	free_kept();
	return tap_done();
}
