/* SPDX-License-Identifier: MIT */
/*
 * Oops reports: switching them on, and making one, inside the fault handler and
 * in front of a default action.
 *
 * A report needs what a handler must not touch: the loader's lock for symbols,
 * stack for the unwinder. So it is made by a helper process that shares our
 * memory and has a stack of its own, while this thread waits for some seconds and
 * then ends it: a lock that is never released holds up the helper, not the end of
 * the process. Where no helper can be had it is made here, and what asks the
 * loader is left out.
 */
#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include "src/mcontext.h"
#include "src/fault/fault_internal.h"
#include "src/oops/oops_internal.h"

#define HELPER_STACK (128 * 1024ul) /* mapped, not used unless needed */
#define SECONDS_MAX  3

static struct uaccess_oops_options options;
static atomic_uint count;
static atomic_flag busy = ATOMIC_FLAG_INIT;
static char *helper_stack; /* mapped when reports are enabled */
static bool emulated;

/* --- inside the handler ------------------------------------------------------------------ */

static void pause_a_bit(void)
{
	struct timespec pause = {0, 1000000};

	nanosleep(&pause, NULL);
}

static int make(void *arg)
{
	struct report *report = arg;

	if (report->text.sink.format == UACCESS_OOPS_JSON)
		uaccess__report_json(report);
	else
		uaccess__report_text(report);
	return 0;
}

/* True: the helper came to its end, by itself or by us. */
static bool make_in_helper(struct report *report)
{
	int tries, status;
	pid_t pid;

	if (!helper_stack || emulated)
		return false;
	/* No signal at its end, which the program might wait for. */
	pid = clone(make, helper_stack + HELPER_STACK, CLONE_VM, report);
	if (pid < 0)
		return false;
	for (tries = 0; tries < SECONDS_MAX * 1000; tries++) {
		pid_t ended = waitpid(pid, &status, WNOHANG | __WALL);

		if (ended == pid && WIFEXITED(status))
			return true;
		if (ended)
			break;
		pause_a_bit();
	}
	kill(pid, SIGKILL);
	waitpid(pid, &status, __WALL);
	uaccess__report_broken_off(report);
	return true;
}

static void report_fault(const struct uaccess_fault *fault, void *context)
{
	struct report report;
	int tries;

	/* One at a time; whoever waits too long dies without. */
	for (tries = 0; atomic_flag_test_and_set(&busy); tries++) {
		if (tries > SECONDS_MAX * 1000)
			return;
		pause_a_bit();
	}
	memset(&report, 0, sizeof(report));
	report.text.sink = options;
	report.fault = *fault;
	report.context = context;
	report.pid = getpid();
	report.tid = (pid_t)syscall(SYS_gettid);
	report.number = atomic_fetch_add(&count, 1) + 1;
	report.with_symbols = true;
	if (!make_in_helper(&report)) {
		report.with_symbols = false;
		make(&report);
	}
	/* The helper shares our thread-local data; it may have been ended inside uaccess_try(). */
	uaccess__thread.try_frame = NULL;
	atomic_flag_clear(&busy);
}

static const struct uaccess__oops_hook hook = {report_fault};

/* --- outside ------------------------------------------------------------------------------ */

struct nearest {
	uintptr_t pc, distance;
	const struct uaccess_extable_entry *entry;
};

static int keep_nearest(const struct uaccess_extable_info *info, void *arg)
{
	struct nearest *nearest = arg;
	size_t i;

	for (i = 0; i < info->count; i++) {
		uintptr_t insn = uaccess_extable_insn(&info->start[i]);
		uintptr_t distance = insn > nearest->pc ? insn - nearest->pc : nearest->pc - insn;

		if (distance < nearest->distance) {
			nearest->distance = distance;
			nearest->entry = &info->start[i];
		}
	}
	return 0;
}

/* Takes the registry's lock: the helper can wait for it. */
const struct uaccess_extable_entry *uaccess__nearest_entry(uintptr_t pc)
{
	struct nearest nearest = {pc, 4096, NULL};

	uaccess_extable_for_each(keep_nearest, &nearest);
	return nearest.entry;
}

int uaccess_oops_enable(const struct uaccess_oops_options *new_options)
{
	struct uaccess_oops_options standard = {
		.size = sizeof(standard), .format = UACCESS_OOPS_TEXT, .fd = STDERR_FILENO};
	int saved = errno;

	if (!new_options)
		new_options = &standard;
	if (new_options->size != sizeof(standard) || new_options->format > UACCESS_OOPS_JSON)
		return -EINVAL;
	atomic_store(&uaccess__oops, NULL);
	options = *new_options;
	if (!helper_stack) {
		const char *preload = getenv("LD_PRELOAD");

		helper_stack = mmap(NULL, HELPER_STACK, PROT_READ | PROT_WRITE,
				    MAP_PRIVATE | MAP_ANONYMOUS | MAP_STACK, -1, 0);
		if (helper_stack == MAP_FAILED)
			helper_stack = NULL;
		/* Valgrind dies of a process that shares memory without being a thread. */
		emulated = preload && strstr(preload, "vgpreload");
	}
	uaccess__trace_warm_up();
	atomic_store(&uaccess__oops, &hook);
	errno = saved;
	return 0;
}

void uaccess_oops_disable(void)
{
	atomic_store(&uaccess__oops, NULL);
}

unsigned int uaccess_oops_count(void)
{
	return atomic_load(&count);
}

/* Not inlined: its caller's frame is where the trace begins. */
__attribute__((noinline)) void uaccess_warn(const char *file, int line, const char *function)
{
	uintptr_t *frame = __builtin_frame_address(0);
	struct report report;
	ucontext_t here;
	int saved = errno;

	memset(&report, 0, sizeof(report));
	memset(&here, 0, sizeof(here));
	if (atomic_load(&uaccess__oops))
		report.text.sink = options;
	else
		report.text.sink.fd = STDERR_FILENO;
	/* What unwinding needs of the caller's registers. (musl has no getcontext().) */
	mc_set_pc(&here, (uintptr_t)__builtin_return_address(0));
	*mc_register(&here, MC_STACK_POINTER) = (greg_t)(uintptr_t)(frame + 2);
	*mc_register(&here, MC_FRAME_POINTER) = (greg_t)frame[0];
	report.context = &here;
	report.pid = getpid();
	report.tid = (pid_t)syscall(SYS_gettid);
	report.with_symbols = true;
	report.file = file;
	report.line = line;
	report.function = function;
	uaccess__report_warning(&report);
	errno = saved;
}

/* UACCESS_OOPS in the environment. */
__attribute__((constructor)) static void enable_at_start(void)
{
	struct uaccess_oops_options wish = {.size = sizeof(wish), .fd = STDERR_FILENO};
	const char *value = secure_getenv("UACCESS_OOPS");

	if (!value || !strcmp(value, "off") || !strcmp(value, "0") || !*value)
		return;
	if (!strcmp(value, "json"))
		wish.format = UACCESS_OOPS_JSON;
	(void)uaccess_oops_enable(&wish);
}
