/* SPDX-License-Identifier: MIT */
/*
 * Copying in C over single guarded accesses: the row that a new port begins with
 * and the one that tests compare the others with. Exact to the byte by itself.
 */
#define UACCESS_NO_KERNEL_NAMES
#include <uaccess/uaccess.h>
#include "src/usercopy/routine_internal.h"

struct uaccess_progress uaccess__copy_generic(void *to, const void *from, unsigned long n)
{
	struct uaccess_progress progress = {n, UACCESS_ADDRESS_UNKNOWN};
	const char *source = from;
	char *p = to;
	uint64_t word;
	uint8_t byte;

	/* Words while they go; where one does not, bytes find out how far. */
	for (; progress.left >= 8; progress.left -= 8, p += 8, source += 8)
		if (uaccess_arch_get_8(&word, source) || uaccess_arch_put_8(word, p))
			break;
	for (; progress.left; progress.left--, p++, source++) {
		if (uaccess_arch_get_1(&byte, source)) {
			progress.address = (uintptr_t)source;
			break;
		}
		if (uaccess_arch_put_1(byte, p)) {
			progress.address = (uintptr_t)p;
			break;
		}
	}
	return progress;
}
