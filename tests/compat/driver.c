// SPDX-License-Identifier: MIT
/*
 * A driver in the kernel's style that brings its own strnlen_user(), written over
 * a region and word-at-a-time as the kernel's sources are.
 */
#include <linux/bug.h>
#include <linux/compiler.h>
#include <linux/export.h>
#include <linux/mm.h>
#include <linux/uaccess.h>
#include <asm/word-at-a-time.h>
#include "tests/compat/driver.h"

#define OLDEST_SIZE 8

unsigned int driver_strnlen_calls;

static long length_of(const char __user *s, unsigned long count)
{
	const struct word_at_a_time constants = WORD_AT_A_TIME_CONSTANTS;
	unsigned long at = 0, word, bits;

	while (at < count) {
		if (IS_ALIGNED((unsigned long)(s + at), sizeof(word))) {
			unsafe_get_user(word, (unsigned long __user *)(void __user *)(s + at),
					fault);
			if (has_zero(word, &bits, &constants)) {
				bits = prep_zero_mask(word, bits, &constants);
				return (long)(at + find_zero(create_zero_mask(bits)) + 1);
			}
			at += sizeof(word);
		} else {
			char c;

			unsafe_get_user(c, s + at, fault);
			at++;
			if (!c)
				return (long)at;
		}
	}
	return (long)count + 1;
fault:
	return 0;
}

long strnlen_user(const char __user *s, long count)
{
	long length = 0;

	driver_strnlen_calls++;
	might_fault();
	if (unlikely(count <= 0))
		return 0;
	if (user_read_access_begin(s, 1)) {
		length = length_of(s, (unsigned long)count);
		user_read_access_end();
	}
	return min_t(long, length, count + 1);
}
EXPORT_SYMBOL(strnlen_user);

long driver_ioctl(void __user *arg, size_t size)
{
	struct driver_request request;
	int error;

	BUILD_BUG_ON(sizeof(request) != 24);
	if (size < OLDEST_SIZE)
		return -EINVAL;
	if (size > PAGE_SIZE)
		return -E2BIG;
	error = copy_struct_from_user(&request, sizeof(request), arg, size);
	if (error)
		return error;
	if (WARN_ON_ONCE(request.flags))
		return -EINVAL;
	return (long)(request.a + request.b);
}
EXPORT_SYMBOL_GPL(driver_ioctl);
