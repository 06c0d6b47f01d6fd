/* SPDX-License-Identifier: MIT */
/* Memory: where user memory ends, and user memory from vm_mmap(). */
#ifndef UACCESS_COMPAT_LINUX_MM_H
#define UACCESS_COMPAT_LINUX_MM_H

#include <sys/mman.h>
#include <linux/kernel.h>
#include <linux/slab.h>
#include <uaccess/user_limit.h>

#define TASK_SIZE     uaccess_user_limit()
#define TASK_SIZE_MAX uaccess_user_limit()

/*
 * User memory of a program that is built with these headers: an arena below
 * everything else, made at the first use together with the user limit, so that
 * kmalloc(), the stack and data are kernel memory from then on.
 */
#define UACCESS__COMPAT_ARENA (64ul << 20)
__attribute__((weak, visibility("hidden"))) char *uaccess__compat_arena;
__attribute__((weak, visibility("hidden"))) size_t uaccess__compat_arena_used;

static inline int uaccess__compat_user_memory(void)
{
	void *arena;
	int error;

	if (uaccess__compat_arena)
		return 0;
	error = uaccess_user_arena(UACCESS__COMPAT_ARENA, &arena);
	if (error)
		return error;
	uaccess__compat_arena = arena;
	return uaccess_set_user_limit((uintptr_t)arena + UACCESS__COMPAT_ARENA);
}

struct file;

/* Anonymous memory only, anywhere; an address, or -errno. Not for several threads at once. */
static inline unsigned long vm_mmap(struct file *file, unsigned long address, unsigned long n,
				    unsigned long prot, unsigned long flags, unsigned long offset)
{
	int error = uaccess__compat_user_memory();
	char *p = uaccess__compat_arena + uaccess__compat_arena_used;

	(void)address;
	(void)offset;
	if (error || file)
		return (unsigned long)(error ? error : -EINVAL);
	n = PAGE_ALIGN(n);
	/* One page stays free and inaccessible behind each. */
	if (!n || n + PAGE_SIZE > UACCESS__COMPAT_ARENA - uaccess__compat_arena_used)
		return (unsigned long)(n ? -ENOMEM : -EINVAL);
	if (mmap(p, n, (int)prot, (int)flags | MAP_FIXED, -1, 0) != p ||
	    mprotect(p + n, PAGE_SIZE, PROT_NONE))
		return (unsigned long)-ENOMEM;
	uaccess__compat_arena_used += n + PAGE_SIZE;
	return (unsigned long)p;
}

static inline int vm_munmap(unsigned long address, size_t n)
{
	return mprotect((void *)address, PAGE_ALIGN(n), PROT_NONE) ? -EINVAL : 0;
}

#endif /* UACCESS_COMPAT_LINUX_MM_H */
