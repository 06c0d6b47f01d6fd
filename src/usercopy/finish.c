/* SPDX-License-Identifier: MIT */
/*
 * The exact end of a partial call.
 *
 * A routine stopped at a fault and said how far the work surely is. Where the
 * faulting address is known, the stop position is: the bytes up to it are moved
 * and it is not touched a second time, so that a partial call costs one fault.
 * Where it is not known, the byte movers find it by faulting.
 */
#include "src/usercopy/routine_internal.h"

/* The part of the n bytes at start that lies before address; n where address is not in them. */
static unsigned long before(uintptr_t start, unsigned long n, uintptr_t address)
{
	return address - start < n ? address - start : n;
}

unsigned long uaccess_routine_copy_finish(void *to, const void *from, unsigned long n,
					  unsigned long left, uintptr_t address)
{
	unsigned long stop, stop_from;

	to = (char *)to + (n - left);
	from = (const char *)from + (n - left);
	stop = before((uintptr_t)to, left, address);
	stop_from = before((uintptr_t)from, left, address);
	if (stop_from < stop)
		stop = stop_from;
	return left - stop + uaccess__copy_bytes(to, from, stop);
}

unsigned long uaccess_routine_clear_finish(void *to, unsigned long n, unsigned long left,
					   uintptr_t address)
{
	unsigned long stop;

	to = (char *)to + (n - left);
	stop = before((uintptr_t)to, left, address);
	return left - stop + uaccess__clear_bytes(to, stop);
}
