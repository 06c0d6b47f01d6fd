/* SPDX-License-Identifier: MIT */
/* Accesses that ask no region's callback: of our own memory, and all or nothing of the user's. */
#include <errno.h>
#include <limits.h>
#define UACCESS_NO_KERNEL_NAMES
#define UACCESS_USER_LIMIT
#include <uaccess/uaccess.h>
#include "src/usercopy/string_internal.h"

/* Is p memory that the kernel accessors may read? All is, unless user memory was told apart. */
static bool is_kernel(const void *p)
{
	uintptr_t limit = uaccess_user_limit();

	return limit == UACCESS_USER_PTR_MAX || (uintptr_t)p >= limit;
}

long uaccess_copy_from_kernel_nofault(void *to, const void *from, size_t n)
{
	unsigned long left;

	if (!is_kernel(from))
		return -ERANGE;
	uaccess_pagefault_disable();
	left = uaccess__copy(to, from, n);
	uaccess_pagefault_enable();
	return left ? -EFAULT : 0;
}

long uaccess_copy_to_kernel_nofault(void *to, const void *from, size_t n)
{
	unsigned long left;

	uaccess_pagefault_disable();
	left = uaccess__copy(to, from, n);
	uaccess_pagefault_enable();
	return left ? -EFAULT : 0;
}

long uaccess_strncpy_from_kernel_nofault(char *to, const void *from, long count)
{
	const char *s = from;
	long at, result = -EFAULT;
	uint8_t byte;

	if (UACCESS_UNLIKELY(count <= 0))
		return 0;
	if (!is_kernel(from))
		return -ERANGE;
	uaccess_pagefault_disable();
	for (at = 0; at < count; at++) {
		if (uaccess_arch_get_1(&byte, s + at)) {
			to[at] = '\0';
			goto out;
		}
		to[at] = (char)byte;
		if (!byte) {
			result = at + 1;
			goto out;
		}
	}
	to[count - 1] = '\0';
	result = count;
out:
	uaccess_pagefault_enable();
	return result;
}

long uaccess_copy_from_user_nofault(void *to, const void __user *from, size_t n)
{
	return uaccess_copy_from_user_nmi(to, from, n) ? -EFAULT : 0;
}

long uaccess_copy_to_user_nofault(void __user *to, const void *from, size_t n)
{
	unsigned long left;

	if (!uaccess_access_ok(to, n))
		return -EFAULT;
	uaccess_pagefault_disable();
	left = uaccess__raw_copy_to_user(to, from, n);
	uaccess_pagefault_enable();
	return left ? -EFAULT : 0;
}

unsigned long uaccess_copy_from_user_nmi(void *to, const void __user *from, unsigned long n)
{
	unsigned long left;

	if (!uaccess_access_ok(from, n))
		return n;
	uaccess_pagefault_disable();
	left = uaccess__raw_copy_from_user(to, from, n);
	uaccess_pagefault_enable();
	return left;
}

long uaccess_strncpy_from_user_nofault(char *to, const char __user *from, long count)
{
	long length;

	if (UACCESS_UNLIKELY(count <= 0))
		return 0;
	uaccess_pagefault_disable();
	length = uaccess_strncpy_from_user(to, from, count);
	uaccess_pagefault_enable();
	if (length >= count) {
		length = count;
		to[length - 1] = '\0';
	} else if (length > 0) { /* an empty string stays 0, as in the kernel */
		length++;
	}
	return length;
}

long uaccess_strnlen_user_nofault(const char __user *s, long count)
{
	long length;

	uaccess_pagefault_disable();
	length = uaccess_strnlen_user(s, count);
	uaccess_pagefault_enable();
	/* The kernel hands it through an int. */
	return (int)length;
}
