/* SPDX-License-Identifier: MIT */
/*
 * The split between user and kernel addresses, for sandboxes and tests.
 *
 * In a process every address is "user". A limit makes the addresses at or above
 * it "kernel": access_ok() and all calls that check a range refuse them, and
 * copy_from_kernel_nofault() and its kind refuse those below. Calls that are
 * functions of the library honour the limit always. Inline calls compare with a
 * constant and pay nothing, unless their file is compiled with
 * -DUACCESS_USER_LIMIT: then they load the limit.
 */
#ifndef UACCESS_USER_LIMIT_H
#define UACCESS_USER_LIMIT_H

#include <stdint.h>
#include <uaccess/arch.h>
#include <uaccess/compiler.h>

UACCESS_EXTERN_C_BEGIN

/*
 * Sets the limit of the process: 1..UACCESS_USER_PTR_MAX, or 0 for no limit
 * (UACCESS_USER_PTR_MAX). Calls under way on other threads may still use the old
 * one. Returns 0 or -EINVAL. Async-signal-safe.
 */
UACCESS_API int uaccess_set_user_limit(uintptr_t limit);

/*
 * Overrides it for the calling thread; 0 takes the override back. In the whole
 * process, reading the limit is a function call from then on. Returns 0 or
 * -EINVAL. Async-signal-safe.
 */
UACCESS_API int uaccess_set_user_limit_of_thread(uintptr_t limit);

/*
 * Maps size bytes (rounded up to pages, readable and writable) below everything
 * else in the process, with an inaccessible page behind them, and leaves the
 * address in *arena: with the limit set to the end of the arena, only the arena
 * is user memory; stack, heap, data and libraries are not. munmap() gives it
 * back. Returns 0, -EINVAL for size 0, or -ENOMEM where there is no such place.
 * Reads /proc/self/maps; not async-signal-safe.
 */
UACCESS_API int uaccess_user_arena(unsigned long size, void **arena);

/* What uaccess_user_limit() is made of; ABI, not meant to be used by hand. */
UACCESS_API extern uintptr_t uaccess_user_limit_word;
UACCESS_API uintptr_t uaccess_user_limit_of_thread(void);

/* The limit that holds on this thread: the first address that is not user memory. */
UACCESS_INLINE uintptr_t uaccess_user_limit(void)
{
	uintptr_t limit = __atomic_load_n(&uaccess_user_limit_word, __ATOMIC_RELAXED);

	return UACCESS_LIKELY(limit) ? limit : uaccess_user_limit_of_thread();
}

UACCESS_EXTERN_C_END

#endif /* UACCESS_USER_LIMIT_H */
