/* SPDX-License-Identifier: MIT */
/*
 * Everything that runs inside the fault handler, but for the registry's search
 * (extable/), the entry types (apply.c), and the insides of regions (region.c)
 * and try (try.c).
 *
 * Rules of this file and those:
 *   - no lock, no allocation, no loader, no stdio; a test looks at the object
 *     files. Threads fault while others hold any lock there is, malloc's and the
 *     loader's included.
 *   - thread-local data is initial-exec: __tls_get_addr() may allocate.
 *   - no system call on the way to a fixup but rt_sigreturn, which the kernel's
 *     frame makes: a seccomp filter may allow no other.
 *   - errno is not touched.
 *   - no dependence on per-thread set-up: any thread may fault, also one that
 *     the C library does not know.
 *
 * The order, and why:
 *   1. A signal that the kernel did not raise for this instruction (kill(),
 *	sigqueue(), a memory error elsewhere) is not ours, whatever the PC is.
 *   2. Regions come before the table: their callback can make the page
 *	accessible, and then nothing has failed.
 *   3. The table: an entry for exactly this instruction. It goes before try,
 *	because it is the more precise answer.
 *   4. uaccess_try() around code without entries.
 *   5. Nobody's: the previous action, just as the kernel would have run it.
 */
#include <config.h>
#include <errno.h>
#include <stddef.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>
#include "extable/grace.h"
#include "extable/extable_internal.h"
#include "src/mcontext.h"
#include "src/x86_64/valgrind.h"
#include "src/fault/fault_internal.h"

/* A static probe, for tracers: instruction, address (0: unknown), fixup, the entry's data word. */
#ifdef HAVE_SYS_SDT_H
#include <sys/sdt.h>
#define FAULT_PROBE(pc, address, fixup, data) \
	DTRACE_PROBE4(uaccess, fault, pc, address, fixup, data)
#else
#define FAULT_PROBE(pc, address, fixup, data) ((void)0)
#endif

_Thread_local struct uaccess__thread uaccess__thread;

_Atomic(const struct uaccess__oops_hook *) uaccess__oops;

/* Did the kernel raise this signal because of the interrupted instruction? */
static bool is_synchronous(int signo, const siginfo_t *info)
{
	if (info->si_code <= 0)
		return false;
	return !(signo == SIGBUS && info->si_code == BUS_MCEERR_AO);
}

static void describe(struct uaccess_fault *fault, int signo, const siginfo_t *info,
		     const ucontext_t *context)
{
	memset(fault, 0, sizeof(*fault));
	fault->pc = mc_pc(context);
	fault->signo = signo;
	fault->code = info->si_code;
	fault->trap = mc_trap(context);
	fault->error_code = mc_error_code(context);
	if (mc_has_address(context)) {
		fault->address = (uintptr_t)info->si_addr;
		fault->flags = UACCESS_FAULT_ADDRESS;
		fault->flags |= mc_is_write(context) ? UACCESS_FAULT_WRITE : UACCESS_FAULT_READ;
	}
}

/* Under an emulator that names the jump to an instruction instead of the instruction. */
static const struct uaccess_extable_entry *search_behind_jump(struct uaccess_fault *fault)
{
	const struct uaccess_extable_entry *entry;
	uintptr_t target, next;

	if (!uaccess__on_valgrind || !valgrind_jump_at(fault->pc, &target, &next))
		return NULL;
	entry = uaccess_extable_search(target);
	if (!entry)
		entry = uaccess_extable_search(next);
	if (entry)
		fault->pc = uaccess_extable_insn(entry);
	return entry;
}

/*
 * 3: the table's answer, kept for uaccess_last_fault(). The table may be taken back at
 * any time, so that it is read as a reader to the end.
 */
static bool table_fault(struct uaccess_fault *fault, ucontext_t *context)
{
	unsigned int side = uaccess__reader_enter();
	const struct uaccess_extable_entry *entry = uaccess_extable_search(fault->pc);
	bool applied;

	if (!entry)
		entry = search_behind_jump(fault);
	applied = entry && uaccess__fault_apply(entry, fault, context);
	if (applied) {
		uaccess__extable_count_hit(entry);
		FAULT_PROBE(fault->pc, fault->address, fault->fixup, entry->data);
	}
	uaccess__reader_leave(side);
	if (!applied)
		return false;
	fault->entry = entry;
	fault->flags |= UACCESS_FAULT_RECOVERED;
	fault->count = uaccess__thread.last_fault.count + 1;
	uaccess__thread.last_fault = *fault;
	return true;
}

bool uaccess_handle_fault(int signo, void *info, void *context)
{
	struct uaccess_fault fault;

	if (signo != SIGSEGV && signo != SIGBUS)
		return false;
	if (!is_synchronous(signo, info))
		return false;
	describe(&fault, signo, info, context);
	return uaccess__region_fault(&fault) || table_fault(&fault, context) ||
	       uaccess__try_fault(&fault, context) || uaccess__stack_fault(&fault, context);
}

int uaccess_last_fault(struct uaccess_fault *fault)
{
	*fault = uaccess__thread.last_fault;
	return fault->count ? 0 : -ENOENT;
}

/* --- 5: the previous action ------------------------------------------------------- */

/* Sends a signal again, to this thread, as it was: the default action then meets it. */
static void send_again(int signo, siginfo_t *info)
{
	syscall(SYS_rt_tgsigqueueinfo, getpid(), (pid_t)syscall(SYS_gettid), signo, info);
}

/*
 * The kernel acts on SIG_DFL and SIG_IGN itself: they are put back, and the
 * instruction runs again, so that the process dies of the real fault, with the
 * core dump showing it. (An ignored fault kills, too.) Before that comes the
 * report, if there is to be one.
 */
static void leave_to_kernel(int signo, siginfo_t *info, void *context,
			    const struct sigaction *action)
{
	const struct uaccess__oops_hook *oops = atomic_load(&uaccess__oops);
	bool synchronous = is_synchronous(signo, info);
	struct uaccess_fault fault;

	if (!synchronous && action->sa_handler == SIG_IGN)
		return;
	if (synchronous && oops) {
		describe(&fault, signo, info, context);
		oops->report(&fault, context);
	}
	sigaction(signo, action, NULL);
	if (!synchronous)
		send_again(signo, info);
}

/* A handler runs as the kernel would have run it: once for SA_RESETHAND, under its own mask. */
static void call(const struct uaccess__previous *previous, int signo, siginfo_t *info,
		 void *context)
{
	const struct uaccess__previous *outer_previous = uaccess__thread.chaining_to;
	const void *outer = uaccess__thread.chaining;
	const char *outer_frame = uaccess__thread.chaining_frame;
	const struct sigaction *action = &previous->action;
	sigset_t mask = action->sa_mask, before;

	if (!(action->sa_flags & SA_NODEFER))
		sigaddset(&mask, signo);
	pthread_sigmask(SIG_BLOCK, &mask, &before);
	uaccess__thread.chaining_to = previous;
	uaccess__thread.chaining = context;
	uaccess__thread.chaining_frame = __builtin_frame_address(0);
	if (action->sa_flags & SA_SIGINFO)
		action->sa_sigaction(signo, info, context);
	else
		action->sa_handler(signo);
	uaccess__thread.chaining = outer;
	uaccess__thread.chaining_frame = outer_frame;
	uaccess__thread.chaining_to = outer_previous;
	pthread_sigmask(SIG_SETMASK, &before, NULL);
}

static void chain(int signo, siginfo_t *info, void *context, bool in_circle)
{
	_Atomic(const struct uaccess__previous *) *slot = &uaccess__fault_previous[signo == SIGBUS];
	const struct uaccess__previous *previous = atomic_load(slot);
	const struct sigaction *action;

	/*
	 * The one we called called us: it lay behind us, displaced us, and we took
	 * the signal back. What we lay in front of first has not been asked yet.
	 */
	if (in_circle)
		previous = uaccess__thread.chaining_to->older;
	if (!previous)
		previous = &uaccess__fault_default;
	action = &previous->action;
	if (action->sa_handler == SIG_DFL || action->sa_handler == SIG_IGN) {
		leave_to_kernel(signo, info, context, action);
		return;
	}
	if ((action->sa_flags & SA_RESETHAND) && !in_circle) {
		const struct uaccess__previous *expected = previous;

		/* One thread runs it; for the others it is the default by now. */
		if (!atomic_compare_exchange_strong(slot, &expected, &uaccess__fault_default)) {
			leave_to_kernel(signo, info, context, &uaccess__fault_default.action);
			return;
		}
	}
	call(previous, signo, info, context);
}

/* --- the handler -------------------------------------------------------------------- */

/* No use to compare a fault's two addresses; see below. */
static atomic_bool addresses_differ;

/*
 * Did the action that we chained to call us again? Then we are deeper than we
 * were. It may also have jumped out of its handler: the next signal that
 * another handler passes on to us can have its context at the same place.
 */
static bool came_back(const char *frame, const void *context)
{
	return uaccess__thread.chaining == context && frame < uaccess__thread.chaining_frame;
}

/*
 * Did the kernel fill in *info? It did not where somebody saved and restored our
 * action with signal(), so that SA_SIGINFO is gone: then it is what was on the
 * stack before. The context is good either way, and knows the address, too.
 */
static bool is_filled_in(int signo, const siginfo_t *info, const ucontext_t *context)
{
	if (info->si_signo != signo)
		return false;
	return info->si_code <= 0 || addresses_differ ||
	       mc_agrees_with_address(context, (uintptr_t)info->si_addr);
}

void uaccess__fault_handler(int signo, siginfo_t *info, void *context)
{
	const char *frame = __builtin_frame_address(0);
	bool by_kernel = mc_entered_by_kernel(frame, context);

	if (!is_filled_in(signo, info, context)) {
		if (uaccess__fault_repair(signo))
			return; /* put right, the instruction runs again */
		if (info->si_signo == signo)
			addresses_differ = true; /* here they do: an emulator, another kernel */
	}
	if (uaccess_handle_fault(signo, info, context)) {
		/* So that a later frame at this place, left unfilled, cannot pass for this one. */
		if (by_kernel) {
			info->si_signo = 0;
			uaccess__arch_return(context);
		}
		return;
	}
	/* Nobody is given what only looked like filled in. */
	if (uaccess__fault_repair(signo))
		return;
	chain(signo, info, context, !by_kernel && came_back(frame, context));
}
