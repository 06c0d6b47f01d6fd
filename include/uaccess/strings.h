/* SPDX-License-Identifier: MIT */
/*
 * Strings and whole objects out of memory that may fault.
 *
 * None of these calls reads from a page that holds no byte of the string or of
 * the range it was given. All but the memdup family, which allocates, are
 * async-signal-safe; all leave errno alone, except that malloc() may set it.
 */
#ifndef UACCESS_STRINGS_H
#define UACCESS_STRINGS_H

#ifndef UACCESS_UACCESS_H
#error "include <uaccess/uaccess.h> instead"
#endif

/*
 * strncpy_from_user(to, from, count) copies a string and tells its length:
 *   - the length without its zero byte, where that is among the first count
 *     bytes; the string and its zero byte were written, and nothing behind it;
 *   - count, where it is not: to then holds count bytes and NO zero byte;
 *   - -EFAULT, where a byte before the end of the string and before count was
 *     inaccessible or not user memory; some bytes of to may have been written;
 *   - 0 for a count <= 0, with nothing read or written.
 * Each byte is written from the load that was tested, so that the result is
 * right for the bytes in to, even while another thread changes the string.
 */
UACCESS_API long uaccess_strncpy_from_user(char *to, const char __user *from,
					   long count) UACCESS_MUST_CHECK;

/*
 * strnlen_user(s, count): the length WITH its zero byte; count + 1, where the
 * first count bytes hold none; 0, where a byte up to there was inaccessible; 0
 * for a count <= 0.
 */
UACCESS_API long uaccess_strnlen_user(const char __user *s, long count) UACCESS_MUST_CHECK;

/*
 * The same while pagefault_disable() holds. strncpy_from_user_nofault() returns
 * the length WITH its zero byte, but 0 for an empty string, as the kernel does;
 * where the first count bytes hold no zero byte, count, and to[count - 1] was set
 * to zero.
 */
UACCESS_API long uaccess_strncpy_from_user_nofault(char *to, const char __user *from,
						   long count) UACCESS_MUST_CHECK;
UACCESS_API long uaccess_strnlen_user_nofault(const char __user *s, long count) UACCESS_MUST_CHECK;

/*
 * The memdup family: n bytes of user memory in memory of one's own, to be
 * released with free() (the kernel's kfree() and kvfree()). On failure an error
 * pointer (uaccess_is_err()): -ENOMEM; -EFAULT where a byte was inaccessible;
 * memdup_array_user() also -EOVERFLOW where n * size is too large; strndup_user()
 * also -EINVAL where the string with its zero byte is longer than n.
 * memdup_user_nul() adds a zero byte; strndup_user()'s last byte is zero whatever
 * happened to the string meanwhile.
 */
UACCESS_API void *uaccess_memdup_user(const void __user *from, size_t n) UACCESS_MUST_CHECK;
UACCESS_API void *uaccess_memdup_user_nul(const void __user *from, size_t n) UACCESS_MUST_CHECK;
UACCESS_API void *uaccess_memdup_array_user(const void __user *from, size_t n,
					    size_t size) UACCESS_MUST_CHECK;
UACCESS_API char *uaccess_strndup_user(const char __user *s, long n) UACCESS_MUST_CHECK;

/* Error pointers: the last 4095 addresses stand for -4095..-1. */
UACCESS_INLINE void *uaccess_err_ptr(long error)
{
	return (void *)error;
}

UACCESS_INLINE bool uaccess_is_err(const void *p)
{
	return UACCESS_UNLIKELY((uintptr_t)p >= (uintptr_t)-4095);
}

UACCESS_INLINE long uaccess_ptr_err(const void *p)
{
	return (long)(intptr_t)p;
}

#ifndef UACCESS_NO_KERNEL_NAMES
UACCESS_INLINE UACCESS_MUST_CHECK long strncpy_from_user(char *to, const char __user *from,
							 long count)
{
	return uaccess_strncpy_from_user(to, from, count);
}

UACCESS_INLINE UACCESS_MUST_CHECK long strnlen_user(const char __user *s, long count)
{
	return uaccess_strnlen_user(s, count);
}

UACCESS_INLINE UACCESS_MUST_CHECK long strncpy_from_user_nofault(char *to, const void __user *from,
								 long count)
{
	return uaccess_strncpy_from_user_nofault(to, (const char __user *)from, count);
}

UACCESS_INLINE UACCESS_MUST_CHECK long strnlen_user_nofault(const void __user *s, long count)
{
	return uaccess_strnlen_user_nofault((const char __user *)s, count);
}

UACCESS_INLINE UACCESS_MUST_CHECK void *memdup_user(const void __user *from, size_t n)
{
	return uaccess_memdup_user(from, n);
}

UACCESS_INLINE UACCESS_MUST_CHECK void *vmemdup_user(const void __user *from, size_t n)
{
	return uaccess_memdup_user(from, n);
}

UACCESS_INLINE UACCESS_MUST_CHECK void *memdup_user_nul(const void __user *from, size_t n)
{
	return uaccess_memdup_user_nul(from, n);
}

UACCESS_INLINE UACCESS_MUST_CHECK void *memdup_array_user(const void __user *from, size_t n,
							  size_t size)
{
	return uaccess_memdup_array_user(from, n, size);
}

UACCESS_INLINE UACCESS_MUST_CHECK void *vmemdup_array_user(const void __user *from, size_t n,
							   size_t size)
{
	return uaccess_memdup_array_user(from, n, size);
}

UACCESS_INLINE UACCESS_MUST_CHECK char *strndup_user(const char __user *s, long n)
{
	return uaccess_strndup_user(s, n);
}

#ifndef IS_ERR
#define ERR_PTR(error) uaccess_err_ptr(error)
#define IS_ERR(p)      uaccess_is_err(p)
#define PTR_ERR(p)     uaccess_ptr_err(p)
#endif
#endif /* UACCESS_NO_KERNEL_NAMES */

#endif /* UACCESS_STRINGS_H */
