/* SPDX-License-Identifier: MIT */
/* The rows as JSON: {"machine": {...}, "results": [...]}. */
#include <string.h>
#include "bench/bench.h"

static void string(const char *text, FILE *file)
{
	putc('"', file);
	for (; *text; text++) {
		unsigned char c = (unsigned char)*text;

		if (c == '"' || c == '\\')
			fprintf(file, "\\%c", c);
		else if (c < 0x20)
			fprintf(file, "\\u%04x", c);
		else
			putc(c, file);
	}
	putc('"', file);
}

bool bench_write_json(const struct bench *b, FILE *file)
{
	const char *key, *value;
	unsigned int number;
	size_t i;

	fputs("{\n\"machine\": {", file);
	for (number = 0; (key = bench_machine(b, number, &value)); number++) {
		fprintf(file, "%s\n\t\"%s\": ", number ? "," : "", key);
		if (!strcmp(key, "ticks_per_second") || !strcmp(key, "processors"))
			fputs(value, file);
		else
			string(value, file);
	}
	fputs("\n},\n\"results\": [", file);
	for (i = 0; i < b->row_count; i++) {
		const struct bench_row *row = &b->rows[i];

		fprintf(file, "%s\n\t{\"bench\": ", i ? "," : "");
		string(row->bench, file);
		fputs(", \"routine\": ", file);
		string(row->routine, file);
		fprintf(file,
			", \"size\": %lu, \"align\": %lu, \"ticks\": %.2f, \"median\": %.2f, "
			"\"samples\": %u}",
			row->size, row->align, row->ticks, row->median, row->samples);
	}
	fputs("\n]\n}\n", file);
	return !fflush(file) && !ferror(file);
}
