/* SPDX-License-Identifier: MIT */
/*
 * The link matrix's program: are the entries that the source emits registered, and do they answer?
 *
 *	main SHARED DEAD	the entries to expect of probe_shared() and of unit_dead(),
 *				the latter a number or "any"
 *
 * Prints the number of entries of the table that it is in itself. Exits with 0 if all is right.
 */

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "probe.h"

static int failures;

static void expect(const char *what, unsigned long got, unsigned long want)
{
	if (got == want)
		return;
	fprintf(stderr, "%s: %lu, expected %lu\n", what, got, want);
	failures++;
}

ONCE static int main_probe(const void *p)
{
	PROBE(p, MARK_MAIN);
}

ONCE static int main_probe_shared(const void *p)
{
	return probe_shared(p);
}

struct counts {
	unsigned long of_mark[MARK_DEAD + 1];
	unsigned long in_own_table;
};

static int count(const struct uaccess_extable_info *info, void *arg)
{
	struct counts *counts = (struct counts *)arg;
	const struct uaccess_extable_entry *entry, *found;
	unsigned long mark;

	for (entry = info->start; entry < info->start + info->count; entry++) {
		mark = (unsigned long)uaccess_extable_imm(entry);
		if (mark < MARK_MAIN || mark > MARK_DEAD)
			continue;
		counts->of_mark[mark]++;
		counts->in_own_table = info->count;
		found = uaccess_extable_search(uaccess_extable_insn(entry));
		expect("a search finds the entry", found && found->data == entry->data, 1);
	}
	return 0;
}

static void probe_all(const char *what, const void *p, int want)
{
	expect(what, (unsigned long)main_probe(p), (unsigned long)want);
	expect(what, (unsigned long)unit_probe(p), (unsigned long)want);
	expect(what, (unsigned long)main_probe_shared(p), (unsigned long)want);
	expect(what, (unsigned long)unit_probe_shared(p), (unsigned long)want);
}

int main(int argc, char **argv)
{
	const uintptr_t nowhere = 64;
	struct counts counts;
	char buffer[256];
	volatile unsigned long n = 200; /* the compiler must not see it, nor the address */
	volatile uintptr_t bad = nowhere;
	int value = 1;

	if (argc != 3)
		return 2;
	alarm(20);
	memset(&counts, 0, sizeof(counts));
	uaccess_extable_for_each(count, &counts);
	expect("entries of main_probe", counts.of_mark[MARK_MAIN], 1);
	expect("entries of unit_probe", counts.of_mark[MARK_UNIT], 1);
	expect("entries of probe_shared", counts.of_mark[MARK_SHARED], strtoul(argv[1], NULL, 10));
	if (strcmp(argv[2], "any"))
		expect("entries of unit_dead", counts.of_mark[MARK_DEAD],
		       strtoul(argv[2], NULL, 10));

	probe_all("a good address", buffer, 0);
	probe_all("a bad address", (const void *)bad, -1);
	expect("get_user", get_user(value, (int *)bad) == -EFAULT && value == 0, 1);
	expect("clear_user, 16", clear_user((void *)bad, 16), 16);
	expect("clear_user, n", clear_user((void *)bad, n), n);
	expect("copy_from_user, n", copy_from_user(buffer, (const void *)bad, n), n);
	expect("clear_user, good", clear_user(buffer, n), 0);

	printf("%lu\n", counts.in_own_table);
	return failures != 0;
}
