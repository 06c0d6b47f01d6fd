/* SPDX-License-Identifier: MIT */
/* The kernel's names for what <uaccess/uaccess.h> offers. No code of its own. */
#ifndef UACCESS_NAMES_H
#define UACCESS_NAMES_H

#ifndef UACCESS_UACCESS_H
#error "include <uaccess/uaccess.h> instead"
#endif

#ifndef __must_check
#define __must_check UACCESS_MUST_CHECK
#endif

#define access_ok(p, size)   uaccess_access_ok(p, size)
#define mask_user_address(p) ((__typeof__(p))uaccess_mask_user_address(p))

#define get_user(x, p)	 uaccess_get_user(x, p)
#define put_user(v, p)	 uaccess_put_user(v, p)
#define __get_user(x, p) uaccess_get_user_nocheck(x, p)
#define __put_user(v, p) uaccess_put_user_nocheck(v, p)

#define UACCESS__NAME(name, to_type, from_type, implementation)                          \
	UACCESS_INLINE UACCESS_MUST_CHECK unsigned long name(to_type to, from_type from, \
							     unsigned long n)            \
	{                                                                                \
		return implementation(to, from, n);                                      \
	}
UACCESS__NAME(copy_from_user, void *, const void __user *, uaccess__copy_from_user)
UACCESS__NAME(copy_to_user, void __user *, const void *, uaccess__copy_to_user)
UACCESS__NAME(copy_in_user, void __user *, const void __user *, uaccess__copy_in_user)
UACCESS__NAME(__copy_from_user, void *, const void __user *, uaccess__copy_from_user_nocheck)
UACCESS__NAME(__copy_to_user, void __user *, const void *, uaccess__copy_to_user_nocheck)
UACCESS__NAME(__copy_in_user, void __user *, const void __user *, uaccess__raw_copy_in_user)
UACCESS__NAME(__copy_from_user_inatomic, void *, const void __user *,
	      uaccess__copy_from_user_nocheck)
UACCESS__NAME(__copy_to_user_inatomic, void __user *, const void *, uaccess__copy_to_user_nocheck)
UACCESS__NAME(raw_copy_from_user, void *, const void __user *, uaccess__raw_copy_from_user)
UACCESS__NAME(raw_copy_to_user, void __user *, const void *, uaccess__raw_copy_to_user)
UACCESS__NAME(raw_copy_in_user, void __user *, const void __user *, uaccess__raw_copy_in_user)
#undef UACCESS__NAME

UACCESS_INLINE unsigned long clear_user(void __user *to, unsigned long n)
{
	return uaccess__clear_user(to, n);
}

UACCESS_INLINE UACCESS_MUST_CHECK unsigned long __clear_user(void __user *to, unsigned long n)
{
	return uaccess__clear_user_nocheck(to, n);
}

#endif /* UACCESS_NAMES_H */
