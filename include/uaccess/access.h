/* SPDX-License-Identifier: MIT */
/*
 * Range checks and single accesses: access_ok, get_user, put_user.
 *
 * The prefixed forms are here; <uaccess/uaccess.h> gives them the kernel's
 * names. Everything is safe in a signal handler and on any thread, and leaves
 * errno alone.
 */
#ifndef UACCESS_ACCESS_H
#define UACCESS_ACCESS_H

#ifndef UACCESS_UACCESS_H
#error "include <uaccess/uaccess.h> instead"
#endif

/* Where user memory ends: a constant, or with UACCESS_USER_LIMIT what was set. */
#ifdef UACCESS_USER_LIMIT
#define UACCESS__USER_END uaccess_user_limit()
#else
#define UACCESS__USER_END UACCESS_USER_PTR_MAX
#endif

/*
 * Is [p, p + size) inside the user range? Arithmetic only: true says nothing
 * about what is mapped. size 0 is fine. As in the kernel, a constant size of up
 * to a page is not added: the page at UACCESS_USER_PTR_MAX is never mapped.
 */
UACCESS_INLINE bool uaccess_access_ok(const void __user *p, unsigned long size)
{
	uintptr_t address = (UACCESS_FORCE uintptr_t)p, end = UACCESS__USER_END;

#ifndef UACCESS_USER_LIMIT
	if (__builtin_constant_p(size) && size <= 4096)
		return UACCESS_LIKELY(address <= end);
#endif
	/* Two branches that are never taken: as one condition gcc computes both parts. */
	if (UACCESS_UNLIKELY(address + size < address))
		return false;
	return UACCESS_LIKELY(address + size <= end);
}

/*
 * p where it lies in the user range, else an address that always faults. Only
 * the start is checked: good for accesses that begin within a page of p and
 * ascend.
 */
UACCESS_INLINE void __user *uaccess_mask_user_address(const void __user *p)
{
	uintptr_t address = (UACCESS_FORCE uintptr_t)p;

#ifdef UACCESS_USER_LIMIT
	if (address >= UACCESS__USER_END)
		address = UACCESS_USER_PTR_MAX;
#endif
	return (void UACCESS_FORCE __user *)(address > UACCESS_USER_PTR_MAX ? UACCESS_USER_PTR_MAX
									    : address);
}

/*
 * What an access checks itself. The gap above the user range cannot be mapped and
 * faults in the access. Of the kernel's half a process may be able to read one
 * page, and can write none.
 */
UACCESS_INLINE bool uaccess__in_user_half(const void __user *p, unsigned long size)
{
#ifdef UACCESS_USER_LIMIT
	return uaccess_access_ok(p, size);
#else
	(void)size;
	return UACCESS_LIKELY((intptr_t)(UACCESS_FORCE uintptr_t)p >= 0);
#endif
}

/*
 * A pointer that the compiler cannot see through. Of a constant one it knows that
 * no object lies there, and warns; that it may be bad is what these calls are for.
 */
UACCESS_INLINE uintptr_t uaccess__opaque(const volatile void __user *p)
{
	uintptr_t address = (UACCESS_FORCE uintptr_t)p;

	if (__builtin_constant_p(address))
		__asm__("" : "+r"(address));
	return address;
}

#define uaccess__any_address(p, size) ((void)(p), true)

#ifdef UACCESS_USER_LIMIT
#define uaccess__check_get uaccess__in_user_half
#define uaccess__check_put uaccess__in_user_half
#elif defined(UACCESS_ARCH_GET_CHECKS_HALF)
#define uaccess__check_get uaccess__any_address
#define uaccess__check_put uaccess__any_address
#else
#define uaccess__check_get uaccess__in_user_half
#define uaccess__check_put uaccess__any_address
#endif

/* What p points to, without const and volatile. */
#define UACCESS__VALUE_OF(p) __typeof__((__typeof__(*(p)))0)

#define UACCESS__CHECK_SIZE(p)                                                               \
	UACCESS_STATIC_ASSERT(sizeof(*(p)) == 1 || sizeof(*(p)) == 2 || sizeof(*(p)) == 4 || \
				      sizeof(*(p)) == 8,                                     \
			      "user access of a size that is not 1, 2, 4 or 8")

/* Loads size bytes (constant) at p, zero-extended; 0 or -EFAULT with *value 0. */
UACCESS_INLINE int uaccess__get(uint64_t *value, const void __user *p, unsigned long size)
{
	uint32_t v4;
	uint16_t v2;
	uint8_t v1;
	int error;

	switch (size) {
	case 1:
		error = uaccess_arch_get_1(&v1, p);
		*value = v1;
		return error;
	case 2:
		error = uaccess_arch_get_2(&v2, p);
		*value = v2;
		return error;
	case 4:
		error = uaccess_arch_get_4(&v4, p);
		*value = v4;
		return error;
	default:
		return uaccess_arch_get_8(value, p);
	}
}

UACCESS_INLINE int uaccess__put(uint64_t value, void __user *p, unsigned long size)
{
	switch (size) {
	case 1:
		return uaccess_arch_put_1((uint8_t)value, p);
	case 2:
		return uaccess_arch_put_2((uint16_t)value, p);
	case 4:
		return uaccess_arch_put_4((uint32_t)value, p);
	default:
		return uaccess_arch_put_8(value, p);
	}
}

/*
 * get_user(x, p): x = *p for scalars of 1, 2, 4 or 8 bytes (other sizes do not
 * compile). Returns 0, or -EFAULT with x set to 0. p is evaluated once.
 * __get_user() leaves the range to the caller.
 */
#define uaccess_get_user(x, p)	       UACCESS__GET_USER(x, p, uaccess__check_get)
#define uaccess_get_user_nocheck(x, p) UACCESS__GET_USER(x, p, uaccess__any_address)

#define UACCESS__GET_USER(x, p, check)                                                         \
	__extension__({                                                                        \
		const volatile void __user *uaccess__p = (p);                                  \
		UACCESS__VALUE_OF(p) uaccess__value;                                           \
		uint64_t uaccess__bits = 0;                                                    \
		int uaccess__error = -UACCESS_EFAULT;                                          \
                                                                                               \
		UACCESS__CHECK_SIZE(p);                                                        \
		if (check((const void __user *)uaccess__p, sizeof(uaccess__value)))            \
			uaccess__error =                                                       \
				uaccess__get(&uaccess__bits,                                   \
					     (const void __user *)uaccess__opaque(uaccess__p), \
					     sizeof(uaccess__value));                          \
		__builtin_memcpy(&uaccess__value, &uaccess__bits, sizeof(uaccess__value));     \
		(x) = uaccess__value;                                                          \
		uaccess__error;                                                                \
	})

/*
 * put_user(v, p): *p = v, converted to the type of *p. Returns 0, or -EFAULT
 * with nothing stored. v is evaluated first, then p, each once.
 */
#define uaccess_put_user(v, p)	       UACCESS__PUT_USER(v, p, uaccess__check_put)
#define uaccess_put_user_nocheck(v, p) UACCESS__PUT_USER(v, p, uaccess__any_address)

#define UACCESS__PUT_USER(v, p, check)                                                            \
	__extension__({                                                                           \
		UACCESS__VALUE_OF(p) uaccess__value = (v);                                        \
		volatile void __user *uaccess__p = (p);                                           \
		uint64_t uaccess__bits = 0;                                                       \
		int uaccess__error = -UACCESS_EFAULT;                                             \
                                                                                                  \
		UACCESS__CHECK_SIZE(p);                                                           \
		__builtin_memcpy(&uaccess__bits, &uaccess__value, sizeof(uaccess__value));        \
		if (check((const void __user *)uaccess__p, sizeof(uaccess__value)))               \
			uaccess__error = uaccess__put(uaccess__bits,                              \
						      (void __user *)uaccess__opaque(uaccess__p), \
						      sizeof(uaccess__value));                    \
		uaccess__error;                                                                   \
	})

#endif /* UACCESS_ACCESS_H */
