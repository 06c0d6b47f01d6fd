/* SPDX-License-Identifier: MIT */
/*
 * The table of routines and the dispatch: which row runs.
 *
 * The pointers of the selected rows have a page of their own, which can be
 * written only while they change, so that a wild store of the program cannot
 * redirect a copy.
 */
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include "src/log.h"
#include "src/usercopy/routine_internal.h"

#define PAGE 4096 /* of the page tables that x86-64 has; others align to their largest */

/* src/<arch>/dispatch.S has it, padded to a page. */
extern struct uaccess_dispatch uaccess__dispatch __attribute__((visibility("hidden")));

static _Atomic(const struct uaccess_routine *) selected[UACCESS_ROUTINE_KINDS];
static struct uaccess__layer *layers[UACCESS__LAYERS]; /* from the row outwards; NULL: not there */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static const char *const kind_names[UACCESS_ROUTINE_KINDS] = {
	[UACCESS_ROUTINE_CLEAR] = "clear",
	[UACCESS_ROUTINE_COPY] = "copy",
};

static const char *const feature_names[] = {
	"rep_good", "erms", "fsrm", "fsrs", "bmi2", "avx2", "avx512",
};

const char *uaccess_cpu_feature_name(uint32_t bit)
{
	unsigned int i;

	for (i = 0; i < sizeof(feature_names) / sizeof(feature_names[0]); i++)
		if (bit == 1u << i)
			return feature_names[i];
	return NULL;
}

/* UACCESS_CLEARCPUID=NAME,...: features to go without, as the kernel's clearcpuid= does. */
static uint32_t features_to_clear(void)
{
	const char *wish = secure_getenv("UACCESS_CLEARCPUID");
	uint32_t features = 0;
	unsigned int i;

	while (wish && *wish) {
		size_t length = strcspn(wish, ",");

		for (i = 0; i < sizeof(feature_names) / sizeof(feature_names[0]); i++)
			if (strlen(feature_names[i]) == length &&
			    !strncmp(wish, feature_names[i], length))
				features |= 1u << i;
		wish += length + (wish[length] == ',');
	}
	return features;
}

uint32_t uaccess_cpu_features(void)
{
	static _Atomic uint32_t known; /* all ones plus one would be 0: never, see arch */
	uint32_t features = atomic_load(&known);

	if (!features) {
		features = (uaccess__arch_cpu_features() & ~features_to_clear()) | 1u << 31;
		atomic_store(&known, features);
	}
	return features & ~(1u << 31);
}

const struct uaccess_routine *uaccess_routine_table(size_t *count)
{
	*count = uaccess__arch_routine_count;
	return uaccess__arch_routines;
}

const char *uaccess_routine_kind_name(enum uaccess_routine_kind kind)
{
	return (unsigned int)kind < UACCESS_ROUTINE_KINDS ? kind_names[kind] : NULL;
}

static bool runs_here(const struct uaccess_routine *row)
{
	return !(row->features & ~uaccess_cpu_features());
}

/* The row of this name, or without one the best that runs here. */
static const struct uaccess_routine *find(enum uaccess_routine_kind kind, const char *name)
{
	const struct uaccess_routine *best = NULL;
	size_t i;

	for (i = 0; i < uaccess__arch_routine_count; i++) {
		const struct uaccess_routine *row = &uaccess__arch_routines[i];

		if (row->kind != kind)
			continue;
		if (name) {
			if (!strcmp(row->name, name))
				return row;
		} else if (runs_here(row) && (!best || row->priority > best->priority)) {
			best = row;
		}
	}
	return best;
}

const struct uaccess_routine *uaccess_routine_selected(enum uaccess_routine_kind kind)
{
	const struct uaccess_routine *row;

	if ((unsigned int)kind >= UACCESS_ROUTINE_KINDS)
		return NULL;
	row = atomic_load(&selected[kind]);
	return row ? row : find(kind, "generic");
}

/* Makes the dispatch run the layers that are there, from the outermost to the row. */
static int store(enum uaccess_routine_kind kind, const struct uaccess_routine *row)
{
	uaccess_clear_fn *clear = row->function.clear;
	uaccess_copy_fn *copy = row->function.copy;
	unsigned long in_place = row->in_place;
	int i;

	if (mprotect(&uaccess__dispatch, PAGE, PROT_READ | PROT_WRITE))
		return -errno;
	for (i = 0; i < UACCESS__LAYERS; i++) {
		if (!layers[i])
			continue;
		in_place = 0; /* a layer sees every call */
		if (kind == UACCESS_ROUTINE_CLEAR) {
			atomic_store(&layers[i]->next_clear, clear);
			clear = layers[i]->clear;
		} else {
			atomic_store(&layers[i]->next_copy, copy);
			copy = layers[i]->copy;
		}
	}
	if (kind == UACCESS_ROUTINE_CLEAR) {
		__atomic_store_n(&uaccess__dispatch.clear, clear, __ATOMIC_SEQ_CST);
		__atomic_store_n(&uaccess__dispatch.clear_in_place, in_place, __ATOMIC_SEQ_CST);
	} else {
		__atomic_store_n(&uaccess__dispatch.copy, copy, __ATOMIC_SEQ_CST);
		__atomic_store_n(&uaccess__dispatch.copy_in_place, in_place, __ATOMIC_SEQ_CST);
	}
	atomic_store(&selected[kind], row);
	/* Left writable where this is refused: that is no reason to fail. */
	(void)mprotect(&uaccess__dispatch, PAGE, PROT_READ);
	return 0;
}

int uaccess_routine_select(enum uaccess_routine_kind kind, const char *name)
{
	const struct uaccess_routine *row;
	int saved = errno, error;

	if ((unsigned int)kind >= UACCESS_ROUTINE_KINDS)
		return -EINVAL;
	row = find(kind, name);
	if (!row)
		return -ENOENT;
	if (!runs_here(row))
		return -ENOTSUP;
	pthread_mutex_lock(&lock);
	error = store(kind, row);
	pthread_mutex_unlock(&lock);
	errno = saved;
	return error;
}

int uaccess__dispatch_layer(enum uaccess__layer_place place, struct uaccess__layer *layer)
{
	int saved = errno, error = 0, kind;

	pthread_mutex_lock(&lock);
	layers[place] = layer;
	for (kind = 0; kind < UACCESS_ROUTINE_KINDS && !error; kind++)
		error = store((enum uaccess_routine_kind)kind,
			      uaccess_routine_selected((enum uaccess_routine_kind)kind));
	pthread_mutex_unlock(&lock);
	errno = saved;
	return error;
}

int uaccess_routine_inject(struct uaccess__layer *layer)
{
	return uaccess__dispatch_layer(UACCESS__LAYER_INJECT, layer);
}

/* UACCESS_ROUTINE=clear=NAME,copy=NAME: what it says of this kind, in name; false: nothing. */
static bool wish_of_environment(enum uaccess_routine_kind kind, char *name, size_t size)
{
	const char *wish = secure_getenv("UACCESS_ROUTINE");
	size_t kind_length = strlen(kind_names[kind]);

	while (wish && *wish) {
		size_t length = strcspn(wish, ",");

		if (length > kind_length + 1 && length - kind_length - 1 < size &&
		    !strncmp(wish, kind_names[kind], kind_length) && wish[kind_length] == '=') {
			memcpy(name, wish + kind_length + 1, length - kind_length - 1);
			name[length - kind_length - 1] = '\0';
			return true;
		}
		wish += length + (wish[length] == ',');
	}
	return false;
}

static void before_fork(void)
{
	pthread_mutex_lock(&lock);
}

static void after_fork(void)
{
	pthread_mutex_unlock(&lock);
}

__attribute__((constructor(101))) static void select_at_start(void)
{
	int kind;

	pthread_atfork(before_fork, after_fork, after_fork);

	for (kind = 0; kind < UACCESS_ROUTINE_KINDS; kind++) {
		char name[64];

		if (wish_of_environment(kind, name, sizeof(name))) {
			int error = uaccess_routine_select(kind, name);

			if (!error)
				continue;
			uaccess__log("UACCESS_ROUTINE: %s=%s %s; `uaccess info` lists the routines",
				     kind_names[kind], name,
				     error == -ENOENT ? "is no routine"
						      : "needs a CPU feature that is missing");
		}
		(void)uaccess_routine_select(kind, NULL);
	}
}
