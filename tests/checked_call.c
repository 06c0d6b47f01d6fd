/* SPDX-License-Identifier: MIT */
/* The C half of checked_enter.S. */
#include <cpuid.h>
#include <stddef.h>
#include <stdio.h>

#include "tests/checked_call.h"

_Static_assert(offsetof(struct checked_call, function) == 0, "checked_enter.S");
_Static_assert(offsetof(struct checked_call, argument) == 8, "checked_enter.S");
_Static_assert(offsetof(struct checked_call, result) == 48, "checked_enter.S");
_Static_assert(offsetof(struct checked_call, enter) == 64, "checked_enter.S");
_Static_assert(offsetof(struct checked_call, broken) == 68, "checked_enter.S");
_Static_assert(offsetof(struct checked_call, tells_upper) == 72, "checked_enter.S");

/* AVX, and xgetbv with 1: which parts of the register file are not in their initial state. */
static uint32_t cpu_tells_upper(void)
{
	unsigned int a, b, c, d;

	if (!__get_cpuid(1, &a, &b, &c, &d) || !(c & bit_OSXSAVE) || !(c & bit_AVX))
		return 0;
	return __get_cpuid_count(0xd, 1, &a, &b, &c, &d) && (a & 4);
}

void checked_call(struct checked_call *call)
{
	static int tells_upper = -1; /* cpuid is slow in a virtual machine */

	if (tells_upper < 0)
		tells_upper = (int)cpu_tells_upper();
	call->tells_upper = (uint32_t)tells_upper;
	checked_call_enter(call);
}

const char *checked_call_broken(uint32_t broken)
{
	static const char *const names[] = {"rbx", "rbp",   "r12", "r13",   "r14", "r15",
					    "rsp", "stack", "DF",  "MXCSR", "FCW", "upper halves"};
	static char text[128];
	size_t i, at = 0;

	text[0] = '\0';
	for (i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (broken & 1u << i)
			at += (size_t)snprintf(text + at, sizeof(text) - at, "%s%s", at ? ", " : "",
					       names[i]);
	return text;
}
