/* SPDX-License-Identifier: MIT */
/* Guarded accesses at every time of life: before main(), in children of all kinds, at the end. */
#include <pthread.h>
#include <sched.h>
#include <spawn.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#include "tests/signal/handlers.h"

extern char **environ;

static bool recovers_both(void)
{
	return recovers(SIGSEGV) && recovers(SIGBUS) && copies_are_exact();
}

/* --- before and after main() ------------------------------------------------------------ */

static bool early, earlier;
static bool at_the_end; /* this process is to try it at its end */

/* Where the signals are blocked, the kernel kills: no handler would run. */
static bool blocked(void)
{
	sigset_t mask;

	sigprocmask(SIG_SETMASK, NULL, &mask);
	return sigismember(&mask, SIGSEGV) == 1;
}

__attribute__((constructor(102))) static void before_others(void)
{
	earlier = !blocked() && recovers_both();
}

__attribute__((constructor)) static void before_main(void)
{
	early = !blocked() && recovers_both();
}

static void end_with(bool good, const char *where)
{
	if (!at_the_end)
		return;
	printf("%s: %s\n", where, good ? "recovered" : "not recovered");
	fflush(stdout);
	if (!good)
		_exit(1);
}

__attribute__((destructor)) static void after_main(void)
{
	end_with(!at_the_end || recovers_both(), "destructor");
}

/* After the destructor of the table, or before it. */
__attribute__((destructor(101))) static void after_others(void)
{
	end_with(!at_the_end || recovers_both(), "last destructor");
}

static void in_atexit(void)
{
	end_with(recovers_both(), "atexit");
}

static const char all_ends[] = "atexit: recovered\n"
			       "destructor: recovered\n"
			       "last destructor: recovered\n";

static int in_constructors(void *arg)
{
	(void)arg;
	return !early || !earlier;
}

static int main_of_end(void)
{
	at_the_end = true;
	atexit(in_atexit);
	return 0;
}

/* --- children ----------------------------------------------------------------------------- */

static int wait_good(pid_t pid)
{
	int status;

	child_require(pid > 0 && waitpid(pid, &status, 0) == pid);
	child_require(WIFEXITED(status));
	return WEXITSTATUS(status);
}

static int in_fork(void *arg)
{
	pid_t pid = fork();

	(void)arg;
	if (!pid)
		_exit(!recovers_both() || uaccess_check());
	return wait_good(pid) || !recovers_both();
}

static int in_vfork(void *arg)
{
	char *closed = memory_closed(), *beyond = memory_past_end();
	pid_t pid = vfork();

	(void)arg;
	if (!pid)
		_exit(clear_user(closed - 50, 100) != 50 || put_user((char)1, beyond) != -EFAULT);
	return wait_good(pid) || !recovers_both();
}

/* What posix_spawn() starts: the mask it came with says what is to do first. */
static int main_of_spawned(void)
{
	sigset_t none;

	sigemptyset(&none);
	if (blocked())
		sigprocmask(SIG_SETMASK, &none, NULL);
	return !recovers_both();
}

static int spawn_from_blocked(bool with_mask)
{
	char *argv[] = {(char *)"/proc/self/exe", (char *)"spawned", NULL};
	posix_spawnattr_t attributes;
	sigset_t all, none;
	pid_t pid;
	int error;

	sigfillset(&all);
	sigemptyset(&none);
	child_require(!sigprocmask(SIG_SETMASK, &all, NULL));
	child_require(!posix_spawnattr_init(&attributes));
	if (with_mask) {
		child_require(!posix_spawnattr_setsigmask(&attributes, &none));
		child_require(!posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK));
	}
	error = posix_spawn(&pid, argv[0], NULL, &attributes, argv, environ);
	child_require(!error);
	posix_spawnattr_destroy(&attributes);
	return wait_good(pid);
}

static int in_spawned(void *arg)
{
	(void)arg;
	return spawn_from_blocked(true);
}

static int in_spawned_blocked(void *arg)
{
	(void)arg;
	return spawn_from_blocked(false);
}

/* --- threads -------------------------------------------------------------------------------- */

static atomic_int good_destructors;

static void key_destructor(void *value)
{
	(void)value;
	atomic_fetch_add(&good_destructors, recovers_both());
}

static void *thread_with_key(void *key)
{
	pthread_setspecific(*(pthread_key_t *)key, key);
	return NULL;
}

static int in_key_destructor(void *arg)
{
	pthread_key_t key;
	pthread_t thread;
	int i;

	(void)arg;
	child_require(!pthread_key_create(&key, key_destructor));
	for (i = 0; i < 20; i++) {
		child_require(!pthread_create(&thread, NULL, thread_with_key, &key));
		child_require(!pthread_join(thread, NULL));
	}
	return atomic_load(&good_destructors) != 20;
}

static void *only_fault(void *count)
{
	struct uaccess_fault fault;

	(void)count;
	return uaccess_last_fault(&fault) == -ENOENT && recovers_both() &&
			       !uaccess_last_fault(&fault) && fault.count == 66
		       ? count
		       : NULL;
}

/* The last fault and its count belong to one thread. */
static int last_fault_of_thread(void *arg)
{
	pthread_t thread;
	void *result;

	(void)arg;
	recovers_both();
	child_require(!pthread_create(&thread, NULL, only_fault, &early));
	child_require(!pthread_join(thread, &result));
	return result != &early;
}

static char *raw_closed, *raw_beyond;
static atomic_int raw_good;

/* Uses no thread-local data but what the handler uses. */
static int raw_thread(void *arg)
{
	char byte = 1;
	int i;

	(void)arg;
	for (i = 0; i < 100; i++)
		if (get_user(byte, raw_closed) == -EFAULT && !byte &&
		    put_user((char)1, raw_beyond) == -EFAULT &&
		    clear_user(raw_closed - 100, 200) == 100)
			atomic_fetch_add(&raw_good, 1);
	return 0;
}

/* A thread that the C library does not know; with storage of its own it is all zero. */
static int raw_clone(bool own_storage)
{
	static char stack[256 << 10] __attribute__((aligned(64)));
	static char storage[64 << 10] __attribute__((aligned(4096)));
	void **pointer = (void **)(storage + sizeof(storage) - 4096);
	static volatile int tid = 1;
	int flags = CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND | CLONE_THREAD |
		    CLONE_SYSVSEM | CLONE_CHILD_CLEARTID;

	if (CHILD_SANITIZED)
		child_cannot("the sanitizer has to know each thread");
	raw_closed = memory_closed();
	raw_beyond = memory_past_end();
	*pointer = pointer;
	child_require(clone(raw_thread, stack + sizeof(stack),
			    flags | (own_storage ? CLONE_SETTLS : 0), NULL, NULL, pointer,
			    &tid) > 0);
	while (tid)
		syscall(SYS_futex, &tid, 0 /* FUTEX_WAIT */, 1, NULL, NULL, 0);
	return atomic_load(&raw_good) != 100;
}

static int in_raw_clone(void *arg)
{
	(void)arg;
	return raw_clone(false);
}

static int in_raw_clone_own_storage(void *arg)
{
	(void)arg;
	return raw_clone(true);
}

static const struct child_case cases[] = {
	{"in constructors", in_constructors, 0},
	{"in a forked child", in_fork, 0},
	{"in a vforked child", in_vfork, 0},
	{"in a spawned program, from a process with all signals blocked", in_spawned, 0},
	{"in a spawned program that unblocks them itself", in_spawned_blocked, 0},
	{"in a destructor of thread-specific data", in_key_destructor, 0},
	{"the last fault of each thread", last_fault_of_thread, 0},
	{"in a thread made by clone()", in_raw_clone, 0},
	{"in a thread made by clone(), with blank thread-local storage", in_raw_clone_own_storage,
	 0},
};

int main(int argc, char **argv)
{
	static struct child child;
	char *again[] = {(char *)"/proc/self/exe", (char *)"end", NULL};

	if (argc > 1)
		return argv[1][0] == 'e' ? main_of_end() : main_of_spawned();
	tap_plan(sizeof(cases) / sizeof(cases[0]) + 1);
	child_cases(cases, sizeof(cases) / sizeof(cases[0]));
	child_exec(&child, 0, CHILD_CASE_LIMIT, again);
	if (!tap_ok(child_exited(&child, 0) && !strcmp(child.output, all_ends),
		    "in atexit() and in destructors"))
		child_diag(&child);
	return tap_done();
}
