/* SPDX-License-Identifier: MIT */
/*
 * What the library does not answer ends as it would without the library.
 *
 * Each action that may have been there first, times each fault and each sent signal: actor.c runs
 * without the library and with it, both under ptrace, and everything that can be seen from outside
 * must be equal: how the process ended, what its handler was given and under which mask, the
 * last signal's code and, for a fault, its address and instruction.
 */
#include <stdio.h>
#include <sys/wait.h>

#include "tests/child.h"

#define LIMIT 20 /* seconds; each takes some milliseconds */

static const char *const actions[] = {
	"default",    "ignore",	       "plain",		"info",
	"reset",      "reset-info",    "reset-nodefer", "nodefer",
	"mask",	      "mask-nodefer",  "repair",	"exit",
	"to-default", "raise-default", "fault-again",	"fault-again-nodefer",
	"jump",
};

static const char *const events[] = {
	"fault-none", "fault-null", "fault-gp",	   "fault-bus",	 "fault-blocked",
	"kill-segv",  "kill-bus",   "tgkill-segv", "tgkill-bus", "queue-segv",
	"queue-bus",  "raise-segv", "raise-bus",   "read-segv",	 "read-bus",
};

static const char *run(struct child *child, const char *program, const char *action,
		       const char *event)
{
	char *argv[] = {(char *)child_sibling(program), (char *)action, (char *)event, NULL};

	child_exec(child, CHILD_TRACED | CHILD_CORE, LIMIT, argv);
	return child->output;
}

/* The first line that the actor prints; the others do not depend on where it was loaded. */
static uintptr_t touch_insn(const struct child *child)
{
	return strtoul(child->output, NULL, 16);
}

static const char *the_others(const struct child *child)
{
	return strchrnul(child->output, '\n');
}

/* Where the last signal was a fault, it is the same one; a sent one comes from the same sender. */
static bool same_last(const struct child *a, const struct child *b)
{
	if (!a->faults || !b->faults)
		return a->faults == b->faults;
	if (a->last.si_signo != b->last.si_signo || a->last.si_code != b->last.si_code)
		return false;
	if (a->last.si_code <= 0)
		return true;
	/* What is touched begins a page, or has a fixed address. */
	return !a->last.si_addr == !b->last.si_addr &&
	       ((uintptr_t)a->last.si_addr & 4095) == ((uintptr_t)b->last.si_addr & 4095) &&
	       a->pc == touch_insn(a) && b->pc == touch_insn(b);
}

static bool same(const struct child *a, const struct child *b)
{
	return !a->late && !b->late && a->status == b->status &&
	       !strcmp(the_others(a), the_others(b)) && same_last(a, b);
}

int main(void)
{
	static struct child without, with;
	size_t action, event;

	run(&without, "actor", "exit", "raise-segv");
	if (child_exited(&without, CHILD_CANNOT))
		tap_skip_all("no ptrace, or no actor: %s", without.output);
	tap_ok(child_exited(&without, 7), "the actor acts");
	for (action = 0; action < sizeof(actions) / sizeof(actions[0]); action++) {
		for (event = 0; event < sizeof(events) / sizeof(events[0]); event++) {
			run(&without, "actor", actions[action], events[event]);
			run(&with, "actor_uaccess", actions[action], events[event]);
			if (tap_ok(same(&without, &with), "%s, %s: %s %d%s", actions[action],
				   events[event], WIFSIGNALED(without.status) ? "signal" : "status",
				   WIFSIGNALED(without.status) ? WTERMSIG(without.status)
							       : WEXITSTATUS(without.status),
				   WIFSIGNALED(without.status) && WCOREDUMP(without.status)
					   ? " and a core"
					   : ""))
				continue;
			tap_diag("without the library:");
			child_diag(&without);
			tap_diag("with it:");
			child_diag(&with);
		}
	}
	return tap_done();
}
