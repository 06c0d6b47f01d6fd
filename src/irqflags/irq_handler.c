/* SPDX-License-Identifier: MIT */
/*
 * What the kernel calls for each signal that is an interrupt. The kernel enters
 * with all of them blocked (sa_mask).
 *
 * Flag off: the signal is held. All the other ones are blocked in the mask that
 * the kernel restores when this returns, so that they stay in its queues, each
 * with its siginfo and in order, and cost nothing. uaccess_irq_replay() unblocks.
 *
 * Flag on: the signal's function runs. If something is held (it is older), one
 * that is held runs in this frame instead, and a kick brings the next frame.
 *
 * One frame runs one function, and what is held is taken off before it runs:
 * the function may leave by siglongjmp(), and nothing is lost.
 */
#include <errno.h>
#include <pthread.h>
#include <ucontext.h>
#include "src/irqflags/irq_internal.h"

/* The kernel's part of the mask in a context: 64 signals, whatever the C library thinks. */
static UACCESS_NO_TSAN uint64_t *context_mask(void *context)
{
	return (uint64_t *)(void *)&((ucontext_t *)context)->uc_sigmask;
}

static UACCESS_NO_TSAN void hold_back(int signo, siginfo_t *info, void *context)
{
	uint64_t *mask = context_mask(context), managed = atomic_load(&uaccess__irq_managed);

	/* A kick that comes now was overtaken; the next replay sends another. */
	if (!uaccess__irq_is_kick(info) && !uaccess__irq_hold(signo, info))
		uaccess__irq_resend(signo, info); /* blocked below: it waits in the kernel */
	uaccess__irq_watch_thread_end();
	managed |= uaccess__irq_bit(signo);
	atomic_fetch_or(&uaccess__irq_thread.blocked, managed & ~*mask);
	*mask |= managed;
	UACCESS_IRQ_SET(pending, 1);
}

/* The flag is on: nothing needs to be blocked by us where this frame returns to. */
static UACCESS_NO_TSAN void unblock(void *context)
{
	UACCESS_IRQ_SET(on, UACCESS_IRQ_IF);
	if (!UACCESS_IRQ_GET(pending))
		return;
	UACCESS_IRQ_SET(pending, 0);
	*context_mask(context) &= ~atomic_exchange(&uaccess__irq_thread.blocked, 0);
}

static UACCESS_NO_TSAN void run(int signo, siginfo_t *info, void *context)
{
	const struct uaccess__irq_action *action = atomic_load(&uaccess__irq_actions[signo]);

	if (!action) { /* given back meanwhile: the previous action meets it */
		uaccess__irq_resend(signo, info);
		return;
	}
	uaccess__irq_thread.handled++;
	action->handler(signo, info, context, action->arg);
}

static UACCESS_NO_TSAN void run_oldest(void *context)
{
	struct uaccess__irq_held oldest;

	if (!uaccess__irq_take(&oldest))
		return;
	if (uaccess__irq_holds())
		uaccess__irq_kick();
	run(oldest.signo, &oldest.info, context);
}

UACCESS_NO_TSAN void uaccess__irq_handler(int signo, siginfo_t *info, void *context)
{
	int saved = errno;
	bool kick = uaccess__irq_is_kick(info);

	if (uaccess_irq_disabled()) {
		hold_back(signo, info, context);
		goto out;
	}
	if (uaccess__irq_thread.popping) {
		/* Only if it was requested this moment. What we interrupted looks again. */
		if (!kick && !uaccess__irq_hold(signo, info))
			uaccess__irq_resend(signo, info);
		goto out;
	}
	unblock(context);
	if (!kick && !uaccess__irq_holds()) {
		run(signo, info, context);
	} else {
		if (!kick && !uaccess__irq_hold(signo, info))
			uaccess__irq_resend(signo, info);
		run_oldest(context);
	}
	/* The function may have left the flag off, and signals held. */
	unblock(context);
	if (uaccess__irq_holds())
		uaccess__irq_kick();
out:
	errno = saved;
}
