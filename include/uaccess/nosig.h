/* SPDX-License-Identifier: MIT */
/*
 * User access without signals: the kernel does the access and says how far it
 * got. For threads that have SIGSEGV or SIGBUS blocked, for processes whose
 * signals belong to somebody else, and for sandboxes. Slower (a system call or
 * more), with the same exact residues.
 *
 * Three ways to choose it:
 *   - a call: the functions here;
 *   - a thread or the process: uaccess_nosig_thread(), uaccess_nosig_process();
 *     then the bulk calls of <uaccess/uaccess.h> whose size the compiler does not
 *     know go this way;
 *   - a source file: with UACCESS_NOSIG defined before the include, everything
 *     in it does, single accesses and small constant sizes too.
 */
#ifndef UACCESS_NOSIG_H
#define UACCESS_NOSIG_H

#include <stdbool.h>
#include <stddef.h>
#include <uaccess/compiler.h>

UACCESS_EXTERN_C_BEGIN

/* How the access is made. */
enum uaccess_nosig_method {
	UACCESS_NOSIG_NONE,	  /* not possible here: every access fails */
	UACCESS_NOSIG_PROCESS_VM, /* process_vm_readv() and writev() on the own process */
	UACCESS_NOSIG_PIPE,	  /* through a pipe; where the first is forbidden */
};

/*
 * The method in use: tried out at the first call, once for the process. A system
 * call that is forbidden by death instead of an error cannot be tried out; for
 * such a sandbox set the method first. Async-signal-safe.
 */
UACCESS_API enum uaccess_nosig_method uaccess_nosig_method(void);
UACCESS_API void uaccess_nosig_set_method(enum uaccess_nosig_method method);

/*
 * As their namesakes in <uaccess/uaccess.h>, with the range check: bytes not
 * done, exact. Nothing is zeroed. Any thread, any signal mask, no handler needed;
 * async-signal-safe. errno is left alone. A pipe needs two free descriptors for
 * the time of the call; without them nothing is done.
 */
UACCESS_API unsigned long uaccess_nosig_copy(void *to, const void *from,
					     unsigned long n) UACCESS_MUST_CHECK;
UACCESS_API unsigned long uaccess_nosig_clear(void *to, unsigned long n) UACCESS_MUST_CHECK;

/*
 * The length of the string at s with its NUL, 0 on a fault, or more than count
 * where no NUL is among the first count bytes: strnlen_user().
 */
UACCESS_API long uaccess_nosig_strnlen(const char *s, long count);

/*
 * The bulk calls of this thread, or of the whole process, go without signals from
 * now on, or no longer. Until the first use nothing is paid for it; afterwards
 * each bulk call tests a flag of the thread. Returns 0 or what
 * uaccess_routine_select() says. Not async-signal-safe.
 */
UACCESS_API int uaccess_nosig_thread(bool on);
UACCESS_API int uaccess_nosig_process(bool on);

UACCESS_EXTERN_C_END

#endif /* UACCESS_NOSIG_H */
