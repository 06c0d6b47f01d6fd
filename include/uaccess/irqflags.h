/* SPDX-License-Identifier: MIT */
/*
 * A processor flag for signals: local_irq_save() and local_irq_restore() at the
 * cost of a load, two stores and a branch, where blocking and unblocking takes
 * two system calls.
 *
 *	unsigned long flags;
 *
 *	uaccess_irq_request(SIGALRM, tick, SA_RESTART, NULL);   once, anywhere
 *	local_irq_save(flags);
 *	...                                                     tick() does not run here
 *	local_irq_restore(flags);                               a tick that came in runs now
 *
 * The flag belongs to the thread and is on at first. It holds back the handlers
 * of the signals that uaccess_irq_request() was given, nothing else: not other
 * signals, never a fault. A signal that comes while the flag is off is held, and
 * its handler runs, with the signal's own siginfo and a signal context, before
 * the call that turns the flag on returns. doc/irqflags.md tells the order, and
 * what holding means for fork, threads that end, longjmp and full queues.
 *
 * All calls but uaccess_irq_request() and uaccess_irq_free() are safe in signal
 * handlers and leave errno alone; all are safe on any thread. The kernel's names
 * are at the end, unless UACCESS_NO_KERNEL_NAMES is defined.
 */
#ifndef UACCESS_IRQFLAGS_H
#define UACCESS_IRQFLAGS_H

#include <signal.h>
#include <stdbool.h>
#include <uaccess/compiler.h>

UACCESS_EXTERN_C_BEGIN

/* The bits of a flags word, where x86-64 has them. */
#define UACCESS_IRQ_IF 0x200ul	 /* the flag is on */
#define UACCESS_IRQ_AC 0x40000ul /* a region of user accesses is open; see below */

/* A thread's flags. Internal: written by the functions here, as single words. */
struct uaccess_irq {
	unsigned int on;      /* UACCESS_IRQ_IF or 0 */
	unsigned int pending; /* something is to do when the flag goes on */
	unsigned int ac;      /* UACCESS_IRQ_AC or 0 */
};
UACCESS_API extern __thread struct uaccess_irq uaccess_irq_self
	__attribute__((tls_model("initial-exec")));

/*
 * Does what has been put off. The functions here call it; there is no other
 * reason to. Two system calls and the handlers.
 */
UACCESS_API void uaccess_irq_replay(void);

#define UACCESS_IRQ_BARRIER() __asm__ volatile("" : : : "memory")
#define UACCESS_IRQ_SET(field, value) \
	(*(volatile unsigned int *)&uaccess_irq_self.field = (unsigned int)(value))
#define UACCESS_IRQ_GET(field) (*(volatile unsigned int *)&uaccess_irq_self.field)

/* The flags word; only UACCESS_IRQ_IF is in it. */
UACCESS_INLINE unsigned long uaccess_irq_flags(void)
{
	return UACCESS_IRQ_GET(on);
}

UACCESS_INLINE bool uaccess_irq_flags_disabled(unsigned long flags)
{
	return !(flags & UACCESS_IRQ_IF);
}

UACCESS_INLINE bool uaccess_irq_disabled(void)
{
	return uaccess_irq_flags_disabled(uaccess_irq_flags());
}

/* Turns the flag off. No handler runs between this and the call that turns it on. */
UACCESS_INLINE void uaccess_irq_disable(void)
{
	UACCESS_IRQ_SET(on, 0);
	UACCESS_IRQ_BARRIER();
}

/*
 * Turns the flag on; what was held has run when this returns. A constant is
 * stored, not the saved word, so that one pair does not wait for the other.
 */
UACCESS_INLINE void uaccess_irq_enable(void)
{
	UACCESS_IRQ_BARRIER();
	UACCESS_IRQ_SET(on, UACCESS_IRQ_IF);
	UACCESS_IRQ_BARRIER();
	if (UACCESS_UNLIKELY(UACCESS_IRQ_GET(pending)))
		uaccess_irq_replay();
}

/* Turns the flag off and returns how it was. */
UACCESS_INLINE unsigned long uaccess_irq_save(void)
{
	unsigned long flags = uaccess_irq_flags();

	uaccess_irq_disable();
	return flags;
}

/*
 * Turns the flag on if it was on in flags. It never turns it off: flags come
 * from uaccess_irq_save(), and the flag is off.
 */
UACCESS_INLINE void uaccess_irq_restore(unsigned long flags)
{
	if (flags & UACCESS_IRQ_IF)
		uaccess_irq_enable();
	else
		UACCESS_IRQ_BARRIER();
}

/*
 * With the flag off: turns it on and waits until a handler has run, as one step,
 * so that no wake-up is lost; then turns it off again. Returns at once if
 * something is held. Returns 0, or -EINTR where the handler of another signal
 * ended the wait, or -EINVAL where the flag is on. Four system calls. The mask of
 * the thread says, as ever, which signals can come at all.
 */
UACCESS_API int uaccess_irq_wait(void);

#ifdef SA_SIGINFO /* not in <signal.h> of ISO C */
/*
 * What a signal is made to call. The first three are those of any SA_SIGINFO
 * handler; arg is what uaccess_irq_request() was given. errno is saved around it.
 * The signals that are interrupts are blocked meanwhile, all of them, and the flag
 * is on; if the handler leaves it off, it goes on when the handler returns.
 */
typedef void uaccess_irq_fn(int signo, siginfo_t *info, void *context, void *arg);

/*
 * Makes a signal an interrupt, for all threads. flags: of sigaction(), any of
 * SA_RESTART, SA_ONSTACK, SA_NOCLDSTOP and SA_NOCLDWAIT. The action that the
 * signal had is kept. Returns 0; -EBUSY: it is one already; -EINVAL: it cannot
 * be one (SIGKILL, SIGSTOP, and those of faults: SIGSEGV, SIGBUS, SIGFPE, SIGILL,
 * SIGTRAP, SIGSYS), or another flag, or no handler; -ENOMEM.
 * Keeps a few words for each call as long as the process lives.
 */
UACCESS_API int uaccess_irq_request(int signo, uaccess_irq_fn *handler, int flags, void *arg);
#endif

/*
 * Puts the action back that the signal had. A thread may be in the handler still;
 * what is held of the signal somewhere meets the previous action. Returns 0;
 * -ENOENT: it is not an interrupt; -EBUSY: somebody has changed its action since,
 * and nothing was done.
 */
UACCESS_API int uaccess_irq_free(int signo);

/*
 * The region flag that user_access_begin() opens on a processor with SMAP. In a
 * process it opens nothing; it is kept so that code that saves and restores it
 * can be run and compared.
 */
UACCESS_INLINE void uaccess_irq_set_ac(bool open)
{
	UACCESS_IRQ_SET(ac, open ? UACCESS_IRQ_AC : 0);
	UACCESS_IRQ_BARRIER();
}

/* The flags word with both bits. */
UACCESS_INLINE unsigned long uaccess_irq_save_fl(void)
{
	return UACCESS_IRQ_GET(on) | UACCESS_IRQ_GET(ac);
}

/*
 * The ways of restoring flags, to compare them and for code that needs them:
 *	_test	tests one bit, and only ever turns the flag on. Wrong for a caller
 *		that wants it off, and for AC: right in unlock_irqrestore().
 *	_full	both bits, both ways.
 *	_popf	both bits, both ways, through the flags register: pushes the word
 *		and pops it, as the kernel did. (A process may pop IF, and nothing
 *		happens; AC would make the processor check alignment, so that the
 *		register does not get it.) The word comes from uaccess_irq_save_popf().
 */
UACCESS_INLINE void uaccess_irq_restore_fl_test(unsigned long flags)
{
	uaccess_irq_restore(flags);
}

UACCESS_INLINE void uaccess_irq_restore_fl_full(unsigned long flags)
{
	UACCESS_IRQ_BARRIER();
	UACCESS_IRQ_SET(ac, flags & UACCESS_IRQ_AC);
	UACCESS_IRQ_SET(on, flags & UACCESS_IRQ_IF);
	UACCESS_IRQ_BARRIER();
	if (UACCESS_UNLIKELY(UACCESS_IRQ_GET(pending)))
		uaccess_irq_replay();
}

#if defined(__x86_64__)
UACCESS_INLINE unsigned long uaccess_irq_save_fl_popf(void)
{
	return (__builtin_ia32_readeflags_u64() & ~(UACCESS_IRQ_IF | UACCESS_IRQ_AC)) |
	       uaccess_irq_save_fl();
}

UACCESS_INLINE void uaccess_irq_restore_fl_popf(unsigned long flags)
{
	__builtin_ia32_writeeflags_u64(flags & ~UACCESS_IRQ_AC);
	uaccess_irq_restore_fl_full(flags);
}
#else
UACCESS_INLINE unsigned long uaccess_irq_save_fl_popf(void)
{
	return uaccess_irq_save_fl();
}

UACCESS_INLINE void uaccess_irq_restore_fl_popf(unsigned long flags)
{
	uaccess_irq_restore_fl_full(flags);
}
#endif

UACCESS_EXTERN_C_END

#ifndef UACCESS_NO_KERNEL_NAMES

/* flags is an unsigned long variable, as in the kernel. */
#define local_irq_save(flags)	   ((void)((flags) = uaccess_irq_save()))
#define local_irq_restore(flags)   uaccess_irq_restore(flags)
#define local_irq_disable()	   uaccess_irq_disable()
#define local_irq_enable()	   uaccess_irq_enable()
#define local_save_flags(flags)	   ((void)((flags) = uaccess_irq_flags()))
#define irqs_disabled()		   uaccess_irq_disabled()
#define irqs_disabled_flags(flags) uaccess_irq_flags_disabled(flags)

#define raw_local_irq_save(flags)      local_irq_save(flags)
#define raw_local_irq_restore(flags)   local_irq_restore(flags)
#define raw_local_irq_disable()	       local_irq_disable()
#define raw_local_irq_enable()	       local_irq_enable()
#define raw_local_save_flags(flags)    local_save_flags(flags)
#define raw_irqs_disabled()	       irqs_disabled()
#define raw_irqs_disabled_flags(flags) irqs_disabled_flags(flags)

#define native_save_fl()	 uaccess_irq_save_fl()
#define native_restore_fl(flags) uaccess_irq_restore_fl_full(flags)
#define native_irq_disable()	 uaccess_irq_disable()
#define native_irq_enable()	 uaccess_irq_enable()

#endif /* UACCESS_NO_KERNEL_NAMES */

#endif /* UACCESS_IRQFLAGS_H */
