/* SPDX-License-Identifier: MIT */
/* Writing cache lines back to memory. */
#include <cpuid.h>
#include "src/usercopy/special_internal.h"

#define LINE 64ul /* of every x86-64 processor so far */

static int have_clwb(void)
{
	static int known;
	int state = __atomic_load_n(&known, __ATOMIC_RELAXED);
	unsigned int a, b, c, d;

	if (!state) {
		state = __get_cpuid_count(7, 0, &a, &b, &c, &d) && (b & (1u << 24)) ? 1 : -1;
		__atomic_store_n(&known, state, __ATOMIC_RELAXED);
	}
	return state > 0;
}

void uaccess__flush_lines(const void *p, unsigned long n)
{
	const char *line = (const char *)((uintptr_t)p & -LINE), *end = (const char *)p + n;

	/* Nothing to flush, and perhaps nothing there. */
	if (!n)
		return;
	for (; line < end; line += LINE)
		if (have_clwb())
			__asm__ volatile("clwb %0" : : "m"(*line) : "memory");
		else
			__asm__ volatile("clflush %0" : : "m"(*line) : "memory");
	__asm__ volatile("sfence" : : : "memory");
}
