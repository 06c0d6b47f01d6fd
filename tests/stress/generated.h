/* SPDX-License-Identifier: MIT */
/*
 * Generated code that may fault, and tables for it, which a test registers and takes back at will.
 *
 * A block is one mapping: functions first, tables behind them. Function i loads the byte at its
 * argument and returns 0; its fixup returns 1.
 */
#ifndef UACCESS_TESTS_STRESS_GENERATED_H
#define UACCESS_TESTS_STRESS_GENERATED_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include <uaccess/extable.h>

#if !defined(__x86_64__)
#error "no generated code for this architecture"
#endif

#define GENERATED_FUNCTIONS 2048
#define GENERATED_TABLES    4 /* each in pages of its own */

struct generated {
	unsigned char *code;
	struct uaccess_extable_entry *table[GENERATED_TABLES];
	struct uaccess_extable_module record[GENERATED_TABLES];
};

typedef int generated_fn(const void *p);

#define GENERATED_SIZE	     16 /* bytes of a function */
#define GENERATED_TABLE_SIZE 0x8000
#define GENERATED_CODE_SIZE  (GENERATED_FUNCTIONS * GENERATED_SIZE)

static inline generated_fn *generated_function(const struct generated *block, size_t i)
{
	generated_fn *fn;
	unsigned char *code = block->code + i * GENERATED_SIZE;

	memcpy(&fn, &code, sizeof(fn));
	return fn;
}

static inline void generated_make(struct generated *block)
{
	static const unsigned char function[GENERATED_SIZE] = {
		0x8a, 0x07,		      /* mov (%rdi), %al */
		0x31, 0xc0,		      /* xor %eax, %eax */
		0xc3,			      /* ret */
		0xb8, 0x01, 0x00, 0x00, 0x00, /* mov $1, %eax: the fixup */
		0xc3,			      /* ret */
	};
	size_t size = GENERATED_CODE_SIZE + GENERATED_TABLES * GENERATED_TABLE_SIZE, i;

	block->code = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (block->code == MAP_FAILED)
		exit(99);
	for (i = 0; i < GENERATED_FUNCTIONS; i++)
		memcpy(block->code + i * GENERATED_SIZE, function, sizeof(function));
	for (i = 0; i < GENERATED_TABLES; i++) {
		struct uaccess_extable_module *record = &block->record[i];

		block->table[i] =
			(void *)(block->code + GENERATED_CODE_SIZE + i * GENERATED_TABLE_SIZE);
		memset(record, 0, sizeof(*record));
		record->size = sizeof(*record);
		record->version = UACCESS_EXTABLE_VERSION;
		record->start = record->stop = block->table[i];
		record->name = "generated code";
	}
	if (mprotect(block->code, GENERATED_CODE_SIZE, PROT_READ | PROT_EXEC))
		exit(99);
}

/* Adds an entry for function i to a table. */
static inline void generated_entry(struct generated *block, size_t table, size_t i)
{
	struct uaccess_extable_module *record = &block->record[table];
	struct uaccess_extable_entry *entry = &block->table[table][record->stop - record->start];
	uintptr_t insn = (uintptr_t)block->code + i * GENERATED_SIZE;

	entry->insn = (int32_t)(insn - (uintptr_t)&entry->insn);
	entry->fixup = (int32_t)(insn + 5 - (uintptr_t)&entry->fixup);
	entry->data = UACCESS_EX_TYPE_UACCESS;
	record->stop++;
}

#endif /* UACCESS_TESTS_STRESS_GENERATED_H */
