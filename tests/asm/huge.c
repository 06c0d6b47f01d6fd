/* SPDX-License-Identifier: MIT */
/*
 * Sizes that 32 bits do not hold: five GiB cleared and more than two copied, up to a hole. The same
 * few pages are mapped over and over, so that it costs address space and no memory. The rows that
 * the library may pick by itself; the others with UACCESS_TEST_LEVEL=full.
 */
#include <errno.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>
#include <uaccess/uaccess.h>

#include "tests/asm/residue.h"
#include "tests/tap.h"

#define MIB   (1ul << 20)
#define GIB   (1ul << 30)
#define CHUNK (16 * MIB)

struct window {
	unsigned char *start;
	size_t size;
};

static int file = -1;
static unsigned char *bytes; /* of the file */

/* size bytes of address space, each chunk of it the file. */
static bool window_open(struct window *window, size_t size)
{
	size_t at;

	window->size = size;
	window->start =
		mmap(NULL, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	if (window->start == MAP_FAILED)
		return false;
	for (at = 0; at < size; at += CHUNK)
		if (mmap(window->start + at, CHUNK, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED,
			 file, 0) == MAP_FAILED)
			return false;
	return true;
}

static void clear_five_gib(const struct uaccess_routine *row)
{
	const size_t hole = 4 * GIB + 300 * MIB, start = 77;
	struct window window;
	unsigned long left;

	if (!residue_is_own(row) && residue_level() != RESIDUE_FULL)
		return;
	if (!window_open(&window, 5 * GIB)) {
		tap_skip(1, "no address space: %s", strerror(errno));
		return;
	}
	mprotect(window.start + hole, 4096, PROT_NONE);
	memset(bytes, ORACLE_CANARY, CHUNK);
	if (uaccess_routine_select(row->kind, row->name))
		tap_bail("%s is not to be had", row->name);
	left = clear_user(window.start + start, 5 * GIB - start);
	tap_ok(left == 5 * GIB - hole && oracle_all(bytes, 0, CHUNK),
	       "clear %s, 5 GiB with a hole: %#lx left", row->name, left);
	munmap(window.start, window.size);
}

static void copy_over_two_gib(const struct uaccess_routine *row)
{
	const size_t hole = 2 * GIB + 200 * MIB, size = 2 * GIB + 500 * MIB, offset = 13;
	struct window window;
	unsigned char *sparse;
	unsigned long left;

	if (!residue_is_own(row) && residue_level() != RESIDUE_FULL)
		return;
	sparse = mmap(NULL, 3 * GIB, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	if (sparse == MAP_FAILED || !window_open(&window, 3 * GIB)) {
		tap_skip(1, "no address space: %s", strerror(errno));
		return;
	}
	mprotect(sparse + hole, 4096, PROT_NONE);
	memset(bytes, ORACLE_CANARY, CHUNK);
	if (uaccess_routine_select(row->kind, row->name))
		tap_bail("%s is not to be had", row->name);
	left = copy_in_user(window.start + 64, sparse + offset, size);
	tap_ok(left == size - (hole - offset) && oracle_all(bytes, 0, CHUNK),
	       "copy %s, 2.5 GiB from a sparse mapping with a hole: %#lx left", row->name, left);
	munmap(window.start, window.size);
	munmap(sparse, 3 * GIB);
}

int main(void)
{
	alarm(600);
	if (residue_level() == RESIDUE_QUICK)
		tap_skip_all("too slow here");
	file = memfd_create("huge", MFD_CLOEXEC);
	if (file < 0 || ftruncate(file, (off_t)CHUNK))
		tap_bail("no memory file: %s", strerror(errno));
	bytes = mmap(NULL, CHUNK, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
	if (bytes == MAP_FAILED)
		tap_bail("no memory file: %s", strerror(errno));
	residue_each_row(UACCESS_ROUTINE_CLEAR, clear_five_gib);
	residue_each_row(UACCESS_ROUTINE_COPY, copy_over_two_gib);
	return tap_done();
}
