/* SPDX-License-Identifier: MIT */
/*
 * `uaccess bench extable`: looking entries up, and registering tables.
 *
 * lookup	one search for an entry that exists, among size entries in align modules;
 *		"hot" asks for the same few, "random" for any
 * register	one table of size entries, sorted, in and out again
 */
#include <string.h>
#include <sys/mman.h>
#include <uaccess/extable.h>
#include <uaccess/uaccess.h>
#include "bench/subcommands.h"

#define INSN	4 /* bytes between two instructions that have entries */
#define LOOKUPS 1024
#define HOT	16

/* Instructions and, behind them, the table: its fields reach only 2 GiB. */
struct ground {
	char *memory;
	size_t size, entries, modules;
	struct uaccess_extable_entry *table;
	uint32_t order[LOOKUPS];
};

static struct ground ground;

static void make_ground(struct ground *g, size_t entries, size_t modules)
{
	size_t text = (entries * INSN + 8 + 4095) & ~4095ul, i;

	g->entries = entries;
	g->modules = modules;
	g->size = text + ((entries * sizeof(*g->table) + 4095) & ~4095ul);
	g->memory = bench_memory(g->size, false);
	g->table = (struct uaccess_extable_entry *)(g->memory + text);
	for (i = 0; i < entries; i++) {
		char *insn = g->memory + i * INSN;

		g->table[i].insn = (int32_t)(insn - (char *)&g->table[i].insn);
		g->table[i].fixup = (int32_t)(insn + INSN - (char *)&g->table[i].fixup);
		g->table[i].data = UACCESS_EX_TYPE_DEFAULT;
	}
	for (i = 0; i < LOOKUPS; i++)
		g->order[i] = (uint32_t)(((i * 2654435761ul) >> 7) % entries);
	if (mprotect(g->memory, text, PROT_READ | PROT_EXEC))
		bench_die("mprotect");
}

static size_t first_of(const struct ground *g, size_t module)
{
	return g->entries * module / g->modules;
}

static void enter(struct ground *g)
{
	size_t i;

	for (i = 0; i < g->modules; i++) {
		struct uaccess_extable_module module = {
			.size = sizeof(module),
			.version = UACCESS_EXTABLE_VERSION,
			.start = g->table + first_of(g, i),
			.stop = g->table + first_of(g, i + 1),
			.name = "bench",
		};

		if (uaccess_extable_register(&module))
			bench_die("uaccess_extable_register");
	}
}

static void leave(struct ground *g)
{
	size_t i;

	for (i = 0; i < g->modules; i++)
		if (uaccess_extable_unregister(g->table + first_of(g, i)))
			bench_die("uaccess_extable_unregister");
}

static void look_up(const struct ground *g, size_t mask)
{
	size_t i;

	for (i = 0; i < LOOKUPS; i++) {
		uintptr_t pc = (uintptr_t)g->memory + (uintptr_t)g->order[i & mask] * INSN;

		if (!uaccess_extable_search(pc))
			bench_die("an entry is missing");
	}
}

static void run_hot(void *arg, unsigned long loops)
{
	for (; loops; loops--)
		look_up(arg, HOT - 1);
}

static void run_random(void *arg, unsigned long loops)
{
	for (; loops; loops--)
		look_up(arg, LOOKUPS - 1);
}

static void run_register(void *arg, unsigned long loops)
{
	for (; loops; loops--) {
		enter(arg);
		leave(arg);
	}
}

static void measure(struct bench *b, size_t entries, size_t modules)
{
	static const struct bench_entry lookups[] = {
		{"hot", run_hot, &ground, NULL, NULL},
		{"random", run_random, &ground, NULL, NULL},
	};
	static const struct bench_entry registers[] = {{"auto", run_register, &ground, NULL, NULL}};
	size_t i, first;

	if (!b->dry) {
		make_ground(&ground, entries, modules);
		enter(&ground);
	}
	first = b->row_count;
	bench_measure(b, &(struct bench_case){.bench = "lookup",
					      .size = entries,
					      .align = modules,
					      .entries = lookups,
					      .count = 2});
	for (i = first; i < b->row_count; i++) {
		b->rows[i].ticks /= LOOKUPS;
		b->rows[i].median /= LOOKUPS;
	}
	if (!b->dry)
		leave(&ground);
	if (modules == 1)
		bench_measure(b, &(struct bench_case){.bench = "register",
						      .size = entries,
						      .align = modules,
						      .entries = registers,
						      .count = 1});
	if (!b->dry)
		munmap(ground.memory, ground.size);
}

int bench_extable(struct bench *b)
{
	size_t entries, modules;

	for (entries = 10; entries <= 1000000; entries *= 10)
		for (modules = 1; modules <= 1000 && modules <= entries; modules *= 10)
			measure(b, entries, modules);
	return 0;
}

void bench_extable_report(const struct bench *b, FILE *file)
{
	double nanoseconds = 1e9 / b->ticks_per_second;
	const struct bench_row *row = bench_find(b, "lookup", 1000000, 1, "hot");

	bench_print_table(b, "lookup", NULL, file);
	bench_print_table(b, "register", NULL, file);
	fputs("(align: modules)\n", file);
	if (row)
		fprintf(file, "lookup among 1,000,000 entries: %.0f ns\n",
			row->ticks * nanoseconds);
}
