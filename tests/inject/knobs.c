/* SPDX-License-Identifier: MIT */
/* The knobs: each step of the decision in a table, the boot parameter, the seed, the callers. */
#include <config.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include <uaccess/inject.h>
#include "tests/tap.h"

#define ALWAYS .probability = 100, .interval = 1, .times = -1
#define ANY    .stacktrace_depth = 32, .require_end = UINTPTR_MAX
/* No caller is in there. */
#define REJECTED .stacktrace_depth = 32, .require_start = 1, .require_end = 2

/* After "calls" calls of this size: which failed ('x') and what is left of each knob. */
static const struct {
	const char *title;
	struct uaccess_inject_attr attr;
	unsigned int fail_nth;
	bool make_it_fail;
	long size;
	const char *calls;
	unsigned int nth_left;
	int times_left, space_left;
	unsigned long count_left;
} steps[] = {
	{"defaults: off", UACCESS_INJECT_ATTR_INITIALIZER("t"), .size = 1, .calls = "...",
	 .times_left = 1},
	{"all knobs open", {ALWAYS, ANY}, .size = 1, .calls = "xxxx", .times_left = -1},

	/* 1: fail-nth */
	{"1: fail-nth passes by every knob",
	 {.times = 0, .task_filter = true, .space = 9, .interval = 5, ANY},
	 .fail_nth = 3,
	 .size = 1,
	 .calls = "..x..",
	 .space_left = 9},
	{"1: and the others go well",
	 {ALWAYS, ANY},
	 .fail_nth = 3,
	 .size = 1,
	 .calls = "..xxx",
	 .times_left = -1},
	{"1: the calls before the n-th consume no times",
	 {.probability = 100, .interval = 1, .times = 2, ANY},
	 .fail_nth = 2,
	 .size = 1,
	 .calls = ".xx..",
	 .times_left = 0},
	{"1: rejected callers do not count",
	 {ALWAYS, REJECTED},
	 .fail_nth = 2,
	 .size = 1,
	 .calls = "....",
	 .nth_left = 2,
	 .times_left = -1},
	{"1: what is left",
	 {ALWAYS, ANY},
	 .fail_nth = 5,
	 .size = 1,
	 .calls = "..",
	 .nth_left = 3,
	 .times_left = -1},

	/* 2: probability 0, before all that counts */
	{"2: probability 0 touches nothing",
	 {.interval = 2, .times = 3, .space = 4, ANY},
	 .size = 1,
	 .calls = "....",
	 .times_left = 3,
	 .space_left = 4},

	/* 3: the task filter, before times, space and interval */
	{"3: the filter rejects and touches nothing",
	 {.probability = 100, .interval = 2, .times = 3, .space = 4, .task_filter = true, ANY},
	 .size = 1,
	 .calls = "....",
	 .times_left = 3,
	 .space_left = 4},
	{"3: the filter lets a marked thread pass",
	 {ALWAYS, .task_filter = true, ANY},
	 .make_it_fail = true,
	 .size = 1,
	 .calls = "xx",
	 .times_left = -1},
	{"3: a mark without filter means nothing",
	 {ALWAYS, ANY},
	 .make_it_fail = true,
	 .size = 1,
	 .calls = "xx",
	 .times_left = -1},

	/* 4: times */
	{"4: times 0 touches nothing",
	 {.probability = 100, .interval = 2, .space = 4, ANY},
	 .size = 1,
	 .calls = "....",
	 .space_left = 4},
	{"4: times runs out",
	 {.probability = 100, .interval = 1, .times = 2, ANY},
	 .size = 1,
	 .calls = "xx..",
	 .times_left = 0},

	/* 5: the callers, before space and interval */
	{"5: rejected callers touch nothing",
	 {.probability = 100, .interval = 2, .times = 3, .space = 4, REJECTED},
	 .size = 1,
	 .calls = "....",
	 .times_left = 3,
	 .space_left = 4},
	{"5: depth 0 passes by default ranges",
	 {ALWAYS, .require_end = UINTPTR_MAX},
	 .size = 1,
	 .calls = "xx",
	 .times_left = -1},
	{"5: depth 0 and a rejected range: nobody is looked at",
	 {ALWAYS, .require_end = UINTPTR_MAX, .reject_end = UINTPTR_MAX},
	 .size = 1,
	 .calls = "xx",
	 .times_left = -1},
	{"5: depth 0 and a required range: never",
	 {ALWAYS, .require_start = 1, .require_end = UINTPTR_MAX},
	 .size = 1,
	 .calls = "..",
	 .times_left = -1},
	{"5: everybody is rejected",
	 {ALWAYS, ANY, .reject_end = UINTPTR_MAX},
	 .size = 1,
	 .calls = "..",
	 .times_left = -1},
	{"5: rejection wins over requirement",
	 {ALWAYS, .stacktrace_depth = 32, .require_start = 1, .require_end = UINTPTR_MAX,
	  .reject_start = 1, .reject_end = UINTPTR_MAX},
	 .size = 1,
	 .calls = "..",
	 .times_left = -1},
	{"5: everybody is required",
	 {ALWAYS, .stacktrace_depth = 1, .require_start = 1, .require_end = UINTPTR_MAX},
	 .size = 1,
	 .calls = "xx",
	 .times_left = -1},

	/* 6: space, before the interval */
	{"6: more space than size",
	 {.probability = 100, .interval = 2, .times = -1, .space = 3, ANY},
	 .size = 1,
	 .calls = "...x.x",
	 .times_left = -1,
	 .space_left = 1,
	 .count_left = 4},
	{"6: sizes count",
	 {ALWAYS, .space = 10, ANY},
	 .size = 4,
	 .calls = "..xx",
	 .times_left = -1,
	 .space_left = 2},
	{"6: as much space as size does not help",
	 {ALWAYS, .space = 1, ANY},
	 .size = 1,
	 .calls = "xx",
	 .times_left = -1,
	 .space_left = 1},

	/* 7: the interval */
	{"7: each third",
	 {.probability = 100, .interval = 3, .times = -1, ANY},
	 .size = 1,
	 .calls = "..x..x.",
	 .times_left = -1,
	 .count_left = 7},
	{"7: intervals 0 and 1 do not count",
	 {.probability = 100, .times = -1, ANY},
	 .size = 1,
	 .calls = "xxx",
	 .times_left = -1},
	{"7: times only for failures",
	 {.probability = 100, .interval = 2, .times = 2, ANY},
	 .size = 1,
	 .calls = ".x.x...",
	 .times_left = 0,
	 .count_left = 4},

	/* 9: times */
	{"9: unlimited stays so",
	 {.probability = 100, .times = -1, ANY},
	 .size = 1,
	 .calls = "xxxxx",
	 .times_left = -1},
};

static void table(void)
{
	unsigned int i;

	for (i = 0; i < sizeof(steps) / sizeof(steps[0]); i++) {
		struct uaccess_inject_attr attr = steps[i].attr;
		char calls[16] = "";
		unsigned int n;

		attr.verbose = 0;
		uaccess_inject_set_fail_nth(steps[i].fail_nth);
		uaccess_inject_make_it_fail(steps[i].make_it_fail);
		for (n = 0; n < strlen(steps[i].calls); n++)
			calls[n] = uaccess_inject_should_fail(&attr, steps[i].size) ? 'x' : '.';
		if (!tap_ok(!strcmp(calls, steps[i].calls) && attr.times == steps[i].times_left &&
				    attr.space == steps[i].space_left &&
				    attr.count == steps[i].count_left &&
				    uaccess_inject_fail_nth() == steps[i].nth_left,
			    "%s", steps[i].title))
			tap_diag("%s for %s, times %d, space %d, count %lu, nth %u", calls,
				 steps[i].calls, attr.times, attr.space, attr.count,
				 uaccess_inject_fail_nth());
	}
	uaccess_inject_set_fail_nth(0);
	uaccess_inject_make_it_fail(false);
}

/* 8 */
static unsigned int failures(unsigned long probability, uint64_t seed, unsigned char *which)
{
	struct uaccess_inject_attr attr = {.probability = probability, .times = -1, ANY};
	unsigned int count = 0, i;

	uaccess_inject_seed(seed);
	for (i = 0; i < 10000; i++) {
		which[i] = uaccess_inject_should_fail(&attr, 1);
		count += which[i];
	}
	return count;
}

static void probability(void)
{
	static unsigned char first[10000], second[10000];
	unsigned long percent;
	unsigned int wrong = 0;

	for (percent = 0; percent <= 100; percent++) {
		long off = (long)failures(percent, 42, first) - (long)(100 * percent);

		/* Within seven standard deviations; 0 and 100 have none. */
		wrong += off * off > 49 * (long)(percent * (100 - percent));
	}
	tap_ok(!wrong, "8: each probability fails about so often, 0 never, 100 always");
	failures(30, 7, first);
	failures(30, 7, second);
	tap_ok(!memcmp(first, second, sizeof(first)), "8: the same seed, the same failures");
	failures(30, 8, second);
	tap_ok(memcmp(first, second, sizeof(first)), "8: another seed, others");
}

/* Functions in sections of their own, of which the linker tells the bounds. */
extern const char __start_text_through[], __stop_text_through[];
extern const char __start_text_callers[], __stop_text_callers[];

__attribute__((noinline, section("text_through"))) static bool
through(struct uaccess_inject_attr *attr)
{
	bool failed = uaccess_inject_should_fail(attr, 1);

	__asm__ volatile("" ::: "memory"); /* no tail call */
	return failed;
}

/* A range that is one function: only what came through it. */
__attribute__((noinline, section("text_callers"))) static void callers(void)
{
	struct uaccess_inject_attr attr = {ALWAYS, ANY};
	bool in, out;

	attr.require_start = (uintptr_t)__start_text_through;
	attr.require_end = (uintptr_t)__stop_text_through;
	in = through(&attr);
	out = uaccess_inject_should_fail(&attr, 1);
	tap_ok(in && !out, "5: only calls by way of one function");
	attr.require_start = 0;
	attr.require_end = UINTPTR_MAX;
	attr.reject_start = (uintptr_t)__start_text_through;
	attr.reject_end = (uintptr_t)__stop_text_through;
	in = through(&attr);
	out = uaccess_inject_should_fail(&attr, 1);
	tap_ok(!in && out, "5: only calls by another way");
	attr.reject_start = (uintptr_t)__start_text_callers;
	attr.reject_end = (uintptr_t)__stop_text_callers;
#ifndef HAVE_LIBUNWIND
	tap_skip(1, "without libunwind only the direct caller is known");
	return;
#endif
	attr.stacktrace_depth = 1;
	in = through(&attr);
	attr.stacktrace_depth = 2;
	out = through(&attr);
	tap_ok(in && !out, "5: no further than the depth");
}

static const struct {
	const char *text;
	int error;
	unsigned long interval, probability;
	int space, times;
} parameters[] = {
	{"1,100,0,-1", 0, 1, 100, 0, -1},  {"10,5,3,7", 0, 10, 5, 3, 7},
	{" 2, 3, 4, 5", 0, 2, 3, 4, 5},	   {"2,3,4,5,6", 0, 2, 3, 4, 5},
	{"2,3,4,5x", 0, 2, 3, 4, 5},	   {"", -EINVAL, 9, 9, 9, 9},
	{"1", -EINVAL, 9, 9, 9, 9},	   {"1,2", -EINVAL, 9, 9, 9, 9},
	{"1,2,3", -EINVAL, 9, 9, 9, 9},	   {"1,2,3,", -EINVAL, 9, 9, 9, 9},
	{"a,2,3,4", -EINVAL, 9, 9, 9, 9},  {"1;2;3;4", -EINVAL, 9, 9, 9, 9},
	{"1 ,2,3,4", -EINVAL, 9, 9, 9, 9},
};

static void setup(void)
{
	unsigned int i;

	for (i = 0; i < sizeof(parameters) / sizeof(parameters[0]); i++) {
		struct uaccess_inject_attr attr = {
			.interval = 9, .probability = 9, .space = 9, .times = 9};
		int error = uaccess_inject_setup(&attr, parameters[i].text);

		tap_ok(error == parameters[i].error && attr.interval == parameters[i].interval &&
			       attr.probability == parameters[i].probability &&
			       attr.space == parameters[i].space &&
			       attr.times == parameters[i].times,
		       "parameter \"%s\"", parameters[i].text);
	}
}

/* What goes to standard error for one failure. */
static void said(unsigned long verbose, char *text, size_t size)
{
	struct uaccess_inject_attr attr = {
		.name = "test", .probability = 100, .interval = 1, .times = 3, .space = 1, ANY};
	int ends[2], saved = dup(STDERR_FILENO);
	ssize_t n;

	attr.verbose = verbose;
	if (pipe2(ends, O_NONBLOCK))
		tap_bail("no pipe");
	dup2(ends[1], STDERR_FILENO);
	uaccess_inject_should_fail(&attr, 1);
	dup2(saved, STDERR_FILENO);
	n = read(ends[0], text, size - 1);
	text[n > 0 ? n : 0] = '\0';
	close(ends[0]);
	close(ends[1]);
	close(saved);
}

static void messages(void)
{
	static const char message[] = "FAULT_INJECTION: forcing a failure.\n"
				      "name test, interval 1, probability 100, space 1, times 3\n";
	char text[4096];

	said(0, text, sizeof(text));
	tap_ok(!*text, "9: verbose 0 is silent");
	said(1, text, sizeof(text));
	tap_ok(!strcmp(text, message), "9: verbose 1 is a message");
	said(2, text, sizeof(text));
	tap_ok(!strncmp(text, message, strlen(message)) &&
		       strstr(text + strlen(message), "  called from 0x"),
	       "9: verbose 2 names the callers");
}

static void *other_thread(void *arg)
{
	struct uaccess_inject_attr attr = {ALWAYS, .task_filter = true, ANY};

	*(bool *)arg = !uaccess_inject_fail_nth() && !uaccess_inject_should_fail(&attr, 1);
	return NULL;
}

static void threads_and_children(void)
{
	struct uaccess_inject_attr attr = {ALWAYS, .task_filter = true, ANY};
	pthread_t thread;
	bool good = false;
	int status = 1;
	pid_t child;

	uaccess_inject_set_fail_nth(7);
	uaccess_inject_make_it_fail(true);
	pthread_create(&thread, NULL, other_thread, &good);
	pthread_join(thread, NULL);
	tap_ok(good && uaccess_inject_fail_nth() == 7, "a new thread has neither");
	child = fork();
	if (!child)
		_exit(!(uaccess_inject_fail_nth() == 0 && uaccess_inject_should_fail(&attr, 1)));
	waitpid(child, &status, 0);
	tap_ok(!status && uaccess_inject_fail_nth() == 7,
	       "the child of a fork has no fail-nth, and the mark");
	uaccess_inject_set_fail_nth(0);
	uaccess_inject_make_it_fail(false);
}

int main(void)
{
	alarm(60);
	table();
	probability();
	callers();
	setup();
	messages();
	threads_and_children();
	return tap_done();
}
