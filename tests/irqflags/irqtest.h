/* SPDX-License-Identifier: MIT */
/* What the tests of the signal flag share: a handler that keeps what it saw, and small helpers. */
#ifndef UACCESS_TESTS_IRQTEST_H
#define UACCESS_TESTS_IRQTEST_H

#include <signal.h>
#include <stdbool.h>
#include <sys/types.h>
#include <uaccess/irqflags.h>

/* Handlers run in the middle of anything, ThreadSanitizer's run-time included. */
#if defined(__SANITIZE_THREAD__)
#define IRQTEST_HANDLER __attribute__((no_sanitize("thread")))
#define IRQTEST_TSAN	true
#else
#define IRQTEST_TSAN false
#define IRQTEST_HANDLER
#endif

#define IRQTEST_LOG 4096

struct irqtest_entry {
	int signo;
	siginfo_t info;
	void *arg;
	bool off; /* the flag, in the handler */
};

/* What the handler saw, since irqtest_count was last set to 0. */
extern struct irqtest_entry irqtest_log[IRQTEST_LOG];
extern volatile unsigned int irqtest_count;

void irqtest_handler(int signo, siginfo_t *info, void *context, void *arg);

/* Makes SIGUSR1, SIGUSR2, SIGALRM, SIGCHLD and four real-time signals interrupts. */
void irqtest_request_all(void);

/* Sleeps without being cut short. */
void irqtest_sleep(unsigned int milliseconds);

bool irqtest_mask_is_empty(void);

/*
 * Are we run by an emulator of signals? Valgrind keeps the mask of a frame to itself, and delivers
 * a signal some time after it was sent.
 */
bool irqtest_emulated(void);

/* What this thread has sent to itself has come. */
void irqtest_settle(void);

/* pthread_sigqueue(), which musl lacks, by a thread's number. 0 or -1 with errno. */
int irqtest_queue(pid_t thread, int signo, int value);

/* To this process, that is to this thread if it is the only one. */
void irqtest_kill(int signo);

#endif /* UACCESS_TESTS_IRQTEST_H */
