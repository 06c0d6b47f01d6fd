/* SPDX-License-Identifier: MIT */
/* Colour, where somebody looks at it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "tools/tool.h"

/* NO_COLOR as on no-color.org: set and not empty. */
static bool wants_style(void)
{
	const char *no_color = getenv("NO_COLOR"), *terminal = getenv("TERM");

	if (no_color && *no_color)
		return false;
	if (!terminal || !strcmp(terminal, "dumb"))
		return false;
	return isatty(STDOUT_FILENO);
}

const char *tool_style(enum tool_style style)
{
	static const char *const sequences[] = {
		[TOOL_PLAIN] = "\033[0m",
		[TOOL_BOLD] = "\033[1m",
		[TOOL_GREEN] = "\033[32m",
		[TOOL_RED] = "\033[31m",
	};

	return wants_style() ? sequences[style] : "";
}
