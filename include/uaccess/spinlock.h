/* SPDX-License-Identifier: MIT */
/*
 * Spinlocks with the kernel's names, for threads of a process: a ticket lock, so
 * that the first to come is the first to go in.
 *
 * raw_spin_lock_irqsave() keeps out other threads and this thread's own signal
 * handlers: those that uaccess_irq_request() was given. A handler that takes the
 * lock, too, may therefore interrupt anything. A thread that waits lets others
 * run after a while, since its predecessor may be one that does not run.
 *
 * A lock is taken and given back by one thread, and not taken twice. None of the
 * calls fails. Safe in signal handlers under the rule above; errno is untouched.
 */
#ifndef UACCESS_SPINLOCK_H
#define UACCESS_SPINLOCK_H

#include <stdbool.h>
#include <stdint.h>
#include <uaccess/compiler.h>
#include <uaccess/irqflags.h>

UACCESS_EXTERN_C_BEGIN

/* Zero is an unlocked lock. */
struct uaccess_spinlock {
	uint32_t tickets; /* the next one: high half; the one that may go in: low half */
};

#define UACCESS_SPINLOCK_INIT \
	{                     \
		0             \
	}

/* Waits for its turn; what uaccess_spin_lock() calls when it is not at once. */
UACCESS_API void uaccess_spin_wait(struct uaccess_spinlock *lock, unsigned int ticket);

UACCESS_INLINE void uaccess_spin_lock_init(struct uaccess_spinlock *lock)
{
	__atomic_store_n(&lock->tickets, 0, __ATOMIC_RELAXED);
}

UACCESS_INLINE bool uaccess_spin_is_locked(const struct uaccess_spinlock *lock)
{
	uint32_t tickets = __atomic_load_n(&lock->tickets, __ATOMIC_RELAXED);

	return tickets >> 16 != (tickets & 0xffff);
}

UACCESS_INLINE void uaccess_spin_lock(struct uaccess_spinlock *lock)
{
	uint32_t tickets = __atomic_fetch_add(&lock->tickets, 0x10000, __ATOMIC_ACQUIRE);

	if (UACCESS_UNLIKELY(tickets >> 16 != (tickets & 0xffff)))
		uaccess_spin_wait(lock, tickets >> 16);
}

/* Takes the lock if that can be done at once. */
UACCESS_INLINE UACCESS_MUST_CHECK bool uaccess_spin_trylock(struct uaccess_spinlock *lock)
{
	uint32_t tickets = __atomic_load_n(&lock->tickets, __ATOMIC_RELAXED);

	return tickets >> 16 == (tickets & 0xffff) &&
	       __atomic_compare_exchange_n(&lock->tickets, &tickets, tickets + 0x10000, false,
					   __ATOMIC_ACQUIRE, __ATOMIC_RELAXED);
}

/* Only the owner changes the low half; it must not carry into the high one. */
UACCESS_INLINE void uaccess_spin_unlock(struct uaccess_spinlock *lock)
{
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
	uint16_t *serving = (uint16_t *)(void *)lock;
#else
	uint16_t *serving = (uint16_t *)(void *)lock + 1;
#endif

	__atomic_store_n(serving, (uint16_t)(__atomic_load_n(serving, __ATOMIC_RELAXED) + 1),
			 __ATOMIC_RELEASE);
}

UACCESS_INLINE unsigned long uaccess_spin_lock_irqsave(struct uaccess_spinlock *lock)
{
	unsigned long flags = uaccess_irq_save();

	uaccess_spin_lock(lock);
	return flags;
}

UACCESS_INLINE void uaccess_spin_unlock_irqrestore(struct uaccess_spinlock *lock,
						   unsigned long flags)
{
	uaccess_spin_unlock(lock);
	uaccess_irq_restore(flags);
}

UACCESS_INLINE void uaccess_spin_lock_irq(struct uaccess_spinlock *lock)
{
	uaccess_irq_disable();
	uaccess_spin_lock(lock);
}

UACCESS_INLINE void uaccess_spin_unlock_irq(struct uaccess_spinlock *lock)
{
	uaccess_spin_unlock(lock);
	uaccess_irq_enable();
}

/* As the kernel did before it tested one bit; to compare. flags: uaccess_irq_save_fl_popf(). */
UACCESS_INLINE void uaccess_spin_unlock_irqrestore_popf(struct uaccess_spinlock *lock,
							unsigned long flags)
{
	uaccess_spin_unlock(lock);
	uaccess_irq_restore_fl_popf(flags);
}

UACCESS_EXTERN_C_END

#ifndef UACCESS_NO_KERNEL_NAMES

typedef struct uaccess_spinlock raw_spinlock_t;
typedef struct uaccess_spinlock spinlock_t;

#define __RAW_SPIN_LOCK_UNLOCKED(name) \
	{                              \
		0                      \
	}
#define DEFINE_RAW_SPINLOCK(name) raw_spinlock_t name = {0}
#define __SPIN_LOCK_UNLOCKED(name) \
	{                          \
		0                  \
	}
#define DEFINE_SPINLOCK(name) spinlock_t name = {0}

#define raw_spin_lock_init(lock)		uaccess_spin_lock_init(lock)
#define raw_spin_is_locked(lock)		uaccess_spin_is_locked(lock)
#define raw_spin_lock(lock)			uaccess_spin_lock(lock)
#define raw_spin_trylock(lock)			uaccess_spin_trylock(lock)
#define raw_spin_unlock(lock)			uaccess_spin_unlock(lock)
#define raw_spin_lock_irq(lock)			uaccess_spin_lock_irq(lock)
#define raw_spin_unlock_irq(lock)		uaccess_spin_unlock_irq(lock)
#define raw_spin_lock_irqsave(lock, flags)	((void)((flags) = uaccess_spin_lock_irqsave(lock)))
#define raw_spin_unlock_irqrestore(lock, flags) uaccess_spin_unlock_irqrestore(lock, flags)

#define spin_lock_init(lock)		    raw_spin_lock_init(lock)
#define spin_is_locked(lock)		    raw_spin_is_locked(lock)
#define spin_lock(lock)			    raw_spin_lock(lock)
#define spin_trylock(lock)		    raw_spin_trylock(lock)
#define spin_unlock(lock)		    raw_spin_unlock(lock)
#define spin_lock_irq(lock)		    raw_spin_lock_irq(lock)
#define spin_unlock_irq(lock)		    raw_spin_unlock_irq(lock)
#define spin_lock_irqsave(lock, flags)	    raw_spin_lock_irqsave(lock, flags)
#define spin_unlock_irqrestore(lock, flags) raw_spin_unlock_irqrestore(lock, flags)

#endif /* UACCESS_NO_KERNEL_NAMES */

#endif /* UACCESS_SPINLOCK_H */
