/* SPDX-License-Identifier: MIT */
/*
 * clear_user() as Linux 6.1 has it at the place of the call: rep stosb where the
 * CPU starts it fast (FSRM), and a call of one of three routines elsewhere, chosen
 * when the module is loaded (<uaccess/alternative.h>).
 *
 * One entry serves all four. The residue is exact. What clear_user() of
 * <uaccess/uaccess.h> picks is as fast or faster; this is for comparing, and for
 * code that must not depend on vector registers.
 */
#ifndef UACCESS_CLEAR_USER_INLINE_H
#define UACCESS_CLEAR_USER_INLINE_H

#include <uaccess/alternative.h>
#include <uaccess/uaccess.h>

UACCESS_EXTERN_C_BEGIN

/*
 * What the site calls. Not C functions: %rdi destination, %rcx n, %rax 0; %rcx
 * comes back with the bytes not cleared, %rax with 0, and %rdx changes.
 */
UACCESS_API void uaccess_clear_user_erms(void);
UACCESS_API void uaccess_clear_user_original(void);
UACCESS_API void uaccess_clear_user_rep_good(void);

#if defined(__PIC__) && !defined(__PIE__)
#define UACCESS_ASM_FUNCTION(name) #name "@PLT"
#else
#define UACCESS_ASM_FUNCTION(name) #name
#endif

/* n bytes at "to" without a check of the range; what could not be cleared. */
UACCESS_INLINE unsigned long uaccess__clear_user_inline(void __user *to, unsigned long n)
{
	void *p = UACCESS__FORCE_POINTER(to);
	unsigned long left = n;

	__asm__ volatile(
		UACCESS_ASM_BEGIN "1:\n\t" UACCESS_ALTERNATIVE_3(
			"rep stosb",
			UACCESS_ALT_CALL(UACCESS_ASM_FUNCTION(uaccess_clear_user_erms)),
			UACCESS_ALT_NOT(UACCESS_CPU_FSRM),
			UACCESS_ALT_CALL(UACCESS_ASM_FUNCTION(uaccess_clear_user_rep_good)),
			UACCESS_ALT_NOT(UACCESS_CPU_ERMS),
			UACCESS_ALT_CALL(UACCESS_ASM_FUNCTION(uaccess_clear_user_original)),
			UACCESS_ALT_NOT(UACCESS_CPU_REP_GOOD)) "2:\n\t" UACCESS_ASM_EXTABLE("1b",
											    "2b")
		: "+c"(left), "+D"(p)
		: "a"(0ul)
		: "rdx", "cc", "memory");
	if (UACCESS_UNLIKELY(left))
		left = uaccess_routine_clear_finish(UACCESS__FORCE_POINTER(to), n, left,
						    UACCESS_ADDRESS_UNKNOWN);
	return left;
}

/*
 * clear_user_inline(to, n): the bytes that could not be cleared, 0 if all were; n
 * where [to, to + n) is not in the user range. Safe in a signal handler.
 */
UACCESS_INLINE UACCESS_MUST_CHECK unsigned long uaccess_clear_user_inline(void __user *to,
									  unsigned long n)
{
	if (UACCESS_UNLIKELY(!uaccess_access_ok(to, n)))
		return n;
	return uaccess__clear_user_inline(to, n);
}

#ifndef UACCESS_NO_KERNEL_NAMES
#define clear_user_inline uaccess_clear_user_inline
#endif

UACCESS_EXTERN_C_END

#endif /* UACCESS_CLEAR_USER_INLINE_H */
