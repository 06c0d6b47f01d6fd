/* SPDX-License-Identifier: MIT */
/* The rows as comma-separated values, with the machine in comment lines above. */
#include "bench/bench.h"

bool bench_write_csv(const struct bench *b, FILE *file)
{
	const char *key, *value;
	unsigned int number;
	size_t i;

	for (number = 0; (key = bench_machine(b, number, &value)); number++)
		fprintf(file, "# %s: %s\n", key, value);
	fputs("bench,routine,size,align,ticks,median,samples\n", file);
	/* Names of benches and routines are words: nothing to quote. */
	for (i = 0; i < b->row_count; i++) {
		const struct bench_row *row = &b->rows[i];

		fprintf(file, "%s,%s,%lu,%lu,%.2f,%.2f,%u\n", row->bench, row->routine, row->size,
			row->align, row->ticks, row->median, row->samples);
	}
	return !fflush(file) && !ferror(file);
}
