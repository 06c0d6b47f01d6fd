/* SPDX-License-Identifier: MIT */
/*
 * A module with a table of its own, which tests load and unload. Linked against the shared library,
 * and with a whole copy of the library inside. A constructor and a destructor use it, too.
 */
#include <errno.h>
#include <sys/mman.h>

#include <uaccess/uaccess.h>

/* 1: recovered as it should. */
__attribute__((visibility("default"), noinline)) int module_fault(const char *p);
/* How many of the faults in the constructor and, added to *seen, the destructor recovered. */
__attribute__((visibility("default"))) int module_early;
__attribute__((visibility("default"))) int *module_seen;

int module_fault(const char *p)
{
	char byte = 1, buffer[16];

	return get_user(byte, p) == -EFAULT && !byte && copy_from_user(buffer, p - 3, 10) == 7;
}

static int fault_at_own_page(void)
{
	char *p = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	int result =
		p != MAP_FAILED && !mprotect(p + 4096, 4096, PROT_NONE) && module_fault(p + 4096);

	munmap(p, 8192);
	return result;
}

__attribute__((constructor)) static void when_loaded(void)
{
	module_early = fault_at_own_page();
}

__attribute__((destructor)) static void when_unloaded(void)
{
	if (module_seen)
		*module_seen += fault_at_own_page();
}
