/* SPDX-License-Identifier: MIT */
/* What the parts of the injection share. */
#ifndef INJECT_INTERNAL_H
#define INJECT_INTERNAL_H

#include <stdbool.h>
#include <stdint.h>
#include <uaccess/inject.h>

/* attr.c: the decision, for a call that returns to "caller": frames from there on are callers. */
bool uaccess__inject_decide(struct uaccess_inject_attr *attr, long size, const void *caller);

/* stack.c: fills pcs with the return addresses from "caller" on; how many. */
unsigned int uaccess__inject_callers(const void *caller, uintptr_t *pcs, unsigned int most);

/* attr.c: a line on standard error; errno is left alone. */
void uaccess__inject_say(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* nth.c: what a thread has; a new one has none of it. */
struct uaccess__inject_thread {
	unsigned int fail_nth;
	bool make_it_fail;
};
extern _Thread_local struct uaccess__inject_thread uaccess__inject_thread
	__attribute__((visibility("hidden"), tls_model("initial-exec")));

#endif /* INJECT_INTERNAL_H */
