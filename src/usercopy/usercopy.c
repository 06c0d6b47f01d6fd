/* SPDX-License-Identifier: MIT */
/* The exported twins of the inline calls, made from them, and the warning of the size check. */
#include <errno.h>
#define UACCESS_NO_KERNEL_NAMES
#define UACCESS_USER_LIMIT
#include <uaccess/uaccess.h>
#include "src/log.h"

_Static_assert(UACCESS_EFAULT == EFAULT, "the headers spell out EFAULT");

#define GET_AND_PUT(n, type)                                    \
	int uaccess_get_user_##n(type *x, const type __user *p) \
	{                                                       \
		return uaccess_get_user(*x, p);                 \
	}                                                       \
	int uaccess_put_user_##n(type v, type __user *p)        \
	{                                                       \
		return uaccess_put_user(v, p);                  \
	}
GET_AND_PUT(1, uint8_t)
GET_AND_PUT(2, uint16_t)
GET_AND_PUT(4, uint32_t)
GET_AND_PUT(8, uint64_t)

unsigned long uaccess_clear_user(void __user *to, unsigned long n)
{
	return uaccess__clear_user(to, n);
}

unsigned long uaccess_copy_from_user(void *to, const void __user *from, unsigned long n)
{
	return uaccess__copy_from_user(to, from, n);
}

unsigned long uaccess_copy_to_user(void __user *to, const void *from, unsigned long n)
{
	return uaccess__copy_to_user(to, from, n);
}

unsigned long uaccess_copy_in_user(void __user *to, const void __user *from, unsigned long n)
{
	return uaccess__copy_in_user(to, from, n);
}

unsigned long uaccess_raw_copy_from_user(void *to, const void __user *from, unsigned long n)
{
	return uaccess__raw_copy_from_user(to, from, n);
}

unsigned long uaccess_raw_copy_to_user(void __user *to, const void *from, unsigned long n)
{
	return uaccess__raw_copy_to_user(to, from, n);
}

void uaccess_warn_copy_size(unsigned long object, unsigned long n)
{
	uaccess__log("Buffer overflow detected (%lu < %lu)!", object, n);
}
