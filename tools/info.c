/* SPDX-License-Identifier: MIT */
/* uaccess info: what the library found on this machine and does in this process. */
#include "config.h"
#include <errno.h>
#include <getopt.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef HAVE_JANSSON
#include <jansson.h>
#endif
#include <uaccess/fault.h>
#include <uaccess/uaccess.h>
#include "tools/tool.h"

static const int signals[] = {SIGSEGV, SIGBUS};
#define SIGNALS (sizeof(signals) / sizeof(signals[0]))

/* Who gets a signal. */
struct owner {
	bool ours;
	const char *action;	 /* "handler", "default", "ignored" */
	struct tool_place place; /* of the handler */
};

static void find_owner(int signo, struct owner *owner)
{
	struct uaccess_handler_owner known;
	struct sigaction action;

	memset(owner, 0, sizeof(*owner));
	owner->action = "default";
	if (sigaction(signo, NULL, &action) || action.sa_handler == SIG_DFL)
		return;
	owner->action = "ignored";
	if (action.sa_handler == SIG_IGN)
		return;
	owner->action = "handler";
	/* The library knows exported symbols only, and its own handler is none. */
	tool_find_place((uintptr_t)action.sa_sigaction, &owner->place);
	owner->ours = !uaccess_get_handler_owner(signo, &known) && known.ours;
}

static const char *check_text(int error)
{
	switch (error) {
	case 0:
		return "in place";
	case -ENOENT:
		return "not installed, or declined: faults are not recovered";
	default:
		return "displaced, or could not be installed: faults are not recovered";
	}
}

static bool runs_here(const struct uaccess_routine *row)
{
	return !(row->features & ~uaccess_cpu_features());
}

/* --- for people ------------------------------------------------------------------- */

static void print_features(uint32_t features, const char *none)
{
	uint32_t bit;

	if (!features)
		printf("%s", none);
	for (bit = 1; bit; bit <<= 1)
		if ((features & bit) && uaccess_cpu_feature_name(bit))
			printf("%s%s", uaccess_cpu_feature_name(bit),
			       features & ~(bit | (bit - 1)) ? " " : "");
}

static void print_heading(const char *text)
{
	printf("\n%s%s%s\n", tool_style(TOOL_BOLD), text, tool_style(TOOL_PLAIN));
}

static void print_routines(void)
{
	size_t i, count;
	const struct uaccess_routine *rows = uaccess_routine_table(&count);

	print_heading("Routines (* runs, - lacks a CPU feature)");
	for (i = 0; i < count; i++) {
		bool selected = uaccess_routine_selected(rows[i].kind) == &rows[i];

		printf("%s  %c %-6s%-28s%s", selected ? tool_style(TOOL_GREEN) : "",
		       selected		     ? '*'
		       : runs_here(&rows[i]) ? ' '
					     : '-',
		       uaccess_routine_kind_name(rows[i].kind), rows[i].name, rows[i].origin);
		printf("; needs ");
		print_features(rows[i].features, "nothing");
		printf("%s\n", selected ? tool_style(TOOL_PLAIN) : "");
	}
}

static int print_table(const struct uaccess_extable_info *info, void *arg)
{
	(void)arg;
	printf("  %5zu entries in %s%s\n", info->count, *info->name ? info->name : "this program",
	       info->flags & UACCESS_EXTABLE_WAS_UNSORTED ? ", not sorted by its linker" : "");
	return 0;
}

static void print_owner(int signo)
{
	struct owner owner;

	find_owner(signo, &owner);
	printf("  %-8s ", tool_signal_name(signo));
	if (strcmp(owner.action, "handler")) {
		printf("%s\n", owner.action);
		return;
	}
	printf("%s%s%s: ", owner.ours ? tool_style(TOOL_GREEN) : tool_style(TOOL_RED),
	       owner.ours ? "ours" : "not ours", tool_style(TOOL_PLAIN));
	if (*owner.place.symbol)
		printf("%s in %s\n", owner.place.symbol, owner.place.object);
	else
		printf("%s+%#lx\n", *owner.place.object ? owner.place.object : "?",
		       (unsigned long)owner.place.offset);
}

static void print_text(void)
{
	size_t i;

	printf("libuaccess %s", uaccess_version());
	if (strcmp(uaccess_version(), UACCESS_VERSION))
		printf(" (this command was built with %s)", UACCESS_VERSION);
	printf("\nCPU features: ");
	print_features(uaccess_cpu_features(), "none that a routine asks for");
	printf("\n");
	print_routines();
	print_heading("Exception tables");
	uaccess_extable_for_each(print_table, NULL);
	print_heading("Signals");
	for (i = 0; i < SIGNALS; i++)
		print_owner(signals[i]);
	printf("  handler  %s\n", check_text(uaccess_check()));
}

/* --- for machines ------------------------------------------------------------------- */

#ifdef HAVE_JANSSON
static json_t *json_features(uint32_t features)
{
	json_t *array = json_array();
	uint32_t bit;

	for (bit = 1; bit; bit <<= 1)
		if ((features & bit) && uaccess_cpu_feature_name(bit))
			json_array_append_new(array, json_string(uaccess_cpu_feature_name(bit)));
	return array;
}

static json_t *json_routines(void)
{
	size_t i, count;
	const struct uaccess_routine *rows = uaccess_routine_table(&count);
	json_t *array = json_array();

	for (i = 0; i < count; i++)
		json_array_append_new(
			array, json_pack("{s:s, s:s, s:o, s:b, s:b, s:i, s:s}", "kind",
					 uaccess_routine_kind_name(rows[i].kind), "name",
					 rows[i].name, "needs", json_features(rows[i].features),
					 "runs_here", (int)runs_here(&rows[i]), "selected",
					 (int)(uaccess_routine_selected(rows[i].kind) == &rows[i]),
					 "granularity", (int)rows[i].granularity, "origin",
					 rows[i].origin));
	return array;
}

static int json_table(const struct uaccess_extable_info *info, void *arg)
{
	json_array_append_new(arg, json_pack("{s:s, s:I, s:b}", "module", info->name, "entries",
					     (json_int_t)info->count, "was_unsorted",
					     !!(info->flags & UACCESS_EXTABLE_WAS_UNSORTED)));
	return 0;
}

static json_t *json_owner(int signo)
{
	struct owner owner;

	find_owner(signo, &owner);
	return json_pack("{s:b, s:s, s:s, s:s}", "ours", (int)owner.ours, "action", owner.action,
			 "object", owner.place.object, "symbol", owner.place.symbol);
}

static int print_json(void)
{
	json_t *tables = json_array(), *owners = json_object(), *all;
	size_t i;
	int error;

	uaccess_extable_for_each(json_table, tables);
	for (i = 0; i < SIGNALS; i++)
		json_object_set_new(owners, tool_signal_name(signals[i]), json_owner(signals[i]));
	all = json_pack("{s:s, s:s, s:o, s:o, s:o, s:o, s:i}", "version", uaccess_version(),
			"built_with", UACCESS_VERSION, "cpu_features",
			json_features(uaccess_cpu_features()), "routines", json_routines(),
			"tables", tables, "signals", owners, "check", uaccess_check());
	if (!all)
		return tool_error("out of memory");
	error = json_dumpf(all, stdout, JSON_INDENT(2));
	json_decref(all);
	/* A failed write shows in ferror() too: main() tells it. */
	printf("\n");
	return error ? TOOL_FAILED : TOOL_OK;
}
#else
static int print_json(void)
{
	return tool_error("this command was built without JSON output (jansson)");
}
#endif

static int run(int argc, char **argv)
{
	static const struct option options[] = {{"json", no_argument, NULL, 'j'},
						{NULL, 0, NULL, 0}};
	bool json = false;
	int option;

	while ((option = getopt_long(argc, argv, "", options, NULL)) != -1) {
		if (option != 'j')
			return tool_misused(&tool_info);
		json = true;
	}
	if (optind != argc)
		return tool_misused(&tool_info);
	if (json)
		return print_json();
	print_text();
	return TOOL_OK;
}

const struct tool_command tool_info = {
	.name = "info",
	.arguments = "[--json]",
	.summary = "Show the version, routines, tables and signal owners",
	.details = "\n"
		   "  --json    the same for machines, as one JSON object\n",
	.run = run,
};
