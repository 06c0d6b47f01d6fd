/* SPDX-License-Identifier: MIT */
/*
 * The routines that move the bytes, and the table that lists them.
 *
 * A routine makes a weak promise and C makes it exact. It moves bytes in
 * ascending order, fast; when an access faults it returns
 *
 *   left	bytes surely not all done, counted from the end: the first
 *		n - left bytes are in place, what lies behind them may be;
 *		0 means that all n bytes are done
 *   address	an address in the page that faulted, as the processor reports it,
 *		or all ones where it is not known
 *
 * and the *_finish() calls then move the bytes up to the faulting one, so that
 * the residue is exact whatever the routine's own granularity. A routine writes
 * only inside the n bytes of the destination, restores the callee-saved
 * registers and leaves the direction flag clear.
 */
#ifndef UACCESS_ROUTINE_H
#define UACCESS_ROUTINE_H

#include <stddef.h>
#include <stdint.h>
#include <uaccess/compiler.h>
#include <uaccess/cpu_features.h>

UACCESS_EXTERN_C_BEGIN

/* Comes back in two registers; address means nothing where left is 0. */
struct uaccess_progress {
	unsigned long left;
	uintptr_t address;
};

#define UACCESS_ADDRESS_UNKNOWN (~(uintptr_t)0)

typedef struct uaccess_progress uaccess_clear_fn(void *to, unsigned long n);
typedef struct uaccess_progress uaccess_copy_fn(void *to, const void *from, unsigned long n);

enum uaccess_routine_kind {
	UACCESS_ROUTINE_CLEAR,
	UACCESS_ROUTINE_COPY,
	UACCESS_ROUTINE_KINDS
};

/* A row of the table. Rows are never taken away. */
struct uaccess_routine {
	const char *name; /* unique within its kind */
	enum uaccess_routine_kind kind;
	uint32_t features;	  /* UACCESS_CPU_* it cannot run without */
	unsigned int priority;	  /* the runnable row with the highest is picked at start */
	unsigned int granularity; /* its own residue is at most this many bytes too large */
	unsigned int in_place;	  /* up to so many bytes inline calls may move themselves, */
				  /* as uaccess_arch_*_masked() does; 0: never */
	const char *origin;	  /* where it comes from, in one line */
	union {
		uaccess_clear_fn *clear;
		uaccess_copy_fn *copy;
	} function;
};

/* The rows of all kinds, *count of them. Async-signal-safe, like all calls here but select. */
UACCESS_API const struct uaccess_routine *uaccess_routine_table(size_t *count);

/* The row that calls of this kind run now. */
UACCESS_API const struct uaccess_routine *uaccess_routine_selected(enum uaccess_routine_kind kind);

/*
 * Pins the row with this name, or with NULL the best for this CPU. Calls under
 * way end in the old one. The environment does the same at start:
 * UACCESS_ROUTINE=clear=NAME,copy=NAME. Returns 0, -ENOENT for no such row,
 * -ENOTSUP where the CPU lacks a feature, -EINVAL for no such kind, or what
 * mprotect() said. Takes a lock.
 */
UACCESS_API int uaccess_routine_select(enum uaccess_routine_kind kind, const char *name);

/* "clear", "copy"; NULL for no such kind. */
UACCESS_API const char *uaccess_routine_kind_name(enum uaccess_routine_kind kind);

/*
 * UACCESS_CPU_* of this processor, as the process may use them, less those that
 * UACCESS_CLEARCPUID=NAME,... in the environment takes away.
 */
UACCESS_API uint32_t uaccess_cpu_features(void);

/* The name of one feature bit ("erms"), or NULL. */
UACCESS_API const char *uaccess_cpu_feature_name(uint32_t bit);

/*
 * The selected rows, as the inline calls read them: a page of the library that can
 * be written only while it changes. A call takes the pointer from here, which
 * saves the jump through uaccess_routine_*(). Get at it with uaccess_arch_dispatch()
 * only: a program linked without PIC that names it in C would get a copy of it.
 */
struct uaccess_dispatch {
	uaccess_clear_fn *clear;
	uaccess_copy_fn *copy;
	unsigned long clear_in_place, copy_in_place; /* see struct uaccess_routine */
};
extern UACCESS_API struct uaccess_dispatch uaccess_dispatch;

/*
 * What the inline calls of <uaccess/uaccess.h> are made of; ABI, not meant to
 * be called by hand. routine_*: the selected row, nothing checked. *_finish:
 * given what a routine reported, moves the bytes up to the faulting one and
 * returns the exact residue.
 */
UACCESS_API uaccess_clear_fn uaccess_routine_clear;
UACCESS_API uaccess_copy_fn uaccess_routine_copy;
UACCESS_API unsigned long uaccess_routine_clear_finish(void *to, unsigned long n,
						       unsigned long left, uintptr_t address);
UACCESS_API unsigned long uaccess_routine_copy_finish(void *to, const void *from, unsigned long n,
						      unsigned long left, uintptr_t address);

/*
 * Internal, for libuaccess-inject of the same version: puts a layer in front of the
 * selected rows, or takes it out with NULL. Returns 0 or what mprotect() said.
 */
struct uaccess__layer;
UACCESS_API int uaccess_routine_inject(struct uaccess__layer *layer);

UACCESS_EXTERN_C_END

#endif /* UACCESS_ROUTINE_H */
