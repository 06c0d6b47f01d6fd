/* SPDX-License-Identifier: MIT */
/*
 * Clearing in C over single guarded stores: the row that a new port begins with
 * and the one that tests compare the others with. Exact to the byte by itself.
 */
#define UACCESS_NO_KERNEL_NAMES
#include <uaccess/uaccess.h>
#include "src/usercopy/routine_internal.h"

struct uaccess_progress uaccess__clear_generic(void *to, unsigned long n)
{
	struct uaccess_progress progress = {n, UACCESS_ADDRESS_UNKNOWN};
	char *p = to;

	/* Words while they go; where one does not, bytes find out how far. */
	for (; progress.left >= 8; progress.left -= 8, p += 8)
		if (uaccess_arch_put_8(0, p))
			break;
	for (; progress.left; progress.left--, p++)
		if (uaccess_arch_put_1(0, p))
			break;
	progress.address = (uintptr_t)p;
	return progress;
}
