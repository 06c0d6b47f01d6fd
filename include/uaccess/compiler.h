/* SPDX-License-Identifier: MIT */
/* Compiler attributes and the __user address space. No code. */
#ifndef UACCESS_COMPILER_H
#define UACCESS_COMPILER_H

#if !defined(__GNUC__)
#error "libuaccess needs GNU C extensions: gcc 9 or clang 11, or newer"
#endif

#ifdef __cplusplus
#define UACCESS_EXTERN_C_BEGIN		       extern "C" {
#define UACCESS_EXTERN_C_END		       }
#define UACCESS_STATIC_ASSERT(condition, text) static_assert(condition, text)
#else
#define UACCESS_EXTERN_C_BEGIN
#define UACCESS_EXTERN_C_END
#define UACCESS_STATIC_ASSERT(condition, text) _Static_assert(condition, text)
#endif

/* What the shared library exports; everything else in it is hidden. */
#define UACCESS_API	   __attribute__((visibility("default")))
#define UACCESS_MUST_CHECK __attribute__((warn_unused_result))
#define UACCESS_INLINE	   static inline __attribute__((always_inline, unused, no_instrument_function))

#define UACCESS_LIKELY(x)   __builtin_expect(!!(x), 1)
#define UACCESS_UNLIKELY(x) __builtin_expect(!!(x), 0)

/*
 * asm goto with outputs: clang since 11, gcc since 11 in name; gcc before 11.5,
 * 12.4 and 13.3 drops the outputs on the jump's path now and then (gcc bugs
 * 110420, 110422 and 113921), so those take the form without.
 */
#if defined(__clang__)
#define UACCESS_HAVE_ASM_GOTO_OUTPUT 1
#elif __GNUC__ >= 14 || (__GNUC__ == 13 && __GNUC_MINOR__ >= 3) || \
	(__GNUC__ == 12 && __GNUC_MINOR__ >= 4) || (__GNUC__ == 11 && __GNUC_MINOR__ >= 5)
#define UACCESS_HAVE_ASM_GOTO_OUTPUT 1
#else
#define UACCESS_HAVE_ASM_GOTO_OUTPUT 0
#endif

/* Pointers that only guarded accesses may follow; sparse checks it. */
#ifndef __user
#ifdef __CHECKER__
#define __user __attribute__((noderef, address_space(__user)))
#else
#define __user
#endif
#endif

#ifdef __CHECKER__
#define UACCESS_FORCE __attribute__((force))
#else
#define UACCESS_FORCE
#endif

#endif /* UACCESS_COMPILER_H */
