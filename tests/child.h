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

#include "tests/tap.h"

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

#endif /* UACCESS_TESTS_CHILD_H */
