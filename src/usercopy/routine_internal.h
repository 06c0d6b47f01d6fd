/* SPDX-License-Identifier: MIT */
/* Between the table of routines and the architecture that has them. */
#ifndef UACCESS_ROUTINE_INTERNAL_H
#define UACCESS_ROUTINE_INTERNAL_H

#include <uaccess/routine.h>

/* src/<arch>/routines.c: the rows, and what the processor can do. */
extern const struct uaccess_routine uaccess__arch_routines[];
extern const size_t uaccess__arch_routine_count;
uint32_t uaccess__arch_cpu_features(void);

/* src/<arch>/bytes.S: exact byte movers; the residue. */
unsigned long uaccess__copy_bytes(void *to, const void *from, unsigned long n);
unsigned long uaccess__clear_bytes(void *to, unsigned long n);

/* src/generic/: rows in C over <uaccess/arch.h>. */
uaccess_clear_fn uaccess__clear_generic;
uaccess_copy_fn uaccess__copy_generic;

#endif /* UACCESS_ROUTINE_INTERNAL_H */
