/* SPDX-License-Identifier: MIT */
/*
 * Regions: a wait-free map from addresses to callbacks.
 *
 * An immutable array of chunks of sorted regions behind one atomic pointer. A
 * change copies one chunk and the array, so that 100,000 regions can be put in
 * one by one; readers are fault handlers, and grace periods (extable/grace.h)
 * say when the old ones can go.
 */
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <uaccess/region.h>
#include "extable/grace.h"
#include "src/fault/fault_internal.h"

#define CHUNK_MAX   512
#define RETRIES_MAX 64 /* of one access on one thread, without another between */

struct region {
	uintptr_t start, last; /* inclusive, so that the last byte there is can be in one */
	uaccess_region_fn *fn;
	void *arg;
	atomic_uint running; /* callbacks */
};

struct chunk {
	size_t count; /* 1..CHUNK_MAX */
	struct region *region[];
};

struct map {
	size_t count;
	struct chunk *chunk[];
};

static _Atomic(struct map *) current;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_once_t fork_once = PTHREAD_ONCE_INIT;

/* --- inside the handler ----------------------------------------------------------- */

/* The last chunk that begins at or below address; count where none does. */
static size_t find_chunk(const struct map *map, uintptr_t address)
{
	size_t low = 0, high = map->count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (map->chunk[middle]->region[0]->start <= address)
			low = middle + 1;
		else
			high = middle;
	}
	return low ? low - 1 : map->count;
}

/* How many regions of the chunk begin at or below address. */
static size_t find_place(const struct chunk *chunk, uintptr_t address)
{
	size_t low = 0, high = chunk->count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (chunk->region[middle]->start <= address)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

static struct region *find(const struct map *map, uintptr_t address)
{
	struct region *region;
	size_t c, place;

	if (!map)
		return NULL;
	c = find_chunk(map, address);
	if (c == map->count)
		return NULL;
	place = find_place(map->chunk[c], address);
	region = map->chunk[c]->region[place - 1];
	return address <= region->last ? region : NULL;
}

/* A callback that says "retry" and changes nothing must not make a loop. */
static bool too_many_retries(const struct uaccess_fault *fault)
{
	struct uaccess__thread *thread = &uaccess__thread;

	if (thread->retry_pc != fault->pc || thread->retry_address != fault->address) {
		thread->retry_pc = fault->pc;
		thread->retry_address = fault->address;
		thread->retries = 0;
	}
	return thread->retries++ >= RETRIES_MAX;
}

bool uaccess__region_fault(const struct uaccess_fault *fault)
{
	enum uaccess_region_answer answer = UACCESS_REGION_REFUSE;
	const void *outer = uaccess__thread.in_region;
	struct region *region;
	unsigned int side;

	if (!(fault->flags & UACCESS_FAULT_ADDRESS) || uaccess__thread.pagefaults_disabled)
		return false;
	if (!atomic_load(&current))
		return false;
	side = uaccess__reader_enter();
	region = find(atomic_load(&current), fault->address);
	if (region)
		atomic_fetch_add(&region->running, 1);
	uaccess__reader_leave(side);
	if (!region)
		return false;

	if (!too_many_retries(fault)) {
		uaccess__thread.in_region = region;
		answer = region->fn(fault, region->arg);
		uaccess__thread.in_region = outer;
	}
	atomic_fetch_sub(&region->running, 1);
	return answer == UACCESS_REGION_RETRY;
}

/* --- outside ------------------------------------------------------------------------ */

static void before_fork(void)
{
	pthread_mutex_lock(&lock);
}

static void after_fork(void)
{
	pthread_mutex_unlock(&lock);
}

/* Callbacks of threads that are not in the child will not end. */
static void after_fork_in_child(void)
{
	struct map *map = atomic_load(&current);
	size_t c, i;

	for (c = 0; map && c < map->count; c++)
		for (i = 0; i < map->chunk[c]->count; i++)
			atomic_store(&map->chunk[c]->region[i]->running, 0);
	pthread_mutex_unlock(&lock);
}

static void watch_fork(void)
{
	pthread_atfork(before_fork, after_fork, after_fork_in_child);
}

static struct chunk *new_chunk(struct region *const *region, size_t count)
{
	struct chunk *chunk = malloc(sizeof(*chunk) + count * sizeof(chunk->region[0]));

	if (chunk) {
		chunk->count = count;
		memcpy(chunk->region, region, count * sizeof(chunk->region[0]));
	}
	return chunk;
}

/*
 * Publishes a map in which `count` chunks `with` stand in the place of chunk c (or
 * before it, where `replace` is 0), and frees the old map and chunk. Takes the
 * new chunks over, also when it fails.
 */
static int publish(size_t c, size_t replace, struct chunk *const *with, size_t count)
{
	struct map *old = atomic_load(&current), *next;
	size_t old_count = old ? old->count : 0, i;
	struct chunk *replaced = replace ? old->chunk[c] : NULL;

	for (i = 0; i < count; i++)
		if (!with[i])
			goto no_memory;
	next = malloc(sizeof(*next) + (old_count + count) * sizeof(next->chunk[0]));
	if (!next)
		goto no_memory;
	next->count = old_count + count - replace;
	for (i = 0; i < c; i++)
		next->chunk[i] = old->chunk[i];
	for (i = 0; i < count; i++)
		next->chunk[c + i] = with[i];
	for (i = c + replace; i < old_count; i++)
		next->chunk[i + count - replace] = old->chunk[i];
	atomic_store(&current, next);
	if (uaccess__wait_for_readers()) {
		free(old);
		free(replaced);
	}
	return 0;
no_memory:
	for (i = 0; i < count; i++)
		free(with[i]);
	return -ENOMEM;
}

static int insert(struct region *region)
{
	struct map *map = atomic_load(&current);
	struct region *list[CHUNK_MAX + 1];
	struct chunk *chunk, *with[2];
	size_t c, place, half;

	if (!map || !map->count) {
		with[0] = new_chunk(&region, 1);
		return publish(0, 0, with, 1);
	}
	c = find_chunk(map, region->start);
	if (c == map->count)
		c = 0; /* before all others: at the head of the first chunk */
	chunk = map->chunk[c];
	place = find_place(chunk, region->start);
	if (place && chunk->region[place - 1]->last >= region->start)
		return -EEXIST;
	if (place < chunk->count && chunk->region[place]->start <= region->last)
		return -EEXIST;
	if (place == chunk->count && c + 1 < map->count &&
	    map->chunk[c + 1]->region[0]->start <= region->last)
		return -EEXIST;

	memcpy(list, chunk->region, place * sizeof(list[0]));
	list[place] = region;
	memcpy(list + place + 1, chunk->region + place, (chunk->count - place) * sizeof(list[0]));
	if (chunk->count < CHUNK_MAX) {
		with[0] = new_chunk(list, chunk->count + 1);
		return publish(c, 1, with, 1);
	}
	half = (CHUNK_MAX + 1) / 2;
	with[0] = new_chunk(list, half);
	with[1] = new_chunk(list + half, CHUNK_MAX + 1 - half);
	return publish(c, 1, with, 2);
}

int uaccess_region_register(const void *start, size_t size, uaccess_region_fn *fn, void *arg)
{
	struct region *region;
	int error;

	if (!size || !fn || (uintptr_t)start + (size - 1) < (uintptr_t)start)
		return -EINVAL;
	region = malloc(sizeof(*region));
	if (!region)
		return -ENOMEM;
	region->start = (uintptr_t)start;
	region->last = (uintptr_t)start + (size - 1);
	region->fn = fn;
	region->arg = arg;
	atomic_init(&region->running, 0);

	pthread_once(&fork_once, watch_fork);
	pthread_mutex_lock(&lock);
	error = insert(region);
	pthread_mutex_unlock(&lock);
	if (error)
		free(region);
	return error;
}

static int take_out(const void *start, struct region **taken)
{
	struct map *map = atomic_load(&current);
	struct region *list[CHUNK_MAX];
	struct region *region = find(map, (uintptr_t)start);
	struct chunk *chunk, *with[1];
	size_t c, place;

	if (!region || region->start != (uintptr_t)start)
		return -ENOENT;
	if (uaccess__thread.in_region == region)
		return -EDEADLK;
	*taken = region;
	c = find_chunk(map, region->start);
	chunk = map->chunk[c];
	if (chunk->count == 1)
		return publish(c, 1, NULL, 0);
	place = find_place(chunk, region->start) - 1;
	memcpy(list, chunk->region, place * sizeof(list[0]));
	for (; place + 1 < chunk->count; place++)
		list[place] = chunk->region[place + 1];
	with[0] = new_chunk(list, chunk->count - 1);
	return publish(c, 1, with, 1);
}

int uaccess_region_unregister(const void *start)
{
	struct timespec pause = {0, 100000};
	struct region *region = NULL;
	int error;

	pthread_mutex_lock(&lock);
	error = take_out(start, &region);
	pthread_mutex_unlock(&lock);
	if (error)
		return error;
	while (atomic_load(&region->running))
		nanosleep(&pause, NULL);
	free(region);
	return 0;
}

void uaccess_pagefault_disable(void)
{
	uaccess__thread.pagefaults_disabled++;
	atomic_signal_fence(memory_order_seq_cst);
}

void uaccess_pagefault_enable(void)
{
	atomic_signal_fence(memory_order_seq_cst);
	uaccess__thread.pagefaults_disabled--;
}

bool uaccess_pagefault_disabled(void)
{
	return uaccess__thread.pagefaults_disabled;
}
