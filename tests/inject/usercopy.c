/* SPDX-License-Identifier: MIT */
/* The hooks: which calls are, what a failing one does, and that nothing stays behind. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include <uaccess/inject.h>
#include <uaccess/routine.h>
#include <uaccess/uaccess.h>
#include "tests/tap.h"

static char to[300], from[300];
static volatile unsigned long n = 200, few = 5, none; /* not known to the compiler */

static void fill(void)
{
	memset(to, 'd', sizeof(to));
	memset(from, 's', sizeof(from));
}

/* All bytes of to: the first so many are these, the rest is untouched. */
static bool holds(unsigned long count, char byte)
{
	unsigned long i;

	for (i = 0; i < sizeof(to); i++)
		if (to[i] != (i < count ? byte : 'd'))
			return false;
	return true;
}

static unsigned long copy_from(unsigned long size)
{
	return copy_from_user(to, from, size);
}
static unsigned long copy_to(unsigned long size)
{
	return copy_to_user(to, from, size);
}
static unsigned long raw_from(unsigned long size)
{
	return raw_copy_from_user(to, from, size);
}
static unsigned long exported(unsigned long size)
{
	return uaccess_copy_to_user(to, from, size);
}
static unsigned long cleared(unsigned long size)
{
	return clear_user(to, size);
}

static const struct {
	const char *name;
	unsigned long (*call)(unsigned long size);
	unsigned int hook;
	char done;
	bool zeroes;
} calls[] = {
	{"copy_from_user", copy_from, UACCESS_INJECT_COPY, 's', true},
	{"copy_to_user", copy_to, UACCESS_INJECT_COPY, 's', false},
	{"raw_copy_from_user", raw_from, UACCESS_INJECT_COPY, 's', false},
	{"uaccess_copy_to_user", exported, UACCESS_INJECT_COPY, 's', false},
	{"clear_user", cleared, UACCESS_INJECT_CLEAR, 0, false},
};

static void each_call(void)
{
	unsigned int i, hooks;

	for (i = 0; i < sizeof(calls) / sizeof(calls[0]); i++) {
		unsigned long sizes[] = {n, few, 1}, wrong = 0, s;

		for (hooks = 0; hooks <= UACCESS_INJECT_ALL; hooks++)
			for (s = 0; s < 3; s++) {
				unsigned long size = sizes[s], want;

				wrong += !!uaccess_inject_enable(hooks);
				wrong += uaccess_inject_enabled() != hooks;
				want = hooks & calls[i].hook ? size : 0;
				uaccess_inject_set_fail_nth(1);
				fill();
				wrong += calls[i].call(size) != want;
				wrong += !(want ? holds(calls[i].zeroes ? size : 0, 0)
						: holds(size, calls[i].done));
				wrong += uaccess_inject_fail_nth() != !want;
				/* Only once. */
				fill();
				if (want) {
					wrong += calls[i].call(size) != 0;
					wrong += !holds(size, calls[i].done);
				}
			}
		tap_ok(!wrong, "%s: fails where it is a hook, %lu wrong", calls[i].name, wrong);
	}
	tap_ok(uaccess_inject_enable(4) == -EINVAL, "there is no such hook");
}

static void not_hooks(void)
{
	char byte;
	long word;

	uaccess_inject_enable(UACCESS_INJECT_ALL);
	uaccess_inject_set_fail_nth(1);
	memset(from, 0, sizeof(from));
	tap_ok(!get_user(byte, from) && !put_user(byte, to) &&
		       !copy_from_user(&word, from, sizeof(word)) && strnlen_user(from, 5) == 1 &&
		       uaccess_inject_fail_nth() == 1,
	       "single accesses, small constant sizes and strings are none");
	tap_ok(uaccess_copy_from_user(&word, from, sizeof(word)) == sizeof(word),
	       "the exported function of a small size is one");
	uaccess_inject_set_fail_nth(1);
	tap_ok(copy_from(none) == 0 && uaccess_inject_fail_nth() == 0,
	       "no byte is a hook, and fails at nothing");
	uaccess_inject_set_fail_nth(1);
	tap_ok(uaccess_copy_from_user(to, (void *)-4096l, n) == n && uaccess_inject_fail_nth() == 1,
	       "what the range check ends is none");
	/* Calls that are made of others pass it on. */
	uaccess_inject_set_fail_nth(1);
	tap_ok(copy_struct_from_user(to, n, from, n) == -EFAULT, "copy_struct_from_user()");
	uaccess_inject_set_fail_nth(0);
	uaccess_inject_enable(0);
}

static void off_again(void)
{
	uaccess_copy_fn *copy = uaccess_arch_dispatch()->copy;
	uaccess_clear_fn *clear = uaccess_arch_dispatch()->clear;
	unsigned long copy_in_place = uaccess_arch_dispatch()->copy_in_place,
		      clear_in_place = uaccess_arch_dispatch()->clear_in_place;

	uaccess_inject_enable(UACCESS_INJECT_ALL);
	tap_ok(uaccess_arch_dispatch()->copy != copy && uaccess_arch_dispatch()->clear != clear &&
		       !uaccess_arch_dispatch()->copy_in_place,
	       "enabled: the calls come by");
	/* Another row meanwhile: the hooks stay in front of it. */
	uaccess_routine_select(UACCESS_ROUTINE_COPY, "generic");
	uaccess_inject_set_fail_nth(2);
	fill();
	tap_ok(copy_to(n) == 0 && copy_to(n) == n && uaccess_arch_dispatch()->copy != copy,
	       "enabled: in front of whichever row is selected");
	uaccess_routine_select(UACCESS_ROUTINE_COPY, NULL);
	uaccess_inject_enable(0);
	tap_ok(uaccess_arch_dispatch()->copy == copy && uaccess_arch_dispatch()->clear == clear &&
		       uaccess_arch_dispatch()->copy_in_place == copy_in_place &&
		       uaccess_arch_dispatch()->clear_in_place == clear_in_place,
	       "disabled: the calls run as before");
}

/* The same program with something in its environment; what "asked" exits with. */
static int asked(const char *parameter, const char *seed)
{
	int status = -1;
	pid_t child = fork();

	if (!child) {
		setenv("UACCESS_FAIL_USERCOPY", parameter, 1);
		if (seed)
			setenv("UACCESS_INJECT_SEED", seed, 1);
		close(STDERR_FILENO);
		execl("/proc/self/exe", "usercopy", "asked", (char *)NULL);
		_exit(99);
	}
	waitpid(child, &status, 0);
	return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/* Bit i: copy i failed. */
static int answer(void)
{
	int bits = 0, i;

	for (i = 0; i < 6; i++)
		bits |= (copy_from(n) == n) << i;
	return bits;
}

static void environment(void)
{
	int first = asked("1,50,0,-1", "3"), second = asked("1,50,0,-1", "3"), other = 0, seed;
	char text[4];

	tap_ok(asked("1,100,0,-1", NULL) == 0x3f, "environment: each copy");
	tap_ok(asked("1,100,0,2", NULL) == 0x03, "environment: times");
	tap_ok(asked("2,100,0,-1", NULL) == 0x2a, "environment: interval");
	tap_ok(asked("1,100,3,-1", NULL) == 0x3c, "environment: space");
	tap_ok(asked("1,100", NULL) == 0, "environment: half of it is nothing");
	for (seed = 4; seed < 9; seed++) {
		snprintf(text, sizeof(text), "%d", seed);
		other += asked("1,50,0,-1", text) != first;
	}
	tap_ok(first == second && other, "environment: the seed");
}

int main(int argc, char **argv)
{
	alarm(60);
	if (argc > 1 && !strcmp(argv[1], "asked"))
		return answer();
	uaccess_inject_fail_usercopy()->verbose = 0;
	each_call();
	not_hooks();
	off_again();
	environment();
	return tap_done();
}
