/* SPDX-License-Identifier: MIT */
/* Rows A14 and E5 to E10: sandboxes, children, beginnings and ends of processes and threads. */
#include <sched.h>
#include <spawn.h>
#include <stddef.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#include <uaccess/nosig.h>

#include "tests/neighbours/neighbours.h"
#include "tests/stress/generated.h"

extern char **environ;

static bool recovers_both(void)
{
	return recovers(SIGSEGV) && recovers(SIGBUS) && copies_are_exact();
}

/* --- A14, E9, E5: sandboxes ---------------------------------------------------------------- */

#define LENGTH(array) (sizeof(array) / sizeof((array)[0]))

static void filter(struct sock_filter *rules, size_t count)
{
	struct sock_fprog program = {(unsigned short)count, rules};

	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) ||
	    prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program))
		child_cannot("no seccomp filter");
}

#define LOAD_NUMBER BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr))
#define IF(name, action) \
	BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, name, 0, 1), BPF_STMT(BPF_RET | BPF_K, action)

static void allow_little(void)
{
	struct sock_filter rules[] = {
		LOAD_NUMBER,
		IF(SYS_rt_sigreturn, SECCOMP_RET_ALLOW),
		IF(SYS_write, SECCOMP_RET_ALLOW),
		IF(SYS_exit_group, SECCOMP_RET_ALLOW),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_TRAP),
	};

	if (CHILD_SANITIZED)
		child_cannot("the sanitizer makes system calls of its own");
	filter(rules, LENGTH(rules));
}

static char *closed, *beyond;

static bool calls_recover(void)
{
	char buffer[256] = {0};
	volatile unsigned long n = sizeof(buffer);
	char byte = 1;

	return get_user(byte, closed) == -EFAULT && !byte && put_user((char)1, beyond) == -EFAULT &&
	       copy_from_user(buffer, closed - 9, n) == n - 9 &&
	       copy_to_user(beyond, buffer, n) == n && clear_user(closed - 9, n) == n - 9;
}

static int a14_filtered(void *arg)
{
	(void)arg;
	closed = memory_closed();
	beyond = memory_past_end();
	allow_little();
	_exit(!calls_recover());
}

/* A new thread's first call: nothing is set up that takes a system call. */
static void *first_call(void *arg)
{
	(void)arg;
	allow_little(); /* for this thread alone */
	_exit(!calls_recover());
}

static int e9_first_call(void *arg)
{
	pthread_t thread;

	(void)arg;
	closed = memory_closed();
	beyond = memory_past_end();
	child_require(!pthread_create(&thread, NULL, first_call, NULL));
	pthread_join(thread, NULL);
	return 1;
}

static int forbidden_by(unsigned int action, bool told)
{
	struct sock_filter rules[] = {
		LOAD_NUMBER,
		IF(SYS_process_vm_readv, action),
		IF(SYS_process_vm_writev, action),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	char buffer[64];

	closed = memory_closed();
	if (told)
		uaccess_nosig_set_method(UACCESS_NOSIG_PIPE);
	filter(rules, LENGTH(rules));
	child_require(uaccess_nosig_method() == UACCESS_NOSIG_PIPE);
	child_require(uaccess_nosig_copy(buffer, closed - 9, 64) == 55);
	child_require(uaccess_nosig_copy(closed - 9, buffer, 64) == 55);
	return uaccess_nosig_clear(closed - 9, 64) != 55;
}

static int forbidden_with_error(void *arg)
{
	(void)arg;
	return forbidden_by(SECCOMP_RET_ERRNO | EPERM, false);
}

static int forbidden_by_death(void *arg)
{
	(void)arg;
	return forbidden_by(SECCOMP_RET_TRAP, true);
}

static int e5_forbidden(void *arg)
{
	(void)arg;
	child_require(row_ends(forbidden_with_error, 0, 0));
	return !row_ends(forbidden_by_death, 0, 0);
}

/* --- E6: children ------------------------------------------------------------------------------ */

static bool ended_well(pid_t pid)
{
	int status;

	return pid > 0 && waitpid(pid, &status, 0) == pid && WIFEXITED(status) &&
	       !WEXITSTATUS(status);
}

/* What posix_spawn() starts with all signals blocked. */
static int main_of_spawned(void)
{
	sigset_t none;

	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	return !recovers_both();
}

static int e6_children(void *arg)
{
	char *argv[] = {(char *)"/proc/self/exe", (char *)"spawned", NULL};
	sigset_t all;
	pid_t pid;

	(void)arg;
	closed = memory_closed();
	beyond = memory_past_end();
	pid = fork();
	if (!pid)
		_exit(!recovers_both() || uaccess_check());
	child_require(ended_well(pid));
	pid = vfork();
	if (!pid)
		_exit(!calls_recover());
	child_require(ended_well(pid));
	child_require(recovers_both());
	sigfillset(&all);
	sigprocmask(SIG_SETMASK, &all, NULL);
	child_require(!posix_spawn(&pid, argv[0], NULL, NULL, argv, environ));
	return !ended_well(pid);
}

/* --- E7: before main() and after it --------------------------------------------------------------- */

static bool early, at_the_end;

static bool unblocked(void)
{
	sigset_t mask;

	sigprocmask(SIG_SETMASK, NULL, &mask);
	return !sigismember(&mask, SIGSEGV);
}

__attribute__((constructor(102))) static void before_main(void)
{
	early = unblocked() && recovers_both();
}

static void say_end(const char *where)
{
	if (!at_the_end)
		return;
	if (!recovers_both())
		_exit(1);
	puts(where);
	fflush(stdout);
}

__attribute__((destructor)) static void after_main(void)
{
	say_end("destructor");
}

static void in_atexit(void)
{
	say_end("atexit");
}

static void at_thread_end(void *value)
{
	(void)value;
	say_end("thread");
}

static void *thread_that_ends(void *key)
{
	pthread_setspecific(*(pthread_key_t *)key, key);
	return key;
}

static int main_of_end(void)
{
	pthread_key_t key;

	if (!early || pthread_key_create(&key, at_thread_end))
		return 1;
	at_the_end = true;
	atexit(in_atexit);
	return !row_in_thread(thread_that_ends, &key);
}

static int e7_ends(void *arg)
{
	static struct child inner;
	char *argv[] = {(char *)"/proc/self/exe", (char *)"end", NULL};

	(void)arg;
	child_exec(&inner, 0, 20, argv);
	if (child_exited(&inner, 0) && !strcmp(inner.output, "thread\natexit\ndestructor\n"))
		return 0;
	child_diag(&inner);
	return 1;
}

/* --- E8: threads that lack what others have -------------------------------------------------------- */

static atomic_int good_in_clone;

static int raw_thread(void *arg)
{
	(void)arg;
	atomic_store(&good_in_clone, calls_recover());
	return 0;
}

static void *without_keys(void *arg)
{
	pthread_key_t key;

	while (!pthread_key_create(&key, NULL))
		;
	child_require(recovers_both());
	child_require(!uaccess_thread_init() && recovers_both());
	uaccess_thread_fini();
	return arg;
}

static int e8_foreign(void *arg)
{
	static char stack[256 << 10] __attribute__((aligned(64)));
	static volatile int tid = 1;

	(void)arg;
	if (CHILD_SANITIZED)
		child_cannot("the sanitizer has to know each thread");
	closed = memory_closed();
	beyond = memory_past_end();
	child_require(clone(raw_thread, stack + sizeof(stack),
			    CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND | CLONE_THREAD |
				    CLONE_SYSVSEM | CLONE_CHILD_CLEARTID,
			    NULL, NULL, NULL, &tid) > 0);
	while (tid)
		syscall(SYS_futex, &tid, 0 /* FUTEX_WAIT */, 1, NULL, NULL, 0);
	child_require(atomic_load(&good_in_clone));
	return !row_in_thread(without_keys, closed);
}

/* --- E10: nothing that is waited for ------------------------------------------------------------------ */

static struct generated block;
static atomic_bool stop;
static atomic_ulong faults, wrong;

static void *fault_on(void *arg)
{
	while (!atomic_load(&stop)) {
		if (generated_function(&block, 0)(closed) != 1 || !calls_recover())
			atomic_fetch_add(&wrong, 1);
		atomic_fetch_add(&faults, 1);
	}
	return arg;
}

/* Calls with the registry locked: the others fault on meanwhile. */
static int wait_for_faults(const struct uaccess_extable_info *info, void *arg)
{
	unsigned long until = atomic_load(&faults) + 100;

	(void)info;
	while (atomic_load(&faults) < until)
		sched_yield();
	*(bool *)arg = true;
	return 1;
}

static int e10_no_locks(void *arg)
{
	pthread_t threads[4];
	bool went_on = false;
	size_t i;

	(void)arg;
	closed = memory_closed();
	beyond = memory_past_end();
	generated_make(&block);
	generated_entry(&block, 0, 0);
	generated_entry(&block, 1, 1);
	child_require(!uaccess_extable_register(&block.record[0]));
	for (i = 0; i < 4; i++)
		child_require(!pthread_create(&threads[i], NULL, fault_on, NULL));
	uaccess_extable_for_each(wait_for_faults, &went_on);
	for (i = 0; i < 300; i++) {
		child_require(!uaccess_extable_register(&block.record[1]));
		child_require(generated_function(&block, 1)(closed) == 1);
		child_require(!uaccess_extable_unregister(block.table[1]));
	}
	atomic_store(&stop, true);
	for (i = 0; i < 4; i++)
		child_require(!pthread_join(threads[i], NULL));
	return !went_on || atomic_load(&wrong);
}

static const struct child_case cases[] = {
	{"A14 a filter that allows rt_sigreturn, write and exit_group", a14_filtered, 0},
	{"E5 a filter that forbids process_vm_readv", e5_forbidden, 0},
	{"E6 forked, vforked and spawned children", e6_children, 0},
	{"E7 before main(), at the end of a thread and of the process", e7_ends, 0},
	{"E8 a thread made by clone(), and one without keys", e8_foreign, 0},
	{"E9 a thread's first call makes no system call", e9_first_call, 0},
	{"E10 faults go on while the registry changes and is locked", e10_no_locks, 0},
};

int main(int argc, char **argv)
{
	if (argc > 1)
		return argv[1][0] == 'e' ? main_of_end() : main_of_spawned();
	tap_plan(LENGTH(cases));
	child_cases(cases, LENGTH(cases));
	return tap_done();
}
