/* SPDX-License-Identifier: MIT */
/*
 * Guarded buffers: memory with pages right before and behind it that fault.
 *
 *	struct uaccess_guard guard;
 *
 *	if (!uaccess_guard_alloc(&guard, UACCESS_GUARD_PROT_NONE, UACCESS_GUARD_AT_END, 100))
 *		left = clear_user(guard.data + 60, 100);	60: the last 40 were there
 *	uaccess_guard_free(&guard);
 *
 * Part of libuaccess-inject. All calls are thread safe; alloc and free take a lock
 * and are not async-signal-safe. errno is left alone.
 */
#ifndef UACCESS_GUARD_H
#define UACCESS_GUARD_H

#include <stdbool.h>
#include <stddef.h>
#include <uaccess/compiler.h>

UACCESS_EXTERN_C_BEGIN

/* What the bad pages are, and how a fault in them is reported. */
enum uaccess_guard_kind {
	UACCESS_GUARD_PROT_NONE,     /* mapped, no permission: SIGSEGV, SEGV_ACCERR */
	UACCESS_GUARD_UNMAPPED,	     /* nothing there: SIGSEGV, SEGV_MAPERR */
	UACCESS_GUARD_READ_ONLY,     /* can be read: SIGSEGV, SEGV_ACCERR on a write */
	UACCESS_GUARD_PAST_EOF,	     /* of a mapped file: SIGBUS, BUS_ADRERR */
	UACCESS_GUARD_INSTALLED,     /* MADV_GUARD_INSTALL: SIGSEGV, SEGV_MAPERR */
	UACCESS_GUARD_NON_CANONICAL, /* no address at all: SIGSEGV, SI_KERNEL */
	UACCESS_GUARD_KINDS
};

/* Where in the usable pages the bytes that were asked for lie. */
enum uaccess_guard_place {
	UACCESS_GUARD_AT_END,	/* data[size] is the first bad byte */
	UACCESS_GUARD_AT_START, /* data[-1] is the last bad byte */
};

struct uaccess_guard {
	unsigned char *data;	    /* the bytes that were asked for, 0 at first */
	size_t size;		    /* how many */
	unsigned char *start, *end; /* all that can be used, whole pages; data is within */
	enum uaccess_guard_kind kind;
	void *map;	 /* the library's own */
	size_t map_size; /* the library's own */
};

/* So many bytes before start and behind end are bad, at least. */
#define UACCESS_GUARD_REACH 65536ul

/*
 * Makes a buffer of size bytes, with bad pages on both sides of it. Unmapped pages stay
 * unmapped while the buffer lives: it lies where the system maps nothing of its own
 * accord. UACCESS_GUARD_NON_CANONICAL has no byte that can be used: size must be 0, and
 * data is the bad address. Returns 0, -EINVAL for such a size, a wrong kind or place,
 * -EOPNOTSUPP where the kernel lacks the kind (MADV_GUARD_INSTALL came with Linux 6.13),
 * or what mmap(), memfd_create() and the like said. After an error there is nothing to
 * free. Each buffer takes 3 of the process's mappings (vm.max_map_count, 65530 by default).
 */
UACCESS_API int uaccess_guard_alloc(struct uaccess_guard *guard, enum uaccess_guard_kind kind,
				    enum uaccess_guard_place place, size_t size);

/* Gives all of it back, and clears *guard; nothing happens to one that is clear already. */
UACCESS_API void uaccess_guard_free(struct uaccess_guard *guard);

/* "PROT_NONE", ...; NULL for no such kind. */
UACCESS_API const char *uaccess_guard_kind_name(enum uaccess_guard_kind kind);

/* How a fault in the bad pages is reported: the signal, and its si_code. 0 for no such kind. */
UACCESS_API int uaccess_guard_signal(enum uaccess_guard_kind kind, int *code);

/* Does a read of the bad pages fault, too? */
UACCESS_API bool uaccess_guard_stops_reads(enum uaccess_guard_kind kind);

UACCESS_EXTERN_C_END

#endif /* UACCESS_GUARD_H */
