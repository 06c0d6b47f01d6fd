/* SPDX-License-Identifier: MIT */
/*
 * Every copying row, both sides fault: up to 80 bytes each pair of stop positions; above, each stop
 * of the nearer side but deep inside a loop, with the other one at distances where blocks begin and
 * end.
 */
#include <stdio.h>
#include <unistd.h>

#include "tests/asm/residue.h"
#include "tests/tap.h"

#define ALL_PAIRS 80

static struct guard to, from;

static void pair(struct sweep *sweep, size_t n, size_t to_stop, size_t from_stop)
{
	residue_case(sweep, residue_at_end(&to, to_stop), residue_at_end(&from, from_stop), n);
}

static void test_row(const struct uaccess_routine *row)
{
	static const size_t distances[] = {0, 1, 8, 16, 63, 64, 65, 128};
	struct sweep sweep = {.row = row};
	size_t i, d, a, b;

	snprintf(sweep.name, sizeof(sweep.name), "copy %s, both sides", row->name);
	for (i = 0; i < residue_lengths(); i++) {
		size_t n = residue_length(i);

		for (a = 0; a < n && n <= ALL_PAIRS; a++)
			for (b = 0; b < n; b++)
				pair(&sweep, n, a, b);
		for (a = 0; a < n && n > ALL_PAIRS; a++) {
			if (!residue_all_alignments(n, a))
				continue;
			for (d = 0; d < sizeof(distances) / sizeof(distances[0]); d++) {
				b = a + distances[d];
				if (b >= n)
					break;
				pair(&sweep, n, a, b);
				if (a != b)
					pair(&sweep, n, b, a);
			}
		}
	}
	residue_sweep_done(&sweep, &to);
}

int main(void)
{
	alarm(600);
	residue_open_to(&to, GUARD_PROT_NONE);
	residue_open_from(&from, GUARD_UNMAPPED);
	tap_ok(residue_each_row(UACCESS_ROUTINE_COPY, test_row) > 0, "rows that run here");
	return tap_done();
}
