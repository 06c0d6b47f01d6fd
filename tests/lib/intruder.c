/* SPDX-License-Identifier: MIT */
/*
 * A program whose other half takes SIGSEGV without asking; sigchain.sh runs it
 * with and without the preloaded library. The exit status says what happened:
 * 0 recovered, and the intruder got what is his; 3 the intruder got ours.
 */
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include <uaccess/fault.h>
#include <uaccess/uaccess.h>

static volatile int expected;
static char *volatile nowhere = (char *)8;

static void intruder(int signo, siginfo_t *info, void *context)
{
	(void)context;
	if (signo != SIGSEGV || info->si_addr != (void *)8)
		_exit(4);
	_exit(expected ? 0 : 3);
}

static void other(int signo)
{
	_exit(signo == SIGSEGV && expected ? 0 : 3);
}

int main(int argc, char **argv)
{
	struct sigaction action, now;
	sigset_t all;
	int x;

	alarm(20);
	memset(&action, 0, sizeof(action));
	action.sa_sigaction = intruder;
	action.sa_flags = SA_SIGINFO | (argc > 1 && !strcmp(argv[1], "reset") ? SA_RESETHAND : 0);
	sigaddset(&action.sa_mask, SIGUSR1);
	if (argc > 1 && !strcmp(argv[1], "signal")) {
		if (signal(SIGSEGV, other) != SIG_DFL || signal(SIGSEGV, other) != other)
			return 5;
	} else {
		sigaction(SIGSEGV, &action, NULL);
		sigaction(SIGSEGV, NULL, &now);
		if (now.sa_sigaction != intruder ||
		    (now.sa_flags & action.sa_flags) != action.sa_flags ||
		    !sigismember(&now.sa_mask, SIGUSR1))
			return 6;
	}
	if (argc > 1 && !strcmp(argv[1], "block")) {
		sigfillset(&all);
		pthread_sigmask(SIG_SETMASK, &all, NULL);
		sigprocmask(SIG_BLOCK, &all, NULL);
	}
	if (get_user(x, (int *)8) != -EFAULT || x)
		return 2;
	expected = 1;
	return *(volatile int *)nowhere;
}
