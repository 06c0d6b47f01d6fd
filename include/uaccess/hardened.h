/* SPDX-License-Identifier: MIT */
/*
 * Hardened usercopy: a copy of a size known at run time only is refused where our
 * side of it cannot be one object. On with -DUACCESS_HARDENED_USERCOPY; without it,
 * nothing of this is in a program's code.
 *
 * Refused, with a line on the log hook as the kernel prints it, and n returned
 * with nothing moved:
 *   - an object that wraps, or begins at NULL;
 *   - one that is partly on this thread's stack and partly not, or lies below the
 *     frames in use;
 *   - one that overlaps the program's text;
 *   - one that is larger than the compiler knows it to be, where it knows the size
 *     that was asked of malloc() (gcc 12, clang 9 or newer).
 * What malloc_usable_size() says is not asked: it holds for the first byte of an
 * allocation only, and no one can know whether a pointer is that.
 */
#ifndef UACCESS_HARDENED_H
#define UACCESS_HARDENED_H

#ifndef UACCESS_UACCESS_H
#error "include <uaccess/uaccess.h> instead"
#endif

/*
 * May n bytes at p be copied (to_user: read, else written)? The first call on a
 * thread asks the C library for its stack and is not async-signal-safe.
 */
UACCESS_API bool uaccess_check_object(const void *p, unsigned long n, bool to_user);

#ifdef UACCESS_HARDENED_USERCOPY
#define UACCESS__CHECK_OBJECT(p, n, to_user) \
	(__builtin_constant_p(n) || uaccess_check_object(p, n, to_user))
#if defined(__has_builtin)
#if __has_builtin(__builtin_dynamic_object_size)
#define UACCESS__OBJECT_SIZE(p) __builtin_dynamic_object_size(p, 0)
#endif
#endif
#else
#define UACCESS__CHECK_OBJECT(p, n, to_user) true
#endif
#ifndef UACCESS__OBJECT_SIZE
#define UACCESS__OBJECT_SIZE(p) __builtin_object_size(p, 0)
#endif

#endif /* UACCESS_HARDENED_H */
