/* SPDX-License-Identifier: MIT */
/* Access without signals: exact residues by both methods, with the signals blocked and no handler. */
#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
#include <uaccess/fault.h>
#include <uaccess/nosig.h>
#include <uaccess/uaccess.h>
#include "tests/tap.h"

#define PAGE 4096ul

/* The calls of this file through system calls; the library's own through the selected routine. */
int nosig_file_get(uint64_t *x, const uint64_t *p);
int nosig_file_put(uint64_t v, uint64_t *p);
unsigned long nosig_file_copy16(void *to, const void *from);
unsigned long nosig_file_clear(void *to, unsigned long n);

static char *bad_page(int kind)
{
	char *base =
		mmap(NULL, 3 * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	int fd;

	switch (kind) {
	case 0:
		mprotect(base + 2 * PAGE, PAGE, PROT_NONE);
		break;
	case 1:
		fd = memfd_create("nosig", 0);
		if (ftruncate(fd, 2 * PAGE))
			return NULL;
		base = mmap(base, 3 * PAGE, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, fd, 0);
		close(fd);
		break;
	default: /* read-only: bad for writes */
		mprotect(base + 2 * PAGE, PAGE, PROT_READ);
		break;
	}
	return base;
}

static unsigned long cases, wrong;

static void check(int condition)
{
	cases++;
	if (!condition && wrong++ < 5)
		tap_diag("case %lu", cases);
}

static const unsigned long lengths[] = {0,  1,	 2,    3,    7,	   8,	 63,  64,
					65, 200, 4095, 4096, 4097, 6000, 8192};

static void sweep(const char *name)
{
	static char ours[8192], expected[8192], source[8192];
	unsigned long i, n, done, before[] = {0, 1, 2, 5, 63, 64, 4095, 4096, 4097, 8192}, b;
	int kind;

	for (i = 0; i < sizeof(source); i++)
		source[i] = (char)(i * 7 + 1);
	cases = wrong = 0;
	for (kind = 0; kind < 3; kind++) {
		char *base = bad_page(kind);

		for (b = 0; b < sizeof(before) / sizeof(before[0]); b++) {
			char *user = base + 2 * PAGE - before[b];

			for (i = 0; i < sizeof(lengths) / sizeof(lengths[0]); i++) {
				n = lengths[i];
				done = n < before[b] ? n : before[b];

				memset(base, 0x5a, 2 * PAGE);
				check(uaccess_nosig_copy(user, source, n) == n - done);
				memset(expected, 0x5a, sizeof(expected));
				memcpy(expected + 8192 - before[b], source, done);
				check(!memcmp(base, expected, 2 * PAGE));

				check(uaccess_nosig_clear(user, n) == n - done);
				memset(expected + 8192 - before[b], 0, done);
				check(!memcmp(base, expected, 2 * PAGE));
				if (kind == 2)
					continue;

				memcpy(user, source, before[b]);
				memset(ours, 0x33, sizeof(ours));
				memset(expected, 0x33, sizeof(expected));
				memcpy(expected, source, done);
				check(uaccess_nosig_copy(ours, user, n) == n - done);
				check(!memcmp(ours, expected, sizeof(ours)));

				memset(user, 'a', before[b]);
				check(uaccess_nosig_strnlen(user, (long)n) == (n > before[b] ? 0
									       : n ? (long)n + 1
										   : 0));
				if (done) {
					user[done - 1] = 0;
					check(uaccess_nosig_strnlen(user, (long)n) == (long)done);
				}
			}
		}
		munmap(base, 3 * PAGE);
	}
	tap_ok(!wrong, "%s: %lu cases", name, cases);
	tap_ok(uaccess_nosig_copy(ours, (void *)0x8000000000000000, 8) == 8 &&
		       uaccess_nosig_copy(ours, (void *)-8l, 8) == 8 &&
		       uaccess_nosig_copy(ours, NULL, 8) == 8 &&
		       uaccess_nosig_copy((void *)0xffff800000000000, ours, 8) == 8 &&
		       uaccess_nosig_clear(NULL, 1) == 1,
	       "%s: wild addresses", name);
}

static void single(void)
{
	char *base = bad_page(0);
	uint64_t x = 1, v = 0x1122334455667788;
	unsigned long before, bad = 0;
	char buffer[16];

	for (before = 0; before <= 8; before++) {
		char *p = base + 2 * PAGE - before;

		memset(base, 0x5a, 2 * PAGE);
		x = 1;
		if (before == 8) {
			bad += nosig_file_put(v, (uint64_t *)p) ||
			       nosig_file_get(&x, (uint64_t *)p) || x != v;
			continue;
		}
		bad += nosig_file_put(v, (uint64_t *)p) != -EFAULT;
		bad += nosig_file_get(&x, (uint64_t *)p) != -EFAULT || x != 0;
		for (; p < base + 2 * PAGE; p++)
			bad += *p != 0x5a;
	}
	bad += nosig_file_copy16(buffer, base + 2 * PAGE - 5) != 11 || buffer[0] != 0x55 ||
	       buffer[4] != 0x11;
	bad += nosig_file_clear(base + 2 * PAGE - 5, 40) != 35;
	tap_ok(!bad, "a file built with UACCESS_NOSIG");
}

/* The whole library's calls, on a thread that cannot take the signals. */
static void blocked(void)
{
	char *base = bad_page(0), buffer[64];
	volatile unsigned long n = 64;
	sigset_t all;
	pid_t child;
	int status;

	child = fork();
	if (!child) {
		sigfillset(&all);
		sigprocmask(SIG_BLOCK, &all, NULL);
		if (uaccess_nosig_thread(true))
			_exit(2);
		if (copy_from_user(buffer, base + 2 * PAGE - 10, n) != 54 ||
		    copy_to_user(base + 2 * PAGE - 10, buffer, n) != 54 ||
		    clear_user(base + 2 * PAGE - 1, n) != 63 || clear_user(base, n) != 0)
			_exit(3);
		uaccess_nosig_thread(false);
		copy_from_user(buffer, base + 2 * PAGE, n) == 0 ? _exit(4) : _exit(5);
	}
	waitpid(child, &status, 0);
	tap_ok(WIFSIGNALED(status) && WTERMSIG(status) == SIGSEGV,
	       "a thread with all signals blocked lives by it, and dies without (%#x)", status);

	child = fork();
	if (!child) {
		uaccess_fault_uninstall();
		if (uaccess_nosig_process(true))
			_exit(2);
		if (copy_from_user(buffer, base + 2 * PAGE - 10, n) != 54)
			_exit(3);
		uaccess_nosig_process(false);
		if (uaccess_fault_install() ||
		    copy_from_user(buffer, base + 2 * PAGE - 10, n) != 54)
			_exit(4);
		_exit(0);
	}
	waitpid(child, &status, 0);
	tap_ok(status == 0, "a process without the handler (%#x)", status);
}

/* process_vm_readv() and writev() fail with EPERM, as in containers. */
static int forbid_process_vm(void)
{
	struct sock_filter filter[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_process_vm_readv, 1, 0),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_process_vm_writev, 0, 1),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	struct sock_fprog program = {sizeof(filter) / sizeof(filter[0]), filter};

	return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) ||
	       prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program);
}

static void forbidden(void)
{
	char *base = bad_page(0), buffer[64];
	int status;
	pid_t child = fork();

	if (!child) {
		uaccess_nosig_set_method((enum uaccess_nosig_method) - 1); /* as if not tried */
		if (forbid_process_vm())
			_exit(77);
		if (uaccess_nosig_method() != UACCESS_NOSIG_PIPE)
			_exit(2);
		_exit(uaccess_nosig_copy(buffer, base + 2 * PAGE - 10, 64) == 54 ? 0 : 3);
	}
	waitpid(child, &status, 0);
	if (WIFEXITED(status) && WEXITSTATUS(status) == 77)
		tap_skip(1, "no seccomp");
	else
		tap_ok(status == 0, "under a filter the other method is found (%#x)", status);
}

int main(void)
{
	errno = 123;
	tap_diag("method %d", uaccess_nosig_method());
	uaccess_nosig_set_method(UACCESS_NOSIG_PROCESS_VM);
	sweep("process_vm");
	single();
	uaccess_nosig_set_method(UACCESS_NOSIG_PIPE);
	sweep("pipe");
	single();
	uaccess_nosig_set_method(UACCESS_NOSIG_NONE);
	tap_ok(uaccess_nosig_clear(&(char){1}, 1) == 1, "no method: nothing is done");
	uaccess_nosig_set_method(UACCESS_NOSIG_PROCESS_VM);
	tap_ok(errno == 123, "errno is left alone");
	blocked();
	forbidden();
	return tap_done();
}
