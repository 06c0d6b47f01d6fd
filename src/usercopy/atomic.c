/* SPDX-License-Identifier: MIT */
/* What a futex does to user memory, and the exported twins of the atomic operations. */
#include <errno.h>
#define UACCESS_NO_KERNEL_NAMES
#define UACCESS_USER_LIMIT
#include <uaccess/atomics.h>

static uint32_t combine(int op, uint32_t value, uint32_t arg)
{
	switch (op) {
	case UACCESS_FUTEX_OP_OR:
		return value | arg;
	case UACCESS_FUTEX_OP_ANDN:
		return value & ~arg;
	default:
		return value ^ arg;
	}
}

int uaccess_futex_atomic_op_inuser(int op, uint32_t arg, int *old, uint32_t __user *p)
{
	uint64_t before = arg;
	int result;

	if (op < UACCESS_FUTEX_OP_SET || op > UACCESS_FUTEX_OP_XOR)
		return -ENOSYS;
	if (!uaccess_access_ok(p, sizeof(*p)))
		return -EFAULT;
	if (op == UACCESS_FUTEX_OP_SET) {
		result = uaccess_arch_xchg_4(&before, p);
	} else if (op == UACCESS_FUTEX_OP_ADD) {
		result = uaccess_arch_add_4(&before, p);
	} else {
		uint32_t first;

		result = uaccess_arch_get_4(&first, p);
		before = first;
		while (!result) {
			result = uaccess_arch_cmpxchg_4(&before, combine(op, (uint32_t)before, arg),
							p);
			if (!result)
				break;
			if (result == 1) /* changed meanwhile */
				result = 0;
		}
	}
	if (!result)
		*old = (int)(uint32_t)before;
	return result;
}

int uaccess_futex_atomic_cmpxchg_inatomic(uint32_t *value, uint32_t __user *p, uint32_t old,
					  uint32_t desired)
{
	uint32_t found = old;
	int result = uaccess_try_cmpxchg_user(p, &found, desired);

	if (result < 0)
		return result;
	*value = found;
	return 0;
}

#define TWINS(n, type)                                                            \
	int uaccess_xchg_user_##n(type *x, type __user *p)                        \
	{                                                                         \
		return uaccess_xchg_user(*x, p);                                  \
	}                                                                         \
	int uaccess_try_cmpxchg_user_##n(type __user *p, type *old, type desired) \
	{                                                                         \
		return uaccess_try_cmpxchg_user(p, old, desired);                 \
	}
TWINS(1, uint8_t)
TWINS(2, uint16_t)
TWINS(4, uint32_t)
TWINS(8, uint64_t)
