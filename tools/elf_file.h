/* SPDX-License-Identifier: MIT */
/* An ELF file: its symbols, its code, its exception table. Addresses are those in the file. */
#ifndef UACCESS_TOOLS_ELF_FILE_H
#define UACCESS_TOOLS_ELF_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <uaccess/extable.h>

struct tool_elf;

/* A file of this architecture; else NULL, with the reason in reason (which may be NULL). */
struct tool_elf *tool_elf_open(const char *path, char *reason, size_t size);
void tool_elf_close(struct tool_elf *file);

/* The function that holds address, or NULL. Good until the file is closed. */
const char *tool_elf_symbol(struct tool_elf *file, uintptr_t address, uintptr_t *offset);

/* The bytes of an executable section from address on, *size of them; NULL: none holds it. */
const uint8_t *tool_elf_code(struct tool_elf *file, uintptr_t address, size_t *size);

/* The exception table of a linked file. */
struct tool_elf_table {
	struct uaccess_extable_entry *entry; /* as in the file */
	size_t count;
	uintptr_t address;    /* of the first */
	uint64_t in_file;     /* where they stand in the file */
	bool has_relocations; /* for the linker to be used once more */
};

/* false: none, or none that can be read; the reason is in reason. Good until the file is closed. */
bool tool_elf_table(struct tool_elf *file, struct tool_elf_table *table, char *reason, size_t size);

/* Addresses of entry i. */
static inline uintptr_t tool_elf_insn(const struct tool_elf_table *table, size_t i)
{
	return table->address + i * sizeof(*table->entry) +
	       (uintptr_t)(intptr_t)table->entry[i].insn;
}

static inline uintptr_t tool_elf_fixup(const struct tool_elf_table *table, size_t i)
{
	return table->address + i * sizeof(*table->entry) +
	       offsetof(struct uaccess_extable_entry, fixup) +
	       (uintptr_t)(intptr_t)table->entry[i].fixup;
}

#endif /* UACCESS_TOOLS_ELF_FILE_H */
