/* SPDX-License-Identifier: MIT */
/* Every clearing row: each length and each stop position, in front of each kind of bad page. */
#include <stdio.h>
#include <unistd.h>

#include "tests/asm/residue.h"
#include "tests/tap.h"

static void sweep_row(const struct uaccess_routine *row, enum guard_kind kind)
{
	struct sweep sweep = {.row = row, .clears = true, .one_fault = residue_is_own(row)};
	struct place nowhere = {0};
	struct guard to;
	size_t i, stop, alignment;

	if (!residue_open_to(&to, kind)) {
		tap_skip(1, "this kernel has no %s", guard_kind_name(kind));
		return;
	}
	snprintf(sweep.name, sizeof(sweep.name), "clear %s, %s", row->name, guard_kind_name(kind));
	for (i = 0; i < residue_lengths(); i++) {
		size_t n = residue_length(i);

		for (stop = 0; stop <= n; stop++)
			residue_case(&sweep, residue_at_end(&to, stop), nowhere, n);
		/* No fault: then the alignment is free. */
		for (alignment = 0; alignment < 64; alignment++)
			residue_case(&sweep, residue_inside(&to, alignment), nowhere, n);
	}
	residue_sweep_done(&sweep, &to);
	guard_close(&to);
}

static void test_row(const struct uaccess_routine *row)
{
	int kind;

	for (kind = 0; kind < GUARD_KINDS; kind++)
		sweep_row(row, (enum guard_kind)kind);
}

int main(void)
{
	alarm(600);
	tap_ok(residue_each_row(UACCESS_ROUTINE_CLEAR, test_row) > 0, "rows that run here");
	return tap_done();
}
