/* SPDX-License-Identifier: MIT */
/* Guarded buffers for tests. */
#include <errno.h>
#include <signal.h>
#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

#include "tests/guard.h"

#ifndef MADV_GUARD_INSTALL
#define MADV_GUARD_INSTALL 102
#endif

/*
 * Where buffers begin, as a hint: free in a plain process, and memory of the program's own for each
 * of the sanitizers.
 */
#define GUARD_AREA ((uintptr_t)0x551000000000)

static const struct {
	const char *name;
	int signo, code;
} kinds[GUARD_KINDS] = {
	[GUARD_PROT_NONE] = {"PROT_NONE", SIGSEGV, SEGV_ACCERR},
	[GUARD_UNMAPPED] = {"unmapped", SIGSEGV, SEGV_MAPERR},
	[GUARD_READ_ONLY] = {"read-only", SIGSEGV, SEGV_ACCERR},
	[GUARD_PAST_EOF] = {"past EOF", SIGBUS, BUS_ADRERR},
	[GUARD_INSTALLED] = {"MADV_GUARD_INSTALL", SIGSEGV, SEGV_MAPERR},
};

const char *guard_kind_name(enum guard_kind kind)
{
	return kinds[kind].name;
}

int guard_signal(enum guard_kind kind)
{
	return kinds[kind].signo;
}

int guard_code(enum guard_kind kind)
{
	return kinds[kind].code;
}

bool guard_stops_reads(enum guard_kind kind)
{
	return kind != GUARD_READ_ONLY;
}

/* The usable pages are a whole file; the bad ones map what would lie behind its end. */
static int map_past_eof(struct guard *guard, size_t size)
{
	int fd = memfd_create("guard", MFD_CLOEXEC), error = 0;

	if (fd < 0)
		return -errno;
	if (ftruncate(fd, (off_t)size) ||
	    mmap(guard->start, size + GUARD_REACH, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED,
		 fd, 0) == MAP_FAILED ||
	    mmap(guard->start - GUARD_REACH, GUARD_REACH, PROT_READ | PROT_WRITE,
		 MAP_SHARED | MAP_FIXED, fd, (off_t)size) == MAP_FAILED)
		error = -errno;
	close(fd);
	return error;
}

static int make_bad(enum guard_kind kind, void *p)
{
	int error = 0;

	switch (kind) {
	case GUARD_PROT_NONE:
		error = mprotect(p, GUARD_REACH, PROT_NONE);
		break;
	case GUARD_READ_ONLY:
		error = mprotect(p, GUARD_REACH, PROT_READ);
		break;
	case GUARD_UNMAPPED:
		error = munmap(p, GUARD_REACH);
		break;
	case GUARD_INSTALLED:
		error = madvise(p, GUARD_REACH, MADV_GUARD_INSTALL);
		break;
	default:
		break;
	}
	return error ? -errno : 0;
}

int guard_open(struct guard *guard, enum guard_kind kind, size_t size)
{
	static uintptr_t next = GUARD_AREA;
	size_t page = (size_t)sysconf(_SC_PAGESIZE);
	int error;

	size = (size + page - 1) & ~(page - 1);
	guard->kind = kind;
	guard->map_size = size + 2 * GUARD_REACH;
	guard->map = mmap((void *)next, guard->map_size, PROT_READ | PROT_WRITE,
			  MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	if (guard->map == MAP_FAILED)
		return -errno;
	next += guard->map_size + 2 * GUARD_REACH;
	guard->start = (unsigned char *)guard->map + GUARD_REACH;
	guard->end = guard->start + size;

	if (kind == GUARD_PAST_EOF) {
		error = map_past_eof(guard, size);
	} else {
		error = make_bad(kind, guard->start - GUARD_REACH);
		if (!error)
			error = make_bad(kind, guard->end);
	}
	if (error)
		guard_close(guard);
	return error;
}

void guard_close(struct guard *guard)
{
	munmap(guard->map, guard->map_size);
}
