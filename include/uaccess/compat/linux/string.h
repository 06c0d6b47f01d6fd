/* SPDX-License-Identifier: MIT */
/* What the kernel has in <linux/string.h> beyond the C library's. */
#ifndef UACCESS_COMPAT_LINUX_STRING_H
#define UACCESS_COMPAT_LINUX_STRING_H

#include <string.h>
#include <linux/types.h>

/* The first byte that is not c, or NULL. */
static inline void *memchr_inv(const void *p, int c, size_t n)
{
	const unsigned char *s = p;

	for (; n; s++, n--)
		if (*s != (unsigned char)c)
			return (void *)(uintptr_t)s;
	return NULL;
}

static inline ssize_t strscpy(char *to, const char *from, size_t size)
{
	size_t length = strnlen(from, size);

	if (!size)
		return -7; /* -E2BIG */
	if (length == size) {
		memcpy(to, from, size - 1);
		to[size - 1] = '\0';
		return -7;
	}
	memcpy(to, from, length + 1);
	return (ssize_t)length;
}

#endif /* UACCESS_COMPAT_LINUX_STRING_H */
