/* SPDX-License-Identifier: MIT */
/* The knobs, and the decision in the kernel's order. */
#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <unistd.h>
#include "inject/inject_internal.h"

/* Others may store into any knob meanwhile. */
#define KNOB(field) __atomic_load_n(&attr->field, __ATOMIC_RELAXED)

/* --- random numbers -------------------------------------------------------------------- */

/* The n-th number is a mixture of n (splitmix64), so that threads share one sequence by counting. */
#define STEP 0x9e3779b97f4a7c15u

static uint64_t state;

void uaccess_inject_seed(uint64_t seed)
{
	__atomic_store_n(&state, seed, __ATOMIC_RELAXED);
}

static unsigned long percent(void)
{
	uint64_t z = __atomic_add_fetch(&state, STEP, __ATOMIC_RELAXED);

	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
	z = (z ^ z >> 27) * 0x94d049bb133111ebu;
	return (z ^ z >> 31) % 100;
}

/* --- messages -------------------------------------------------------------------------- */

void uaccess__inject_say(const char *format, ...)
{
	int saved = errno, n;
	char line[256];
	va_list arguments;

	va_start(arguments, format);
	n = vsnprintf(line, sizeof(line), format, arguments);
	va_end(arguments);
	if (n > (int)sizeof(line) - 1)
		n = sizeof(line) - 1;
	if (n > 0 && write(STDERR_FILENO, line, (size_t)n) < 0)
		n = 0; /* nowhere left to say it */
	errno = saved;
}

static void say_failure(const struct uaccess_inject_attr *attr, const void *caller)
{
	uintptr_t pcs[UACCESS_INJECT_DEPTH];
	unsigned long verbose = KNOB(verbose);
	unsigned int count, i;

	if (!verbose)
		return;
	uaccess__inject_say("FAULT_INJECTION: forcing a failure.\n"
			    "name %s, interval %lu, probability %lu, space %d, times %d\n",
			    attr->name ? attr->name : "?", KNOB(interval), KNOB(probability),
			    KNOB(space), KNOB(times));
	if (verbose < 2)
		return;
	count = uaccess__inject_callers(caller, pcs, UACCESS_INJECT_DEPTH);
	for (i = 0; i < count; i++)
		uaccess__inject_say("  called from %#lx\n", (unsigned long)pcs[i]);
}

/* --- the decision ---------------------------------------------------------------------- */

static bool within(uintptr_t pc, uintptr_t start, uintptr_t end)
{
	return start <= pc && pc < end;
}

static bool callers_allowed(const struct uaccess_inject_attr *attr, const void *caller)
{
	uintptr_t require_start = KNOB(require_start), require_end = KNOB(require_end);
	uintptr_t reject_start = KNOB(reject_start), reject_end = KNOB(reject_end);
	unsigned long depth = KNOB(stacktrace_depth);
	bool found = !require_start && require_end == UINTPTR_MAX;
	uintptr_t pcs[UACCESS_INJECT_DEPTH];
	unsigned int count, i;

	if (!depth || (found && !reject_start && !reject_end))
		return found;
	if (depth > UACCESS_INJECT_DEPTH)
		depth = UACCESS_INJECT_DEPTH;
	count = uaccess__inject_callers(caller, pcs, (unsigned int)depth);
	for (i = 0; i < count; i++) {
		if (within(pcs[i], reject_start, reject_end))
			return false;
		if (within(pcs[i], require_start, require_end))
			found = true;
	}
	return found;
}

/* One less, but never below 0; unlimited is below already. */
static void one_time_less(struct uaccess_inject_attr *attr)
{
	int times = KNOB(times);

	while (times > 0 && !__atomic_compare_exchange_n(&attr->times, &times, times - 1, true,
							 __ATOMIC_RELAXED, __ATOMIC_RELAXED))
		;
}

bool uaccess__inject_decide(struct uaccess_inject_attr *attr, long size, const void *caller)
{
	struct uaccess__inject_thread *thread = &uaccess__inject_thread;
	unsigned long interval;

	if (thread->fail_nth) {
		if (!callers_allowed(attr, caller))
			return false;
		if (--thread->fail_nth)
			return false;
		goto fail;
	}
	if (!KNOB(probability))
		return false;
	if (KNOB(task_filter) && !thread->make_it_fail)
		return false;
	if (!KNOB(times))
		return false;
	if (!callers_allowed(attr, caller))
		return false;
	if (KNOB(space) > size) {
		__atomic_sub_fetch(&attr->space, (int)size, __ATOMIC_RELAXED);
		return false;
	}
	interval = KNOB(interval);
	if (interval > 1 && __atomic_add_fetch(&attr->count, 1, __ATOMIC_RELAXED) % interval)
		return false;
	if (KNOB(probability) <= percent())
		return false;
fail:
	say_failure(attr, caller);
	one_time_less(attr);
	return true;
}

bool uaccess_inject_should_fail(struct uaccess_inject_attr *attr, long size)
{
	return uaccess__inject_decide(attr, size, __builtin_return_address(0));
}

int uaccess_inject_setup(struct uaccess_inject_attr *attr, const char *parameter)
{
	unsigned long interval, probability;
	int space, times, saved = errno;
	int found = sscanf(parameter, "%lu,%lu,%d,%d", &interval, &probability, &space, &times);

	errno = saved;
	if (found < 4)
		return -EINVAL;
	attr->interval = interval;
	attr->probability = probability;
	attr->space = space;
	attr->times = times;
	return 0;
}
