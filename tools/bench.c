/* SPDX-License-Identifier: MIT */
/* `uaccess bench`: bench/ has it; here it gets its place in the command. */
#include "bench/subcommands.h"
#include "tools/tool.h"

#define LINE(name, what) "  " #name ": " what "\n"

static int run(int argc, char **argv)
{
	int status = bench_main(argc, argv);

	return status == TOOL_USAGE ? tool_misused(&tool_bench) : status;
}

const struct tool_command tool_bench = {
	.name = "bench",
	.arguments = "[OPTION]... [SUBCOMMAND]...",
	.summary = "Measure the routines beside glibc and each other",
	.details = "\n" BENCH_SUBCOMMANDS(LINE) "  all: all but the summary\n"
						"\n" BENCH_OPTIONS,
	.run = run,
};
