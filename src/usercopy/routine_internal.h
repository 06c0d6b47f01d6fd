/* SPDX-License-Identifier: MIT */
/* Between the table of routines and the architecture that has them. */
#ifndef UACCESS_ROUTINE_INTERNAL_H
#define UACCESS_ROUTINE_INTERNAL_H

#include <stdatomic.h>
#include <uaccess/routine.h>

/*
 * Layers: what stands between a call and the selected row while it is wanted, and
 * costs nothing while it is not. A layer decides, and calls next_* to go on. It
 * must live as long as the process once it was put in: calls may be under way.
 */
enum uaccess__layer_place {
	UACCESS__LAYER_NOSIG,  /* innermost */
	UACCESS__LAYER_INJECT, /* sees each call first */
	UACCESS__LAYERS
};

struct uaccess__layer {
	uaccess_clear_fn *clear;
	uaccess_copy_fn *copy;
	_Atomic(uaccess_clear_fn *) next_clear;
	_Atomic(uaccess_copy_fn *) next_copy;
};

/* Puts a layer in, or takes it out with NULL. 0 or what mprotect() said. Takes a lock. */
int uaccess__dispatch_layer(enum uaccess__layer_place place, struct uaccess__layer *layer);

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
