/* SPDX-License-Identifier: MIT */
/*
 * A signal at every instruction boundary of a region with the flag off, of turning it on, of
 * replaying what was held and of waiting: each comes once, in order, and never inside.
 */
#include <errno.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <unistd.h>
#include <uaccess/irqflags.h>
#include "inject/async.h"
#include "tests/irqflags/irqtest.h"
#include "tests/tap.h"

static volatile unsigned int inside, while_off;
static volatile bool sent;
static unsigned int slept_over;
/* Of the call's own signals, and of the interrupt's. */
static int next_value, next_interrupt, signals_each;

static void handler(int signo, siginfo_t *info, void *context, void *arg)
{
	if (inside)
		while_off++;
	irqtest_handler(signo, info, context, arg);
}

static void send(int signo, int value)
{
	siginfo_t info;

	memset(&info, 0, sizeof(info));
	info.si_signo = signo;
	info.si_code = SI_QUEUE;
	info.si_value.sival_int = value;
	syscall(SYS_rt_tgsigqueueinfo, getpid(), (pid_t)syscall(SYS_gettid), signo, &info);
}

/* So many real-time signals, and a standard one. */
static void interrupt(void *context, void *what)
{
	int i;

	(void)context;
	(void)what;
	for (i = 0; i < signals_each; i++)
		send(SIGRTMIN + 2, next_interrupt++);
	send(SIGUSR1, -1);
	sent = true;
}

static void region(void *arg)
{
	unsigned long flags;

	(void)arg;
	local_irq_save(flags);
	inside = 1;
	inside = 0;
	local_irq_restore(flags);
}

/* Something is held already, so that the way through the replay is taken. */
static void held_region(void *arg)
{
	unsigned long flags;

	(void)arg;
	local_irq_save(flags);
	inside = 1;
	send(SIGRTMIN + 1, next_value++);
	send(SIGRTMIN + 1, next_value++);
	inside = 0;
	local_irq_restore(flags);
}

static void held_standard_region(void *arg)
{
	unsigned long flags;

	(void)arg;
	local_irq_save(flags);
	inside = 1;
	send(SIGUSR1, -1);
	inside = 0;
	local_irq_restore(flags);
}

/*
 * A wake-up that comes before the sleep ends it. The interval timer ends the wait where the signal
 * comes at a boundary after it, and shows where one was slept over.
 */
static void waits(void *arg)
{
	(void)arg;
	local_irq_disable();
	while (!irqtest_count) {
		bool was_sent = sent;

		if (uaccess_irq_wait() == -EINTR) {
			slept_over += was_sent;
			if (!sent)
				send(SIGRTMIN + 1, next_value++);
		}
	}
	local_irq_enable();
}

/* A tick after the wake-up and before the wait is over: by chance, or because it was slept over. */
static volatile unsigned int late_ticks;

static void other_handler(int signo)
{
	(void)signo;
	if (sent && irqtest_count)
		late_ticks++;
}

static void tick(bool on)
{
	struct itimerval every = {{0, on ? 1000 : 0}, {0, on ? 1000 : 0}};
	struct sigaction action = {.sa_handler = other_handler};

	sigaction(SIGALRM, &action, NULL);
	setitimer(ITIMER_REAL, &every, NULL);
}

static bool right(void)
{
	int standard = 0, value = 0, interrupts = 0;
	unsigned int i;

	for (i = 0; i < irqtest_count; i++) {
		int signo = irqtest_log[i].signo, came = irqtest_log[i].info.si_value.sival_int;

		if (signo == SIGUSR1)
			standard++;
		else if (came != (signo == SIGRTMIN + 1 ? value++ : interrupts++))
			return false;
	}
	return value == next_value && interrupts == next_interrupt && standard <= 2 && !while_off &&
	       !irqs_disabled() && !uaccess_irq_self.pending && irqtest_mask_is_empty();
}

static void at_every_boundary(void (*call)(void *), int count, const char *what)
{
	unsigned long at, wrong = 0, first_wrong = 0, lost = 0;
	unsigned int i;

	signals_each = count;
	irqtest_count = next_value = next_interrupt = 0;
	if (call == waits)
		tick(true);
	call(NULL);
	for (at = 0; at < 20000; at++) {
		unsigned int tries = 0;
		unsigned long came;
		bool standard = false;

		do { /* chance does not strike four times in a row */
			irqtest_count = next_value = next_interrupt = 0;
			sent = false;
			late_ticks = 0;
			came = inject_async(call, NULL, at, interrupt, NULL);
		} while (call == waits && came > at && late_ticks && ++tries < 4);
		if (came <= at)
			break;
		slept_over += tries == 4;
		if (!right() && !wrong++)
			first_wrong = at;
		for (i = 0; i < irqtest_count; i++)
			standard |= irqtest_log[i].signo == SIGUSR1;
		lost += !standard;
	}
	tick(false);
	if (!tap_ok(!wrong && !lost && !slept_over && at > 10, "%s, %d at each of %lu boundaries",
		    what, count + 1, at))
		tap_diag("%lu wrong, the first at %lu; %lu times the standard one was lost; "
			 "%u slept over",
			 wrong, first_wrong, lost, slept_over);
}

int main(void)
{
	if (!inject_async_usable()) /* Valgrind */
		tap_skip_all("no trap flag here");
	uaccess_irq_request(SIGRTMIN + 1, handler, SA_RESTART, NULL);
	uaccess_irq_request(SIGRTMIN + 2, handler, SA_RESTART, NULL);
	uaccess_irq_request(SIGUSR1, handler, SA_RESTART, NULL);
	at_every_boundary(region, 2, "a region");
	at_every_boundary(held_region, 2, "a region with signals held");
	at_every_boundary(held_standard_region, 0, "a region with a standard signal held");
	at_every_boundary(waits, 2, "a wait");
	return tap_done();
}
