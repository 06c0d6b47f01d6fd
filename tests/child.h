/* SPDX-License-Identifier: MIT */
/*
 * Runs a function or a program in a child process, bounded in time, and keeps how it ended.
 *
 * For what may die, spin or change the process: each case gets a process (and process group) of
 * its own, and nothing of it is left behind. Call these from a program's only thread.
 */
#ifndef UACCESS_TESTS_CHILD_H
#define UACCESS_TESTS_CHILD_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

#include "tests/tap.h"

/* Sanitizers that know every thread and allocation of a process make some cases impossible. */
#if defined(__SANITIZE_THREAD__) || defined(__SANITIZE_ADDRESS__)
#define CHILD_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer) || __has_feature(address_sanitizer)
#define CHILD_SANITIZED 1
#endif
#endif
#ifndef CHILD_SANITIZED
#define CHILD_SANITIZED 0
#endif

/* The run-time of this one is between the kernel and every handler. */
#if defined(__SANITIZE_THREAD__)
#define CHILD_THREAD_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define CHILD_THREAD_SANITIZED 1
#endif
#endif
#ifndef CHILD_THREAD_SANITIZED
#define CHILD_THREAD_SANITIZED 0
#endif

/* How the child is run; 0 for none of it. */
#define CHILD_TRACED 0x1u /* under ptrace: the faults below are filled in */
#define CHILD_CORE   0x2u /* in an empty directory, allowed to dump core */

/* Exit status of a child that could not be set up: no ptrace here, no such program. */
#define CHILD_CANNOT 126

struct child {
	int status;	     /* as waitpid() gives it */
	bool late;	     /* its time ran out and it was killed */
	unsigned int faults; /* SIGSEGV and SIGBUS that were delivered to it (CHILD_TRACED) */
	siginfo_t last;	     /* the last of them ... */
	uintptr_t pc;	     /* ... and where it met the child */
	size_t length;	     /* of the output, which ends with a zero byte */
	char output[8192];   /* standard output and error, the first part of it */
};

/* Calls fn in a child; what it returns is the exit status. exit handlers do not run. */
void child_call(struct child *child, unsigned int flags, unsigned int seconds, int (*fn)(void *),
		void *arg);

/* Runs a program, argv[0] by path. */
void child_exec(struct child *child, unsigned int flags, unsigned int seconds, char *const argv[]);

bool child_exited(const struct child *child, int status);
bool child_killed(const struct child *child, int signo);

/* Prints how it ended and what it said, as lines that the TAP driver passes over. */
void child_diag(const struct child *child);

/* The path of a file in the folder of this program, wherever libtool put either; static. */
const char *child_sibling(const char *name);

/* One point: the child exited with 0. Says more where it did not; CHILD_CANNOT is a skip. */
__attribute__((unused)) static void child_point(const struct child *child, const char *what)
{
	if (child_exited(child, CHILD_CANNOT))
		tap_skip(1, "%s: cannot be tried here: %.*s", what,
			 (int)strcspn(child->output, "\n"), child->output);
	else if (!tap_ok(child_exited(child, 0), "%s", what))
		child_diag(child);
}

/* For functions that run in a child: says what does not hold, and ends the child. */
#define child_require(condition)                                                       \
	do {                                                                           \
		if (!(condition)) {                                                    \
			printf("%s:%d: not so: %s\n", __FILE__, __LINE__, #condition); \
			fflush(stdout);                                                \
			_exit(1);                                                      \
		}                                                                      \
	} while (0)

/* For the same: it cannot be tried here, and why. */
#define child_cannot(why)            \
	do {                         \
		printf("%s\n", why); \
		fflush(stdout);      \
		_exit(CHILD_CANNOT); \
	} while (0)

/* One row for each case: what must hold, what runs, and the signal that ends it (0: it returns 0). */
struct child_case {
	const char *what;
	int (*fn)(void *arg);
	int killed_by;
};

#define CHILD_CASE_LIMIT 60 /* seconds, on a busy machine; each takes some milliseconds */

__attribute__((unused)) static void child_cases(const struct child_case *cases, size_t count)
{
	static struct child child;
	size_t i;

	for (i = 0; i < count; i++) {
		child_call(&child, 0, CHILD_CASE_LIMIT, cases[i].fn, NULL);
		if (!cases[i].killed_by || child_exited(&child, CHILD_CANNOT))
			child_point(&child, cases[i].what);
		else if (!tap_ok(child_killed(&child, cases[i].killed_by), "%s", cases[i].what))
			child_diag(&child);
	}
}

#endif /* UACCESS_TESTS_CHILD_H */
