/* SPDX-License-Identifier: MIT */
/*
 * A program that uses the library through its headers only: for each tool that builds or runs it,
 * the same line in the end. With an argument it then dies of a fault that nobody expects.
 */
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

#include <uaccess/fault.h>
#include <uaccess/uaccess.h>

static char *edge;
static volatile unsigned long vary;

/* A leaf with something below its stack pointer, if the compiler likes. */
__attribute__((noinline)) static uint64_t leaf(const uint64_t *p, uint64_t seed)
{
	uint64_t kept[6], value = 1, sum = 0;
	size_t i;

	for (i = 0; i < 6; i++)
		kept[i] = seed + i;
	if (get_user(value, p) != -EFAULT || value)
		return 0;
	for (i = 0; i < 6; i++)
		sum += kept[i];
	return sum;
}

static void touch(void *p)
{
	volatile char room[128];

	room[0] = *(volatile char *)p;
	(void)room[0];
}

static unsigned long wrong_residues(void)
{
	static char from[1024], to[1024];
	unsigned long n, good, wrong = 0;

	for (n = 1; n <= 1000; n += 1 + n / 8)
		for (good = 0; good < n; good += 1 + n / 11) {
			wrong += copy_from_user(to, edge - good, n + vary) != n - good;
			wrong += copy_to_user(edge - good, from, n + vary) != n - good;
			wrong += clear_user(edge - good, n + vary) != n - good;
		}
	return wrong;
}

int main(int argc, char **argv)
{
	char *map = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	unsigned long wrong = 0, i;

	(void)argv;
	if (map == MAP_FAILED || mprotect(map + 4096, 4096, PROT_NONE))
		return 1;
	edge = map + 4096;
	wrong += wrong_residues();
	for (i = 0; i < 100; i++) {
		wrong += leaf((uint64_t *)(void *)edge, i) != 6 * i + 15;
		wrong += leaf((uint64_t *)(void *)(edge - 1 - i % 7), i) != 6 * i + 15;
		wrong += put_user((int)i, (int *)(void *)(edge - 3)) != -EFAULT;
		wrong += uaccess_try(touch, edge, NULL) != -EFAULT;
	}
	wrong += uaccess_check() != 0;
	printf("%lu wrong\n", wrong);
	fflush(stdout);
	if (argc > 1)
		touch(edge);
	return wrong != 0;
}
