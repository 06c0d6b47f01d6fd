/* SPDX-License-Identifier: MIT */
/* A module to load: with a table and thread-local data of its own, and (TAKES) with bad manners. */
#include <errno.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include <uaccess/uaccess.h>

#define VISIBLE __attribute__((visibility("default")))

/* Large, and allocated at the first use in a thread. */
static _Thread_local char storage[8192] __attribute__((tls_model("global-dynamic")));

VISIBLE int plugin_recovers(const char *p);
int plugin_recovers(const char *p)
{
	char byte = 1;

	storage[*(volatile unsigned char *)&storage[1]]++;
	return get_user(byte, p) == -EFAULT && !byte;
}

VISIBLE int plugin_touch(const volatile char *p);
int plugin_touch(const volatile char *p)
{
	return *p;
}

#ifdef TAKES
static void keeps_all(int signo)
{
	(void)signo;
	_exit(41);
}

__attribute__((constructor)) static void take(void)
{
	struct sigaction action;

	memset(&action, 0, sizeof(action));
	action.sa_handler = keeps_all;
	sigaction(SIGSEGV, &action, NULL);
	sigaction(SIGBUS, &action, NULL);
}
#endif
