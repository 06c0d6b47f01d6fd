/* SPDX-License-Identifier: MIT */
/*
 * Single accesses through system calls, in the place of the architecture's, for
 * files built with UACCESS_NOSIG. The contract is in <uaccess/arch.h>.
 */
#ifndef UACCESS_ARCH_NOSIG_H
#define UACCESS_ARCH_NOSIG_H

#ifndef UACCESS_ARCH_H
#error "include <uaccess/arch.h> instead"
#endif

#include <uaccess/nosig.h>

/* A store that runs into a bad page must leave nothing behind: what got in is taken back. */
UACCESS_INLINE int uaccess__nosig_put(void __user *p, const void *v, unsigned long n)
{
	void *to = (void *)(UACCESS_FORCE uintptr_t)p;
	unsigned char old[8];
	unsigned long left;

	if (uaccess_nosig_copy(old, to, n))
		return -UACCESS_EFAULT;
	left = uaccess_nosig_copy(to, v, n);
	if (UACCESS_LIKELY(!left))
		return 0;
	left = uaccess_nosig_copy(to, old, n - left);
	(void)left;
	return -UACCESS_EFAULT;
}

#define UACCESS__NOSIG_ACCESS(n, type)                                               \
	UACCESS_INLINE int uaccess__nosig_get_##n(type *value, const void __user *p) \
	{                                                                            \
		const void *from = (const void *)(UACCESS_FORCE uintptr_t)p;         \
		type v;                                                              \
                                                                                     \
		if (UACCESS_UNLIKELY(uaccess_nosig_copy(&v, from, n))) {             \
			*value = 0;                                                  \
			return -UACCESS_EFAULT;                                      \
		}                                                                    \
		*value = v;                                                          \
		return 0;                                                            \
	}                                                                            \
	UACCESS_INLINE int uaccess__nosig_put_##n(type v, void __user *p)            \
	{                                                                            \
		return uaccess__nosig_put(p, &v, n);                                 \
	}
UACCESS__NOSIG_ACCESS(1, uint8_t)
UACCESS__NOSIG_ACCESS(2, uint16_t)
UACCESS__NOSIG_ACCESS(4, uint32_t)
UACCESS__NOSIG_ACCESS(8, uint64_t)
#undef UACCESS__NOSIG_ACCESS

#define uaccess_arch_get_1 uaccess__nosig_get_1
#define uaccess_arch_get_2 uaccess__nosig_get_2
#define uaccess_arch_get_4 uaccess__nosig_get_4
#define uaccess_arch_get_8 uaccess__nosig_get_8
#define uaccess_arch_put_1 uaccess__nosig_put_1
#define uaccess_arch_put_2 uaccess__nosig_put_2
#define uaccess_arch_put_4 uaccess__nosig_put_4
#define uaccess_arch_put_8 uaccess__nosig_put_8

#endif /* UACCESS_ARCH_NOSIG_H */
