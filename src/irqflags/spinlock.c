/* SPDX-License-Identifier: MIT */
/* Waiting for a spinlock. Runs in signal handlers, too: no state of its own. */
#include <sys/syscall.h>
#include <unistd.h>
#include <uaccess/spinlock.h>

/* About as long as a thread that runs holds such a lock. */
#define SPINS 200

static void relax(void)
{
#if defined(__x86_64__)
	__builtin_ia32_pause();
#elif defined(__aarch64__)
	__asm__ volatile("yield");
#endif
}

void uaccess_spin_wait(struct uaccess_spinlock *lock, unsigned int ticket)
{
	unsigned int spins = 0;

	while ((__atomic_load_n(&lock->tickets, __ATOMIC_ACQUIRE) & 0xffff) != ticket) {
		relax();
		if (++spins >= SPINS) {
			syscall(SYS_sched_yield);
			spins = 0;
		}
	}
}
