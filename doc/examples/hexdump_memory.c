/* SPDX-License-Identifier: MIT */
/*
 * Dumps any part of its own address space, with "??" for what cannot be read: the
 * heart of a crash reporter or of a debugger's "examine".
 *
 *	hexdump_memory ADDRESS LENGTH
 *	hexdump_memory			the end of a page, and what lies behind it
 *
 * Nothing is asked of the kernel beforehand: what a map of the process said would
 * be old when it is used.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <uaccess/uaccess.h>

#define ROW 16ul

static void dump_row(const unsigned char *address, unsigned long n)
{
	unsigned char row[ROW];
	unsigned long i, known;

	/* Bytes may come again behind those that cannot be read: then one at a time. */
	known = n - copy_from_user(row, address, n);
	printf("%012lx ", (unsigned long)address);
	for (i = 0; i < n; i++) {
		if (i < known || !get_user(row[i], address + i))
			printf(" %02x", row[i]);
		else
			printf(" ??");
	}
	printf("\n");
}

static void dump(const unsigned char *address, unsigned long n)
{
	while (n) {
		unsigned long size = n < ROW ? n : ROW;

		dump_row(address, size);
		address += size;
		n -= size;
	}
}

int main(int argc, char **argv)
{
	unsigned char *map;

	if (argc == 3) {
		dump((const unsigned char *)strtoul(argv[1], NULL, 0), strtoul(argv[2], NULL, 0));
		return 0;
	}
	if (argc != 1) {
		fprintf(stderr, "usage: hexdump_memory [ADDRESS LENGTH]\n");
		return 2;
	}
	map = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (map == MAP_FAILED || mprotect(map + 4096, 4096, PROT_NONE))
		return 1;
	memset(map, 0xab, 4096);
	dump(map + 4096 - 24, 48);
	return 0;
}
