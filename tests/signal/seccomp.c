/* SPDX-License-Identifier: MIT */
/* A process that may call rt_sigreturn, write and exit_group, and nothing else, recovers. */
#include <stddef.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

#include "tests/signal/handlers.h"

#define ALLOW(name)                                      \
	BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, name, 0, 1), \
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)

static void allow_little(void)
{
	struct sock_filter filter[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
		ALLOW(SYS_rt_sigreturn),
		ALLOW(SYS_write),
		ALLOW(SYS_exit_group),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_TRAP),
	};
	struct sock_fprog program = {sizeof(filter) / sizeof(filter[0]), filter};

	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) ||
	    prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program))
		child_cannot("no seccomp filter");
}

/* Sizes for each way through the calls. */
static bool calls_recover(char *edge, char *beyond)
{
	static const unsigned long sizes[] = {1, 7, 16, 33, 64, 65, 200, 1000, 3000};
	static char buffer[4096];
	static uint64_t *volatile low = (uint64_t *)8, *volatile wild = (uint64_t *)(1ul << 63);
	uint64_t value = 1;
	size_t i;

	if (get_user(value, (uint64_t *)edge) != -EFAULT ||
	    put_user(value, (uint64_t *)beyond) != -EFAULT || get_user(value, wild) != -EFAULT ||
	    get_user(value, low) != -EFAULT)
		return false;
	for (i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
		unsigned long n = sizes[i], good = n / 2;

		if (clear_user(edge - good, n) != n - good ||
		    copy_to_user(edge - good, buffer, n) != n - good ||
		    copy_from_user(buffer, edge - good, n) != n - good ||
		    copy_from_user(buffer, beyond, n) != n)
			return false;
	}
	return true;
}

static int recovers_filtered(void *arg)
{
	char *edge = memory_before_guard(4096) + 4096, *beyond = memory_past_end();

	(void)arg;
	if (CHILD_SANITIZED)
		child_cannot("the sanitizer makes system calls of its own");
	begin_default();
	allow_little();
	_exit(!calls_recover(edge, beyond) || !calls_recover(edge, beyond));
}

/* The filter is in force. */
static int filtered(void *arg)
{
	(void)arg;
	allow_little();
	return (int)syscall(SYS_getppid);
}

static const struct child_case cases[] = {
	{"the filter ends a process that calls more", filtered, SIGSYS},
	{"recovery needs no system call but rt_sigreturn", recovers_filtered, 0},
};

int main(void)
{
	tap_plan(sizeof(cases) / sizeof(cases[0]));
	child_cases(cases, sizeof(cases) / sizeof(cases[0]));
	return tap_done();
}
