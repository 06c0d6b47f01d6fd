/* SPDX-License-Identifier: MIT */
/* Pages between two that cannot be accessed, for the tests of this folder. */
#ifndef UACCESS_TESTS_PAGES_H
#define UACCESS_TESTS_PAGES_H

#include <string.h>
#include <sys/mman.h>
#include "tests/tap.h"

#define PAGE 4096ul

/* The first of count readable and writable pages; one without access on each side. */
__attribute__((unused)) static char *pages(unsigned long count)
{
	char *p = mmap(NULL, (count + 2) * PAGE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (p == MAP_FAILED || mprotect(p + PAGE, count * PAGE, PROT_READ | PROT_WRITE))
		tap_bail("no memory");
	return p + PAGE;
}

/* A point that passes if *failures is 0; counts anew. */
__attribute__((unused)) static void point(unsigned long *cases, unsigned long *failures,
					  const char *what)
{
	tap_ok(!*failures && *cases, "%s: %lu cases, %lu wrong", what, *cases, *failures);
	*cases = *failures = 0;
}

#endif
