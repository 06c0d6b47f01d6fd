/* SPDX-License-Identifier: MIT */
/* The log hook: what a person should know goes to one function, standard error by default. */
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include <uaccess/fault.h>
#include "src/log.h"

static void log_to_stderr(const char *line, void *arg)
{
	char text[512];
	int n = snprintf(text, sizeof(text), "uaccess: %s\n", line);

	(void)arg;
	if (n > 0 && write(STDERR_FILENO, text, strnlen(text, sizeof(text))) < 0)
		return; /* nowhere left to say it */
}

static _Atomic(uaccess_log_fn *) hook = log_to_stderr;
static _Atomic(void *) hook_arg;

void uaccess_log_hook(uaccess_log_fn *fn, void *arg)
{
	atomic_store(&hook_arg, arg);
	atomic_store(&hook, fn ? fn : log_to_stderr);
}

void uaccess__log(const char *format, ...)
{
	char line[480];
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(line, sizeof(line), format, arguments);
	va_end(arguments);
	atomic_load (&hook)(line, atomic_load(&hook_arg));
}
