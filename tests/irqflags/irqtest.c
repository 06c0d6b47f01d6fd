/* SPDX-License-Identifier: MIT */
/* What the tests of the signal flag share. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>
#include <sys/syscall.h>
#include "tests/irqflags/irqtest.h"

struct irqtest_entry irqtest_log[IRQTEST_LOG];
volatile unsigned int irqtest_count;

IRQTEST_HANDLER void irqtest_handler(int signo, siginfo_t *info, void *context, void *arg)
{
	unsigned int at = irqtest_count;

	(void)context;
	if (at < IRQTEST_LOG) {
		irqtest_log[at].signo = signo;
		irqtest_log[at].info = *info;
		irqtest_log[at].arg = arg;
		irqtest_log[at].off = irqs_disabled();
	}
	irqtest_count = at + 1;
	errno = 1; /* saved around us */
}

void irqtest_request_all(void)
{
	const int signals[] = {SIGUSR1,	 SIGUSR2,      SIGALRM,	     SIGCHLD,
			       SIGRTMIN, SIGRTMIN + 1, SIGRTMIN + 2, SIGRTMIN + 3};
	unsigned int i;

	for (i = 0; i < sizeof(signals) / sizeof(*signals); i++)
		if (uaccess_irq_request(signals[i], irqtest_handler, SA_RESTART, NULL))
			abort();
}

void irqtest_sleep(unsigned int milliseconds)
{
	struct timespec left = {milliseconds / 1000, (long)(milliseconds % 1000) * 1000000};

	while (nanosleep(&left, &left) && errno == EINTR)
		;
}

bool irqtest_mask_is_empty(void)
{
	sigset_t mask, empty;

	sigemptyset(&empty);
	sigprocmask(SIG_BLOCK, NULL, &mask);
	return !memcmp(&mask, &empty, 8);
}

static void block_in_frame(int signo, siginfo_t *info, void *context)
{
	(void)signo;
	(void)info;
	sigaddset(&((ucontext_t *)context)->uc_sigmask, SIGURG);
}

bool irqtest_emulated(void)
{
	struct sigaction action = {.sa_sigaction = block_in_frame, .sa_flags = SA_SIGINFO}, old;
	static int emulated = -1;
	sigset_t before, after;

	if (emulated >= 0)
		return emulated;
	sigprocmask(SIG_BLOCK, NULL, &before);
	sigaction(SIGURG, &action, &old);
	raise(SIGURG);
	sigaction(SIGURG, &old, NULL);
	sigprocmask(SIG_SETMASK, &before, &after);
	emulated = sigismember(&after, SIGURG) != 1;
	return emulated;
}

void irqtest_settle(void)
{
	if (irqtest_emulated())
		irqtest_sleep(1);
}

void irqtest_kill(int signo)
{
	kill(getpid(), signo);
	irqtest_settle();
}

int irqtest_queue(pid_t thread, int signo, int value)
{
	siginfo_t info;

	memset(&info, 0, sizeof(info));
	info.si_signo = signo;
	info.si_code = SI_QUEUE;
	info.si_pid = getpid();
	info.si_uid = getuid();
	info.si_value.sival_int = value;
	return (int)syscall(SYS_rt_tgsigqueueinfo, getpid(), thread, signo, &info);
}
