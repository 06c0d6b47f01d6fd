/* SPDX-License-Identifier: MIT */
/*
 * User access through system calls: the kernel touches the memory, so that no
 * signal is raised. Raw system calls throughout, as this must work in any
 * thread, in a signal handler, and must not change errno.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdint.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>
#define UACCESS_NO_KERNEL_NAMES
#include <uaccess/nosig.h>
#include <uaccess/uaccess.h>
#include "src/fault/fault_internal.h"
#include "src/usercopy/routine_internal.h"

#define PAGE	 4096ul
#define CALL_MAX (1ul << 30) /* the kernel moves less than 2 GiB at a time */
#define VECTORS	 16

static const char zeros[PAGE] __attribute__((aligned(4096)));
static _Atomic int method;

#define NOT_TRIED 0 /* stored as method + 1 */

/* --- process_vm_readv, process_vm_writev --------------------------------------------- */

static long process_vm(long call, void *local, const void *remote, unsigned long n)
{
	struct iovec here = {local, n}, there = {(void *)(uintptr_t)remote, n};

	return syscall(call, (long)getpid(), &here, 1ul, &there, 1ul, 0ul);
}

static unsigned long copy_by_process_vm(char *to, const char *from, unsigned long n)
{
	while (n) {
		unsigned long part = n < CALL_MAX ? n : CALL_MAX;
		long done = process_vm(SYS_process_vm_readv, to, from, part);

		if (done <= 0)
			break;
		to += done;
		from += done;
		n -= (unsigned long)done;
	}
	return n;
}

static unsigned long clear_by_process_vm(char *to, unsigned long n)
{
	struct iovec here[VECTORS], there;
	int i;

	for (i = 0; i < VECTORS; i++) {
		here[i].iov_base = (void *)(uintptr_t)zeros;
		here[i].iov_len = PAGE;
	}
	while (n) {
		unsigned long part = n < VECTORS * PAGE ? n : VECTORS * PAGE;
		unsigned long vectors = (part + PAGE - 1) / PAGE;
		long done;

		here[vectors - 1].iov_len = part - (vectors - 1) * PAGE;
		there.iov_base = to;
		there.iov_len = part;
		done = syscall(SYS_process_vm_writev, (long)getpid(), here, vectors, &there, 1ul,
			       0ul);
		here[vectors - 1].iov_len = PAGE;
		if (done <= 0)
			break;
		to += done;
		n -= (unsigned long)done;
	}
	return n;
}

/* --- a pipe --------------------------------------------------------------------------- */

/* Bytes from p to the end of its page: within them a pipe moves all or nothing. */
static unsigned long to_page_end(const void *p)
{
	return PAGE - ((uintptr_t)p & (PAGE - 1));
}

static unsigned long least(unsigned long a, unsigned long b)
{
	return a < b ? a : b;
}

static unsigned long copy_by_pipe(char *to, const char *from, unsigned long n, unsigned long step)
{
	int ends[2];

	if (syscall(SYS_pipe2, ends, O_CLOEXEC | O_NONBLOCK))
		return n;
	while (n) {
		unsigned long part = least(n, least(to_page_end(to), to_page_end(from)));

		if (syscall(SYS_write, ends[1], from, part) != (long)part ||
		    syscall(SYS_read, ends[0], to, part) != (long)part)
			break;
		to += part;
		from += step ? part : 0;
		n -= part;
	}
	syscall(SYS_close, ends[0]);
	syscall(SYS_close, ends[1]);
	return n;
}

/* --- either --------------------------------------------------------------------------- */

static unsigned long copy_by(enum uaccess_nosig_method how, void *to, const void *from,
			     unsigned long n)
{
	switch (how) {
	case UACCESS_NOSIG_PROCESS_VM:
		return copy_by_process_vm(to, from, n);
	case UACCESS_NOSIG_PIPE:
		return copy_by_pipe(to, from, n, 1);
	default:
		return n;
	}
}

enum uaccess_nosig_method uaccess_nosig_method(void)
{
	int saved = errno, known = atomic_load(&method), how;
	char from = 1, to = 0;

	if (known != NOT_TRIED)
		return (enum uaccess_nosig_method)(known - 1);
	for (how = UACCESS_NOSIG_PROCESS_VM; how <= UACCESS_NOSIG_PIPE; how++)
		if (!copy_by((enum uaccess_nosig_method)how, &to, &from, 1) && to == 1)
			break;
	if (how > UACCESS_NOSIG_PIPE)
		how = UACCESS_NOSIG_NONE;
	atomic_store(&method, how + 1);
	errno = saved;
	return (enum uaccess_nosig_method)how;
}

void uaccess_nosig_set_method(enum uaccess_nosig_method how)
{
	atomic_store(&method, (int)how + 1);
}

static unsigned long unchecked_copy(void *to, const void *from, unsigned long n)
{
	int saved = errno;

	n = n ? copy_by(uaccess_nosig_method(), to, from, n) : 0;
	errno = saved;
	return n;
}

static unsigned long unchecked_clear(void *to, unsigned long n)
{
	int saved = errno;

	if (!n)
		return 0;
	switch (uaccess_nosig_method()) {
	case UACCESS_NOSIG_PROCESS_VM:
		n = clear_by_process_vm(to, n);
		break;
	case UACCESS_NOSIG_PIPE:
		n = copy_by_pipe(to, zeros, n, 0);
		break;
	default:
		break;
	}
	errno = saved;
	return n;
}

unsigned long uaccess_nosig_copy(void *to, const void *from, unsigned long n)
{
	if (!uaccess_access_ok(to, n) || !uaccess_access_ok(from, n))
		return n;
	return unchecked_copy(to, from, n);
}

unsigned long uaccess_nosig_clear(void *to, unsigned long n)
{
	if (!uaccess_access_ok(to, n))
		return n;
	return unchecked_clear(to, n);
}

long uaccess_nosig_strnlen(const char *s, long count)
{
	long length = 0;
	char part[256];

	while (length < count) {
		unsigned long size = least(least(sizeof(part), to_page_end(s + length)),
					   (unsigned long)(count - length));
		const char *nul;

		/* Within one page: all of it or nothing. */
		if (uaccess_nosig_copy(part, s + length, size))
			return 0;
		nul = memchr(part, 0, size);
		if (nul)
			return length + (nul - part) + 1;
		length += (long)size;
	}
	return count > 0 ? count + 1 : 0;
}

/* --- threads and the process ---------------------------------------------------------- */

static atomic_bool whole_process;

static bool wanted(void)
{
	return uaccess__thread.nosig || atomic_load_explicit(&whole_process, memory_order_relaxed);
}

/*
 * The residue is exact already. The stop position stands for the address that
 * faulted, so that the call's end has no byte to look at.
 */
static struct uaccess_progress stopped_at(const void *start, unsigned long n, unsigned long left)
{
	struct uaccess_progress progress = {left, (uintptr_t)start + (n - left)};

	return progress;
}

static uaccess_clear_fn layer_clear;
static uaccess_copy_fn layer_copy;
static struct uaccess__layer layer = {.clear = layer_clear, .copy = layer_copy};

static struct uaccess_progress layer_clear(void *to, unsigned long n)
{
	if (!wanted())
		return atomic_load_explicit(&layer.next_clear, memory_order_relaxed)(to, n);
	return stopped_at(to, n, unchecked_clear(to, n));
}

static struct uaccess_progress layer_copy(void *to, const void *from, unsigned long n)
{
	if (!wanted())
		return atomic_load_explicit(&layer.next_copy, memory_order_relaxed)(to, from, n);
	return stopped_at(to, n, unchecked_copy(to, from, n));
}

/* Once in, the layer stays: a thread's flag is not known to the others. */
static int put_layer_in(void)
{
	return uaccess__dispatch_layer(UACCESS__LAYER_NOSIG, &layer);
}

int uaccess_nosig_thread(bool on)
{
	int error = on ? put_layer_in() : 0;

	if (!error)
		uaccess__thread.nosig = on;
	return error;
}

int uaccess_nosig_process(bool on)
{
	int error = on ? put_layer_in() : 0;

	if (!error)
		atomic_store(&whole_process, on);
	return error;
}
