/* SPDX-License-Identifier: MIT */
/* Guarded loads whose table entries carry a mark, so that they can be counted at run time. */
#ifndef UACCESS_TESTS_LINK_PROBE_H
#define UACCESS_TESTS_LINK_PROBE_H

#include <uaccess/uaccess.h>

/* What an entry's constant says of the place in the source that it comes from. */
#define MARK_MAIN   1001 /* one function of main.c */
#define MARK_UNIT   1002 /* one function of unit.c */
#define MARK_SHARED 1003 /* probe_shared(), which both units use */
#define MARK_DEAD   1004 /* a function of unit.c that nobody calls */

#if defined(__x86_64__)
#define LOAD	 "movb (%[p]), %%al"
#define CLOBBERS "rax"
#else
#error "no load for this architecture: add one"
#endif

/* Reads one byte at p. Leaves the function with -1 if it faults. */
#define PROBE(p, mark)                                                                        \
	do {                                                                                  \
		__label__ fault;                                                              \
		__asm__ goto(UACCESS_ASM_BEGIN                                                \
			     "1: " LOAD                                                       \
			     "\n\t" UACCESS_ASM_EXTABLE_TYPE("1b", "%l[fault]", MARKED(mark)) \
			     :                                                                \
			     : [p] "r"(p)                                                     \
			     : "memory", CLOBBERS                                             \
			     : fault);                                                        \
		return 0;                                                                     \
fault:                                                                                        \
		return -1;                                                                    \
	} while (0)

#define MARKED(mark)                             \
	UACCESS_ASM_STR(UACCESS_EX_TYPE_UACCESS) \
	" + (" UACCESS_ASM_STR(mark) " << " UACCESS_ASM_STR(UACCESS_EX_IMM_SHIFT) ")"

/* A function that stays as it is, so that its one entry stays one. */
#if defined(__clang__)
#define ONCE __attribute__((noinline))
#else
#define ONCE __attribute__((noinline, noclone))
#endif

/* C++ keeps one copy of an inline function in the program, C one in each unit. */
#ifdef __cplusplus
ONCE inline int probe_shared(const void *p)
#else
static inline __attribute__((always_inline)) int probe_shared(const void *p)
#endif
{
	PROBE(p, MARK_SHARED);
}

#ifdef __cplusplus
extern "C" {
#endif

ONCE int unit_probe(const void *p);
ONCE int unit_probe_shared(const void *p);
ONCE int unit_dead(const void *p);

#ifdef __cplusplus
}
#endif

#endif
