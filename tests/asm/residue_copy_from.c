/* SPDX-License-Identifier: MIT */
/*
 * Every copying row, the source faults: each length, stop position and alignment of the
 * destination; and copies without a fault at each alignment of both sides.
 */
#include <stdio.h>
#include <unistd.h>

#include "tests/asm/residue.h"
#include "tests/tap.h"

/* "every": all alignments of the destination, not one. */
static void sweep_row(const struct uaccess_routine *row, enum guard_kind kind, bool every)
{
	struct sweep sweep = {.row = row, .one_fault = residue_is_own(row)};
	struct guard to, from;
	size_t i, stop, alignment;

	if (!residue_open_from(&from, kind)) {
		tap_skip(1, "this kernel has no %s", guard_kind_name(kind));
		return;
	}
	residue_open_to(&to, GUARD_PROT_NONE);
	snprintf(sweep.name, sizeof(sweep.name), "copy %s, source %s%s", row->name,
		 guard_kind_name(kind), every ? ", all alignments" : "");
	for (i = 0; i < residue_lengths(); i++) {
		size_t n = residue_length(i), alignments = every ? residue_alignments(row, n) : 1;

		for (stop = 0; stop <= n; stop++) {
			struct place source = residue_at_end(&from, stop);

			if (!residue_all_alignments(n, stop)) {
				residue_case(&sweep, residue_inside(&to, stop % alignments), source,
					     n);
				continue;
			}
			for (alignment = 0; alignment < alignments; alignment++)
				residue_case(&sweep, residue_inside(&to, alignment), source, n);
		}
	}
	residue_sweep_done(&sweep, &to);
	guard_close(&to);
	guard_close(&from);
}

static void sweep_without_fault(const struct uaccess_routine *row)
{
	struct sweep sweep = {.row = row};
	struct guard to, from;
	size_t i, to_alignment, from_alignment;

	residue_open_from(&from, GUARD_PROT_NONE);
	residue_open_to(&to, GUARD_PROT_NONE);
	snprintf(sweep.name, sizeof(sweep.name), "copy %s, no fault, all alignments", row->name);
	for (i = 0; i < residue_lengths(); i++) {
		size_t n = residue_length(i), alignments = residue_alignments(row, n);

		for (to_alignment = 0; to_alignment < alignments; to_alignment++)
			for (from_alignment = 0; from_alignment < alignments; from_alignment++)
				residue_case(&sweep, residue_inside(&to, to_alignment),
					     residue_inside(&from, from_alignment), n);
	}
	residue_sweep_done(&sweep, &to);
	guard_close(&to);
	guard_close(&from);
}

static void test_row(const struct uaccess_routine *row)
{
	int kind;

	sweep_without_fault(row);
	sweep_row(row, GUARD_PROT_NONE, true);
	for (kind = 0; kind < GUARD_KINDS; kind++)
		if (kind != GUARD_PROT_NONE && guard_stops_reads((enum guard_kind)kind))
			sweep_row(row, (enum guard_kind)kind, false);
}

int main(void)
{
	alarm(600);
	tap_ok(residue_each_row(UACCESS_ROUTINE_COPY, test_row) > 0, "rows that run here");
	return tap_done();
}
