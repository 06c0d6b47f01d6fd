/* SPDX-License-Identifier: MIT */
/* The rows for a terminal: a line for each size, a column for each routine. */
#include <string.h>
#include "bench/bench.h"

#define COLUMNS 32

size_t bench_routines_of(const struct bench *b, const char *bench, const char **names, size_t room)
{
	size_t i, j, count = 0;

	for (i = 0; i < b->row_count; i++) {
		if (strcmp(b->rows[i].bench, bench))
			continue;
		for (j = 0; j < count && strcmp(names[j], b->rows[i].routine); j++)
			;
		if (j == count && count < room)
			names[count++] = b->rows[i].routine;
	}
	return count;
}

static int width_of(const char *column)
{
	size_t length = strlen(column);

	return length > 9 ? (int)length : 9;
}

void bench_print_table(const struct bench *b, const char *bench, const char *against, FILE *file)
{
	const char *columns[COLUMNS];
	const struct bench_row *last = NULL;
	size_t i, j, count = bench_routines_of(b, bench, columns, COLUMNS);

	if (!count)
		return;
	fprintf(file, "\n%s, ticks%s%s\n%10s %5s", bench, against ? "; auto/" : "",
		against ? against : "", "size", "align");
	for (j = 0; j < count; j++)
		fprintf(file, " %*s", width_of(columns[j]), columns[j]);
	if (against)
		fprintf(file, " %9s", "ratio");
	putc('\n', file);
	for (i = 0; i < b->row_count; i++) {
		const struct bench_row *row = &b->rows[i];
		double ratio;

		if (strcmp(row->bench, bench) ||
		    (last && last->size == row->size && last->align == row->align))
			continue;
		last = row;
		fprintf(file, "%10lu %5lu", row->size, row->align);
		for (j = 0; j < count; j++) {
			const struct bench_row *cell =
				bench_find(b, bench, row->size, row->align, columns[j]);

			if (cell)
				fprintf(file, " %*.1f", width_of(columns[j]), cell->ticks);
			else
				fprintf(file, " %*s", width_of(columns[j]), "-");
		}
		ratio = against ? bench_ratio(b, bench, row->size, row->align, "auto", against) : 0;
		if (ratio > 0)
			fprintf(file, " %9.2f", ratio);
		putc('\n', file);
	}
}
