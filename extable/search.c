/* SPDX-License-Identifier: MIT */
/* Searching one table. Runs inside the fault handler: no calls, no state. */
#include "extable/extable_internal.h"

/*
 * Equality only: an instruction next to an entry's is a bug, not an expected
 * fault. Compares addresses, never differences, which could overflow.
 */
const struct uaccess_extable_entry *
uaccess__extable_search_table(const struct uaccess_extable_entry *table,
			      const struct uaccess_extable_entry *const *order, size_t count,
			      uintptr_t pc)
{
	size_t low = 0, high = count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;
		const struct uaccess_extable_entry *entry = order ? order[middle] : &table[middle];
		uintptr_t insn = uaccess_extable_insn(entry);

		if (insn == pc)
			return entry;
		if (insn < pc)
			low = middle + 1;
		else
			high = middle;
	}
	return NULL;
}
