/* SPDX-License-Identifier: MIT */
/* Copies that may meet memory errors, and copies past the caches. */
#define UACCESS_NO_KERNEL_NAMES
#define UACCESS_USER_LIMIT
#include <uaccess/uaccess.h>
#include "src/usercopy/special_internal.h"

unsigned long uaccess_copy_mc_to_kernel(void *to, const void *from, unsigned long n)
{
	return uaccess__copy_mc_bytes(to, from, n);
}

unsigned long uaccess_copy_mc_to_user(void __user *to, const void *from, unsigned long n)
{
	if (!uaccess_access_ok(to, n))
		return n;
	return uaccess__copy_mc_bytes(UACCESS__FORCE_POINTER(to), from, n);
}

/*
 * Whole lines past the caches, what lies before and behind them as usual; what
 * is short goes as usual altogether. flush: those, too, end in memory.
 */
static unsigned long nontemporal(void *to, const void *from, unsigned long n, bool flush)
{
	unsigned long head = -(uintptr_t)to & (UACCESS__LINE - 1), lines, left;
	struct uaccess_progress progress;
	char *d = to;
	const char *s = from;

	if (head > n || n - head < UACCESS__LINE)
		head = n;
	left = uaccess__copy(d, s, head);
	if (flush)
		uaccess__flush_lines(d, head - left);
	n -= head;
	if (left || !n)
		return n + left;
	d += head;
	s += head;

	lines = n & ~(UACCESS__LINE - 1);
	n -= lines;
	progress = uaccess__copy_nontemporal_lines(d, s, lines);
	if (progress.left) {
		left = uaccess_routine_copy_finish(d, s, lines, progress.left, progress.address);
		if (flush)
			uaccess__flush_lines(d + lines - progress.left, progress.left - left);
		return n + left;
	}
	left = uaccess__copy(d + lines, s + lines, n);
	if (flush)
		uaccess__flush_lines(d + lines, n - left);
	return left;
}

unsigned long uaccess_copy_from_user_inatomic_nontemporal(void *to, const void __user *from,
							  unsigned long n)
{
	if (!uaccess_access_ok(from, n))
		return n;
	return nontemporal(to, UACCESS__FORCE_POINTER(from), n, false);
}

unsigned long uaccess_copy_to_nontemporal(void *to, const void *from, unsigned long n)
{
	return nontemporal(to, from, n, false);
}

unsigned long uaccess_copy_from_user_flushcache(void *to, const void __user *from, unsigned long n)
{
	if (!uaccess_access_ok(from, n))
		return n;
	return nontemporal(to, UACCESS__FORCE_POINTER(from), n, true);
}

void uaccess_memcpy_flushcache(void *to, const void *from, unsigned long n)
{
	(void)nontemporal(to, from, n, true);
}
