/* SPDX-License-Identifier: MIT */
/* The table of routines, which row is picked, and the page that the dispatch lives in. */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include <uaccess/uaccess.h>

#include "tests/unit/unit.h"

/* src/usercopy/routine.c; a pointer a kind. */
extern void *volatile uaccess__dispatch[] __attribute__((visibility("hidden")));

static const struct uaccess_routine *best(enum uaccess_routine_kind kind)
{
	const struct uaccess_routine *best = NULL;
	size_t count, i;
	const struct uaccess_routine *table = uaccess_routine_table(&count);

	for (i = 0; i < count; i++)
		if (table[i].kind == kind && !(table[i].features & ~uaccess_cpu_features()) &&
		    (!best || table[i].priority > best->priority))
			best = &table[i];
	return best;
}

START_TEST(table)
{
	size_t count, i, j;
	const struct uaccess_routine *rows = uaccess_routine_table(&count);

	ck_assert_uint_gt(count, 0);
	for (i = 0; i < count; i++) {
		ck_assert_int_lt(rows[i].kind, UACCESS_ROUTINE_KINDS);
		ck_assert_ptr_nonnull(rows[i].name);
		ck_assert(strlen(rows[i].name) > 0 && strlen(rows[i].name) < 64);
		ck_assert(!strpbrk(rows[i].name, ",= "));
		ck_assert_ptr_nonnull(rows[i].origin);
		ck_assert(rows[i].function.clear != NULL);
		for (j = 0; j < i; j++) {
			bool same_kind = rows[i].kind == rows[j].kind;

			ck_assert(!same_kind || strcmp(rows[i].name, rows[j].name));
			/* Two of one priority: which is best would hang on their order. */
			ck_assert(!same_kind || rows[i].priority < 10 ||
				  rows[i].priority != rows[j].priority);
		}
	}
	/* Something runs on any processor. */
	ck_assert_ptr_nonnull(best(UACCESS_ROUTINE_CLEAR));
	ck_assert_ptr_nonnull(best(UACCESS_ROUTINE_COPY));
}
END_TEST

START_TEST(names)
{
	uint32_t bit;

	ck_assert_str_eq(uaccess_routine_kind_name(UACCESS_ROUTINE_CLEAR), "clear");
	ck_assert_str_eq(uaccess_routine_kind_name(UACCESS_ROUTINE_COPY), "copy");
	ck_assert_ptr_null(uaccess_routine_kind_name(UACCESS_ROUTINE_KINDS));
	ck_assert_ptr_null(uaccess_routine_kind_name((enum uaccess_routine_kind) - 1));
	ck_assert_str_eq(uaccess_cpu_feature_name(UACCESS_CPU_ERMS), "erms");
	ck_assert_str_eq(uaccess_cpu_feature_name(UACCESS_CPU_AVX512), "avx512");
	ck_assert_ptr_null(uaccess_cpu_feature_name(0));
	ck_assert_ptr_null(uaccess_cpu_feature_name(UACCESS_CPU_ERMS | UACCESS_CPU_FSRM));
	/* Every feature that the processor has is one that has a name. */
	for (bit = 1; bit; bit <<= 1)
		if (uaccess_cpu_features() & bit)
			ck_assert_ptr_nonnull(uaccess_cpu_feature_name(bit));
}
END_TEST

START_TEST(select_each)
{
	size_t count, i;
	const struct uaccess_routine *rows = uaccess_routine_table(&count);

	for (i = 0; i < count; i++) {
		bool runs = !(rows[i].features & ~uaccess_cpu_features());
		const struct uaccess_routine *before = uaccess_routine_selected(rows[i].kind);

		errno = 77;
		ck_assert_int_eq(uaccess_routine_select(rows[i].kind, rows[i].name),
				 runs ? 0 : -ENOTSUP);
		ck_assert_int_eq(errno, 77);
		ck_assert_ptr_eq(uaccess_routine_selected(rows[i].kind), runs ? &rows[i] : before);
		if (runs)
			ck_assert(uaccess__dispatch[rows[i].kind] ==
				  (void *)rows[i].function.clear);
	}
	ck_assert_int_eq(uaccess_routine_select(UACCESS_ROUTINE_CLEAR, NULL), 0);
	ck_assert_int_eq(uaccess_routine_select(UACCESS_ROUTINE_COPY, NULL), 0);
	ck_assert_ptr_eq(uaccess_routine_selected(UACCESS_ROUTINE_CLEAR),
			 best(UACCESS_ROUTINE_CLEAR));
	ck_assert_ptr_eq(uaccess_routine_selected(UACCESS_ROUTINE_COPY),
			 best(UACCESS_ROUTINE_COPY));
}
END_TEST

START_TEST(select_refuses)
{
	const struct uaccess_routine *clear = uaccess_routine_selected(UACCESS_ROUTINE_CLEAR);
	const struct uaccess_routine *copy = uaccess_routine_selected(UACCESS_ROUTINE_COPY);

	ck_assert_int_eq(uaccess_routine_select(UACCESS_ROUTINE_CLEAR, "no_such_row"), -ENOENT);
	ck_assert_int_eq(uaccess_routine_select(UACCESS_ROUTINE_COPY, ""), -ENOENT);
	ck_assert_int_eq(uaccess_routine_select(UACCESS_ROUTINE_KINDS, NULL), -EINVAL);
	ck_assert_int_eq(uaccess_routine_select((enum uaccess_routine_kind) - 1, "generic"),
			 -EINVAL);
	ck_assert_ptr_null(uaccess_routine_selected(UACCESS_ROUTINE_KINDS));
	ck_assert_ptr_eq(uaccess_routine_selected(UACCESS_ROUTINE_CLEAR), clear);
	ck_assert_ptr_eq(uaccess_routine_selected(UACCESS_ROUTINE_COPY), copy);
}
END_TEST

/* Dies of SIGSEGV: before and after a change the page cannot be written. */
START_TEST(dispatch_read_only)
{
	uaccess__dispatch[0] = NULL;
}
END_TEST

START_TEST(dispatch_read_only_after_select)
{
	ck_assert_int_eq(uaccess_routine_select(UACCESS_ROUTINE_COPY, "generic"), 0);
	uaccess__dispatch[1] = NULL;
}
END_TEST

/* --- UACCESS_ROUTINE in the environment: this program again, which prints what it runs ---- */

static void run_with(const char *wish, char *out, size_t size)
{
	char program[512], command[1024];
	ssize_t n = readlink("/proc/self/exe", program, sizeof(program) - 1);
	FILE *pipe;
	size_t got;

	ck_assert_int_gt(n, 0);
	program[n] = '\0';
	snprintf(command, sizeof(command), "UACCESS_ROUTINE='%s' '%s' --selected 2>&1", wish,
		 program);
	pipe = popen(command, "r");
	ck_assert_ptr_nonnull(pipe);
	got = fread(out, 1, size - 1, pipe);
	out[got] = '\0';
	ck_assert_int_eq(pclose(pipe), 0);
}

static void print_selected(void)
{
	printf("[%s %s]\n", uaccess_routine_selected(UACCESS_ROUTINE_CLEAR)->name,
	       uaccess_routine_selected(UACCESS_ROUTINE_COPY)->name);
}

START_TEST(environment)
{
	const char *clear = best(UACCESS_ROUTINE_CLEAR)->name;
	const char *copy = best(UACCESS_ROUTINE_COPY)->name;
	char out[1024], expected[256];

#define RUNS(wish, clear_name, copy_name)                                                 \
	do {                                                                              \
		run_with(wish, out, sizeof(out));                                         \
		snprintf(expected, sizeof(expected), "[%s %s]\n", clear_name, copy_name); \
		ck_assert_str_eq(out, expected);                                          \
	} while (0)
	RUNS("", clear, copy);
	RUNS("clear=generic", "generic", copy);
	RUNS("copy=sse2", clear, "sse2");
	RUNS("clear=sse2,copy=generic", "sse2", "generic");
	RUNS("copy=generic,clear=sse2", "sse2", "generic");
	RUNS("other=thing,copy=generic", clear, "generic");
	RUNS(",,copy=generic,", clear, "generic");
	RUNS("clear", clear, copy);
#undef RUNS
}
END_TEST

START_TEST(environment_unknown)
{
	char out[1024], expected[256];

	run_with("copy=no_such_row", out, sizeof(out));
	snprintf(expected, sizeof(expected), "[%s %s]\n", best(UACCESS_ROUTINE_CLEAR)->name,
		 best(UACCESS_ROUTINE_COPY)->name);
	ck_assert(strstr(out, "copy=no_such_row is no routine"));
	ck_assert(strstr(out, expected));
}
END_TEST

int main(int argc, char **argv)
{
	Suite *suite = suite_create("routine");
	TCase *rows = tcase_create("rows"), *page = tcase_create("page");

	if (argc == 2 && !strcmp(argv[1], "--selected")) {
		print_selected();
		return 0;
	}
	tcase_add_test(rows, table);
	tcase_add_test(rows, names);
	tcase_add_test(rows, select_each);
	tcase_add_test(rows, select_refuses);
	tcase_add_test(rows, environment);
	tcase_add_test(rows, environment_unknown);
	tcase_set_timeout(rows, 60);
	suite_add_tcase(suite, rows);
	tcase_add_test_raise_signal(page, dispatch_read_only, SIGSEGV);
	tcase_add_test_raise_signal(page, dispatch_read_only_after_select, SIGSEGV);
	suite_add_tcase(suite, page);
	return unit_run(suite);
}
