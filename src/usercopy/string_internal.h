/* SPDX-License-Identifier: MIT */
/* Between the string calls and the scans that do their work. Nothing here checks a range. */
#ifndef UACCESS_STRING_INTERNAL_H
#define UACCESS_STRING_INTERNAL_H

/*
 * max and n are at least 1 and no range wraps.
 *   strnlen	index of the first zero byte, max where there is none, -EFAULT
 *   strncpy	the same, with the string and its zero byte (or max bytes) in to;
 *		no byte more is written, and what is written was looked at once
 *   zeroed	1 all zero, 0 not, -EFAULT; generic: 0 iff a byte before the fault
 *		is not zero; others: bytes next to the fault may not have been seen
 */
typedef long uaccess__strnlen_fn(const char *s, unsigned long max);
typedef long uaccess__strncpy_fn(char *to, const char *from, unsigned long max);
typedef int uaccess__zeroed_fn(const void *p, unsigned long n);

uaccess__strnlen_fn uaccess__strnlen_generic;
uaccess__strncpy_fn uaccess__strncpy_generic;
uaccess__zeroed_fn uaccess__zeroed_generic;

/* The best for this CPU; an architecture without any runs the generic ones. */
#if defined(__x86_64__)
#include <stdbool.h>
#include <uaccess/routine.h>

uaccess__strnlen_fn uaccess__strnlen_avx2;
uaccess__strncpy_fn uaccess__strncpy_avx2;
uaccess__zeroed_fn uaccess__zeroed_avx2;

/* One load once it is known, in each file that asks. */
static inline bool uaccess__strings_have_avx2(void)
{
	static int known;
	int state = __atomic_load_n(&known, __ATOMIC_RELAXED);

	if (__builtin_expect(!state, 0)) {
		state = uaccess_cpu_features() & UACCESS_CPU_AVX2 ? 1 : -1;
		__atomic_store_n(&known, state, __ATOMIC_RELAXED);
	}
	return state > 0;
}

#define UACCESS__STRING_CALL(name, ...)                                     \
	(uaccess__strings_have_avx2() ? uaccess__##name##_avx2(__VA_ARGS__) \
				      : uaccess__##name##_generic(__VA_ARGS__))
#else
#define UACCESS__STRING_CALL(name, ...) uaccess__##name##_generic(__VA_ARGS__)
#endif

#endif /* UACCESS_STRING_INTERNAL_H */
