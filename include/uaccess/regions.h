/* SPDX-License-Identifier: MIT */
/*
 * Regions in which single accesses are made without a check each.
 *
 * user_access_begin(p, n) checks the range and opens; unsafe_get_user() and its
 * kind, inside only, jump to a label on a fault; user_access_end() closes, on
 * each way out. In a process there is nothing to open, so that a region costs
 * its range check and nothing else. What the kernel's tools find wrong with
 * regions is found here by a build with -DUACCESS_DEBUG_SMAP (<uaccess/smap.h>).
 * Everything is async-signal-safe.
 */
#ifndef UACCESS_REGIONS_H
#define UACCESS_REGIONS_H

#ifndef UACCESS_UACCESS_H
#error "include <uaccess/uaccess.h> instead"
#endif

#include <uaccess/smap.h>

UACCESS_INLINE UACCESS_MUST_CHECK bool uaccess__begin(bool ok)
{
	return ok;
}

/* true: the range is user memory and the region is open; false: neither. */
#define uaccess_user_access_begin(p, n) \
	uaccess__begin(uaccess_access_ok(p, n) && UACCESS__SMAP_OPEN())

UACCESS_INLINE void uaccess__end(void)
{
	__asm__ volatile("" ::: "memory");
}

#define uaccess_user_access_end() (UACCESS__SMAP_CLOSE(), uaccess__end())

/* Closes and says whether it was open, to hand to restore(): around code that may not run inside. */
#define uaccess_user_access_save()	   UACCESS__SMAP_SAVE()
#define uaccess_user_access_restore(flags) UACCESS__SMAP_RESTORE(flags)

/*
 * p where it is user memory, else an address that faults, with the region open
 * in any case. For accesses that begin within a page of p and ascend.
 */
#define uaccess_masked_user_access_begin(p) \
	((void)UACCESS__SMAP_OPEN(), (__typeof__(p))uaccess_mask_user_address(p))

/*
 * One access each, or to label. After a fault x is unspecified, and of the
 * copies, which tell no residue, any part may have been written.
 */
#define uaccess_unsafe_get_user(x, p, label)                          \
	do {                                                          \
		UACCESS__SMAP_ACCESS();                               \
		if (UACCESS_UNLIKELY(uaccess_get_user_nocheck(x, p))) \
			goto label;                                   \
	} while (0)

#define uaccess_unsafe_put_user(v, p, label)                          \
	do {                                                          \
		UACCESS__SMAP_ACCESS();                               \
		if (UACCESS_UNLIKELY(uaccess_put_user_nocheck(v, p))) \
			goto label;                                   \
	} while (0)

#define uaccess_unsafe_copy_to_user(to, from, n, label)                       \
	do {                                                                  \
		UACCESS__SMAP_ACCESS();                                       \
		if (UACCESS_UNLIKELY(uaccess__raw_copy_to_user(to, from, n))) \
			goto label;                                           \
	} while (0)

#define uaccess_unsafe_copy_from_user(to, from, n, label)                       \
	do {                                                                    \
		UACCESS__SMAP_ACCESS();                                         \
		if (UACCESS_UNLIKELY(uaccess__raw_copy_from_user(to, from, n))) \
			goto label;                                             \
	} while (0)

/*
 * Scoped regions: scoped_user_read_access(p, label) { ... } is open in the block
 * that follows and is closed on every way out: the end, break, continue, return,
 * goto. Inside, p, which must be the name of a variable, is a constant that holds
 * the masked pointer, so that a bad one faults in the block. The forms that end
 * in _size check a range instead, and jump to label where it is not user memory.
 * label must lie outside the block. A scope within a scope does not compile.
 */
#define uaccess_scoped_user_access(p, label) \
	UACCESS__SCOPED(p, uaccess_mask_user_address(p), true, label)
#define uaccess_scoped_user_access_size(p, size, label) \
	UACCESS__SCOPED(p, p, uaccess_access_ok(p, size), label)

/* Outside any scope a type of one byte; inside, a variable, which is larger. */
typedef char uaccess__scope;

struct uaccess__open {
	bool once;
};

UACCESS_INLINE void uaccess__scope_close(struct uaccess__open *open)
{
	(void)open;
#ifdef UACCESS_DEBUG_SMAP
	if (uaccess_smap_is_open())
		uaccess_smap_close("the end of a scope");
#endif
	uaccess__end();
}

/*
 * Loops that run once, for the sake of their declarations: the test for nesting,
 * the masked pointer while p still has its old meaning, the guard that closes,
 * and p anew.
 */
#define UACCESS__SCOPED(p, pointer, ok, label)                                                  \
	for (char(*uaccess__scope)[sizeof(uaccess__scope) == 1 ? 1 : -1] =                      \
		     (char(*)[1])(uintptr_t)1;                                                  \
	     uaccess__scope; uaccess__scope = 0)                                                \
		if (UACCESS_UNLIKELY(!(ok)))                                                    \
			goto label;                                                             \
		else                                                                            \
			for (__typeof__(p) uaccess__masked = (__typeof__(p))(pointer);          \
			     uaccess__scope; uaccess__scope = 0)                                \
				for (struct uaccess__open uaccess__open __attribute__((cleanup( \
					     uaccess__scope_close))) = {UACCESS__SMAP_OPEN()};  \
				     uaccess__open.once; uaccess__open.once = false)            \
					for (const __typeof__(p) p = uaccess__masked;           \
					     uaccess__open.once; uaccess__open.once = false)

#ifndef UACCESS_NO_KERNEL_NAMES
#define user_access_begin(p, n)		  uaccess_user_access_begin(p, n)
#define user_access_end()		  uaccess_user_access_end()
#define user_read_access_begin(p, n)	  uaccess_user_access_begin(p, n)
#define user_read_access_end()		  uaccess_user_access_end()
#define user_write_access_begin(p, n)	  uaccess_user_access_begin(p, n)
#define user_write_access_end()		  uaccess_user_access_end()
#define user_access_save()		  uaccess_user_access_save()
#define user_access_restore(flags)	  uaccess_user_access_restore(flags)
#define can_do_masked_user_access()	  1
#define masked_user_access_begin(p)	  uaccess_masked_user_access_begin(p)
#define masked_user_read_access_begin(p)  uaccess_masked_user_access_begin(p)
#define masked_user_write_access_begin(p) uaccess_masked_user_access_begin(p)

#define unsafe_get_user(x, p, label)		  uaccess_unsafe_get_user(x, p, label)
#define unsafe_put_user(v, p, label)		  uaccess_unsafe_put_user(v, p, label)
#define unsafe_copy_to_user(to, from, n, label)	  uaccess_unsafe_copy_to_user(to, from, n, label)
#define unsafe_copy_from_user(to, from, n, label) uaccess_unsafe_copy_from_user(to, from, n, label)

#define scoped_user_read_access(p, label)	     uaccess_scoped_user_access(p, label)
#define scoped_user_write_access(p, label)	     uaccess_scoped_user_access(p, label)
#define scoped_user_rw_access(p, label)		     uaccess_scoped_user_access(p, label)
#define scoped_user_read_access_size(p, size, label) uaccess_scoped_user_access_size(p, size, label)
#define scoped_user_write_access_size(p, size, label) \
	uaccess_scoped_user_access_size(p, size, label)
#define scoped_user_rw_access_size(p, size, label) uaccess_scoped_user_access_size(p, size, label)

/* Here a call may fault or sleep: not inside a region. */
#ifndef might_fault
#define might_fault() UACCESS__SMAP_CALL("might_fault")
#endif
#endif /* UACCESS_NO_KERNEL_NAMES */

#endif /* UACCESS_REGIONS_H */
