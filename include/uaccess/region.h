/* SPDX-License-Identifier: MIT */
/*
 * Regions: paging at user level. A fault inside a registered range goes to a
 * callback that may make the page accessible, and then the access runs again as
 * if nothing had happened, as with the kernel's vm_ops->fault. Works for any
 * code, with and without an entry in an exception table; faults inside system
 * calls are the kernel's, which answers EFAULT.
 */
#ifndef UACCESS_REGION_H
#define UACCESS_REGION_H

#include <stddef.h>
#include <uaccess/compiler.h>
#include <uaccess/fault.h>

UACCESS_EXTERN_C_BEGIN

/* What a callback answers. */
enum uaccess_region_answer {
	UACCESS_REGION_REFUSE, /* not accessible: on to the table, and so on */
	UACCESS_REGION_RETRY,  /* it is accessible now */
};

/*
 * Runs inside the fault handler, on the stack it has, with the details of the
 * fault; fault->address lies in the region. It may do what the interrupted code
 * could do itself: mprotect(), mmap(), fill the page. Several threads may fault
 * at once. It must not unregister its own region. An access that faults again
 * and again after RETRY is refused in the end.
 */
typedef enum uaccess_region_answer uaccess_region_fn(const struct uaccess_fault *fault, void *arg);

/*
 * Registers [start, start + size). Returns 0, -EINVAL for an empty or wrapping
 * range, -EEXIST where it overlaps a registered one, or -ENOMEM. Time grows with
 * the square root of the number of regions; looking one up is wait-free. Not
 * async-signal-safe, but may be called in a callback.
 */
UACCESS_API int uaccess_region_register(const void *start, size_t size, uaccess_region_fn *fn,
					void *arg);

/*
 * Takes the region that begins at start away. On return its callback runs on no
 * thread. Returns 0, -ENOENT, -ENOMEM, or -EDEADLK when called in that callback.
 */
UACCESS_API int uaccess_region_unregister(const void *start);

UACCESS_EXTERN_C_END

#endif /* UACCESS_REGION_H */
