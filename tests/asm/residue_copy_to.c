/* SPDX-License-Identifier: MIT */
/* Every copying row, the destination faults: each length, stop position and alignment of the source. */
#include <stdio.h>
#include <unistd.h>

#include "tests/asm/residue.h"
#include "tests/tap.h"

/* "every": all alignments of the source, not one. */
static void sweep_row(const struct uaccess_routine *row, enum guard_kind kind, bool every)
{
	struct sweep sweep = {.row = row, .one_fault = residue_is_own(row)};
	struct guard to, from;
	size_t i, stop, alignment;

	if (!residue_open_to(&to, kind)) {
		tap_skip(1, "this kernel has no %s", guard_kind_name(kind));
		return;
	}
	residue_open_from(&from, GUARD_PROT_NONE);
	snprintf(sweep.name, sizeof(sweep.name), "copy %s, destination %s%s", row->name,
		 guard_kind_name(kind), every ? ", all alignments" : "");
	for (i = 0; i < residue_lengths(); i++) {
		size_t n = residue_length(i), alignments = every ? residue_alignments(row, n) : 1;

		for (stop = 0; stop <= n; stop++) {
			struct place target = residue_at_end(&to, stop);

			if (!residue_all_alignments(n, stop)) {
				residue_case(&sweep, target,
					     residue_inside(&from, stop % alignments), n);
				continue;
			}
			for (alignment = 0; alignment < alignments; alignment++)
				residue_case(&sweep, target, residue_inside(&from, alignment), n);
		}
	}
	residue_sweep_done(&sweep, &to);
	guard_close(&to);
	guard_close(&from);
}

static void test_row(const struct uaccess_routine *row)
{
	int kind;

	for (kind = 0; kind < GUARD_KINDS; kind++)
		sweep_row(row, (enum guard_kind)kind, kind == GUARD_PROT_NONE);
}

int main(void)
{
	alarm(600);
	tap_ok(residue_each_row(UACCESS_ROUTINE_COPY, test_row) > 0, "rows that run here");
	return tap_done();
}
