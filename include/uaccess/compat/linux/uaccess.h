/* SPDX-License-Identifier: MIT */
/* User access for kernel C code in a process: the calls, and what kernel sources of them use. */
#ifndef UACCESS_COMPAT_LINUX_UACCESS_H
#define UACCESS_COMPAT_LINUX_UACCESS_H

/*
 * The calls honour the user limit. A kernel source that defines one of the calls
 * below replaces ours, in its own file and in all others of the program.
 */
#ifndef UACCESS_USER_LIMIT
#define UACCESS_USER_LIMIT
#endif

#define strncpy_from_user	    uaccess__compat_strncpy_from_user
#define strnlen_user		    uaccess__compat_strnlen_user
#define strncpy_from_user_nofault   uaccess__compat_strncpy_from_user_nofault
#define strnlen_user_nofault	    uaccess__compat_strnlen_user_nofault
#define check_zeroed_user	    uaccess__compat_check_zeroed_user
#define copy_from_kernel_nofault    uaccess__compat_copy_from_kernel_nofault
#define copy_to_kernel_nofault	    uaccess__compat_copy_to_kernel_nofault
#define strncpy_from_kernel_nofault uaccess__compat_strncpy_from_kernel_nofault
#define copy_from_user_nofault	    uaccess__compat_copy_from_user_nofault
#define copy_to_user_nofault	    uaccess__compat_copy_to_user_nofault
#include <uaccess/iov.h>
#include <uaccess/atomics.h>
#undef strncpy_from_user
#undef strnlen_user
#undef strncpy_from_user_nofault
#undef strnlen_user_nofault
#undef check_zeroed_user
#undef copy_from_kernel_nofault
#undef copy_to_kernel_nofault
#undef strncpy_from_kernel_nofault
#undef copy_from_user_nofault
#undef copy_to_user_nofault

#include <linux/kernel.h>
#include <linux/mm.h>
#include <linux/string.h>

/*
 * An inline definition in the GNU sense: a file that brings its own may define it
 * again. In the other files it runs that one where the program has it (a weak
 * symbol), else the library's. For clang the weak symbol must look like another
 * one, or it takes both for the inline definition; \001 keeps a name as it is.
 */
#ifdef __clang__
#define UACCESS__COMPAT_LABEL(name) "\001" name
#else
#define UACCESS__COMPAT_LABEL(name) name
#endif
#define UACCESS__COMPAT_CALL(type, name, parameters, arguments)                          \
	extern type uaccess__own_##name parameters __asm__(UACCESS__COMPAT_LABEL(#name)) \
		__attribute__((weak));                                                   \
	extern inline __attribute__((gnu_inline, always_inline)) type name parameters    \
	{                                                                                \
		return uaccess__own_##name ? uaccess__own_##name arguments               \
					   : uaccess_##name arguments;                   \
	}
UACCESS__COMPAT_CALL(long, strncpy_from_user, (char *to, const char __user *from, long count),
		     (to, from, count))
UACCESS__COMPAT_CALL(long, strnlen_user, (const char __user *s, long count), (s, count))
UACCESS__COMPAT_CALL(long, strncpy_from_user_nofault,
		     (char *to, const void __user *from, long count), (to, from, count))
UACCESS__COMPAT_CALL(long, strnlen_user_nofault, (const void __user *s, long count), (s, count))
UACCESS__COMPAT_CALL(int, check_zeroed_user, (const void __user *p, size_t n), (p, n))
UACCESS__COMPAT_CALL(long, copy_from_kernel_nofault, (void *to, const void *from, size_t n),
		     (to, from, n))
UACCESS__COMPAT_CALL(long, copy_to_kernel_nofault, (void *to, const void *from, size_t n),
		     (to, from, n))
UACCESS__COMPAT_CALL(long, strncpy_from_kernel_nofault, (char *to, const void *from, long count),
		     (to, from, count))
UACCESS__COMPAT_CALL(long, copy_from_user_nofault, (void *to, const void __user *from, size_t n),
		     (to, from, n))
UACCESS__COMPAT_CALL(long, copy_to_user_nofault, (void __user *to, const void *from, size_t n),
		     (to, from, n))
#undef UACCESS__COMPAT_CALL

/* What the sources of these calls are made of. */
#define INLINE_COPY_FROM_USER
#define INLINE_COPY_TO_USER
#define __access_ok(p, n)		 access_ok(p, n)
#define untagged_addr(p)		 (p)
#define barrier_nospec()		 barrier()
#define nmi_uaccess_okay()		 true
#define should_fail_usercopy()		 false
#define check_object_size(p, n, to_user) ((void)0)
#define check_copy_size(p, n, is_source) uaccess__check_copy_size(p, n)
#define user_addr_max()			 uaccess_user_limit()

#define __get_kernel_nofault(to, from, type, label) \
	uaccess_unsafe_get_user(*(type *)(to), (const type *)(from), label)
#define __put_kernel_nofault(to, from, type, label) \
	uaccess_unsafe_put_user(*(const type *)(from), (type *)(to), label)

bool copy_from_kernel_nofault_allowed(const void *from, size_t n);
void __copy_overflow(int size, unsigned long count);

#endif /* UACCESS_COMPAT_LINUX_UACCESS_H */
