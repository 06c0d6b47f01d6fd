/* SPDX-License-Identifier: MIT */
/*
 * What an architecture supplies to the headers: single guarded accesses and
 * small guarded copies of a size known at compile time. An architecture header
 * defines, all of them inline and none of them checking the range:
 *
 *   UACCESS_USER_PTR_MAX		first address that no process can map
 *   uaccess_arch_get_{1,2,4,8}(v, p)	*v := *p; 0, or -EFAULT and *v := 0
 *   uaccess_arch_put_{1,2,4,8}(v, p)	*p := v; 0, or -EFAULT and *p untouched
 *   uaccess_arch_touch(p)		makes a byte writable, changing nothing; 0, -EFAULT
 *   uaccess_arch_load_unaligned_zeropad(p)	see load_unaligned_zeropad()
 *   uaccess_arch_copy(to, from, n, &address)	n constant, 1..UACCESS_ARCH_COPY_MAX
 *   uaccess_arch_clear(to, n, &address)	likewise
 *					0, or non-zero after a fault at address
 *					(all ones: unknown) with any of the n
 *					bytes of *to moved, none beyond
 *   uaccess_arch_dispatch()		&uaccess_dispatch
 *   UACCESS_ASM_EXTABLE_REG()		see <uaccess/extable.h>
 *
 * and, where it has masked moves, UACCESS_ARCH_MASKED_MAX and
 *
 *   uaccess_arch_copy_masked(), uaccess_arch_clear_masked()
 *					as uaccess_arch_copy() and _clear(), n not
 *					constant, 1..UACCESS_ARCH_MASKED_MAX
 *
 * A fault leaves no mark but what is said here. Everything is safe in a signal
 * handler.
 */
#ifndef UACCESS_ARCH_H
#define UACCESS_ARCH_H

#include <stdbool.h>
#include <stdint.h>
#include <uaccess/compiler.h>
#include <uaccess/extable.h>

/* Without <errno.h> in every user's namespace; src/usercopy/ compares them with it. */
#define UACCESS_EFAULT 14
#define UACCESS_E2BIG  7

struct uaccess_dispatch;

#if defined(__x86_64__) && defined(__LP64__)
#include <uaccess/arch/x86_64.h>
#else
#error "libuaccess has no port to this architecture (see doc/porting.md)"
#endif

#ifdef UACCESS_NOSIG
#include <uaccess/arch/nosig.h>
#endif

#endif /* UACCESS_ARCH_H */
