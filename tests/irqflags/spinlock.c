/* SPDX-License-Identifier: MIT */
/*
 * Spinlocks between threads and against the handlers of the thread that holds them: without the
 * flag, the first signal in a region would wait for ever.
 */
#include <pthread.h>
#include <unistd.h>
#include <uaccess/spinlock.h>
#include "tests/irqflags/irqtest.h"
#include "tests/tap.h"

#define THREADS 3
#define ROUNDS	30000 /* of three threads: more than there are tickets */

static DEFINE_RAW_SPINLOCK(lock);
/* Under the lock; equal outside of it. */
static volatile unsigned long first, second;
static volatile unsigned int unequal;

static void change(void)
{
	if (first != second)
		unequal++;
	first++;
	second++;
}

static unsigned int handled;

static void handler(int signo, siginfo_t *info, void *context, void *arg)
{
	unsigned long flags;

	(void)signo;
	(void)info;
	(void)context;
	(void)arg;
	raw_spin_lock_irqsave(&lock, flags);
	change();
	handled++;
	raw_spin_unlock_irqrestore(&lock, flags);
}

static void *worker(void *arg)
{
	unsigned int i, rounds = *(unsigned int *)arg;
	unsigned long flags;

	for (i = 0; i < rounds; i++) {
		switch (i % 4) {
		case 0:
			raw_spin_lock_irq(&lock);
			change();
			raw_spin_unlock_irq(&lock);
			break;
		case 1:
			local_irq_save(flags);
			if (!raw_spin_trylock(&lock))
				raw_spin_lock(&lock);
			change();
			raw_spin_unlock(&lock);
			local_irq_restore(flags);
			break;
		default:
			raw_spin_lock_irqsave(&lock, flags);
			change();
			raw_spin_unlock_irqrestore(&lock, flags);
		}
		if (i % 16 == 0)
			pthread_kill(pthread_self(), SIGRTMIN);
	}
	return NULL;
}

int main(void)
{
	unsigned int rounds = irqtest_emulated() ? 2000 : ROUNDS, i;
	pthread_t threads[THREADS];
	unsigned long flags;

	alarm(300);
	tap_ok(!raw_spin_is_locked(&lock), "a lock is unlocked at first");
	raw_spin_lock_irqsave(&lock, flags);
	tap_ok(raw_spin_is_locked(&lock) && irqs_disabled(), "locked, and the flag is off");
	tap_ok(!raw_spin_trylock(&lock), "trylock says no");
	raw_spin_unlock_irqrestore(&lock, flags);
	tap_ok(!raw_spin_is_locked(&lock) && !irqs_disabled(), "unlocked, and the flag is on");
	tap_ok(raw_spin_trylock(&lock), "trylock says yes");
	flags = uaccess_irq_save_fl_popf();
	local_irq_disable();
	uaccess_spin_unlock_irqrestore_popf(&lock, flags);
	tap_ok(!raw_spin_is_locked(&lock) && !irqs_disabled(), "unlocked by way of popf");

	uaccess_irq_request(SIGRTMIN, handler, SA_RESTART, NULL);
	for (i = 0; i < THREADS; i++)
		pthread_create(&threads[i], NULL, worker, &rounds);
	for (i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
	tap_diag("%lu changes, %u of them in handlers", first, handled);
	tap_ok(unequal == 0 && first == second,
	       "threads and handlers keep out of each other's way");
	tap_ok(first == (unsigned long)THREADS * rounds + handled, "no change was lost");
	tap_ok(handled > 0, "handlers ran");
	return tap_done();
}
