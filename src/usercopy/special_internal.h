/* SPDX-License-Identifier: MIT */
/* What an architecture supplies for the special copies. Nothing here checks a range. */
#ifndef UACCESS_SPECIAL_INTERNAL_H
#define UACCESS_SPECIAL_INTERNAL_H

#include <stdint.h>
#include <uaccess/routine.h>

/* Byte by byte, with an entry that survives a memory error; the residue. */
unsigned long uaccess__copy_mc_bytes(void *to, const void *from, unsigned long n);

/* Past the caches: to and n are multiples of UACCESS__LINE, n is not 0. */
uaccess_copy_fn uaccess__copy_nontemporal_lines;
#define UACCESS__LINE 64ul

/* Writes the cache lines of [p, p + n), all of them accessible, back to memory. */
void uaccess__flush_lines(const void *p, unsigned long n);

#endif /* UACCESS_SPECIAL_INTERNAL_H */
