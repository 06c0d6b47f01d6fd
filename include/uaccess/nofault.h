/* SPDX-License-Identifier: MIT */
/*
 * Access to one's own ("kernel") memory that may not be there, calls that
 * succeed as a whole or fail, and calls that make pages present beforehand.
 *
 * All are async-signal-safe and leave errno alone. The _nofault calls run under
 * pagefault_disable(): a region's callback (<uaccess/region.h>) is not asked.
 */
#ifndef UACCESS_NOFAULT_H
#define UACCESS_NOFAULT_H

#ifndef UACCESS_UACCESS_H
#error "include <uaccess/uaccess.h> instead"
#endif

/*
 * copy_from_kernel_nofault(to, from, n): n bytes from any address. 0; -EFAULT,
 * with what was copied before the fault left in to; -ERANGE, where a user limit
 * is set (<uaccess/user_limit.h>) and from is user memory. Without a limit no
 * address is out of range. copy_to_kernel_nofault() writes, and has no such check.
 */
UACCESS_API long uaccess_copy_from_kernel_nofault(void *to, const void *from,
						  size_t n) UACCESS_MUST_CHECK;
UACCESS_API long uaccess_copy_to_kernel_nofault(void *to, const void *from,
						size_t n) UACCESS_MUST_CHECK;

/*
 * Returns the length WITH the zero byte; count, where the first count bytes hold
 * none, and to[count - 1] was set to zero; -EFAULT, with a zero byte written
 * where the faulting byte would have gone; -ERANGE as above; 0 for count <= 0.
 */
UACCESS_API long uaccess_strncpy_from_kernel_nofault(char *to, const void *from,
						     long count) UACCESS_MUST_CHECK;

/* 0, or -EFAULT where a byte was inaccessible or not user memory; how far it got is not told. */
UACCESS_API long uaccess_copy_from_user_nofault(void *to, const void __user *from,
						size_t n) UACCESS_MUST_CHECK;
UACCESS_API long uaccess_copy_to_user_nofault(void __user *to, const void *from,
					      size_t n) UACCESS_MUST_CHECK;

/*
 * The residue, as copy_from_user(), but the rest of to is left alone: for signal
 * handlers, such as a profiler's that walks the stack it interrupted.
 */
UACCESS_API unsigned long uaccess_copy_from_user_nmi(void *to, const void __user *from,
						     unsigned long n) UACCESS_MUST_CHECK;

/*
 * Touch each page of a range, so that a later access finds it: returns the bytes
 * not reached, 0 for all and for n 0. fault_in_readable() reads one byte a page.
 * fault_in_writeable() stores a zero byte at p and at the start of each further
 * page: for memory about to be overwritten. fault_in_safe_writeable() makes pages
 * writable without changing a byte, whatever other threads do.
 */
UACCESS_API size_t uaccess_fault_in_readable(const void __user *p, size_t n);
UACCESS_API size_t uaccess_fault_in_writeable(void __user *p, size_t n);
UACCESS_API size_t uaccess_fault_in_safe_writeable(const void __user *p, size_t n);

/*
 * get_kernel_nofault(v, p): v = *p for an object of any size. 0, -EFAULT or
 * -ERANGE, with v unspecified.
 */
#define uaccess_get_kernel_nofault(v, p)                                          \
	__extension__({                                                           \
		const __typeof__(v) *uaccess__from = (p);                         \
		uaccess_copy_from_kernel_nofault(&(v), uaccess__from, sizeof(v)); \
	})

#ifndef UACCESS_NO_KERNEL_NAMES
#define get_kernel_nofault(v, p) uaccess_get_kernel_nofault(v, p)

UACCESS_INLINE void pagefault_disable(void)
{
	uaccess_pagefault_disable();
}

UACCESS_INLINE void pagefault_enable(void)
{
	uaccess_pagefault_enable();
}

UACCESS_INLINE bool pagefault_disabled(void)
{
	return uaccess_pagefault_disabled();
}

UACCESS_INLINE UACCESS_MUST_CHECK long copy_from_kernel_nofault(void *to, const void *from,
								size_t n)
{
	return uaccess_copy_from_kernel_nofault(to, from, n);
}

UACCESS_INLINE UACCESS_MUST_CHECK long copy_to_kernel_nofault(void *to, const void *from, size_t n)
{
	return uaccess_copy_to_kernel_nofault(to, from, n);
}

UACCESS_INLINE UACCESS_MUST_CHECK long strncpy_from_kernel_nofault(char *to, const void *from,
								   long count)
{
	return uaccess_strncpy_from_kernel_nofault(to, from, count);
}

UACCESS_INLINE UACCESS_MUST_CHECK long copy_from_user_nofault(void *to, const void __user *from,
							      size_t n)
{
	return uaccess_copy_from_user_nofault(to, from, n);
}

UACCESS_INLINE UACCESS_MUST_CHECK long copy_to_user_nofault(void __user *to, const void *from,
							    size_t n)
{
	return uaccess_copy_to_user_nofault(to, from, n);
}

UACCESS_INLINE UACCESS_MUST_CHECK unsigned long
copy_from_user_nmi(void *to, const void __user *from, unsigned long n)
{
	return uaccess_copy_from_user_nmi(to, from, n);
}

UACCESS_INLINE size_t fault_in_readable(const char __user *p, size_t n)
{
	return uaccess_fault_in_readable(p, n);
}

UACCESS_INLINE size_t fault_in_writeable(char __user *p, size_t n)
{
	return uaccess_fault_in_writeable(p, n);
}

UACCESS_INLINE size_t fault_in_safe_writeable(const char __user *p, size_t n)
{
	return uaccess_fault_in_safe_writeable(p, n);
}
#endif /* UACCESS_NO_KERNEL_NAMES */

#endif /* UACCESS_NOFAULT_H */
