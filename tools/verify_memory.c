/* SPDX-License-Identifier: MIT */
/*
 * The buffers of `uaccess verify`: for each side and kind of guard a window of
 * accessible bytes between two guards, filled with a pattern. Made once, in the
 * child; nothing is mapped afterwards, so that a hole stays one.
 */
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include <uaccess/arch.h>
#include "tools/verify.h"

#ifndef MADV_GUARD_INSTALL
#define MADV_GUARD_INSTALL 102
#endif

#define GUARD	16384	     /* before and behind a window */
#define RESERVE (40ul << 30) /* behind the windows of VERIFY_PROT_NONE, for huge sizes */

static unsigned char *windows[2][VERIFY_WINDOWS];
static unsigned char fresh[2][VERIFY_ROOM];

static const char *const names[VERIFY_GUARDS] = {
	[VERIFY_PROT_NONE] = "a PROT_NONE page",
	[VERIFY_UNMAPPED] = "an unmapped page",
	[VERIFY_PAST_END] = "the end of the mapped file (SIGBUS)",
	[VERIFY_GUARD_REGION] = "a MADV_GUARD_INSTALL page",
	[VERIFY_READ_ONLY] = "a read-only page",
	[VERIFY_NULL] = "NULL",
	[VERIFY_NON_CANONICAL] = "a non-canonical address",
	[VERIFY_KERNEL_HALF] = "the kernel's half",
};

const char *verify_guard_name(enum verify_guard guard)
{
	return names[guard];
}

/* Values of the two sides never meet, and none is 0, which is what clear writes. */
static void fill(void)
{
	size_t i;

	for (i = 0; i < VERIFY_ROOM; i++) {
		fresh[true][i] = (unsigned char)(0x80 + i * 11 % 127);
		fresh[false][i] = (unsigned char)(1 + i * 13 % 127);
	}
}

/* A file of just the accessible size, mapped for longer. */
static bool map_file(unsigned char *window)
{
	int fd = memfd_create("uaccess-verify", MFD_CLOEXEC);
	bool mapped = fd >= 0 && !ftruncate(fd, VERIFY_ROOM) &&
		      mmap(window, VERIFY_ROOM + GUARD, PROT_READ | PROT_WRITE,
			   MAP_SHARED | MAP_FIXED, fd, 0) == window;

	if (fd >= 0)
		close(fd);
	return mapped;
}

/* NULL: this kind does not exist here. */
static unsigned char *make_window(bool destination, enum verify_guard guard, bool *huge)
{
	const int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
	size_t size = GUARD + VERIFY_ROOM + GUARD;
	unsigned char *area = MAP_FAILED, *window;
	bool good = true;

	if (guard == VERIFY_PROT_NONE) {
		area = mmap(NULL, size + RESERVE, PROT_NONE, flags, -1, 0);
		if (area == MAP_FAILED)
			*huge = false;
	}
	if (area == MAP_FAILED)
		area = mmap(NULL, size, PROT_NONE, flags, -1, 0);
	if (area == MAP_FAILED)
		return NULL;
	window = area + GUARD;
	if (mprotect(window, VERIFY_ROOM, PROT_READ | PROT_WRITE))
		return NULL;
	switch (guard) {
	case VERIFY_PAST_END:
		good = map_file(window);
		break;
	case VERIFY_GUARD_REGION:
		good = !mprotect(window + VERIFY_ROOM, GUARD, PROT_READ | PROT_WRITE) &&
		       !madvise(window + VERIFY_ROOM, GUARD, MADV_GUARD_INSTALL);
		break;
	case VERIFY_READ_ONLY:
		good = destination && !mprotect(window + VERIFY_ROOM, GUARD, PROT_READ);
		break;
	default:
		break;
	}
	if (!good)
		return NULL;
	memcpy(window, fresh[destination], VERIFY_ROOM);
	return window;
}

bool verify_memory_prepare(struct verify_result *result)
{
	bool huge = true;
	int destination, guard;

	fill();
	for (destination = 0; destination < 2; destination++)
		for (guard = 0; guard < VERIFY_WINDOWS; guard++)
			windows[destination][guard] = make_window(destination, guard, &huge);
	result->no_huge = !huge;
	/* Last, so that nothing else of ours can come to lie in the holes. */
	for (destination = 0; destination < 2; destination++)
		if (windows[destination][VERIFY_UNMAPPED])
			munmap(windows[destination][VERIFY_UNMAPPED] + VERIFY_ROOM, GUARD);
	return windows[0][VERIFY_PROT_NONE] && windows[1][VERIFY_PROT_NONE];
}

unsigned char *verify_window(bool destination, enum verify_guard guard)
{
	return guard < VERIFY_WINDOWS ? windows[destination][guard] : NULL;
}

bool verify_guard_usable(enum verify_guard guard)
{
	return guard >= VERIFY_WINDOWS || windows[true][guard];
}

unsigned char *verify_address(bool destination, const struct verify_side *side)
{
	uintptr_t start;

	switch (side->guard) {
	case VERIFY_NULL:
		start = 0;
		break;
	case VERIFY_NON_CANONICAL:
		start = (uintptr_t)1 << 63;
		break;
	case VERIFY_KERNEL_HALF:
		start = ~(uintptr_t)0 << 30;
		break;
	default:
		start = (uintptr_t)windows[destination][side->guard];
		break;
	}
	return (unsigned char *)(start + (uintptr_t)side->offset);
}

unsigned long verify_accessible(const struct verify_side *side, unsigned long n)
{
	unsigned long room;

	if (side->guard >= VERIFY_WINDOWS || side->offset < 0 || side->offset >= VERIFY_ROOM)
		return 0;
	room = (unsigned long)(VERIFY_ROOM - side->offset);
	return room < n ? room : n;
}

const unsigned char *verify_fresh(bool destination)
{
	return fresh[destination];
}
