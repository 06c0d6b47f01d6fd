/* SPDX-License-Identifier: MIT */
/*
 * The signals that a thread has taken from the kernel and holds. Nearly always
 * that is one: the next ones are blocked then, and wait in the kernel.
 *
 * They live in a static pool, since a siginfo is too big for the initial TLS
 * block and a handler may not allocate. Lock-free; a handler may interrupt a
 * handler anywhere in here. Only uaccess__irq_take() removes, and says so in
 * "popping", so that it is never interrupted by itself.
 */
#include <unistd.h>
#include "src/irqflags/irq_internal.h"

/* For all threads together. Where it is used up, signals go back to the kernel's queue. */
#define POOL 1024

/* The kernel merges signals below this number. (SIGRTMIN leaves room for the C library's own.) */
#define FIRST_REAL_TIME 32

static struct uaccess__irq_held pool[POOL];
static _Atomic uint32_t fresh;	/* so many have ever been used */
static _Atomic uint64_t unused; /* the first one given back, below a count of changes */

static UACCESS_NO_TSAN struct uaccess__irq_held *held(uint32_t number)
{
	return &pool[number - 1];
}

static UACCESS_NO_TSAN uint32_t pool_get(void)
{
	uint64_t head = atomic_load(&unused);
	uint32_t count = atomic_load(&fresh);

	while ((uint32_t)head) {
		/* May be stale when read; then the count of changes has moved on. */
		uint64_t next = atomic_load(&held((uint32_t)head)->next);

		if (atomic_compare_exchange_weak(&unused, &head, ((head >> 32) + 1) << 32 | next))
			return (uint32_t)head;
	}
	while (count < POOL)
		if (atomic_compare_exchange_weak(&fresh, &count, count + 1))
			return count + 1;
	return 0;
}

static UACCESS_NO_TSAN void pool_put(uint32_t number)
{
	uint64_t head = atomic_load(&unused);

	do
		atomic_store(&held(number)->next, (uint32_t)head);
	while (!atomic_compare_exchange_weak(&unused, &head, ((head >> 32) + 1) << 32 | number));
}

/* Without calls: ThreadSanitizer would see memcpy(). */
static UACCESS_NO_TSAN void copy_info(siginfo_t *to, const siginfo_t *from)
{
	const volatile uint64_t *source = (const volatile void *)from;
	volatile uint64_t *target = (volatile void *)to;
	unsigned int i;

	for (i = 0; i < sizeof(*to) / sizeof(*target); i++)
		target[i] = source[i];
}

/*
 * The kernel has a queue for the thread and one for the process, and merges in
 * each. Which one a signal came from cannot be known in every case; it can for
 * kill(), tgkill(), and what the kernel sends.
 */
static UACCESS_NO_TSAN bool to_thread(const siginfo_t *info)
{
	return info->si_code == SI_TKILL;
}

UACCESS_NO_TSAN bool uaccess__irq_holds(void)
{
	return atomic_load_explicit(&uaccess__irq_thread.newest, memory_order_relaxed);
}

UACCESS_NO_TSAN int uaccess__irq_held_signo(void)
{
	uint32_t number = atomic_load(&uaccess__irq_thread.newest);

	for (; number; number = atomic_load(&held(number)->next))
		if (atomic_load(&uaccess__irq_actions[held(number)->signo]))
			return held(number)->signo;
	return 0;
}

UACCESS_NO_TSAN uint64_t uaccess__irq_held_standard(void)
{
	uint32_t number = atomic_load(&uaccess__irq_thread.newest);
	uint64_t set = 0;

	for (; number; number = atomic_load(&held(number)->next))
		if (held(number)->signo < FIRST_REAL_TIME)
			set |= uaccess__irq_bit(held(number)->signo);
	return set;
}

UACCESS_NO_TSAN bool uaccess__irq_hold(int signo, const siginfo_t *info)
{
	uint32_t number, next = atomic_load(&uaccess__irq_thread.newest);

	if (signo < FIRST_REAL_TIME)
		for (number = next; number; number = atomic_load(&held(number)->next))
			if (held(number)->signo == signo &&
			    to_thread(&held(number)->info) == to_thread(info))
				return true; /* merged, as the kernel merges it */
	number = pool_get();
	if (!number)
		return false;
	held(number)->signo = signo;
	held(number)->pid = getpid();
	copy_info(&held(number)->info, info);
	do
		atomic_store(&held(number)->next, next);
	while (!atomic_compare_exchange_weak(&uaccess__irq_thread.newest, &next, number));
	return true;
}

/* Takes the oldest off; 0: there is none. The newest may change meanwhile, the others do not. */
static UACCESS_NO_TSAN uint32_t unlink_oldest(void)
{
	uint32_t number = atomic_load(&uaccess__irq_thread.newest), before = 0, next;

	if (!number)
		return 0;
	while ((next = atomic_load(&held(number)->next))) {
		before = number;
		number = next;
	}
	if (!before) {
		uint32_t only = number;

		if (atomic_compare_exchange_strong(&uaccess__irq_thread.newest, &only, 0))
			return number;
		/* Something came on top. */
		for (before = only; atomic_load(&held(before)->next) != number;)
			before = atomic_load(&held(before)->next);
	}
	atomic_store(&held(before)->next, 0);
	return number;
}

UACCESS_NO_TSAN bool uaccess__irq_take(struct uaccess__irq_held *oldest)
{
	bool found = false;
	uint32_t number;

	do {
		uaccess__irq_thread.popping = 1;
		number = unlink_oldest();
		if (number) {
			copy_info(&oldest->info, &held(number)->info);
			oldest->signo = held(number)->signo;
			/* A child that was made without fork() holds what its parent held. */
			found = held(number)->pid == getpid();
			pool_put(number);
		}
		uaccess__irq_thread.popping = 0;
		UACCESS_IRQ_BARRIER();
	} while (!found && (number || uaccess__irq_holds()));
	return found;
}

void uaccess__irq_forget(void)
{
	atomic_store(&uaccess__irq_thread.newest, 0);
	atomic_store(&unused, 0);
	atomic_store(&fresh, 0);
}
