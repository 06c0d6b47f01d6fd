/* SPDX-License-Identifier: MIT */
/* What the files of this folder share. */
#ifndef UACCESS_EXTABLE_INTERNAL_H
#define UACCESS_EXTABLE_INTERNAL_H

#define UACCESS_NO_REGISTRATION
#include <uaccess/extable.h>
#undef UACCESS_NO_REGISTRATION

#include <stdbool.h>

/* registry.c: async-signal-safe. The entry answered a fault. */
void uaccess__extable_count_hit(const struct uaccess_extable_entry *entry);

/*
 * search.c: async-signal-safe. The entry for pc in a table that is sorted, or
 * that order, where it is not NULL, lists in sorted order.
 */
const struct uaccess_extable_entry *
uaccess__extable_search_table(const struct uaccess_extable_entry *table,
			      const struct uaccess_extable_entry *const *order, size_t count,
			      uintptr_t pc);

/* sort.c */
bool uaccess__extable_is_sorted(const struct uaccess_extable_entry *table, size_t count);
/* The addresses of the entries in sorted order, to be freed; NULL: no memory. */
const struct uaccess_extable_entry **
uaccess__extable_sort(const struct uaccess_extable_entry *table, size_t count);

/* check.c: 0 or -EINVAL with the reason logged. Asks the loader: call it without locks. */
int uaccess__extable_check(const struct uaccess_extable_module *module);
/* The file that holds address: its name, or NULL; *main_program says whether it is the program. */
const char *uaccess__extable_module_name(const void *address, bool *main_program);

#endif /* UACCESS_EXTABLE_INTERNAL_H */
