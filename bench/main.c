/* SPDX-License-Identifier: MIT */
/* The command line of `uaccess bench`: the table of subcommands, options, output files. */
#include <errno.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>
#include "bench/subcommands.h"

struct subcommand {
	const char *name, *what;
	int (*run)(struct bench *b);
	void (*report)(const struct bench *b, FILE *file);
};

static const struct subcommand subcommands[] = {
#define ROW(name, what) {#name, what, bench_##name, bench_##name##_report},
	BENCH_SUBCOMMANDS(ROW)
#undef ROW
};

#define COUNT (sizeof(subcommands) / sizeof(subcommands[0]))

static const struct subcommand *find(const char *name)
{
	size_t i;

	for (i = 0; i < COUNT; i++)
		if (!strcmp(subcommands[i].name, name))
			return &subcommands[i];
	return NULL;
}

/* Writes to path by way of write; says what failed. */
static bool write_file(const struct bench *b, const char *path,
		       bool (*write)(const struct bench *b, FILE *file))
{
	bool standard = !strcmp(path, "-"), good;
	FILE *file = standard ? stdout : fopen(path, "we");

	good = file && write(b, file);
	if (file && !standard && fclose(file))
		good = false;
	if (!good)
		fprintf(stderr, "uaccess bench: %s: %s\n", standard ? "standard output" : path,
			strerror(errno));
	return good;
}

/* Runs the subcommands, dry and then for real. */
static int run(struct bench *b, const struct subcommand *const *chosen, size_t count)
{
	int status = 0;
	size_t i;

	b->dry = true;
	for (i = 0; i < count && !status; i++)
		status = chosen[i]->run(b);
	b->cases_all = b->cases_done;
	b->cases_done = 0;
	b->dry = false;
	b->begun = bench_seconds();
	for (i = 0; i < count && !status; i++)
		status = chosen[i]->run(b);
	bench_progress_end();
	return status;
}

static void report(const struct bench *b, const struct subcommand *const *chosen, size_t count)
{
	const char *key, *value;
	unsigned int number;
	size_t i;

	for (number = 0; (key = bench_machine(b, number, &value)); number++)
		printf("%-18s%s\n", key, value);
	for (i = 0; i < count; i++)
		chosen[i]->report(b, stdout);
}

enum {
	QUICK = 256,
	ROUTINE,
	CPU,
	JSON,
	CSV,
	HTML,
};

int bench_main(int argc, char **argv)
{
	static const struct option options[] = {
		{"quick", no_argument, NULL, QUICK},
		{"routine", required_argument, NULL, ROUTINE},
		{"cpu", required_argument, NULL, CPU},
		{"json", required_argument, NULL, JSON},
		{"csv", required_argument, NULL, CSV},
		{"html", required_argument, NULL, HTML},
		{NULL, 0, NULL, 0},
	};
	const struct subcommand *chosen[COUNT];
	const char *json = NULL, *csv = NULL, *html = NULL;
	struct bench b = {.cpu = -1};
	size_t count = 0, i;
	bool good = true;
	char *end;
	int option, status;

	optind = 0; /* a command may have parsed its own before */
	while ((option = getopt_long(argc, argv, "", options, NULL)) != -1) {
		switch (option) {
		case QUICK:
			b.quick = true;
			break;
		case ROUTINE:
			b.only = optarg;
			break;
		case CPU:
			errno = 0;
			b.cpu = (int)strtol(optarg, &end, 10);
			if (errno || *end || end == optarg || b.cpu < 0) {
				fprintf(stderr, "uaccess bench: --cpu %s: not a number\n", optarg);
				return 2;
			}
			break;
		case JSON:
			json = optarg;
			break;
		case CSV:
			csv = optarg;
			break;
		case HTML:
			html = optarg;
			break;
		default:
			return 2;
		}
	}
	for (; optind < argc; optind++) {
		const struct subcommand *found = find(argv[optind]);

		if (!strcmp(argv[optind], "all")) {
			for (count = 0; count < COUNT - 1; count++)
				chosen[count] = &subcommands[count + 1];
			continue;
		}
		if (!found) {
			fprintf(stderr,
				"uaccess bench: %s: no such subcommand; see uaccess bench --help\n",
				argv[optind]);
			return 2;
		}
		for (i = 0; i < count && chosen[i] != found; i++)
			;
		if (i == count)
			chosen[count++] = found;
	}
	if (!count)
		chosen[count++] = &subcommands[0];

	b.cpu = bench_pin(b.cpu);
	if (b.cpu < 0)
		fputs("uaccess bench: cannot pin to that processor: figures will jump\n", stderr);
	bench_calibrate(&b);
	status = run(&b, chosen, count);
	if (status)
		return status;
	/* Machines that read standard output want nothing but their own format. */
	if ((!json || strcmp(json, "-")) && (!csv || strcmp(csv, "-")) &&
	    (!html || strcmp(html, "-")))
		report(&b, chosen, count);
	if (json)
		good = write_file(&b, json, bench_write_json);
	if (csv)
		good = write_file(&b, csv, bench_write_csv) && good;
	if (html)
		good = write_file(&b, html, bench_write_html) && good;
	if (fflush(stdout) || ferror(stdout)) {
		perror("uaccess bench: standard output");
		good = false;
	}
	free(b.rows);
	return good ? 0 : 1;
}
