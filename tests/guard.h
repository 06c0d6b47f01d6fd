/* SPDX-License-Identifier: MIT */
/*
 * Guarded buffers: whole pages that can be used, with pages that fault before and after them.
 *
 * The bad pages reach further than any access of the tests, and they stay bad: the buffers lie far
 * from where the C library maps memory, so that nothing fills the holes next to them.
 */
#ifndef UACCESS_TESTS_GUARD_H
#define UACCESS_TESTS_GUARD_H

#include <stdbool.h>
#include <stddef.h>

enum guard_kind {
	GUARD_PROT_NONE, /* mapped, no permission */
	GUARD_UNMAPPED,	 /* nothing there */
	GUARD_READ_ONLY, /* faults on writes only */
	GUARD_PAST_EOF,	 /* file mapping past the end of its file: SIGBUS */
	GUARD_INSTALLED, /* MADV_GUARD_INSTALL, Linux 6.13 */
	GUARD_KINDS
};

struct guard {
	unsigned char *start; /* first byte that can be used */
	unsigned char *end;   /* one past the last: the first that faults */
	enum guard_kind kind;
	void *map;
	size_t map_size;
};

/* Bad bytes on either side, at least. */
#define GUARD_REACH (16 * 4096ul)

/* Makes a zeroed buffer of at least size bytes. 0 or -errno; -EINVAL: this kernel lacks the kind. */
int guard_open(struct guard *guard, enum guard_kind kind, size_t size);
void guard_close(struct guard *guard);

/* "PROT_NONE", ... */
const char *guard_kind_name(enum guard_kind kind);
/* What a fault in the bad pages is reported as. */
int guard_signal(enum guard_kind kind);
int guard_code(enum guard_kind kind);
/* Does a read of the bad pages fault, too? */
bool guard_stops_reads(enum guard_kind kind);

#endif
