/* SPDX-License-Identifier: MIT */
/*
 * The Test Anything Protocol for plain test programs: one header, no dependency.
 *
 *	int main(void)
 *	{
 *		tap_plan(2);                           or tap_done() prints the plan
 *		tap_ok(n == 3, "left %d of 3", n);
 *		tap_skip(1, "no AVX-512");             counts as one point
 *		return tap_done();                     non-zero if any point failed or is missing
 *	}
 *
 * Output is flushed at each line, so that a child that dies or forks never repeats or loses one.
 * Only the thread and the process that planned the test may print points.
 */
#ifndef UACCESS_TESTS_TAP_H
#define UACCESS_TESTS_TAP_H

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

static unsigned int tap_planned, tap_points, tap_failures;

__attribute__((unused)) static void tap_plan(unsigned int points)
{
	tap_planned = points;
	printf("1..%u\n", points);
	fflush(stdout);
}

/* One line that the reader of the log sees and the driver passes over. */
__attribute__((unused, format(printf, 1, 2))) static void tap_diag(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	printf("# ");
	vprintf(format, args);
	printf("\n");
	fflush(stdout);
	va_end(args);
}

__attribute__((unused, format(printf, 4, 5))) static bool
tap__point(bool pass, const char *file, int line, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	printf("%sok %u - ", pass ? "" : "not ", ++tap_points);
	vprintf(format, args);
	printf("\n");
	va_end(args);
	if (!pass) {
		tap_failures++;
		printf("# failed at %s:%d\n", file, line);
	}
	fflush(stdout);
	return pass;
}

/* One point. Returns the condition, so that the caller can print more with tap_diag(). */
#define tap_ok(condition, ...) tap__point(!!(condition), __FILE__, __LINE__, __VA_ARGS__)

/* "count" points that could not be tried here, and why. */
__attribute__((unused, format(printf, 2, 3))) static void tap_skip(unsigned int count,
								   const char *format, ...)
{
	va_list args;

	while (count--) {
		va_start(args, format);
		printf("ok %u # SKIP ", ++tap_points);
		vprintf(format, args);
		printf("\n");
		va_end(args);
	}
	fflush(stdout);
}

/* The whole program could not be tried here. Does not return. */
__attribute__((unused, noreturn, format(printf, 1, 2))) static void tap_skip_all(const char *format,
										 ...)
{
	va_list args;

	va_start(args, format);
	printf("1..0 # SKIP ");
	vprintf(format, args);
	printf("\n");
	fflush(stdout);
	va_end(args);
	exit(0);
}

/* Nothing that follows would mean anything. Does not return. */
__attribute__((unused, noreturn, format(printf, 1, 2))) static void tap_bail(const char *format,
									     ...)
{
	va_list args;

	va_start(args, format);
	printf("Bail out! ");
	vprintf(format, args);
	printf("\n");
	fflush(stdout);
	va_end(args);
	exit(99);
}

/* The exit status of main(). Prints the plan if tap_plan() did not. */
__attribute__((unused)) static int tap_done(void)
{
	if (!tap_planned)
		tap_plan(tap_points);
	if (tap_points != tap_planned)
		tap_diag("planned %u points, ran %u", tap_planned, tap_points);
	return tap_failures || tap_points != tap_planned;
}

#endif
