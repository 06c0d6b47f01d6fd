/* SPDX-License-Identifier: MIT */
/* Memory that faults, and an access to it that no table expects. */
#ifndef UACCESS_TESTS_MEMORY_H
#define UACCESS_TESTS_MEMORY_H

#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

/* size bytes, a multiple of 4096, with a page behind them that cannot be accessed. */
__attribute__((unused)) static char *memory_before_guard(size_t size)
{
	char *p =
		mmap(NULL, size + 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (p == MAP_FAILED || mprotect(p + size, 4096, PROT_NONE)) {
		perror("mmap");
		_exit(99);
	}
	return p;
}

/* A page that cannot be accessed. */
__attribute__((unused)) static char *memory_closed(void)
{
	return memory_before_guard(4096) + 4096;
}

/* A page past the end of its file. */
__attribute__((unused)) static char *memory_past_end(void)
{
	int fd = memfd_create("empty", 0);
	char *p = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);

	if (fd < 0 || p == MAP_FAILED) {
		perror("memfd");
		_exit(99);
	}
	close(fd);
	return p;
}

/* One load without an entry; a sanitizer does not look at it. */
__attribute__((unused, noinline)) static char memory_touch(const char *p)
{
	char byte;

#if defined(__x86_64__)
	__asm__ volatile("movb %1, %0" : "=q"(byte) : "m"(*p) : "memory");
#else
	byte = *(const volatile char *)p;
#endif
	return byte;
}

#endif /* UACCESS_TESTS_MEMORY_H */
