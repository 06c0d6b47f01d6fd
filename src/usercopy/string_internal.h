/* SPDX-License-Identifier: MIT */
/* Between the string calls and the scans that do their work. Nothing here checks a range. */
#ifndef UACCESS_STRING_INTERNAL_H
#define UACCESS_STRING_INTERNAL_H

#include <uaccess/compiler.h>

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

/* The calls as a whole, and what they leave to the C below them. */
long uaccess__strnlen_user_avx512(const char __user *s, long count);
long uaccess__strnlen_user_plain(const char __user *s, long count);
long uaccess__strncpy_from_user_avx512(char *to, const char __user *from, long count);
long uaccess__strncpy_from_user_plain(char *to, const char __user *from, long count);

/* string.c: 0 not known yet, 1 word by word, 2 AVX2, 3 AVX-512. */
extern int uaccess__string_level __attribute__((visibility("hidden")));
int uaccess__find_string_level(void);

static inline bool uaccess__string_level_is(int wanted)
{
	int level = __atomic_load_n(&uaccess__string_level, __ATOMIC_RELAXED);

	return level ? level >= wanted : uaccess__find_string_level() >= wanted;
}

/* The plain ones find out the level, so that the fast ones need one comparison. */
#define UACCESS__STRING_USER_CALL(name, ...)                                                 \
	(__builtin_expect(__atomic_load_n(&uaccess__string_level, __ATOMIC_RELAXED) == 3, 1) \
		 ? uaccess__##name##_avx512(__VA_ARGS__)                                     \
		 : uaccess__##name##_plain(__VA_ARGS__))
#define UACCESS__STRING_CALL(name, ...)                                    \
	(uaccess__string_level_is(2) ? uaccess__##name##_avx2(__VA_ARGS__) \
				     : uaccess__##name##_generic(__VA_ARGS__))
#else
#define UACCESS__STRING_CALL(name, ...)	     uaccess__##name##_generic(__VA_ARGS__)
#define UACCESS__STRING_USER_CALL(name, ...) uaccess__##name##_plain(__VA_ARGS__)
#endif

#endif /* UACCESS_STRING_INTERNAL_H */
