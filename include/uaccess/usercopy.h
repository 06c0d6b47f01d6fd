/* SPDX-License-Identifier: MIT */
/*
 * The bulk calls, inline: range and size checks, then a small guarded copy in
 * place or the selected routine, then the exact end of a partial call.
 *
 * <uaccess/uaccess.h> states the contract and gives the kernel's names; the
 * library exports each call once more as a function, uaccess_<name>().
 */
#ifndef UACCESS_USERCOPY_H
#define UACCESS_USERCOPY_H

#ifndef UACCESS_UACCESS_H
#error "include <uaccess/uaccess.h> instead"
#endif

/* Reports a copy larger than its object on the log hook. */
UACCESS_API void uaccess_warn_copy_size(unsigned long object, unsigned long n);

#if defined(__has_attribute)
#if __has_attribute(error)
void uaccess__copy_size_error(void)
	__attribute__((error("user copy is larger than the object it reads or writes")));
#define UACCESS__COPY_SIZE_ERROR() uaccess__copy_size_error()
#endif
#endif
#ifndef UACCESS__COPY_SIZE_ERROR
#define UACCESS__COPY_SIZE_ERROR() ((void)0)
#endif

/* May n bytes at object be copied, as far as the compiler knows its size? */
UACCESS_INLINE bool uaccess__check_copy_size(const void *object, unsigned long n)
{
	unsigned long size = UACCESS__OBJECT_SIZE(object);

	if (UACCESS_LIKELY(size == ~0ul || size >= n))
		return true;
	if (__builtin_constant_p(n) && __builtin_constant_p(size))
		UACCESS__COPY_SIZE_ERROR();
	uaccess_warn_copy_size(size, n);
	return false;
}

#define UACCESS__FORCE_POINTER(p) ((void *)uaccess__opaque(p))

/* A field of uaccess_dispatch: may change at any time. */
#define UACCESS__SELECTED(field) __atomic_load_n(&uaccess_arch_dispatch()->field, __ATOMIC_RELAXED)

#if defined(UACCESS_ARCH_MASKED_MAX) && !defined(UACCESS_NOSIG)
#define UACCESS__MASKED 1
#else
#define UACCESS__MASKED 0
#endif

/* n bytes, nothing checked; the exact residue. */
UACCESS_INLINE unsigned long uaccess__copy(void *to, const void *from, unsigned long n)
{
#ifdef UACCESS_NOSIG
	return uaccess_nosig_copy(to, from, n);
#else
	struct uaccess_progress progress;
	uintptr_t address;

	if (__builtin_constant_p(n) && n <= UACCESS_ARCH_COPY_MAX) {
		if (n == 0 || UACCESS_LIKELY(!uaccess_arch_copy(to, from, n, &address)))
			return 0;
		return uaccess_routine_copy_finish(to, from, n, n, address);
	}
	progress = UACCESS__SELECTED(copy)(to, from, n);
	if (UACCESS_LIKELY(!progress.left))
		return 0;
	return uaccess_routine_copy_finish(to, from, n, progress.left, progress.address);
#endif
}

/* The same for a destination that the caller is not about to read. */
UACCESS_INLINE unsigned long uaccess__copy_out(void *to, const void *from, unsigned long n)
{
#if UACCESS__MASKED
	uintptr_t address;

	if (!__builtin_constant_p(n) && n - 1 < UACCESS__SELECTED(copy_in_place)) {
		if (UACCESS_LIKELY(!uaccess_arch_copy_masked(to, from, n, &address)))
			return 0;
		return uaccess_routine_copy_finish(to, from, n, n, address);
	}
#endif
	return uaccess__copy(to, from, n);
}

UACCESS_INLINE unsigned long uaccess__clear(void *to, unsigned long n)
{
#ifdef UACCESS_NOSIG
	return uaccess_nosig_clear(to, n);
#else
	struct uaccess_progress progress;
	uintptr_t address;

	if (__builtin_constant_p(n) && n <= UACCESS_ARCH_COPY_MAX) {
		if (n == 0 || UACCESS_LIKELY(!uaccess_arch_clear(to, n, &address)))
			return 0;
		return uaccess_routine_clear_finish(to, n, n, address);
	}
#if UACCESS__MASKED
	if (!__builtin_constant_p(n) && n - 1 < UACCESS__SELECTED(clear_in_place)) {
		if (UACCESS_LIKELY(!uaccess_arch_clear_masked(to, n, &address)))
			return 0;
		return uaccess_routine_clear_finish(to, n, n, address);
	}
#endif
	progress = UACCESS__SELECTED(clear)(to, n);
	if (UACCESS_LIKELY(!progress.left))
		return 0;
	return uaccess_routine_clear_finish(to, n, progress.left, progress.address);
#endif
}

UACCESS_INLINE UACCESS_MUST_CHECK unsigned long
uaccess__raw_copy_from_user(void *to, const void __user *from, unsigned long n)
{
	return uaccess__copy(to, UACCESS__FORCE_POINTER(from), n);
}

UACCESS_INLINE UACCESS_MUST_CHECK unsigned long
uaccess__raw_copy_to_user(void __user *to, const void *from, unsigned long n)
{
	return uaccess__copy_out(UACCESS__FORCE_POINTER(to), from, n);
}

UACCESS_INLINE UACCESS_MUST_CHECK unsigned long
uaccess__raw_copy_in_user(void __user *to, const void __user *from, unsigned long n)
{
	return uaccess__copy_out(UACCESS__FORCE_POINTER(to), UACCESS__FORCE_POINTER(from), n);
}

/* __copy_*: the object's size is checked, the range is the caller's. */
UACCESS_INLINE UACCESS_MUST_CHECK unsigned long
uaccess__copy_from_user_nocheck(void *to, const void __user *from, unsigned long n)
{
	if (UACCESS_UNLIKELY(!uaccess__check_copy_size(to, n) ||
			     !UACCESS__CHECK_OBJECT(to, n, false)))
		return n;
	return uaccess__raw_copy_from_user(to, from, n);
}

UACCESS_INLINE UACCESS_MUST_CHECK unsigned long
uaccess__copy_to_user_nocheck(void __user *to, const void *from, unsigned long n)
{
	if (UACCESS_UNLIKELY(!uaccess__check_copy_size(from, n) ||
			     !UACCESS__CHECK_OBJECT(from, n, true)))
		return n;
	return uaccess__raw_copy_to_user(to, from, n);
}

UACCESS_INLINE UACCESS_MUST_CHECK unsigned long
uaccess__copy_from_user(void *to, const void __user *from, unsigned long n)
{
	unsigned long left = n;

	if (UACCESS_UNLIKELY(!uaccess__check_copy_size(to, n) ||
			     !UACCESS__CHECK_OBJECT(to, n, false)))
		return n;
	if (uaccess_access_ok(from, n)) {
		left = uaccess__raw_copy_from_user(to, from, n);
		if (UACCESS_LIKELY(!left))
			return 0;
	}
	__builtin_memset((char *)to + (n - left), 0, left);
	return left;
}

UACCESS_INLINE UACCESS_MUST_CHECK unsigned long
uaccess__copy_to_user(void __user *to, const void *from, unsigned long n)
{
	if (UACCESS_UNLIKELY(!uaccess__check_copy_size(from, n) ||
			     !UACCESS__CHECK_OBJECT(from, n, true)))
		return n;
	if (UACCESS_UNLIKELY(!uaccess_access_ok(to, n)))
		return n;
	return uaccess__raw_copy_to_user(to, from, n);
}

UACCESS_INLINE UACCESS_MUST_CHECK unsigned long
uaccess__copy_in_user(void __user *to, const void __user *from, unsigned long n)
{
	if (UACCESS_UNLIKELY(!uaccess_access_ok(to, n) || !uaccess_access_ok(from, n)))
		return n;
	return uaccess__raw_copy_in_user(to, from, n);
}

UACCESS_INLINE UACCESS_MUST_CHECK unsigned long uaccess__clear_user_nocheck(void __user *to,
									    unsigned long n)
{
	return uaccess__clear(UACCESS__FORCE_POINTER(to), n);
}

UACCESS_INLINE unsigned long uaccess__clear_user(void __user *to, unsigned long n)
{
	if (UACCESS_UNLIKELY(!uaccess_access_ok(to, n)))
		return n;
	return uaccess__clear(UACCESS__FORCE_POINTER(to), n);
}

/* The exported functions: the same calls for other languages and for pointers to functions. */
UACCESS_API int uaccess_get_user_1(uint8_t *x, const uint8_t __user *p) UACCESS_MUST_CHECK;
UACCESS_API int uaccess_get_user_2(uint16_t *x, const uint16_t __user *p) UACCESS_MUST_CHECK;
UACCESS_API int uaccess_get_user_4(uint32_t *x, const uint32_t __user *p) UACCESS_MUST_CHECK;
UACCESS_API int uaccess_get_user_8(uint64_t *x, const uint64_t __user *p) UACCESS_MUST_CHECK;
UACCESS_API int uaccess_put_user_1(uint8_t v, uint8_t __user *p) UACCESS_MUST_CHECK;
UACCESS_API int uaccess_put_user_2(uint16_t v, uint16_t __user *p) UACCESS_MUST_CHECK;
UACCESS_API int uaccess_put_user_4(uint32_t v, uint32_t __user *p) UACCESS_MUST_CHECK;
UACCESS_API int uaccess_put_user_8(uint64_t v, uint64_t __user *p) UACCESS_MUST_CHECK;
UACCESS_API unsigned long uaccess_clear_user(void __user *to, unsigned long n);
UACCESS_API unsigned long uaccess_copy_from_user(void *to, const void __user *from,
						 unsigned long n) UACCESS_MUST_CHECK;
UACCESS_API unsigned long uaccess_copy_to_user(void __user *to, const void *from,
					       unsigned long n) UACCESS_MUST_CHECK;
UACCESS_API unsigned long uaccess_copy_in_user(void __user *to, const void __user *from,
					       unsigned long n) UACCESS_MUST_CHECK;
UACCESS_API unsigned long uaccess_raw_copy_from_user(void *to, const void __user *from,
						     unsigned long n) UACCESS_MUST_CHECK;
UACCESS_API unsigned long uaccess_raw_copy_to_user(void __user *to, const void *from,
						   unsigned long n) UACCESS_MUST_CHECK;

#endif /* UACCESS_USERCOPY_H */
