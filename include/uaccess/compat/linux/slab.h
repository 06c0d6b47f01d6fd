/* SPDX-License-Identifier: MIT */
/* The kernel's allocator, by the C library's. */
#ifndef UACCESS_COMPAT_LINUX_SLAB_H
#define UACCESS_COMPAT_LINUX_SLAB_H

#include <stdlib.h>
#include <linux/string.h>
#include <linux/types.h>

#define GFP_KERNEL	   0u
#define GFP_ATOMIC	   0u
#define GFP_USER	   0u
#define GFP_KERNEL_ACCOUNT 0u
#define __GFP_ZERO	   1u
#define __GFP_NOWARN	   0u

static inline void *kmalloc(size_t n, gfp_t flags)
{
	return flags & __GFP_ZERO ? calloc(1, n ? n : 1) : malloc(n ? n : 1);
}

static inline void *kzalloc(size_t n, gfp_t flags)
{
	return kmalloc(n, flags | __GFP_ZERO);
}

static inline void *kcalloc(size_t count, size_t n, gfp_t flags)
{
	(void)flags;
	return calloc(count ? count : 1, n ? n : 1);
}

static inline void *kmalloc_array(size_t count, size_t n, gfp_t flags)
{
	size_t bytes;

	return __builtin_mul_overflow(count, n, &bytes) ? NULL : kmalloc(bytes, flags);
}

static inline void *kmemdup(const void *from, size_t n, gfp_t flags)
{
	void *p = kmalloc(n, flags);

	return p ? memcpy(p, from, n) : NULL;
}

static inline void kfree(const void *p)
{
	free((void *)(uintptr_t)p);
}

#define kvmalloc(n, flags) kmalloc(n, flags)
#define kvzalloc(n, flags) kzalloc(n, flags)
#define kvfree(p)	   kfree(p)
#define vmalloc(n)	   kmalloc(n, 0)
#define vfree(p)	   kfree(p)

#endif /* UACCESS_COMPAT_LINUX_SLAB_H */
