/* SPDX-License-Identifier: MIT */
/*
 * The stores past the caches, which begin far above the lengths of the other sweeps: with the
 * threshold lowered, each stop position of a few lengths, and what comes back without a fault.
 */
#include <stdio.h>
#include <unistd.h>

#include "tests/asm/residue.h"
#include "tests/tap.h"

extern unsigned long uaccess__nontemporal_from; /* src/x86_64/cpu.c */

static const size_t lengths[] = {4097, 4160, 4223, 4224, 5000, 8192};

static void sweep_row(const struct uaccess_routine *row)
{
	struct sweep sweep = {.row = row,
			      .clears = row->kind == UACCESS_ROUTINE_CLEAR,
			      .one_fault = residue_is_own(row)};
	struct guard to, from;
	size_t i, stop;

	if (!residue_open_to(&to, GUARD_PROT_NONE))
		return;
	residue_open_from(&from, GUARD_PROT_NONE);
	snprintf(sweep.name, sizeof(sweep.name), "%s %s, threshold lowered",
		 uaccess_routine_kind_name(row->kind), row->name);
	for (i = 0; i < sizeof(lengths) / sizeof(lengths[0]); i++)
		for (stop = 0; stop <= lengths[i]; stop++) {
			residue_case(&sweep, residue_at_end(&to, stop),
				     residue_inside(&from, stop % 64), lengths[i]);
			if (row->kind == UACCESS_ROUTINE_COPY)
				residue_case(&sweep, residue_inside(&to, stop % 64),
					     residue_at_end(&from, stop), lengths[i]);
		}
	residue_sweep_done(&sweep, &to);
	guard_close(&to);
	guard_close(&from);
}

int main(void)
{
	int kind;

	alarm(600);
	/* After the constructor, which found what is right for this CPU. */
	uaccess__nontemporal_from = 4097;
	for (kind = 0; kind < UACCESS_ROUTINE_KINDS; kind++)
		tap_ok(residue_each_row((enum uaccess_routine_kind)kind, sweep_row) > 0,
		       "rows that run here: %s",
		       uaccess_routine_kind_name((enum uaccess_routine_kind)kind));
	return tap_done();
}
