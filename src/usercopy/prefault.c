/* SPDX-License-Identifier: MIT */
/* Making pages present before they are used. */
#define UACCESS_NO_KERNEL_NAMES
#define UACCESS_USER_LIMIT
#include <uaccess/uaccess.h>

/* Of the page tables; where pages are larger, each is touched more than once. */
#define PAGE 4096ul

/* What "touch" does to one byte; non-zero on a fault. */
typedef int touch_fn(char __user *p);

static int read_byte(char __user *p)
{
	uint8_t byte;

	return uaccess_arch_get_1(&byte, p);
}

static int clear_byte(char __user *p)
{
	return uaccess_arch_put_1(0, p);
}

/* p and the start of each further page; the bytes not reached. */
static size_t touch_pages(char __user *p, size_t n, touch_fn *touch)
{
	uintptr_t start = (UACCESS_FORCE uintptr_t)p, at = start, end = start + n;

	if (!n)
		return 0;
	if (!uaccess_access_ok(p, n))
		return n;
	while (at < end) {
		if (touch((char __user *)at))
			return end - at;
		at = (at + PAGE) & ~(PAGE - 1);
	}
	return 0;
}

size_t uaccess_fault_in_readable(const void __user *p, size_t n)
{
	return touch_pages((char __user *)p, n, read_byte);
}

size_t uaccess_fault_in_writeable(void __user *p, size_t n)
{
	return touch_pages(p, n, clear_byte);
}

size_t uaccess_fault_in_safe_writeable(const void __user *p, size_t n)
{
	return touch_pages((char __user *)p, n, uaccess_arch_touch);
}
