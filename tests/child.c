/* SPDX-License-Identifier: MIT */
/* Children of tests: starting, tracing, bounding and describing them. */
#include "tests/child.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define CORE_LIMIT (256ul << 20)

/* What the parent prepares and the child is made of. */
struct plan {
	unsigned int flags, seconds;
	int (*fn)(void *arg);
	void *arg;
	char *const *argv;
	int output;
	char folder[64];
	sigset_t mask;
};

static void give_up(const char *what)
{
	printf("Bail out! %s: %s\n", what, strerror(errno));
	exit(99);
}

static void enter_folder(const char *folder)
{
	struct rlimit limit = {CORE_LIMIT, CORE_LIMIT};

	if (chdir(folder) || setrlimit(RLIMIT_CORE, &limit))
		_exit(CHILD_CANNOT);
}

static void be_child(const struct plan *plan)
{
	setpgid(0, 0);
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	dup2(plan->output, STDOUT_FILENO);
	dup2(plan->output, STDERR_FILENO);
	if (plan->flags & CHILD_CORE)
		enter_folder(plan->folder);
	if (plan->flags & CHILD_TRACED) {
		if (ptrace(PTRACE_TRACEME, 0, NULL, NULL))
			_exit(CHILD_CANNOT);
		raise(SIGSTOP);
	}
	sigprocmask(SIG_SETMASK, &plan->mask, NULL);
	if (!plan->argv) {
		int status = plan->fn(plan->arg);

		fflush(stdout);
		_exit(status);
	}
	execv(plan->argv[0], plan->argv);
	_exit(CHILD_CANNOT);
}

/* A stop of a traced child: notes a fault and lets it go on with the signal. */
static void trace_stop(struct child *child, pid_t pid, int signo)
{
	struct user_regs_struct registers;

	if (signo == SIGSEGV || signo == SIGBUS) {
		child->faults++;
		ptrace(PTRACE_GETSIGINFO, pid, NULL, &child->last);
		if (!ptrace(PTRACE_GETREGS, pid, NULL, &registers))
			child->pc = registers.rip;
	}
	if (signo == SIGSTOP || signo == SIGTRAP) {
		ptrace(PTRACE_SETOPTIONS, pid, NULL, PTRACE_O_EXITKILL);
		signo = 0; /* of the start and of execve(), not the child's */
	}
	ptrace(PTRACE_CONT, pid, NULL, signo);
}

static bool time_left(const struct timespec *end, struct timespec *left)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	left->tv_sec = end->tv_sec - now.tv_sec;
	left->tv_nsec = end->tv_nsec - now.tv_nsec;
	if (left->tv_nsec < 0) {
		left->tv_nsec += 1000000000;
		left->tv_sec--;
	}
	return left->tv_sec >= 0;
}

/* SIGCHLD is blocked, so that none is missed between looking and waiting. */
static void wait_for(struct child *child, pid_t pid, unsigned int seconds)
{
	struct timespec end, left;
	sigset_t chld;

	sigemptyset(&chld);
	sigaddset(&chld, SIGCHLD);
	clock_gettime(CLOCK_MONOTONIC, &end);
	end.tv_sec += seconds;
	for (;;) {
		pid_t got = waitpid(pid, &child->status, WNOHANG);

		if (got == pid && WIFSTOPPED(child->status)) {
			trace_stop(child, pid, WSTOPSIG(child->status));
			/* A child that spins stops again and again; look at the clock, too. */
			if (time_left(&end, &left))
				continue;
		} else if (got == pid) {
			return;
		}
		if (!time_left(&end, &left))
			break;
		sigtimedwait(&chld, NULL, &left);
	}
	child->late = true;
	kill(pid, SIGKILL);
	while (waitpid(pid, &child->status, 0) == pid && WIFSTOPPED(child->status))
		;
}

static void empty_folder(const char *folder)
{
	DIR *entries = opendir(folder);
	struct dirent *entry;

	while (entries && (entry = readdir(entries)))
		if (entry->d_name[0] != '.')
			unlinkat(dirfd(entries), entry->d_name, 0);
	if (entries)
		closedir(entries);
	rmdir(folder);
}

static void start(struct child *child, struct plan *plan)
{
	FILE *output = tmpfile();
	sigset_t chld;
	pid_t pid;

	memset(child, 0, sizeof(*child));
	strcpy(plan->folder, "/tmp/uaccess-core.XXXXXX");
	if (!output || ((plan->flags & CHILD_CORE) && !mkdtemp(plan->folder)))
		give_up("no temporary file");
	plan->output = fileno(output);
	sigemptyset(&chld);
	sigaddset(&chld, SIGCHLD);
	sigprocmask(SIG_BLOCK, &chld, &plan->mask);
	fflush(stdout);
	pid = fork();
	if (pid < 0)
		give_up("fork");
	if (!pid)
		be_child(plan);
	wait_for(child, pid, plan->seconds);
	kill(-pid, SIGKILL); /* what it may have left behind */
	sigprocmask(SIG_SETMASK, &plan->mask, NULL);
	rewind(output);
	child->length = fread(child->output, 1, sizeof(child->output) - 1, output);
	fclose(output);
	if (plan->flags & CHILD_CORE)
		empty_folder(plan->folder);
}

void child_call(struct child *child, unsigned int flags, unsigned int seconds, int (*fn)(void *),
		void *arg)
{
	struct plan plan = {.flags = flags, .seconds = seconds, .fn = fn, .arg = arg};

	start(child, &plan);
}

void child_exec(struct child *child, unsigned int flags, unsigned int seconds, char *const argv[])
{
	struct plan plan = {.flags = flags, .seconds = seconds, .argv = argv};

	start(child, &plan);
}

bool child_exited(const struct child *child, int status)
{
	return !child->late && WIFEXITED(child->status) && WEXITSTATUS(child->status) == status;
}

bool child_killed(const struct child *child, int signo)
{
	return !child->late && WIFSIGNALED(child->status) && WTERMSIG(child->status) == signo;
}

void child_diag(const struct child *child)
{
	const char *line = child->output, *end;

	if (child->late)
		printf("# the child did not end in time\n");
	else if (WIFEXITED(child->status))
		printf("# the child exited with %d\n", WEXITSTATUS(child->status));
	else
		printf("# the child was killed by %s%s\n", strsignal(WTERMSIG(child->status)),
		       WCOREDUMP(child->status) ? ", core dumped" : "");
	if (child->faults)
		printf("# %u faults, the last with code %d at %p, pc %#lx\n", child->faults,
		       child->last.si_code, child->last.si_addr, (unsigned long)child->pc);
	for (; *line; line = *end ? end + 1 : end) {
		end = strchrnul(line, '\n');
		printf("# | %.*s\n", (int)(end - line), line);
	}
	fflush(stdout);
}

const char *child_sibling(const char *name)
{
	static char path[4352];
	char self[4096];
	ssize_t n = readlink("/proc/self/exe", self, sizeof(self) - 1);

	if (n <= 0)
		return name;
	self[n] = '\0';
	*strrchr(self, '/') = '\0';
	snprintf(path, sizeof(path), "%s/.libs/%s", self, name);
	if (access(path, F_OK))
		snprintf(path, sizeof(path), "%s/%s", self, name);
	/* This program lies in .libs itself, and the other one does not. */
	if (access(path, F_OK) && strlen(self) > 6 && !strcmp(self + strlen(self) - 6, "/.libs"))
		snprintf(path, sizeof(path), "%s/../%s", self, name);
	return path;
}
