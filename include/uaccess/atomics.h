/* SPDX-License-Identifier: MIT */
/*
 * Atomic operations on user memory, and the two that a futex needs. All are
 * sequentially consistent, async-signal-safe and leave errno alone.
 *
 * uaccess_xchg_user(x, p): exchanges x, a variable, with *p, a scalar of 1, 2, 4
 * or 8 bytes. 0, or -EFAULT with x and *p unchanged.
 *
 * uaccess_try_cmpxchg_user(p, &old, new): stores new where *p equals old. 0:
 * stored; 1: not equal, old := what was there; -EFAULT: old unchanged.
 */
#ifndef UACCESS_ATOMICS_H
#define UACCESS_ATOMICS_H

#include <uaccess/uaccess.h>

UACCESS_EXTERN_C_BEGIN

#if defined(__x86_64__)
#include <uaccess/arch/x86_64_atomics.h>
#else
#error "libuaccess has no port to this architecture (see doc/porting.md)"
#endif

UACCESS_INLINE int uaccess__xchg(uint64_t *x, void __user *p, unsigned long size)
{
	switch (size) {
	case 1:
		return uaccess_arch_xchg_1(x, p);
	case 2:
		return uaccess_arch_xchg_2(x, p);
	case 4:
		return uaccess_arch_xchg_4(x, p);
	default:
		return uaccess_arch_xchg_8(x, p);
	}
}

UACCESS_INLINE int uaccess__cmpxchg(uint64_t *old, uint64_t desired, void __user *p,
				    unsigned long size)
{
	switch (size) {
	case 1:
		return uaccess_arch_cmpxchg_1(old, desired, p);
	case 2:
		return uaccess_arch_cmpxchg_2(old, desired, p);
	case 4:
		return uaccess_arch_cmpxchg_4(old, desired, p);
	default:
		return uaccess_arch_cmpxchg_8(old, desired, p);
	}
}

#define uaccess_xchg_user(x, p)                                                                   \
	__extension__({                                                                           \
		UACCESS__VALUE_OF(p) uaccess__new = (x);                                          \
		volatile void __user *uaccess__p = (p);                                           \
		uint64_t uaccess__bits = 0;                                                       \
		int uaccess__error = -UACCESS_EFAULT;                                             \
                                                                                                  \
		UACCESS__CHECK_SIZE(p);                                                           \
		__builtin_memcpy(&uaccess__bits, &uaccess__new, sizeof(uaccess__new));            \
		if (uaccess__in_user_half((const void __user *)uaccess__p, sizeof(uaccess__new))) \
			uaccess__error = uaccess__xchg(&uaccess__bits, (void __user *)uaccess__p, \
						       sizeof(uaccess__new));                     \
		if (!uaccess__error) {                                                            \
			__builtin_memcpy(&uaccess__new, &uaccess__bits, sizeof(uaccess__new));    \
			(x) = uaccess__new;                                                       \
		}                                                                                 \
		uaccess__error;                                                                   \
	})

#define uaccess_try_cmpxchg_user(p, old, desired) \
	UACCESS__TRY_CMPXCHG(p, old, desired, uaccess__in_user_half)

#define UACCESS__TRY_CMPXCHG(p, old, desired, check)                                               \
	__extension__({                                                                            \
		volatile void __user *uaccess__p = (p);                                            \
		UACCESS__VALUE_OF(p) *uaccess__old = (old);                                        \
		UACCESS__VALUE_OF(p) uaccess__new = (desired);                                     \
		uint64_t uaccess__bits = 0, uaccess__new_bits = 0;                                 \
		int uaccess__result = -UACCESS_EFAULT;                                             \
                                                                                                   \
		UACCESS__CHECK_SIZE(p);                                                            \
		__builtin_memcpy(&uaccess__bits, uaccess__old, sizeof(uaccess__new));              \
		__builtin_memcpy(&uaccess__new_bits, &uaccess__new, sizeof(uaccess__new));         \
		if (check((const void __user *)uaccess__p, sizeof(uaccess__new)))                  \
			uaccess__result =                                                          \
				uaccess__cmpxchg(&uaccess__bits, uaccess__new_bits,                \
						 (void __user *)uaccess__p, sizeof(uaccess__new)); \
		if (uaccess__result == 1)                                                          \
			__builtin_memcpy(uaccess__old, &uaccess__bits, sizeof(uaccess__new));      \
		uaccess__result;                                                                   \
	})

/* In an open region: true where it was stored; to label on a fault. */
#define uaccess_unsafe_try_cmpxchg_user(p, old, desired, label)                                \
	__extension__({                                                                        \
		int uaccess__stored;                                                           \
                                                                                               \
		UACCESS__SMAP_ACCESS();                                                        \
		uaccess__stored = UACCESS__TRY_CMPXCHG(p, old, desired, uaccess__any_address); \
		if (UACCESS_UNLIKELY(uaccess__stored < 0))                                     \
			goto label;                                                            \
		!uaccess__stored;                                                              \
	})

/* The operations of futex_atomic_op_inuser(). */
#define UACCESS_FUTEX_OP_SET  0 /* *p = arg */
#define UACCESS_FUTEX_OP_ADD  1 /* *p += arg */
#define UACCESS_FUTEX_OP_OR   2 /* *p |= arg */
#define UACCESS_FUTEX_OP_ANDN 3 /* *p &= ~arg */
#define UACCESS_FUTEX_OP_XOR  4 /* *p ^= arg */

/*
 * The operation, atomically, with the value before it in *old. 0, -EFAULT (then
 * *old is unchanged), or -ENOSYS for no such operation.
 */
UACCESS_API int uaccess_futex_atomic_op_inuser(int op, uint32_t arg, int *old,
					       uint32_t __user *p) UACCESS_MUST_CHECK;

/*
 * 0 with *value := what was found, which equals old exactly where desired was
 * stored; or -EFAULT.
 */
UACCESS_API int uaccess_futex_atomic_cmpxchg_inatomic(uint32_t *value, uint32_t __user *p,
						      uint32_t old,
						      uint32_t desired) UACCESS_MUST_CHECK;

/* The exported functions for other languages. */
UACCESS_API int uaccess_xchg_user_1(uint8_t *x, uint8_t __user *p) UACCESS_MUST_CHECK;
UACCESS_API int uaccess_xchg_user_2(uint16_t *x, uint16_t __user *p) UACCESS_MUST_CHECK;
UACCESS_API int uaccess_xchg_user_4(uint32_t *x, uint32_t __user *p) UACCESS_MUST_CHECK;
UACCESS_API int uaccess_xchg_user_8(uint64_t *x, uint64_t __user *p) UACCESS_MUST_CHECK;
UACCESS_API int uaccess_try_cmpxchg_user_1(uint8_t __user *p, uint8_t *old,
					   uint8_t desired) UACCESS_MUST_CHECK;
UACCESS_API int uaccess_try_cmpxchg_user_2(uint16_t __user *p, uint16_t *old,
					   uint16_t desired) UACCESS_MUST_CHECK;
UACCESS_API int uaccess_try_cmpxchg_user_4(uint32_t __user *p, uint32_t *old,
					   uint32_t desired) UACCESS_MUST_CHECK;
UACCESS_API int uaccess_try_cmpxchg_user_8(uint64_t __user *p, uint64_t *old,
					   uint64_t desired) UACCESS_MUST_CHECK;

#ifndef UACCESS_NO_KERNEL_NAMES
#ifndef FUTEX_OP_SET
#define FUTEX_OP_SET  UACCESS_FUTEX_OP_SET
#define FUTEX_OP_ADD  UACCESS_FUTEX_OP_ADD
#define FUTEX_OP_OR   UACCESS_FUTEX_OP_OR
#define FUTEX_OP_ANDN UACCESS_FUTEX_OP_ANDN
#define FUTEX_OP_XOR  UACCESS_FUTEX_OP_XOR
#endif

/* The last argument is a label for what cannot happen here: a size that does not exist. */
#define __try_cmpxchg_user(p, old, desired, label) uaccess_try_cmpxchg_user(p, old, desired)
#define unsafe_try_cmpxchg_user(p, old, desired, label) \
	uaccess_unsafe_try_cmpxchg_user(p, old, desired, label)

UACCESS_INLINE UACCESS_MUST_CHECK int arch_futex_atomic_op_inuser(int op, int arg, int *old,
								  uint32_t __user *p)
{
	return uaccess_futex_atomic_op_inuser(op, (uint32_t)arg, old, p);
}

UACCESS_INLINE UACCESS_MUST_CHECK int futex_atomic_op_inuser(int op, int arg, int *old,
							     uint32_t __user *p)
{
	return uaccess_futex_atomic_op_inuser(op, (uint32_t)arg, old, p);
}

UACCESS_INLINE UACCESS_MUST_CHECK int
futex_atomic_cmpxchg_inatomic(uint32_t *value, uint32_t __user *p, uint32_t old, uint32_t desired)
{
	return uaccess_futex_atomic_cmpxchg_inatomic(value, p, old, desired);
}
#endif /* UACCESS_NO_KERNEL_NAMES */

UACCESS_EXTERN_C_END

#endif /* UACCESS_ATOMICS_H */
