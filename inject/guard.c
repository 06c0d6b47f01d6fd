/* SPDX-License-Identifier: MIT */
/* Guarded buffers, and the part of the address space that they live in. */
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include <uaccess/guard.h>

#ifndef MADV_GUARD_INSTALL
#define MADV_GUARD_INSTALL 102
#endif
#ifndef MAP_FIXED_NOREPLACE
#define MAP_FIXED_NOREPLACE 0x100000 /* since Linux 4.17; a hint before */
#endif

/*
 * Buffers live below where a position-independent program and its heap may be, far below
 * where mmap() puts things: nothing fills their holes but who asks for these very
 * addresses. Each takes whole slots.
 */
#define AREA  ((uintptr_t)0x551000000000)
#define SLOT  (1ul << 20)
#define SLOTS (1ul << 17) /* 128 GiB; each buffer takes mappings, of which there are fewer */

/* Between the end of the lower half and the start of the upper, with 4 levels of page tables and 5. */
#define NON_CANONICAL ((uintptr_t)0x8000000000000000)

static const struct {
	const char *name;
	int signo, code;
} kinds[UACCESS_GUARD_KINDS] = {
	[UACCESS_GUARD_PROT_NONE] = {"PROT_NONE", SIGSEGV, SEGV_ACCERR},
	[UACCESS_GUARD_UNMAPPED] = {"unmapped", SIGSEGV, SEGV_MAPERR},
	[UACCESS_GUARD_READ_ONLY] = {"read-only", SIGSEGV, SEGV_ACCERR},
	[UACCESS_GUARD_PAST_EOF] = {"past EOF", SIGBUS, BUS_ADRERR},
	[UACCESS_GUARD_INSTALLED] = {"MADV_GUARD_INSTALL", SIGSEGV, SEGV_MAPERR},
	[UACCESS_GUARD_NON_CANONICAL] = {"non-canonical", SIGSEGV, SI_KERNEL},
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned char taken[SLOTS];
static unsigned long next; /* so that a stale pointer meets a hole for as long as possible */

const char *uaccess_guard_kind_name(enum uaccess_guard_kind kind)
{
	return (unsigned int)kind < UACCESS_GUARD_KINDS ? kinds[kind].name : NULL;
}

int uaccess_guard_signal(enum uaccess_guard_kind kind, int *code)
{
	if ((unsigned int)kind >= UACCESS_GUARD_KINDS)
		return 0;
	if (code)
		*code = kinds[kind].code;
	return kinds[kind].signo;
}

bool uaccess_guard_stops_reads(enum uaccess_guard_kind kind)
{
	return kind != UACCESS_GUARD_READ_ONLY;
}

/* Maps exactly there, over nothing else. */
static bool map_at(uintptr_t address, size_t size)
{
	void *map = mmap((void *)address, size, PROT_READ | PROT_WRITE,
			 MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);

	if (map == (void *)address)
		return true;
	if (map != MAP_FAILED) {
		munmap(map, size);
		errno = EEXIST;
	}
	return false;
}

/* The first of so many free slots in a row from "at" on; SLOTS: none. */
static unsigned long free_run(unsigned long at, unsigned long count)
{
	unsigned long run = 0;

	for (; at < SLOTS; at++) {
		run = taken[at] ? 0 : run + 1;
		if (run == count)
			return at + 1 - count;
	}
	return SLOTS;
}

static int take(struct uaccess_guard *guard)
{
	unsigned long count = (guard->map_size + SLOT - 1) / SLOT, at, from = next;
	int rounds = 0, error = -ENOMEM;

	while (rounds < 2) {
		at = free_run(from, count);
		if (at == SLOTS) {
			from = 0;
			rounds++;
		} else if (map_at(AREA + at * SLOT, guard->map_size)) {
			memset(taken + at, 1, count);
			next = at + count;
			guard->map = (void *)(AREA + at * SLOT);
			return 0;
		} else if (errno != EEXIST) {
			return -errno;
		} else {
			from = at + 1; /* somebody else's */
		}
	}
	return error;
}

static void give_back(struct uaccess_guard *guard)
{
	unsigned long at = ((uintptr_t)guard->map - AREA) / SLOT;

	/* First the mappings: the slots may be taken again at once. */
	munmap(guard->map, guard->map_size);
	pthread_mutex_lock(&lock);
	memset(taken + at, 0, (guard->map_size + SLOT - 1) / SLOT);
	pthread_mutex_unlock(&lock);
}

/* The usable pages are a whole file; the bad ones map what would lie behind its end. */
static int map_past_eof(const struct uaccess_guard *guard)
{
	size_t size = (size_t)(guard->end - guard->start);
	int fd = memfd_create("uaccess_guard", MFD_CLOEXEC), error = 0;

	if (fd < 0)
		return -errno;
	if (ftruncate(fd, (off_t)size) ||
	    mmap(guard->start, size + UACCESS_GUARD_REACH, PROT_READ | PROT_WRITE,
		 MAP_SHARED | MAP_FIXED, fd, 0) == MAP_FAILED ||
	    mmap(guard->start - UACCESS_GUARD_REACH, UACCESS_GUARD_REACH, PROT_READ | PROT_WRITE,
		 MAP_SHARED | MAP_FIXED, fd, (off_t)size) == MAP_FAILED)
		error = -errno;
	close(fd);
	return error;
}

static int make_bad(enum uaccess_guard_kind kind, void *p)
{
	int error = 0;

	switch (kind) {
	case UACCESS_GUARD_PROT_NONE:
		error = mprotect(p, UACCESS_GUARD_REACH, PROT_NONE);
		break;
	case UACCESS_GUARD_READ_ONLY:
		error = mprotect(p, UACCESS_GUARD_REACH, PROT_READ);
		break;
	case UACCESS_GUARD_UNMAPPED:
		error = munmap(p, UACCESS_GUARD_REACH);
		break;
	case UACCESS_GUARD_INSTALLED:
		error = madvise(p, UACCESS_GUARD_REACH, MADV_GUARD_INSTALL);
		if (error && errno == EINVAL)
			errno = EOPNOTSUPP;
		break;
	default:
		break;
	}
	return error ? -errno : 0;
}

static int make(struct uaccess_guard *guard, size_t usable)
{
	int error;

	pthread_mutex_lock(&lock);
	error = take(guard);
	pthread_mutex_unlock(&lock);
	if (error)
		return error;
	guard->start = (unsigned char *)guard->map + UACCESS_GUARD_REACH;
	guard->end = guard->start + usable;
	if (guard->kind == UACCESS_GUARD_PAST_EOF) {
		error = map_past_eof(guard);
	} else {
		error = make_bad(guard->kind, guard->start - UACCESS_GUARD_REACH);
		if (!error)
			error = make_bad(guard->kind, guard->end);
	}
	if (error)
		give_back(guard);
	return error;
}

int uaccess_guard_alloc(struct uaccess_guard *guard, enum uaccess_guard_kind kind,
			enum uaccess_guard_place place, size_t size)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE), usable;
	int saved = errno, error;

	memset(guard, 0, sizeof(*guard));
	if ((unsigned int)kind >= UACCESS_GUARD_KINDS ||
	    (place != UACCESS_GUARD_AT_END && place != UACCESS_GUARD_AT_START))
		return -EINVAL;
	guard->kind = kind;
	if (kind == UACCESS_GUARD_NON_CANONICAL) {
		if (size)
			return -EINVAL;
		guard->data = guard->start = guard->end = (unsigned char *)NON_CANONICAL;
		return 0;
	}
	if (size > SLOTS * SLOT / 2)
		return -ENOMEM;
	/* A page even for no byte: there is always a good one next to the bad ones. */
	usable = size ? (size + page - 1) & ~(page - 1) : page;
	guard->map_size = usable + 2 * UACCESS_GUARD_REACH;
	guard->size = size;
	error = make(guard, usable);
	errno = saved;
	if (error) {
		memset(guard, 0, sizeof(*guard));
		return error;
	}
	guard->data = place == UACCESS_GUARD_AT_END ? guard->end - size : guard->start;
	return 0;
}

void uaccess_guard_free(struct uaccess_guard *guard)
{
	int saved = errno;

	if (guard->map)
		give_back(guard);
	memset(guard, 0, sizeof(*guard));
	errno = saved;
}
