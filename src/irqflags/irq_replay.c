/* SPDX-License-Identifier: MIT */
/*
 * The flag goes on, and something came in meanwhile.
 *
 * What is held must run in a signal context, before what is queued in the kernel.
 * So this thread sends itself a signal that means nothing, a kick, and unblocks:
 * the first frame that the kernel makes then, for the kick or for a queued signal,
 * runs what is held (irq_handler.c).
 *
 * A kick has the number of a signal that is held. A standard signal that the
 * kernel merges with the kick is then merged with the held one, whose handler is
 * still to run, and is not lost. Its si_code is SI_USER: such a signal can be
 * sent when the queue is full, too; it arrives without its siginfo.
 */
#include <errno.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
#include "src/irqflags/irq_internal.h"

#define KICK_MARK 0x75616972 /* si_errno of a kick */

__thread struct uaccess_irq uaccess_irq_self = {.on = UACCESS_IRQ_IF};
_Thread_local struct uaccess__irq_thread uaccess__irq_thread;

_Static_assert(sizeof(struct uaccess_irq) + sizeof(struct uaccess__irq_thread) <= 64,
	       "the TLS block is shared with src/fault");

/* By system call: ThreadSanitizer takes the C library's as a point to run handlers at. */
static UACCESS_NO_TSAN void set_mask(int how, const uint64_t *set, uint64_t *old)
{
	syscall(SYS_rt_sigprocmask, how, set, old, sizeof(*set));
}

static UACCESS_NO_TSAN long send_to_self(int signo, siginfo_t *info)
{
	return syscall(SYS_rt_tgsigqueueinfo, getpid(), (pid_t)syscall(SYS_gettid), signo, info);
}

UACCESS_NO_TSAN bool uaccess__irq_is_kick(const siginfo_t *info)
{
	if (info->si_code != SI_USER)
		return false;
	if (info->si_errno == KICK_MARK)
		return true;
	/* What the kernel makes up for one that had no place in the queue. */
	return uaccess__irq_thread.kicked && !info->si_errno && !info->si_pid && !info->si_uid;
}

UACCESS_NO_TSAN void uaccess__irq_kick(void)
{
	siginfo_t info = {.si_signo = 0};
	struct uaccess__irq_held orphan;
	int signo = uaccess__irq_held_signo();

	if (!signo) {
		/* All that is held was given back by uaccess_irq_free(). */
		while (uaccess__irq_take(&orphan))
			uaccess__irq_resend(orphan.signo, &orphan.info);
		return;
	}
	info.si_signo = signo;
	info.si_code = SI_USER;
	info.si_errno = KICK_MARK;
	uaccess__irq_thread.kicked = 1;
	send_to_self(signo, &info);
}

/* The queue may be full: then the kernel keeps the signal, as for kill(), and not its siginfo. */
UACCESS_NO_TSAN void uaccess__irq_resend(int signo, siginfo_t *info)
{
	if (send_to_self(signo, info) && errno == EAGAIN) {
		info->si_code = SI_USER;
		send_to_self(signo, info);
	}
}

/*
 * The kernel could not merge a standard signal with one that was taken from it.
 * Here it can be done still, as everything is blocked.
 */
static UACCESS_NO_TSAN void merge(void)
{
	uint64_t standard = uaccess__irq_held_standard(), waiting = 0;
	const struct timespec now = {0, 0};
	siginfo_t info;

	if (!standard || syscall(SYS_rt_sigpending, &waiting, sizeof(waiting)))
		return;
	standard &= waiting;
	while (standard &&
	       syscall(SYS_rt_sigtimedwait, &standard, &info, &now, sizeof(standard)) > 0) {
		if (uaccess__irq_is_kick(&info) || uaccess__irq_hold(info.si_signo, &info))
			continue;
		uaccess__irq_resend(info.si_signo, &info);
		break;
	}
}

UACCESS_NO_TSAN void uaccess_irq_replay(void)
{
	int saved = errno, signo;
	uint64_t all = UACCESS_IRQ_ALL, mask, ours;

	if (uaccess_irq_disabled())
		return;
	set_mask(SIG_SETMASK, &all, &mask);
	UACCESS_IRQ_SET(pending, 0);
	ours = atomic_exchange(&uaccess__irq_thread.blocked, 0);
	merge();
	signo = uaccess__irq_held_signo();
	if (signo)
		ours |= uaccess__irq_bit(signo);
	if (uaccess__irq_holds())
		uaccess__irq_kick();
	mask &= ~ours;
	set_mask(SIG_SETMASK, &mask, NULL);
	uaccess__irq_thread.kicked = 0;
	errno = saved;
}

UACCESS_NO_TSAN void uaccess__irq_set(unsigned long flags)
{
	uaccess_irq_disable();
	uaccess_irq_restore(flags);
}

/* Handlers run as the last thing that the thread does, rather than be lost with it. */
void uaccess__irq_thread_ends(void *unused)
{
	(void)unused;
	uaccess__irq_thread.end_seen_to = 0;
	uaccess_irq_enable();
}

int uaccess_irq_wait(void)
{
	uint32_t before = uaccess__irq_thread.handled;
	uint64_t all = UACCESS_IRQ_ALL, mask;
	int saved = errno;

	if (!uaccess_irq_disabled())
		return -EINVAL;
	for (;;) {
		if (UACCESS_IRQ_GET(pending)) {
			uaccess_irq_enable();
			uaccess_irq_disable();
			if (uaccess__irq_thread.handled != before)
				return 0;
		}
		set_mask(SIG_SETMASK, &all, &mask);
		if (!UACCESS_IRQ_GET(pending))
			break;
		set_mask(SIG_SETMASK, &mask, NULL);
	}
	/* From here to rt_sigsuspend nothing can come; it unblocks and waits in one step. */
	UACCESS_IRQ_SET(on, UACCESS_IRQ_IF);
	syscall(SYS_rt_sigsuspend, &mask, sizeof(mask));
	uaccess_irq_disable();
	set_mask(SIG_SETMASK, &mask, NULL);
	errno = saved;
	return uaccess__irq_thread.handled != before ? 0 : -EINTR;
}
