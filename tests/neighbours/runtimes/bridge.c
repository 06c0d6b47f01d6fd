/* SPDX-License-Identifier: MIT */
/*
 * What the runtimes load: calls that fault and are counted, and a count of the faults that went on
 * to the runtime. Built by runtimes.sh, with the library's shared object.
 */
#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include <uaccess/fault.h>
#include <uaccess/uaccess.h>

#define VISIBLE __attribute__((visibility("default")))

VISIBLE long bridge_faults(long count);
VISIBLE int bridge_count_passed(void);
VISIBLE long bridge_passed(int signo);

static char *closed, *beyond;

static int prepare(void)
{
	int file;

	if (beyond)
		return 0;
	closed = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (closed == MAP_FAILED || mprotect(closed + 4096, 4096, PROT_NONE))
		return -1;
	closed += 4096;
	file = memfd_create("empty", 0);
	beyond = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
	close(file);
	return beyond == MAP_FAILED;
}

/* So many faults of each kind in turn. Returns how many were answered as they should be. */
long bridge_faults(long count)
{
	volatile unsigned long size = 200;
	long i, right = 0, *wild = (long *)(1ul << 63), value;
	char buffer[200], byte;

	if (prepare())
		return -1;
	for (i = 0; i < count; i++) {
		byte = 1;
		value = 1;
		switch (i % 6) {
		case 0:
			right += get_user(byte, closed) == -EFAULT && !byte;
			break;
		case 1:
			right += put_user(byte, beyond) == -EFAULT;
			break;
		case 2:
			right += copy_from_user(buffer, closed - i % 199, size) ==
				 size - (unsigned long)(i % 199);
			break;
		case 3:
			right += clear_user(closed - i % 199, size) ==
				 size - (unsigned long)(i % 199);
			break;
		case 4:
			right += copy_to_user(beyond, buffer, size) == size;
			break;
		default:
			right += __get_user(value, wild) == -EFAULT && !value;
		}
	}
	return right;
}

static struct sigaction behind[2];
static atomic_long passed[2];

static void count_and_pass(int signo, siginfo_t *info, void *context)
{
	atomic_fetch_add(&passed[signo == SIGBUS], 1);
	behind[signo == SIGBUS].sa_sigaction(signo, info, context);
}

/* Puts a count between the library's handler and that of the runtime. 0, or it has none there. */
int bridge_count_passed(void)
{
	static const int signals[2] = {SIGSEGV, SIGBUS};
	int i;

	for (i = 0; i < 2; i++) {
		struct sigaction action;

		if (uaccess_previous_action(signals[i], NULL, &behind[i]))
			return -1;
		if (!(behind[i].sa_flags & SA_SIGINFO))
			continue;
		action = behind[i];
		action.sa_sigaction = count_and_pass;
		if (uaccess_previous_action(signals[i], &action, NULL))
			return -1;
	}
	return !(behind[0].sa_flags & SA_SIGINFO);
}

long bridge_passed(int signo)
{
	return atomic_load(&passed[signo == SIGBUS]);
}

/* The same for Java: static native methods of a class Neighbour. */
VISIBLE long Java_Neighbour_faults(void *env, void *class, long count);
long Java_Neighbour_faults(void *env, void *class, long count)
{
	(void)env;
	(void)class;
	return bridge_faults(count);
}

VISIBLE int Java_Neighbour_countPassed(void *env, void *class);
int Java_Neighbour_countPassed(void *env, void *class)
{
	(void)env;
	(void)class;
	return bridge_count_passed();
}

VISIBLE long Java_Neighbour_passed(void *env, void *class, int signo);
long Java_Neighbour_passed(void *env, void *class, int signo)
{
	(void)env;
	(void)class;
	return bridge_passed(signo);
}
