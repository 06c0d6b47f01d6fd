/* SPDX-License-Identifier: MIT */
/*
 * One program with an action for SIGSEGV and SIGBUS, to which one event happens twice: what it does
 * is printed, after the address of the instruction that faults. Built twice, without the library and, with WITH_UACCESS, with the library's
 * handler lying on top of the action; previous.c compares the two.
 *
 *	actor ACTION EVENT
 */
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <ucontext.h>
#include <unistd.h>

#ifdef WITH_UACCESS
#include <uaccess/uaccess.h>
#include <uaccess/fault.h>
UACCESS_DECLINE_HANDLER; /* it shall come after the action */
#endif

#define ENOUGH 3 /* calls of the handler after which the program ends itself */

extern const char touch_insn[];

static volatile int calls;
static char *closed, *beyond; /* pages: PROT_NONE; past the end of its file */
static const char *target;    /* what the present event touches */
static const char *present_action;
static sigjmp_buf out;

/* The one instruction that faults. */
__attribute__((noinline)) static void touch(const char *p)
{
	__asm__ volatile(".globl touch_insn\n\t.hidden touch_insn\n"
			 "touch_insn:\tmovb %0, %%al"
			 :
			 : "m"(*p)
			 : "rax", "memory");
}

static void print_mask(const char *when)
{
	static const struct {
		int signo;
		const char *name;
	} names[] = {{SIGSEGV, "SEGV"}, {SIGBUS, "BUS"}, {SIGUSR1, "USR1"}, {SIGALRM, "ALRM"}};
	sigset_t mask;
	size_t i;

	pthread_sigmask(SIG_SETMASK, NULL, &mask);
	printf("%s: blocked", when);
	for (i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (sigismember(&mask, names[i].signo) == 1)
			printf(" %s", names[i].name);
	printf("\n");
	fflush(stdout);
}

static void act(int signo)
{
	calls++;
	errno = EDOM;
	printf("call %d for %s\n", calls, strsignal(signo));
	print_mask("in the handler");
	if (calls >= ENOUGH)
		_exit(77);
	if (!strcmp(present_action, "repair") && target == closed)
		mprotect(closed, 4096, PROT_READ);
	if (!strcmp(present_action, "exit"))
		_exit(7);
	if (!strcmp(present_action, "to-default"))
		signal(signo, SIG_DFL);
	if (!strcmp(present_action, "raise-default")) {
		signal(signo, SIG_DFL);
		raise(signo);
	}
	if (!strcmp(present_action, "fault-again"))
		touch(target);
	if (!strcmp(present_action, "jump"))
		siglongjmp(out, 1);
}

static void plain(int signo)
{
	act(signo);
}

static void with_info(int signo, siginfo_t *info, void *context)
{
	const ucontext_t *uc = context;
	bool fault = info->si_code > 0;

	printf("signo %d, code %d, errno %d", info->si_signo, info->si_code, info->si_errno);
	if (fault)
		printf(", address %s, pc %s, trap %d, error %d",
		       info->si_addr == target ? "right"
		       : info->si_addr	       ? "wrong"
					       : "none",
		       uc->uc_mcontext.gregs[REG_RIP] == (greg_t)(uintptr_t)touch_insn ? "right"
										       : "wrong",
		       (int)uc->uc_mcontext.gregs[REG_TRAPNO], (int)uc->uc_mcontext.gregs[REG_ERR]);
	else
		printf(", pid %s, value %d", info->si_pid == getpid() ? "right" : "wrong",
		       info->si_code == SI_QUEUE ? info->si_value.sival_int : 0);
	printf(", mask to come back to %s\n",
	       sigismember(&uc->uc_sigmask, SIGALRM) == 1 ? "right" : "wrong");
	act(signo);
}

static const struct {
	const char *name;
	void (*handler)(int); /* NULL: with_info */
	int flags;
	int blocks; /* a signal in sa_mask */
} actions[] = {
	{"default", SIG_DFL, 0, 0},
	{"ignore", SIG_IGN, 0, 0},
	{"plain", plain, 0, 0},
	{"info", NULL, SA_SIGINFO, 0},
	{"reset", plain, SA_RESETHAND, 0},
	{"reset-info", NULL, SA_RESETHAND | SA_SIGINFO, 0},
	{"reset-nodefer", NULL, SA_RESETHAND | SA_SIGINFO | SA_NODEFER, 0},
	{"nodefer", plain, SA_NODEFER, 0},
	{"mask", NULL, SA_SIGINFO, SIGUSR1},
	{"mask-nodefer", NULL, SA_SIGINFO | SA_NODEFER | SA_RESTART, SIGUSR1},
	{"repair", NULL, SA_SIGINFO | SA_ONSTACK, 0},
	{"exit", plain, 0, 0},
	{"to-default", plain, 0, 0},
	{"raise-default", NULL, SA_SIGINFO, 0},
	{"fault-again", NULL, SA_SIGINFO, 0},
	{"fault-again-nodefer", NULL, SA_SIGINFO | SA_NODEFER, 0},
	{"jump", NULL, SA_SIGINFO, 0},
};

static void set_action(const char *name)
{
	struct sigaction action;
	size_t i;

	for (i = 0; strcmp(actions[i].name, name); i++)
		if (i + 1 == sizeof(actions) / sizeof(actions[0]))
			_exit(2);
	present_action = strcmp(name, "fault-again-nodefer") ? name : "fault-again";
	memset(&action, 0, sizeof(action));
	action.sa_flags = actions[i].flags;
	if (action.sa_flags & SA_SIGINFO)
		action.sa_sigaction = with_info;
	else
		action.sa_handler = actions[i].handler;
	if (actions[i].blocks)
		sigaddset(&action.sa_mask, actions[i].blocks);
	if (sigaction(SIGSEGV, &action, NULL) || sigaction(SIGBUS, &action, NULL))
		_exit(2);
}

static void make_pages(void)
{
	int fd = memfd_create("empty", 0);

	closed = mmap(NULL, 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	beyond = mmap(NULL, 4096, PROT_READ, MAP_SHARED, fd, 0);
	if (fd < 0 || closed == MAP_FAILED || beyond == MAP_FAILED)
		_exit(2);
	close(fd);
}

static void touch_blocked(const char *p)
{
	sigset_t set;

	sigemptyset(&set);
	sigaddset(&set, SIGSEGV);
	pthread_sigmask(SIG_BLOCK, &set, NULL);
	touch(p);
}

/*
 * A signal while the program waits in read(). The other process sends it when it sees the
 * program asleep; the byte that ends the wait comes only where the signal shall not end it.
 */
static void interrupt_read(int signo, bool with_byte)
{
	int pipes[2];
	pid_t reader = getpid();
	ssize_t n;
	char byte;

	if (pipe(pipes))
		_exit(2);
	if (!fork()) {
		char path[64], text[512], *state;

		snprintf(path, sizeof(path), "/proc/%d/stat", reader);
		do {
			int fd = open(path, O_RDONLY);

			n = read(fd, text, sizeof(text) - 1);
			close(fd);
			if (n <= 0)
				_exit(0);
			text[n] = '\0';
			state = strrchr(text, ')');
		} while (!state || state[2] != 'S');
		kill(reader, signo);
		_exit(with_byte && write(pipes[1], "x", 1) != 1);
	}
	n = read(pipes[0], &byte, 1);
	printf("read() gave %zd%s\n", n, n < 0 && errno == EINTR ? ", EINTR" : "");
	fflush(stdout);
	wait(NULL);
	close(pipes[0]);
	close(pipes[1]);
}

static void happen(const char *event)
{
	int signo = strstr(event, "bus") ? SIGBUS : SIGSEGV;
	union sigval value = {.sival_int = 4711};
	bool restarts =
		!strcmp(present_action, "ignore") || !strcmp(present_action, "mask-nodefer");

	if (!strcmp(event, "fault-none"))
		touch(target = closed);
	else if (!strcmp(event, "fault-null"))
		touch(target = (const char *)8);
	else if (!strcmp(event, "fault-gp"))
		touch(target = (const char *)(1ul << 63));
	else if (!strcmp(event, "fault-bus"))
		touch(target = beyond);
	else if (!strcmp(event, "fault-blocked"))
		touch_blocked(target = closed);
	else if (!strncmp(event, "kill", 4))
		kill(getpid(), signo);
	else if (!strncmp(event, "tgkill", 6))
		syscall(SYS_tgkill, getpid(), (pid_t)syscall(SYS_gettid), signo);
	else if (!strncmp(event, "queue", 5))
		sigqueue(getpid(), signo, value);
	else if (!strncmp(event, "raise", 5))
		raise(signo);
	else if (!strncmp(event, "read", 4))
		interrupt_read(signo, restarts);
	else
		_exit(2);
}

int main(int argc, char **argv)
{
	sigset_t set;
	int round;

	if (argc != 3)
		return 2;
	printf("%p\n", (const void *)touch_insn);
	fflush(stdout);
	make_pages();
	target = closed;
	set_action(argv[1]);
#ifdef WITH_UACCESS
	if (uaccess_fault_install() || uaccess_check())
		return 3;
#endif
	/* Something to see whether the mask comes back. */
	sigemptyset(&set);
	sigaddset(&set, SIGALRM);
	pthread_sigmask(SIG_BLOCK, &set, NULL);
	for (round = 1; round <= 2; round++) {
		if (!sigsetjmp(out, 1))
			happen(argv[2]);
		else
			printf("jumped out\n");
		printf("round %d over\n", round);
		print_mask("after it");
		mprotect(closed, 4096, PROT_NONE);
	}
	/* Nothing of a sanitizer's leak check, which ptrace would hinder. */
	_exit(0);
}
