/* SPDX-License-Identifier: MIT */
/* What `uaccess verify` says: progress, results, and a counterexample as a picture. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include "tools/tool.h"
#include "tools/verify.h"

static const char *const registers[] = {"rax", "rcx", "rdx", "rbx", "rsp", "rbp", "rsi", "rdi",
					"r8",  "r9",  "r10", "r11", "r12", "r13", "r14", "r15"};

static const char *kind(const struct verify_target *target)
{
	return target->copy ? "copy" : "clear";
}

/* Lines that begin like this are rewritten in place; on a terminal only. */
void verify_progress(const struct verify_target *target, const struct verify_result *result)
{
	unsigned long cases = atomic_load(&result->cases), total = result->total;
	unsigned int percent = total ? (unsigned int)(cases * 100 / total) : 0;
	char bar[26];

	if (!isatty(STDERR_FILENO))
		return;
	memset(bar, '.', sizeof(bar) - 1);
	memset(bar, '#', percent > 100 ? 25 : percent / 4);
	bar[25] = '\0';
	fprintf(stderr, "\r%-5s %-28s [%s] %3u %%", kind(target), target->name, bar, percent);
	if (result->done || result->failed)
		fprintf(stderr, "\r\033[K");
	fflush(stderr);
}

static void say_registers(const struct verify_result *result)
{
	unsigned int i;

	printf("      changes");
	for (i = 0; i < 16; i++)
		if (result->clobbered & 1u << i)
			printf(" %s", registers[i]);
	for (i = 0; i < 16; i++)
		if (result->clobbered_xmm & 1u << i)
			printf(" xmm%u", i);
	printf("\n");
}

static void say_good(const struct verify_target *target, const struct verify_result *result)
{
	printf("%s%-5s %-28s ok%s  %lu cases, %lu faults\n", tool_style(TOOL_GREEN), kind(target),
	       target->name, tool_style(TOOL_PLAIN), atomic_load(&result->cases), result->faults);
	if (!result->granularity)
		printf("      residue exact");
	else
		printf("      residue up to %u bytes too large", result->granularity);
	if (target->row && target->granularity > result->granularity)
		printf(" (%u promised)", target->granularity);
	if (target->row && result->granularity)
		printf(", exact behind the C tail");
	if (result->least_faults == result->most_faults)
		printf("; %u %s", result->most_faults,
		       result->most_faults == 1 ? "fault" : "faults");
	else
		printf("; %u to %u faults", result->least_faults, result->most_faults);
	printf(" for a partial call\n");
	say_registers(result);
	if (result->no_progress && !target->row)
		printf("      does nothing at all where its first access reaches into a bad page\n");
	if (result->no_huge)
		printf("      sizes over 4 GiB not tried: no address space for them\n");
}

static void say_side(const char *name, const struct verify_side *side, unsigned long n)
{
	unsigned long reachable = verify_accessible(side, n);

	if (side->guard >= VERIFY_WINDOWS)
		printf("%s at %s", name, verify_guard_name(side->guard));
	else if (side->offset < 0)
		printf("%s begins %ld bytes before accessible memory", name, -side->offset);
	else if (side->offset > VERIFY_ROOM)
		printf("%s begins %ld bytes inside %s", name, side->offset - VERIFY_ROOM,
		       verify_guard_name(side->guard));
	else if (reachable < n)
		printf("%s reaches %s after %lu bytes", name, verify_guard_name(side->guard),
		       reachable);
	else
		printf("%s all accessible, aligned to %ld modulo 64", name, side->offset % 64);
}

void verify_report_counterexample(const struct verify_target *target,
				  const struct verify_result *result, const char *indent)
{
	const struct verify_case *one = &result->now;
	int column;

	printf("%s%s of %lu bytes: ", indent, kind(target), one->n);
	say_side("destination", &one->to, one->n);
	if (target->copy) {
		printf("; ");
		say_side("source", &one->from, one->n);
	}
	printf("\n%s%s\n", indent, result->reason);
	if (!result->wanted[0])
		return;
	printf("%sleft is %lu; exact is %lu\n", indent, result->left, result->left_exact);
	printf("%s  byte   ", indent);
	for (column = 0; column < VERIFY_PICTURE; column += 8)
		printf("%-8ld", result->picture_at + column);
	printf("\n%s  wanted %s\n%s  memory %s\n", indent, result->wanted, indent, result->got);
	printf("%s  = done   . as before   ! wrong   # not accessible, or not looked at\n", indent);
}

void verify_report(const struct verify_target *target, const struct verify_result *result)
{
	if (!result->failed) {
		say_good(target, result);
		return;
	}
	printf("%s%-5s %-28s FAILED%s in case %lu\n", tool_style(TOOL_RED), kind(target),
	       target->name, tool_style(TOOL_PLAIN), atomic_load(&result->cases));
	verify_report_counterexample(target, result, "      ");
}
