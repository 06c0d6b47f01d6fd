/* SPDX-License-Identifier: MIT */
/*
 * Fault injection: bulk calls fail though nothing is wrong with the memory, so that
 * the code that handles it runs. The kernel's fail_usercopy, with its knobs, its order
 * of decisions and its boot parameter, and its fail-nth.
 *
 *	uaccess_inject_enable(UACCESS_INJECT_COPY);
 *	uaccess_inject_set_fail_nth(3);		this thread's third copy fails, once
 *
 * Part of libuaccess-inject. A hook is one bulk call that runs the selected routine: each
 * copy, or by option each clear, in any object of the process, built for it or not. Not
 * hooks are calls whose size the compiler knows to be small (those are moves in place,
 * unless made through the exported functions, uaccess_copy_from_user() and so on), string
 * calls, single accesses, and calls of size 0 or with a bad range that the compiler or the
 * range check ended before. A call that fails does nothing: it returns n, and
 * copy_from_user() zeroes its destination. While injection is not enabled it costs nothing.
 */
#ifndef UACCESS_INJECT_H
#define UACCESS_INJECT_H

#include <stdbool.h>
#include <stdint.h>
#include <uaccess/compiler.h>

UACCESS_EXTERN_C_BEGIN

/*
 * The knobs of one capability, under the kernel's names. All may be set at any time by
 * plain stores; a decision that is under way may see the old value.
 */
struct uaccess_inject_attr {
	const char *name;		/* in the message */
	unsigned long probability;	/* percent; 0: off */
	unsigned long interval;		/* of the calls that came so far, only each such one */
	int times;			/* failures to come; -1: no end */
	int space;			/* sizes that go well first: less by the size each time */
	unsigned long verbose;		/* 0: silent, 1: a message, 2: and the callers */
	bool task_filter;		/* only threads that uaccess_inject_make_it_fail() marked */
	unsigned long stacktrace_depth; /* so many callers are looked at, at most 32 */
	uintptr_t require_start, require_end; /* one of them must be in here, end excluded */
	uintptr_t reject_start, reject_end;   /* and none in here */
	unsigned long count;		      /* calls that came to the interval */
};

#define UACCESS_INJECT_DEPTH 32ul
#define UACCESS_INJECT_ATTR_INITIALIZER(title)                                               \
	{                                                                                    \
		(title), 0, 1, 1, 0, 2, false, UACCESS_INJECT_DEPTH, 0, UINTPTR_MAX, 0, 0, 0 \
	}

/*
 * Does a call of this size fail? In this order:
 *   1. this thread has a fail-nth: if the callers are rejected it goes well and does not
 *	count; otherwise it counts, the n-th fails and the others go well, whatever the
 *	other knobs say
 *   2. probability 0, 3. the task filter, 4. times 0, 5. the callers: goes well
 *   6. space is more than the size: less by the size, goes well
 *   7. interval above 1: counts, goes well unless it is one of them
 *   8. the probability is not met: goes well
 *   9. fails: the message; times becomes one less, unless it is 0 or below
 * Callers are looked at only if a range or a depth of 0 asks for it. Thread safe; as safe
 * in a signal handler as the unwinder is, if callers are looked at, and otherwise safe but
 * for the message (verbose 0: none).
 */
UACCESS_API bool uaccess_inject_should_fail(struct uaccess_inject_attr *attr, long size);

/*
 * Sets four knobs from the kernel's boot parameter, <interval>,<probability>,<space>,<times>
 * in decimal. Returns 0, or -EINVAL and changes nothing where one is missing. What follows
 * them is not looked at, as in the kernel.
 */
UACCESS_API int uaccess_inject_setup(struct uaccess_inject_attr *attr, const char *parameter);

/* The knobs of the bulk calls. UACCESS_FAIL_USERCOPY in the environment is their boot parameter. */
UACCESS_API struct uaccess_inject_attr *uaccess_inject_fail_usercopy(void);

#define UACCESS_INJECT_COPY  1u /* copies: where the kernel's hooks are */
#define UACCESS_INJECT_CLEAR 2u /* clear_user() and its kind, for which the kernel has none */
#define UACCESS_INJECT_ALL   3u

/*
 * What is a hook from now on, in all threads; 0: nothing, the calls run as if this library
 * were not there. With UACCESS_FAIL_USERCOPY copies are from the start. Returns 0, -EINVAL,
 * or what mprotect() said. Takes a lock.
 */
UACCESS_API int uaccess_inject_enable(unsigned int hooks);
UACCESS_API unsigned int uaccess_inject_enabled(void);

/*
 * The calling thread's n-th hook from now fails, once; 0: none. The second call tells how
 * many are to come: 0 after the one that failed. Each thread, and the child of a fork(),
 * begins with none. Async-signal-safe.
 */
UACCESS_API void uaccess_inject_set_fail_nth(unsigned int n);
UACCESS_API unsigned int uaccess_inject_fail_nth(void);

/* Marks the calling thread for the task filter; the child of a fork() inherits it. */
UACCESS_API void uaccess_inject_make_it_fail(bool on);

/*
 * What probability draws from: the same seed gives the same numbers again. One sequence
 * for all threads. At start it is UACCESS_INJECT_SEED of the environment, or 0.
 */
UACCESS_API void uaccess_inject_seed(uint64_t seed);

/*
 * The enumerator: runs fn once clean, then once for each hook that the clean run met,
 * with that one failing, until a run meets no more, and once clean again. fn does what is
 * under test, from its set-up to its end, on the calling thread. It returns 0 where that
 * succeeded, a negative number where it failed, as it may with a failing call, and a
 * positive one where something is wrong that must not be: its own invariant.
 */
enum uaccess_inject_finding {
	UACCESS_INJECT_NOTHING,	    /* all went well */
	UACCESS_INJECT_CLEAN_FAILS, /* without a failing call fn fails */
	UACCESS_INJECT_INVARIANT,   /* fn returned a positive number: the amount */
	UACCESS_INJECT_SWALLOWED,   /* a call failed, and fn succeeded */
	UACCESS_INJECT_LEAKED_MEMORY,
	UACCESS_INJECT_LEAKED_DESCRIPTORS,
	UACCESS_INJECT_ENDLESS, /* more points than the limit */
};

#define UACCESS_INJECT_CHECK_SUCCESS	 1u /* a failing call must make fn fail */
#define UACCESS_INJECT_CHECK_MEMORY	 2u /* as malloc() counts it (mallinfo2()) */
#define UACCESS_INJECT_CHECK_DESCRIPTORS 4u /* as /proc/self/fd lists them */

struct uaccess_inject_report {
	/* Set before; all may be 0. */
	unsigned int hooks;					   /* UACCESS_INJECT_*; 0: all */
	unsigned int checks;					   /* UACCESS_INJECT_CHECK_* */
	unsigned int limit;					   /* most points; 0: a million */
	void (*found)(const struct uaccess_inject_report *report); /* at each finding, or NULL */

	/* The outcome; of each finding while found() runs. */
	unsigned int points;   /* that failed, one after the other */
	unsigned int findings; /* how many */
	unsigned int point;    /* of the first finding: the n-th hook, or 0 for a clean run */
	enum uaccess_inject_finding finding; /* the first */
	long amount; /* bytes or descriptors of one run, or what fn returned */
};

/*
 * Memory and descriptors count as leaked if a run takes more each time that it is
 * repeated, so that what is made once and kept is none: the run of a point that seems to
 * leak is made three times. Other threads should neither allocate nor open meanwhile.
 * Afterwards injection is as it was. Returns 0 where nothing was found, 1 where something
 * was, -EOPNOTSUPP for a check that this C library or system has not, or an error of
 * uaccess_inject_enable(). Not async-signal-safe, and one at a time.
 */
UACCESS_API int uaccess_inject_each(int (*fn)(void *arg), void *arg,
				    struct uaccess_inject_report *report);

/* "a failing call was swallowed", ...; NULL for no such finding. */
UACCESS_API const char *uaccess_inject_finding_name(enum uaccess_inject_finding finding);

UACCESS_EXTERN_C_END

#endif /* UACCESS_INJECT_H */
