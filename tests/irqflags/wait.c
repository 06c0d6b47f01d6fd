/* SPDX-License-Identifier: MIT */
/*
 * uaccess_irq_wait(): enables and sleeps in one step. The two halves of a ping-pong wake each
 * other with nothing but signals: one wake-up that is lost, and it stands still for ever.
 */
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <uaccess/irqflags.h>
#include "tests/irqflags/irqtest.h"
#include "tests/tap.h"

#define ROUNDS 20000

struct half {
	pthread_t thread, other;
	atomic_int turns; /* given to us */
	unsigned int interrupted, wrong;
};
static struct half halves[2];
static pthread_barrier_t both;
static __thread struct half *mine;

IRQTEST_HANDLER static void turn(int signo, siginfo_t *info, void *context, void *arg)
{
	(void)signo;
	(void)info;
	(void)context;
	(void)arg;
	atomic_fetch_add_explicit(&mine->turns, 1, memory_order_relaxed);
}

static void *play(void *arg)
{
	struct half *half = arg;
	int i, result;

	mine = half;
	half->thread = pthread_self();
	pthread_barrier_wait(&both);
	half->other = halves[half == halves].thread;
	for (i = 0; i < ROUNDS; i++) {
		if (half == halves || i > 0)
			pthread_kill(half->other, SIGRTMIN + 5);
		local_irq_disable();
		while (atomic_load_explicit(&half->turns, memory_order_relaxed) <= i) {
			result = uaccess_irq_wait();
			half->interrupted += result == -EINTR;
			half->wrong += (result && result != -EINTR) || !irqs_disabled();
		}
		local_irq_enable();
	}
	pthread_kill(half->other, SIGRTMIN + 5);
	pthread_barrier_wait(&both);
	return NULL;
}

static void other_handler(int signo)
{
	(void)signo;
}

static void *sends_sigurg(void *thread)
{
	irqtest_sleep(20);
	pthread_kill(*(pthread_t *)thread, SIGURG);
	return NULL;
}

int main(void)
{
	struct sigaction action = {.sa_handler = other_handler};
	pthread_t self = pthread_self(), thread;
	int result;

	alarm(120);
	irqtest_request_all();
	uaccess_irq_free(SIGALRM); /* ends the test */
	tap_ok(uaccess_irq_wait() == -EINVAL, "with the flag on: -EINVAL");

	local_irq_disable();
	irqtest_kill(SIGUSR1);
	result = uaccess_irq_wait();
	tap_ok(result == 0 && irqtest_count == 1 && irqs_disabled(),
	       "something is held: runs, and does not sleep");
	sigaction(SIGURG, &action, NULL);
	pthread_create(&thread, NULL, sends_sigurg, &self);
	result = uaccess_irq_wait();
	tap_ok(result == -EINTR && irqtest_count == 1 && irqs_disabled(),
	       "a signal that is no interrupt: -EINTR");
	pthread_join(thread, NULL);
	local_irq_enable();
	tap_ok(irqtest_mask_is_empty(), "the mask is as before");

	uaccess_irq_request(SIGRTMIN + 5, turn, 0, NULL);
	pthread_barrier_init(&both, NULL, 2);
	mine = &halves[0];
	pthread_create(&thread, NULL, play, &halves[1]);
	play(&halves[0]);
	pthread_join(thread, NULL);
	tap_ok(halves[0].wrong + halves[1].wrong == 0, "%d rounds of ping-pong", ROUNDS);
	tap_diag("%u and %u waits ended by something else", halves[0].interrupted,
		 halves[1].interrupted);
	return tap_done();
}
