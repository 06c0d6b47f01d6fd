/* SPDX-License-Identifier: MIT */
/*
 * `uaccess verify`: the proof of a routine's residue arithmetic.
 *
 * A child runs the cases; what it shares with the parent tells how far it is and
 * what it found. A child that dies or stands still has shown a counterexample, too.
 */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include <uaccess/routine.h>
#include "tools/tool.h"
#include "tools/verify.h"

#define STANDSTILL 3000 /* ms in one case that make it a hang */
#define LOOK	   50	/* ms between two looks at the child */

struct options {
	const char *routine; /* NULL: all */
	const char *file;    /* FILE.so:SYMBOL; NULL: rows */
	int kind;	     /* enum uaccess_routine_kind; -1: any, or guessed */
	int abi, contract;   /* -1: guessed */
	long granularity;    /* -1: not given */
	enum verify_effort effort;
	bool tap;
};

struct child {
	const struct verify_target *target;
	struct verify_result *result;
};

static bool run_one(const struct verify_case *one, void *arg)
{
	struct child *child = arg;

	child->result->now = *one;
	atomic_fetch_add(&child->result->cases, 1);
	return verify_check(child->target, one, child->result);
}

static bool count_one(const struct verify_case *one, void *arg)
{
	(void)one;
	(void)arg;
	return true;
}

static void run_child(const struct verify_target *target, struct verify_result *result,
		      enum verify_effort effort)
{
	struct child child = {target, result};
	struct rlimit none = {0, 0};
	bool huge;

	setrlimit(RLIMIT_CORE, &none);
	if (!verify_memory_prepare(result)) {
		snprintf(result->reason, sizeof(result->reason), "no memory for the buffers");
		result->failed = true;
		_exit(1);
	}
	/* The kernel's old functions count in 32 bits, and are never asked for more. */
	huge = !result->no_huge && target->abi != VERIFY_ABI_FUNCTION;
	result->total = verify_cases(target, effort, huge, count_one, NULL);
	verify_cases(target, effort, huge, run_one, &child);
	result->done = !result->failed;
	_exit(0);
}

static long now_ms(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* Waits for the child, or for it to stand still; its wait status, -1 for the latter. */
static int wait_for(pid_t pid, const struct verify_target *target,
		    const struct verify_result *result)
{
	unsigned long cases = 0;
	long moved = now_ms();
	int status;

	for (;;) {
		struct timespec pause = {0, LOOK * 1000000};
		pid_t ended = waitpid(pid, &status, WNOHANG);

		verify_progress(target, result);
		if (ended == pid)
			return status;
		if (atomic_load(&result->cases) != cases) {
			cases = atomic_load(&result->cases);
			moved = now_ms();
		} else if (now_ms() - moved > STANDSTILL) {
			kill(pid, SIGKILL);
			waitpid(pid, &status, 0);
			return -1;
		}
		nanosleep(&pause, NULL);
	}
}

static bool verify(const struct verify_target *target, enum verify_effort effort,
		   struct verify_result *result)
{
	pid_t pid;
	int status;

	memset(result, 0, sizeof(*result));
	fflush(stdout);
	pid = fork();
	if (pid < 0) {
		snprintf(result->reason, sizeof(result->reason), "fork: %s", strerror(errno));
		result->failed = true;
		return false;
	}
	if (!pid)
		run_child(target, result, effort);
	status = wait_for(pid, target, result);
	if (!result->failed && !result->done) {
		result->failed = true;
		if (status < 0)
			snprintf(result->reason, sizeof(result->reason),
				 "hangs: stopped after %d seconds in this call", STANDSTILL / 1000);
		else if (WIFSIGNALED(status))
			snprintf(result->reason, sizeof(result->reason),
				 "dies of %s: a fault without an entry, or a wild jump or access",
				 tool_signal_name(WTERMSIG(status)));
		else
			snprintf(result->reason, sizeof(result->reason),
				 "ends the process with status %d", WEXITSTATUS(status));
	}
	verify_progress(target, result);
	return !result->failed;
}

static void report(const struct options *options, unsigned int point,
		   const struct verify_target *target, const struct verify_result *result)
{
	if (!options->tap) {
		verify_report(target, result);
		return;
	}
	printf("%sok %u - %s %s: %lu cases, %lu faults, granularity %u\n",
	       result->failed ? "not " : "", point, target->copy ? "copy" : "clear", target->name,
	       atomic_load(&result->cases), result->faults, result->granularity);
	if (result->failed)
		verify_report_counterexample(target, result, "# ");
}

static bool runs_here(const struct uaccess_routine *row)
{
	return !(row->features & ~uaccess_cpu_features());
}

static bool wanted(const struct options *options, const struct uaccess_routine *row)
{
	return (options->kind < 0 || (int)row->kind == options->kind) &&
	       (!options->routine || !strcmp(options->routine, row->name));
}

static int verify_rows(const struct options *options, struct verify_result *result)
{
	const struct uaccess_routine *rows;
	struct verify_target target;
	unsigned int point = 0, bad = 0, missing = 0;
	size_t count, i;

	rows = uaccess_routine_table(&count);
	for (i = 0; i < count; i++) {
		if (!wanted(options, &rows[i]))
			continue;
		point++;
		if (!runs_here(&rows[i])) {
			missing++;
			if (options->tap)
				printf("ok %u # SKIP %s %s needs a CPU feature that is missing\n",
				       point, uaccess_routine_kind_name(rows[i].kind),
				       rows[i].name);
			else
				printf("%-5s %-28s needs a CPU feature that is missing\n",
				       uaccess_routine_kind_name(rows[i].kind), rows[i].name);
			continue;
		}
		verify_target_of_row(&target, &rows[i]);
		if (options->contract >= 0)
			target.contract = (enum verify_contract)options->contract;
		if (options->granularity >= 0)
			target.granularity = (unsigned int)options->granularity;
		bad += !verify(&target, options->effort, result);
		report(options, point, &target, result);
	}
	if (!point)
		return tool_error("no such routine: %s; `uaccess info` lists them",
				  options->routine);
	if (options->tap)
		printf("1..%u\n", point);
	/* A routine that was asked for by name and not run is not proved. */
	return bad || (options->routine && missing == point) ? TOOL_FAILED : TOOL_OK;
}

static int verify_file(const struct options *options, struct verify_result *result)
{
	struct verify_target target;
	bool good;

	if (!verify_target_of_file(&target, options->file, options->kind))
		return TOOL_FAILED;
	if (options->abi >= 0) {
		target.abi = (enum verify_abi)options->abi;
		target.contract = target.abi == VERIFY_ABI_UACCESS ? VERIFY_CONTRACT_ROUTINE
								   : VERIFY_CONTRACT_KERNEL;
	}
	if (options->contract >= 0)
		target.contract = (enum verify_contract)options->contract;
	if (options->granularity >= 0)
		target.granularity = (unsigned int)options->granularity;
	good = verify(&target, options->effort, result);
	report(options, 1, &target, result);
	if (options->tap)
		printf("1..1\n");
	return good ? TOOL_OK : TOOL_FAILED;
}

/* The index of word in the list, or -1. */
static int find_word(const char *word, const char *const *list, int count)
{
	int i;

	for (i = 0; i < count; i++)
		if (!strcmp(word, list[i]))
			return i;
	return -1;
}

static bool parse_value(struct options *options, const char *option, const char *value)
{
	static const char *const kinds[] = {"clear", "copy"};
	static const char *const abis[] = {"uaccess", "function", "rep"};
	static const char *const contracts[] = {"routine", "kernel", "exact"};
	char *end;

	if (!strcmp(option, "--routine")) {
		options->routine = value;
		return true;
	}
	if (!strcmp(option, "--kind"))
		return (options->kind = find_word(value, kinds, UACCESS_ROUTINE_KINDS)) >= 0;
	if (!strcmp(option, "--abi"))
		return (options->abi = find_word(value, abis, VERIFY_ABIS)) >= 0;
	if (!strcmp(option, "--contract"))
		return (options->contract = find_word(value, contracts, VERIFY_CONTRACTS)) >= 0;
	if (strcmp(option, "--granularity"))
		return false;
	errno = 0;
	options->granularity = strtol(value, &end, 10);
	return !errno && end != value && !*end && options->granularity >= 0 &&
	       options->granularity < (long)VERIFY_NO_LIMIT;
}

static bool parse(struct options *options, int argc, char **argv)
{
	int i;

	for (i = 1; i < argc; i++) {
		if (!strcmp(argv[i], "--thorough"))
			options->effort = VERIFY_THOROUGH;
		else if (!strcmp(argv[i], "--quick"))
			options->effort = VERIFY_QUICK;
		else if (!strcmp(argv[i], "--tap"))
			options->tap = true;
		else if (argv[i][0] != '-' && !options->file)
			options->file = argv[i];
		else if (i + 1 < argc && parse_value(options, argv[i], argv[i + 1]))
			i++;
		else
			return false;
	}
	/* A row has the interface it has. */
	return options->file ? !options->routine : options->abi < 0;
}

static int run(int argc, char **argv)
{
	struct options options = {
		.effort = VERIFY_NORMAL, .kind = -1, .abi = -1, .contract = -1, .granularity = -1};
	struct verify_result *result;
	int status;

	if (!parse(&options, argc, argv))
		return tool_misused(&tool_verify);
	result = mmap(NULL, sizeof(*result), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1,
		      0);
	if (result == MAP_FAILED)
		return tool_error("mmap: %s", strerror(errno));
	status = options.file ? verify_file(&options, result) : verify_rows(&options, result);
	munmap(result, sizeof(*result));
	return status;
}

const struct tool_command tool_verify = {
	.name = "verify",
	.arguments = "[--routine NAME | FILE.so:SYMBOL] [OPTION]...",
	.summary = "Prove the residue of a routine at every stop position",
	.details =
		"\n"
		"Runs a routine, or each of the library's own, over lengths, alignments, stop\n"
		"positions and kinds of fault, and checks memory, residue and registers after\n"
		"each call. Exit status 0: the contract holds; 1: it does not, with the first\n"
		"counterexample; 2: called wrongly.\n"
		"\n"
		"  --routine NAME      a row of the table; `uaccess info` lists them\n"
		"  FILE.so:SYMBOL      a routine of a shared object\n"
		"  --kind KIND         clear or copy; of a file: else guessed from the name\n"
		"  --abi ABI           how a file's routine is called:\n"
		"                        rep       n in %rcx, residue in %rcx; clear: %rax 0\n"
		"                        function  a C function; copy_user* unless told\n"
		"                        uaccess   as <uaccess/routine.h>; uaccess_* unless told\n"
		"  --contract NAME     what is asked:\n"
		"                        routine   all but the residue is done, nothing outside\n"
		"                        kernel    and the residue untouched; a copy gets on\n"
		"                        exact     and the residue is exact\n"
		"  --granularity N     the residue may be at most N bytes too large\n"
		"  --quick, --thorough fewer cases, or many more\n"
		"  --tap               TAP output\n",
	.run = run,
};
