/* SPDX-License-Identifier: MIT */
/* The string calls: what the range allows, then a scan, then what its result means. */
#include <errno.h>
#include <limits.h>
#define UACCESS_NO_KERNEL_NAMES
#define UACCESS_USER_LIMIT
#include <uaccess/uaccess.h>
#include <uaccess/fault.h>
#include "src/usercopy/string_internal.h"

#if defined(__x86_64__)
int uaccess__string_level;

int uaccess__find_string_level(void)
{
	const uint32_t needed = UACCESS_CPU_AVX512 | UACCESS_CPU_BMI2;
	uint32_t features = uaccess_cpu_features();
	int level = !(features & UACCESS_CPU_AVX2) ? 1 : (features & needed) == needed ? 3 : 2;

	__atomic_store_n(&uaccess__string_level, level, __ATOMIC_RELAXED);
	return level;
}
#endif

/* How many bytes at p may be looked at, count at most; 0: none. */
static unsigned long in_range(const char __user *p, unsigned long count)
{
	uintptr_t address = (UACCESS_FORCE uintptr_t)p, limit = uaccess_user_limit();

	if (address >= limit)
		return 0;
	return limit - address < count ? limit - address : count;
}

long uaccess__strncpy_from_user_plain(char *to, const char __user *from, long count)
{
	unsigned long max;
	long length;

	if (UACCESS_UNLIKELY(count <= 0))
		return 0;
	max = in_range(from, (unsigned long)count);
	if (UACCESS_UNLIKELY(!max))
		return -EFAULT;
	length = UACCESS__STRING_CALL(strncpy, to, UACCESS__FORCE_POINTER(from), max);
	/* The address space ended before the string did. */
	if (UACCESS_UNLIKELY(length == (long)max && length < count))
		return -EFAULT;
	return length;
}

long uaccess__strnlen_user_plain(const char __user *s, long count)
{
	unsigned long max;
	long length;

	if (UACCESS_UNLIKELY(count <= 0))
		return 0;
	max = in_range(s, (unsigned long)count);
	if (UACCESS_UNLIKELY(!max))
		return 0;
	length = UACCESS__STRING_CALL(strnlen, UACCESS__FORCE_POINTER(s), max);
	if (UACCESS_UNLIKELY(length < 0 || (length == (long)max && length < count)))
		return 0;
	/* One more than LONG_MAX would not be a length any more. */
	return length == LONG_MAX ? length : length + 1;
}

long uaccess_strncpy_from_user(char *to, const char __user *from, long count)
{
	return UACCESS__STRING_USER_CALL(strncpy_from_user, to, from, count);
}

long uaccess_strnlen_user(const char __user *s, long count)
{
	return UACCESS__STRING_USER_CALL(strnlen_user, s, count);
}
