/* SPDX-License-Identifier: MIT */
/*
 * Two counters and a phase that says which one new readers use. A writer turns
 * the phase and waits for the counter of the old one to drain; readers that come
 * meanwhile use the other and do not hold it up.
 *
 * seq_cst throughout: a reader that counts itself in after a writer looked at
 * its counter must see the pointer that the writer stored before looking.
 */
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <time.h>
#include "extable/grace.h"

static atomic_uint phase;
static struct {
	_Alignas(64) atomic_ulong count;
} readers[2];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

unsigned int uaccess__reader_enter(void)
{
	unsigned int side = atomic_load(&phase) & 1;

	atomic_fetch_add(&readers[side].count, 1);
	return side;
}

void uaccess__reader_leave(unsigned int side)
{
	atomic_fetch_sub(&readers[side].count, 1);
}

/* Two turns, as a reader may have loaded the phase before a turn and counted itself after it. */
bool uaccess__wait_for_readers(void)
{
	bool quiet = true;
	int turn, tries;

	pthread_mutex_lock(&lock);
	for (turn = 0; turn < 2 && quiet; turn++) {
		unsigned int side = atomic_fetch_add(&phase, 1) & 1;

		for (tries = 0; atomic_load(&readers[side].count); tries++) {
			struct timespec pause = {0, 100000};

			if (tries > 10000) {
				quiet = false;
				break;
			}
			if (tries < 64)
				sched_yield();
			else
				nanosleep(&pause, NULL);
		}
	}
	pthread_mutex_unlock(&lock);
	return quiet;
}

void uaccess__forget_readers(void)
{
	pthread_mutex_t unlocked = PTHREAD_MUTEX_INITIALIZER;

	lock = unlocked; /* its owner, if it had one, is not in the child */
	atomic_store(&readers[0].count, 0);
	atomic_store(&readers[1].count, 0);
}
