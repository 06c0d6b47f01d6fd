/* SPDX-License-Identifier: MIT */
/* Another handler takes the signals: who, said once, taken back, chained without cycles, done without. */
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>
#include <uaccess/fault.h>
#include <uaccess/nosig.h>
#include <uaccess/uaccess.h>
#include "tests/tap.h"

static char *bad;
static struct sigaction before_intruder;
static int said;
static char last_line[512];

static void note(const char *line, void *arg)
{
	(void)arg;
	said++;
	strncpy(last_line, line, sizeof(last_line) - 1);
}

/* Dies with a status that shows who was asked. */
static void original(int signo)
{
	(void)signo;
	_exit(40);
}

/* Seen by dladdr(). */
__attribute__((visibility("default"))) void intruder(int signo);
void intruder(int signo)
{
	(void)signo;
	_exit(41);
}

/* Hands on to whom it displaced, as it should. */
static void polite_intruder(int signo, siginfo_t *info, void *context)
{
	before_intruder.sa_sigaction(signo, info, context);
}

static void take(int signo, void (*handler)(int))
{
	struct sigaction action = {.sa_handler = handler};

	sigaction(signo, &action, NULL);
}

static int recovers(void)
{
	int x __attribute__((unused));

	return get_user(x, (int *)bad) == -EFAULT;
}

static int in_child(void (*fn)(void))
{
	int status = -1;
	pid_t child = fork();

	if (!child) {
		alarm(10);
		fn();
		_exit(0);
	}
	waitpid(child, &status, 0);
	return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

static void displaced_and_said(void)
{
	struct uaccess_handler_owner owner;

	take(SIGSEGV, intruder);
	if (uaccess_check() != -EBUSY || uaccess_check() != -EBUSY || said != 1)
		_exit(1);
	if (!strstr(last_line, "SIGSEGV") || !strstr(last_line, "intruder"))
		_exit(2);
	if (uaccess_get_handler_owner(SIGSEGV, &owner) || owner.ours || !owner.symbol ||
	    strcmp(owner.symbol, "intruder") || !owner.object || owner.offset)
		_exit(3);
	if (uaccess_get_handler_owner(SIGBUS, &owner) || !owner.ours)
		_exit(4);
	if (uaccess_get_handler_owner(SIGUSR1, &owner) || strcmp(owner.symbol, "SIG_DFL") ||
	    owner.handler)
		_exit(5);
	if (uaccess_get_handler_owner(9999, &owner) != -EINVAL)
		_exit(6);
	if (uaccess_fault_uninstall() != -EBUSY)
		_exit(7);
}

static void taken_back(void)
{
	take(SIGSEGV, intruder);
	if (uaccess_reinstall() || uaccess_check() || !recovers())
		_exit(1);
	*(volatile char *)bad = 1; /* nobody's: the intruder's by now */
}

/* Displaced by one that chains to us, and taken back: unrelated faults get to the first handler. */
static void taken_back_from_polite(void)
{
	struct sigaction action = {.sa_sigaction = polite_intruder, .sa_flags = SA_SIGINFO};
	int i;

	for (i = 0; i < 1000; i++) {
		struct sigaction now;

		sigaction(SIGSEGV, &action, &now);
		if (now.sa_sigaction != polite_intruder)
			before_intruder = now;
		if (!recovers() || uaccess_reinstall() || !recovers())
			_exit(1);
	}
	*(volatile char *)bad = 1;
}

static void reinstalled_by_policy(void)
{
	uaccess_on_displaced(UACCESS_DISPLACED_REINSTALL);
	take(SIGSEGV, intruder);
	take(SIGBUS, intruder);
	if (uaccess_check() || !recovers() || said != 1)
		_exit(1);
}

static void done_without_by_policy(void)
{
	volatile unsigned long n = 64;
	char buffer[64];

	uaccess_on_displaced(UACCESS_DISPLACED_NOSIG);
	take(SIGSEGV, intruder);
	if (uaccess_check() != -EBUSY || copy_from_user(buffer, bad - 5, n) != 59)
		_exit(1);
	uaccess_reinstall();
	if (uaccess_check() || copy_from_user(buffer, bad - 5, n) != 59)
		_exit(2);
	take(SIGSEGV, intruder);
	if (copy_from_user(buffer, bad - 5, n)) /* not noticed yet: the intruder's */
		_exit(3);
}

static void uninstalled(void)
{
	struct sigaction now;

	if (uaccess_fault_uninstall() || uaccess_check() != -ENOENT)
		_exit(1);
	sigaction(SIGSEGV, NULL, &now);
	_exit(now.sa_handler == original ? 0 : 2);
}

int main(void)
{
	int result;

	bad = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	bad += 4096;
	mprotect(bad, 4096, PROT_NONE);
	uaccess_fault_uninstall();
	take(SIGSEGV, original);
	tap_ok(uaccess_fault_install() == 0 && recovers(), "in front of a handler");
	uaccess_log_hook(note, NULL);

	result = in_child(displaced_and_said);
	tap_ok(result == 0, "displaced: who it was, said once (%d)", result);
	result = in_child(taken_back);
	tap_ok(result == 41, "taken back: our faults are ours, others his (%d)", result);
	result = in_child(taken_back_from_polite);
	tap_ok(result == 40, "a thousand times from one that chains: others the first's (%d)",
	       result);
	result = in_child(reinstalled_by_policy);
	tap_ok(result == 0, "taken back by policy (%d)", result);
	result = in_child(done_without_by_policy);
	tap_ok(result == 41, "done without signals by policy (%d)", result);
	result = in_child(uninstalled);
	tap_ok(result == 0, "uninstalled: the first is back (%d)", result);
	return tap_done();
}
