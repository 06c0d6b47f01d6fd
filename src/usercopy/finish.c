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

/*
 * Access is granted by the page, and no page is smaller: where a byte faults, all bytes of its page
 * do. It matters because address need not be the first byte that faulted: for a masked store into
 * a second page some processors report the last byte under the mask.
 */
#define PAGE_MASK (~(uintptr_t)4095)

/* The part of the n bytes at start that lies before address's page; n where address is not in them. */
static unsigned long before(uintptr_t start, unsigned long n, uintptr_t address)
{
	if (address - start >= n)
		return n;
	address &= PAGE_MASK;
	return address > start ? address - start : 0;
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
