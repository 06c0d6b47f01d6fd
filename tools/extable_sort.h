/* SPDX-License-Identifier: MIT */
/* Sorting the exception table of a file. */
#ifndef UACCESS_TOOLS_EXTABLE_SORT_H
#define UACCESS_TOOLS_EXTABLE_SORT_H

#include "tools/elf_file.h"

/*
 * Sorts the table, which was checked, by instruction address and replaces the
 * file by one that holds it. false: the file is as it was, the reason in reason.
 */
bool tool_extable_sort(const char *path, const struct tool_elf_table *table, char *reason,
		       size_t size);

#endif /* UACCESS_TOOLS_EXTABLE_SORT_H */
