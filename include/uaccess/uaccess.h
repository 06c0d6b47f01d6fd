/* SPDX-License-Identifier: MIT */
/*
 * User access as the Linux kernel has it, for any process: memory access that
 * may fault and tells how far it got.
 *
 *   clear_user(to, n)			write n zero bytes
 *   copy_from_user(to, from, n)	from user memory, to ours
 *   copy_to_user(to, from, n)		from ours, to user memory
 *   copy_in_user(to, from, n)		both sides may fault
 *
 * return r, the number of bytes not done:
 *   - exactly the first n - r bytes of the destination were written;
 *   - no byte of it at or after n - r was changed, except that copy_from_user()
 *     sets these r bytes to 0 itself;
 *   - if r > 0, byte n - r of source or destination was inaccessible, whatever
 *     the alignment, the side and the kind of fault: no permission, not mapped,
 *     read-only, past the end of a mapped file, an address no process can have;
 *   - a range that leaves the user range moves nothing: r == n;
 *   - bytes go in ascending order; source and destination must not overlap.
 *
 *   get_user(x, p), put_user(v, p)	one scalar of 1, 2, 4 or 8 bytes
 *
 * return 0 or -EFAULT; get_user() sets x to 0 on a fault, put_user() stores
 * nothing.
 *
 * The forms that begin with two underscores leave the range check
 * (access_ok()) to the caller, and __copy_from_user() leaves the rest of the
 * destination alone; raw_copy_*() check nothing at all; the _inatomic forms are
 * the same here, where nothing sleeps.
 *
 * All calls may be made on any thread and in signal handlers, and leave errno
 * alone. There is nothing to call first: linking installs the fault handler
 * (<uaccess/fault.h>). They need SIGSEGV and SIGBUS unblocked.
 *
 * A copy whose object is known to be smaller than n does not compile, or, where
 * n is known at run time only, is reported on the log hook and returns n with
 * nothing moved. Unlike in the kernel, n may be larger than INT_MAX.
 *
 * Define UACCESS_NO_KERNEL_NAMES before the include to have the prefixed names
 * only. See uaccess(7).
 */
#ifndef UACCESS_UACCESS_H
#define UACCESS_UACCESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <uaccess/compiler.h>
#include <uaccess/extable.h>
#include <uaccess/arch.h>
#include <uaccess/fault.h>
#include <uaccess/routine.h>
#include <uaccess/user_limit.h>
#include <uaccess/version.h>

UACCESS_EXTERN_C_BEGIN

#include <uaccess/access.h>
#include <uaccess/hardened.h>
#include <uaccess/usercopy.h>
#include <uaccess/regions.h>
#include <uaccess/strings.h>
#include <uaccess/structs.h>
#include <uaccess/nofault.h>
#include <uaccess/special.h>

#ifndef UACCESS_NO_KERNEL_NAMES
#include <uaccess/names.h>
#endif
#ifdef UACCESS_DEBUG_SMAP
#include <uaccess/smap_calls.h>
#endif

UACCESS_EXTERN_C_END

#endif /* UACCESS_UACCESS_H */
