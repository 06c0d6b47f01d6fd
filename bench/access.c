/* SPDX-License-Identifier: MIT */
/*
 * `uaccess bench access`: one load or store that does not fault, beside the plain
 * one and what else keeps a program alive.
 *
 * get, put	size bytes, independent accesses in a loop
 * chase	each load's address comes from the one before
 */
#include <setjmp.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/uio.h>
#include <unistd.h>
#include <uaccess/uaccess.h>
#include "bench/subcommands.h"

#define ITEMS 1024 /* fits into the first-level cache; a power of two */

static uint64_t *items;

/* Each function does ITEMS accesses a loop, so that a loop is not the loop's own cost. */
#define GET(type, bits)                                                         \
	static void get_plain_##bits(void *arg, unsigned long loops)            \
	{                                                                       \
		const volatile type *p = arg;                                   \
		uint64_t sum = 0;                                               \
		size_t i;                                                       \
                                                                                \
		for (; loops; loops--)                                          \
			for (i = 0; i < ITEMS; i++)                             \
				sum += p[i];                                    \
		BENCH_HIDE(sum);                                                \
	}                                                                       \
	static void get_user_##bits(void *arg, unsigned long loops)             \
	{                                                                       \
		const type *p = arg;                                            \
		uint64_t sum = 0;                                               \
		size_t i;                                                       \
                                                                                \
		for (; loops; loops--)                                          \
			for (i = 0; i < ITEMS; i++) {                           \
				type value;                                     \
                                                                                \
				if (UACCESS_UNLIKELY(get_user(value, &p[i])))   \
					bench_die("get_user");                  \
				sum += value;                                   \
			}                                                       \
		BENCH_HIDE(sum);                                                \
	}                                                                       \
	static void put_plain_##bits(void *arg, unsigned long loops)            \
	{                                                                       \
		volatile type *p = arg;                                         \
		size_t i;                                                       \
                                                                                \
		for (; loops; loops--)                                          \
			for (i = 0; i < ITEMS; i++)                             \
				p[i] = (type)i;                                 \
	}                                                                       \
	static void put_user_##bits(void *arg, unsigned long loops)             \
	{                                                                       \
		type *p = arg;                                                  \
		size_t i;                                                       \
                                                                                \
		for (; loops; loops--)                                          \
			for (i = 0; i < ITEMS; i++)                             \
				if (UACCESS_UNLIKELY(put_user((type)i, &p[i]))) \
					bench_die("put_user");                  \
	}
GET(uint8_t, 8)
GET(uint16_t, 16)
GET(uint32_t, 32)
GET(uint64_t, 64)

/* As libraries do that offer a function for it, through a pointer to it. */
static int (*volatile call_64)(uint64_t *value, const uint64_t *p) = uaccess_get_user_8;

static void get_call_64(void *arg, unsigned long loops)
{
	const uint64_t *p = arg;
	uint64_t sum = 0, value;
	size_t i;

	for (; loops; loops--)
		for (i = 0; i < ITEMS; i++) {
			if (UACCESS_UNLIKELY(call_64(&value, &p[i])))
				bench_die("get_user");
			sum += value;
		}
	BENCH_HIDE(sum);
}

static void get_setjmp_64(void *arg, unsigned long loops)
{
	const volatile uint64_t *p = arg;
	static volatile uint64_t sum;
	volatile unsigned long left = loops * ITEMS;
	static sigjmp_buf env;

	for (; left; left--)
		if (!sigsetjmp(env, 0))
			sum += p[left & (ITEMS - 1)];
	(void)sum;
}

static void get_setjmp_mask_64(void *arg, unsigned long loops)
{
	const volatile uint64_t *p = arg;
	static volatile uint64_t sum;
	volatile unsigned long left = loops * ITEMS;
	static sigjmp_buf env;

	for (; left; left--)
		if (!sigsetjmp(env, 1))
			sum += p[left & (ITEMS - 1)];
	(void)sum;
}

static void get_process_vm_64(void *arg, unsigned long loops)
{
	uint64_t *p = arg, value;
	size_t i;

	for (; loops; loops--)
		for (i = 0; i < ITEMS; i++) {
			struct iovec here = {&value, 8}, there = {&p[i], 8};

			if (process_vm_readv(getpid(), &here, 1, &there, 1, 0) != 8)
				bench_die("process_vm_readv");
		}
}

static void chase_plain(void *arg, unsigned long loops)
{
	uint64_t *volatile *p = arg;
	unsigned long i;

	for (; loops; loops--)
		for (i = 0; i < ITEMS; i++)
			p = (uint64_t *volatile *)*p;
	BENCH_HIDE(p);
}

static void chase_user(void *arg, unsigned long loops)
{
	uint64_t **p = arg;
	unsigned long i;

	for (; loops; loops--)
		for (i = 0; i < ITEMS; i++)
			if (UACCESS_UNLIKELY(get_user(p, (uint64_t ***)p)))
				bench_die("get_user");
	BENCH_HIDE(p);
}

static void measure(struct bench *b, const char *bench, unsigned long size,
		    struct bench_entry *entries, size_t count)
{
	size_t i, first = b->row_count;

	for (i = 0; i < count; i++)
		entries[i].arg = items;
	bench_measure(b, &(struct bench_case){
				 .bench = bench, .size = size, .entries = entries, .count = count});
	for (i = first; i < b->row_count; i++) {
		b->rows[i].ticks /= ITEMS;
		b->rows[i].median /= ITEMS;
	}
}

#define BOTH(bench, a, x, y)                                                  \
	measure(b, bench, a,                                                  \
		(struct bench_entry[]){{.routine = "plain", .run = x},        \
				       {.routine = bench "_user", .run = y}}, \
		2)

int bench_access(struct bench *b)
{
	size_t i;

	if (!b->dry)
		items = bench_memory(ITEMS * sizeof(*items), false);
	BOTH("get", 1, get_plain_8, get_user_8);
	BOTH("get", 2, get_plain_16, get_user_16);
	BOTH("get", 4, get_plain_32, get_user_32);
	measure(b, "get", 8,
		(struct bench_entry[]){
			{.routine = "plain", .run = get_plain_64},
			{.routine = "get_user", .run = get_user_64},
			{.routine = "function", .run = get_call_64},
			{.routine = "sigsetjmp", .run = get_setjmp_64},
			{.routine = "sigsetjmp_mask", .run = get_setjmp_mask_64},
			{.routine = "process_vm_readv", .run = get_process_vm_64},
		},
		6);
	BOTH("put", 1, put_plain_8, put_user_8);
	BOTH("put", 2, put_plain_16, put_user_16);
	BOTH("put", 4, put_plain_32, put_user_32);
	BOTH("put", 8, put_plain_64, put_user_64);
	if (!b->dry)
		for (i = 0; i < ITEMS; i++)
			items[i] = (uint64_t)(uintptr_t)&items[(i * 5 + 1) & (ITEMS - 1)];
	BOTH("chase", 8, chase_plain, chase_user);
	if (!b->dry)
		munmap(items, ITEMS * sizeof(*items));
	return 0;
}

void bench_access_report(const struct bench *b, FILE *file)
{
	bench_print_table(b, "get", NULL, file);
	bench_print_table(b, "put", NULL, file);
	bench_print_table(b, "chase", NULL, file);
}
