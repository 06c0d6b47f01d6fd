/* SPDX-License-Identifier: MIT */
/* Where user memory ends: for the process, for a thread, and memory below everything else. */
#include <errno.h>
#include <inttypes.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>
#include <uaccess/user_limit.h>

/* The limit of the process; 0 once a thread had one of its own: ask the function. */
uintptr_t uaccess_user_limit_word = UACCESS_USER_PTR_MAX;

static _Atomic uintptr_t limit_of_process = UACCESS_USER_PTR_MAX;
static _Thread_local uintptr_t limit_of_thread __attribute__((tls_model("initial-exec")));

uintptr_t uaccess_user_limit_of_thread(void)
{
	return limit_of_thread ? limit_of_thread : atomic_load(&limit_of_process);
}

int uaccess_set_user_limit(uintptr_t limit)
{
	uintptr_t old = __atomic_load_n(&uaccess_user_limit_word, __ATOMIC_RELAXED);

	if (limit > UACCESS_USER_PTR_MAX)
		return -EINVAL;
	if (!limit)
		limit = UACCESS_USER_PTR_MAX;
	atomic_store(&limit_of_process, limit);
	/* Never from 0 back: a thread has a limit of its own. */
	while (old && !__atomic_compare_exchange_n(&uaccess_user_limit_word, &old, limit, false,
						   __ATOMIC_RELAXED, __ATOMIC_RELAXED))
		;
	return 0;
}

int uaccess_set_user_limit_of_thread(uintptr_t limit)
{
	if (limit > UACCESS_USER_PTR_MAX)
		return -EINVAL;
	limit_of_thread = limit;
	if (limit)
		__atomic_store_n(&uaccess_user_limit_word, 0, __ATOMIC_RELAXED);
	return 0;
}

/* Where the lowest mapping of the process begins; 0: cannot tell. */
static uintptr_t lowest_mapping(void)
{
	FILE *maps = fopen("/proc/self/maps", "re");
	uintptr_t lowest = 0;

	if (!maps)
		return 0;
	if (fscanf(maps, "%" SCNxPTR, &lowest) != 1)
		lowest = 0;
	fclose(maps);
	return lowest;
}

#ifndef MAP_FIXED_NOREPLACE
#define MAP_FIXED_NOREPLACE 0x100000 /* since Linux 4.17; a hint before */
#endif
#define LOWEST_USABLE 0x10000 /* the kernel's usual vm.mmap_min_addr */
#define WANTED	      0x10000000

int uaccess_user_arena(unsigned long size, void **arena)
{
	unsigned long page = (unsigned long)sysconf(_SC_PAGESIZE);
	int saved = errno, error = -ENOMEM;
	uintptr_t ceiling, at;
	char *p;

	if (!size)
		return -EINVAL;
	if (size > UACCESS_USER_PTR_MAX / 2)
		return -ENOMEM;
	size = (size + page - 1) & -page;
	ceiling = lowest_mapping();
	if (ceiling < LOWEST_USABLE || ceiling - LOWEST_USABLE < size + page)
		return -ENOMEM;
	at = ceiling >= WANTED && ceiling - WANTED >= size + page ? WANTED : ceiling - size - page;
	/* The guard page comes with it, so that nothing else lands there. */
	p = mmap((void *)at, size + page, PROT_NONE,
		 MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
	if (p == MAP_FAILED)
		goto out;
	if (p != (char *)at || mprotect(p, size, PROT_READ | PROT_WRITE)) {
		munmap(p, size + page);
		goto out;
	}
	*arena = p;
	error = 0;
out:
	errno = saved;
	return error;
}
