/* SPDX-License-Identifier: MIT */
/* The memdup family: user memory in memory of one's own. */
#include <errno.h>
#include <stdlib.h>
#define UACCESS_NO_KERNEL_NAMES
#define UACCESS_USER_LIMIT
#include <uaccess/uaccess.h>

/* n bytes at from and then extra zero bytes. */
static void *duplicate(const void __user *from, size_t n, size_t extra)
{
	int saved = errno;
	char *p;

	if (n > PTRDIFF_MAX - extra)
		return uaccess_err_ptr(-ENOMEM);
	/* Not malloc(0), which may be NULL. */
	p = malloc(n + extra ? n + extra : 1);
	errno = saved;
	if (!p)
		return uaccess_err_ptr(-ENOMEM);
	if (uaccess__copy_from_user(p, from, n)) {
		free(p);
		return uaccess_err_ptr(-EFAULT);
	}
	__builtin_memset(p + n, 0, extra);
	return p;
}

void *uaccess_memdup_user(const void __user *from, size_t n)
{
	return duplicate(from, n, 0);
}

void *uaccess_memdup_user_nul(const void __user *from, size_t n)
{
	return duplicate(from, n, 1);
}

void *uaccess_memdup_array_user(const void __user *from, size_t n, size_t size)
{
	size_t bytes;

	if (__builtin_mul_overflow(n, size, &bytes))
		return uaccess_err_ptr(-EOVERFLOW);
	return duplicate(from, bytes, 0);
}

char *uaccess_strndup_user(const char __user *s, long n)
{
	long length = uaccess_strnlen_user(s, n);
	char *p;

	if (!length)
		return uaccess_err_ptr(-EFAULT);
	if (length > n)
		return uaccess_err_ptr(-EINVAL);
	p = duplicate(s, (size_t)length, 0);
	/* The string may have changed since it was measured. */
	if (!uaccess_is_err(p))
		p[length - 1] = '\0';
	return p;
}
