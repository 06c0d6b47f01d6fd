/* SPDX-License-Identifier: MIT */
/*
 * Order: is a table sorted by instruction address, and the sorted order of one
 * that is not (gold does not sort; generated tables may come in any order).
 *
 * An order and no sorted copy: the fields are 32 bits and relative to where they
 * stand, and a heap may lie further than that from the text.
 */
#include <stdlib.h>
#include "extable/extable_internal.h"

bool uaccess__extable_is_sorted(const struct uaccess_extable_entry *table, size_t count)
{
	size_t i;

	for (i = 1; i < count; i++)
		if (uaccess_extable_insn(&table[i - 1]) > uaccess_extable_insn(&table[i]))
			return false;
	return true;
}

static int compare(const void *a, const void *b)
{
	uintptr_t x = uaccess_extable_insn(*(const struct uaccess_extable_entry *const *)a);
	uintptr_t y = uaccess_extable_insn(*(const struct uaccess_extable_entry *const *)b);

	return (x > y) - (x < y);
}

const struct uaccess_extable_entry **
uaccess__extable_sort(const struct uaccess_extable_entry *table, size_t count)
{
	const struct uaccess_extable_entry **order = malloc(count * sizeof(*order));
	size_t i;

	if (!order)
		return NULL;
	for (i = 0; i < count; i++)
		order[i] = &table[i];
	qsort(order, count, sizeof(*order), compare);
	return order;
}
