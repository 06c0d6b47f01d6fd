/* SPDX-License-Identifier: MIT */
/* The `uaccess` command: picks the subcommand, and sees to it that lost output is no success. */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <uaccess/version.h>
#include "tools/tool.h"

/* In the order in which a newcomer wants them. */
static const struct tool_command *const commands[] = {
	&tool_info, &tool_demo, &tool_extable, &tool_verify, &tool_bench,
};

#define COMMANDS (sizeof(commands) / sizeof(commands[0]))

static void print_usage(FILE *to)
{
	size_t i;

	fprintf(to, "usage: uaccess COMMAND [ARGUMENT]...\n\n");
	for (i = 0; i < COMMANDS; i++)
		fprintf(to, "  %-20s%s\n", commands[i]->name, commands[i]->summary);
	fprintf(to, "  %-20s%s\n", "COMMAND --help", "Say more of a command");
	fprintf(to, "  %-20s%s\n", "--help, --version", "This text; the version");
	fprintf(to, "\nSee uaccess(1) and uaccess(7).\n");
}

static void print_command_usage(FILE *to, const struct tool_command *command)
{
	fprintf(to, "usage: uaccess %s%s%s\n", command->name, *command->arguments ? " " : "",
		command->arguments);
}

int tool_misused(const struct tool_command *command)
{
	print_command_usage(stderr, command);
	return TOOL_USAGE;
}

int tool_error(const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	fprintf(stderr, "uaccess: ");
	vfprintf(stderr, format, arguments);
	fprintf(stderr, "\n");
	va_end(arguments);
	return TOOL_FAILED;
}

static int run(const struct tool_command *command, int argc, char **argv)
{
	if (argc == 2 && !strcmp(argv[1], "--help")) {
		print_command_usage(stdout, command);
		printf("\n%s.\n%s", command->summary, command->details);
		return TOOL_OK;
	}
	return command->run(argc, argv);
}

static int dispatch(int argc, char **argv)
{
	size_t i;

	if (argc < 2) {
		print_usage(stderr);
		return TOOL_USAGE;
	}
	if (argc == 2 && !strcmp(argv[1], "--help")) {
		print_usage(stdout);
		return TOOL_OK;
	}
	if (argc == 2 && !strcmp(argv[1], "--version")) {
		printf("uaccess %s\n", uaccess_version());
		return TOOL_OK;
	}
	for (i = 0; i < COMMANDS; i++)
		if (!strcmp(argv[1], commands[i]->name))
			return run(commands[i], argc - 1, argv + 1);
	tool_error("no such command: %s", argv[1]);
	print_usage(stderr);
	return TOOL_USAGE;
}

int main(int argc, char **argv)
{
	int status = dispatch(argc, argv);
	/* A full disk shows itself at the flush, or it did so earlier. */
	int lost = ferror(stdout);

	errno = 0;
	if (fclose(stdout) || lost)
		return tool_error("standard output: %s",
				  errno ? strerror(errno) : "could not be written");
	return status;
}
