/* SPDX-License-Identifier: MIT */
/*
 * Structs that grow: how two sides of different age exchange one. Each side says
 * how large its version is; members are only ever added at the end, and zero
 * means "as before".
 */
#ifndef UACCESS_STRUCTS_H
#define UACCESS_STRUCTS_H

#ifndef UACCESS_UACCESS_H
#error "include <uaccess/uaccess.h> instead"
#endif

/*
 * check_zeroed_user(p, n): 1 where all n bytes are zero (n 0 too), 0 where a byte
 * is not, -EFAULT where a byte before the first such one is inaccessible, or the
 * range leaves the user range. Reads none but the n bytes. Async-signal-safe, as
 * the two below.
 */
UACCESS_API int uaccess_check_zeroed_user(const void __user *p, size_t n) UACCESS_MUST_CHECK;

/* What the inline calls below are made of, without the check of the object's size. */
UACCESS_API int uaccess_copy_struct_from_user(void *to, size_t ksize, const void __user *from,
					      size_t usize) UACCESS_MUST_CHECK;
UACCESS_API int uaccess_copy_struct_to_user(void __user *to, size_t usize, const void *from,
					    size_t ksize,
					    bool *ignored_trailing) UACCESS_MUST_CHECK;

/*
 * copy_struct_from_user(to, ksize, from, usize): a struct of usize bytes from a
 * caller who may be older (usize < ksize: the rest of to is set to zero) or newer
 * (usize > ksize: what we do not know must be zero). Returns 0; -E2BIG where a
 * byte that we do not know is not zero, or ksize is larger than the object at to
 * (reported on the log hook); -EFAULT. After an error to may have been written.
 * The caller bounds usize first: more than a page is -E2BIG by custom, less than
 * the first version -EINVAL.
 */
UACCESS_INLINE UACCESS_MUST_CHECK int
uaccess__copy_struct_from_user(void *to, size_t ksize, const void __user *from, size_t usize)
{
	if (UACCESS_UNLIKELY(!uaccess__check_copy_size(to, ksize)))
		return -UACCESS_E2BIG;
	return uaccess_copy_struct_from_user(to, ksize, from, usize);
}

/*
 * copy_struct_to_user(to, usize, from, ksize, ignored_trailing): the other way. To
 * a newer caller (usize > ksize) the bytes that we do not know go as zero. An older
 * one (usize < ksize) gets what it has room for, and *ignored_trailing (unless
 * NULL) says whether a byte that it does not see is not zero; otherwise it is set
 * to false. Returns 0, or -EFAULT with any part written.
 */
UACCESS_INLINE UACCESS_MUST_CHECK int uaccess__copy_struct_to_user(void __user *to, size_t usize,
								   const void *from, size_t ksize,
								   bool *ignored_trailing)
{
	if (UACCESS_UNLIKELY(!uaccess__check_copy_size(from, ksize)))
		return -UACCESS_E2BIG;
	return uaccess_copy_struct_to_user(to, usize, from, ksize, ignored_trailing);
}

#ifndef UACCESS_NO_KERNEL_NAMES
UACCESS_INLINE UACCESS_MUST_CHECK int check_zeroed_user(const void __user *p, size_t n)
{
	return uaccess_check_zeroed_user(p, n);
}

UACCESS_INLINE UACCESS_MUST_CHECK int copy_struct_from_user(void *to, size_t ksize,
							    const void __user *from, size_t usize)
{
	return uaccess__copy_struct_from_user(to, ksize, from, usize);
}

UACCESS_INLINE UACCESS_MUST_CHECK int copy_struct_to_user(void __user *to, size_t usize,
							  const void *from, size_t ksize,
							  bool *ignored_trailing)
{
	return uaccess__copy_struct_to_user(to, usize, from, ksize, ignored_trailing);
}
#endif /* UACCESS_NO_KERNEL_NAMES */

#endif /* UACCESS_STRUCTS_H */
