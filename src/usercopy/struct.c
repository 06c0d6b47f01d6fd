/* SPDX-License-Identifier: MIT */
/* check_zeroed_user() and the structs that grow. */
#include <errno.h>
#include <string.h>
#define UACCESS_NO_KERNEL_NAMES
#define UACCESS_USER_LIMIT
#include <uaccess/uaccess.h>
#include "src/usercopy/string_internal.h"

_Static_assert(UACCESS_E2BIG == E2BIG, "the headers spell out E2BIG");

int uaccess_check_zeroed_user(const void __user *p, size_t n)
{
	int result;

	if (UACCESS_UNLIKELY(!n))
		return 1;
	if (UACCESS_UNLIKELY(!uaccess_access_ok(p, n)))
		return -EFAULT;
	result = UACCESS__STRING_CALL(zeroed, UACCESS__FORCE_POINTER(p), n);
	/* A vector that was bad in part says nothing about its good part. */
	if (UACCESS_UNLIKELY(result < 0))
		result = uaccess__zeroed_generic(UACCESS__FORCE_POINTER(p), n);
	return result;
}

int uaccess_copy_struct_from_user(void *to, size_t ksize, const void __user *from, size_t usize)
{
	size_t size = ksize < usize ? ksize : usize;

	if (usize < ksize) {
		memset((char *)to + usize, 0, ksize - usize);
	} else if (usize > ksize) {
		int zeroed =
			uaccess_check_zeroed_user((const char __user *)from + size, usize - size);

		if (zeroed <= 0)
			return zeroed ? zeroed : -E2BIG;
	}
	return uaccess__copy_from_user(to, from, size) ? -EFAULT : 0;
}

int uaccess_copy_struct_to_user(void __user *to, size_t usize, const void *from, size_t ksize,
				bool *ignored_trailing)
{
	size_t size = ksize < usize ? ksize : usize;

	if (usize > ksize && uaccess__clear_user((char __user *)to + size, usize - size))
		return -EFAULT;
	if (ignored_trailing) {
		const char *rest = (const char *)from + size;

		*ignored_trailing = false;
		while (rest < (const char *)from + ksize)
			*ignored_trailing |= *rest++ != 0;
	}
	return uaccess__copy_to_user(to, from, size) ? -EFAULT : 0;
}
