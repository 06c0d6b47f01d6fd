/* SPDX-License-Identifier: MIT */
/*
 * KUnit suites as programs: kunit_test_suites() makes a main() that runs each
 * case with Check and prints TAP. Link with Check. A case runs in a process of
 * its own, with user memory from vm_mmap() only; an EXPECT that fails lets it go
 * on, an ASSERT ends it.
 */
#ifndef UACCESS_COMPAT_KUNIT_TEST_H
#define UACCESS_COMPAT_KUNIT_TEST_H

#include <check.h>
#include <setjmp.h>
#include <stdarg.h>
#include <linux/err.h>
#include <linux/kernel.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/slab.h>

#define KUNIT_PARAM_DESC_SIZE 128

struct kunit {
	void *priv;
	const void *param_value;
	const char *name;
	unsigned int failures;
	bool skipped;
	struct uaccess__kunit_block *blocks; /* to be freed after the case */
	jmp_buf leave;
};

struct kunit_case {
	void (*run_case)(struct kunit *test);
	const char *name;
	const void *(*generate_params)(const void *previous, char *description);
};

struct kunit_suite {
	const char name[256];
	int (*suite_init)(struct kunit_suite *suite);
	void (*suite_exit)(struct kunit_suite *suite);
	int (*init)(struct kunit *test);
	void (*exit)(struct kunit *test);
	struct kunit_case *test_cases;
};

#define KUNIT_CASE(f)                     \
	{                                 \
		.run_case = f, .name = #f \
	}
#define KUNIT_CASE_SLOW(f) KUNIT_CASE(f)
#define KUNIT_CASE_PARAM(f, g)                                  \
	{                                                       \
		.run_case = f, .name = #f, .generate_params = g \
	}

#define KUNIT_ARRAY_PARAM(gen, array, describe)                                       \
	static const void *gen##_gen_params(const void *previous, char *description)  \
	{                                                                             \
		const __typeof__((array)[0]) *next = previous ? previous : (array)-1; \
		void (*tell)(const __typeof__((array)[0]) *, char *) = describe;      \
                                                                                      \
		if (++next >= (array) + ARRAY_SIZE(array))                            \
			return NULL;                                                  \
		if (tell)                                                             \
			tell(next, description);                                      \
		return next;                                                          \
	}

#include <kunit/assert.h>

#define kunit_info(test, ...)	    ((void)(test), uaccess__kunit_say(__VA_ARGS__))
#define kunit_warn(test, ...)	    kunit_info(test, __VA_ARGS__)
#define kunit_err(test, ...)	    kunit_info(test, __VA_ARGS__)
#define kunit_log(level, test, ...) kunit_info(test, __VA_ARGS__)

#define kunit_mark_skipped(test, ...) ((test)->skipped = true, kunit_info(test, __VA_ARGS__))
#define kunit_skip(test, ...)                          \
	do {                                           \
		kunit_mark_skipped(test, __VA_ARGS__); \
		longjmp((test)->leave, 1);             \
	} while (0)

struct uaccess__kunit_block {
	struct uaccess__kunit_block *next;
	void *p;
};

/* Memory that is freed after the case. */
static inline void *uaccess__kunit_keep(struct kunit *test, void *p)
{
	struct uaccess__kunit_block *block = malloc(sizeof(*block));

	if (!p || !block) {
		free(block);
		free(p);
		return NULL;
	}
	block->p = p;
	block->next = test->blocks;
	test->blocks = block;
	return p;
}

/* This one, or all for NULL. */
static inline void uaccess__kunit_free(struct kunit *test, const void *p)
{
	struct uaccess__kunit_block **link = &test->blocks, *block;

	while ((block = *link)) {
		if (p && block->p != p) {
			link = &block->next;
			continue;
		}
		*link = block->next;
		free(block->p);
		free(block);
	}
}

#define kunit_kmalloc(test, n, flags)	     uaccess__kunit_keep(test, kmalloc(n, flags))
#define kunit_kzalloc(test, n, flags)	     uaccess__kunit_keep(test, kzalloc(n, flags))
#define kunit_kcalloc(test, count, n, flags) uaccess__kunit_keep(test, kcalloc(count, n, flags))
#define kunit_kmalloc_array(test, count, n, flags) \
	uaccess__kunit_keep(test, kmalloc_array(count, n, flags))
#define kunit_kfree(test, p) ((p) ? uaccess__kunit_free(test, p) : (void)0)
#define kunit_vm_mmap(test, file, address, n, prot, flags, offset) \
	((void)(test), vm_mmap(file, address, n, prot, flags, offset))

static void uaccess__kunit_one(struct kunit_suite *suite, struct kunit_case *c, struct kunit *test)
{
	if (suite->init && suite->init(test))
		uaccess__kunit_fail(test, "the suite's init failed");
	else if (!setjmp(test->leave))
		c->run_case(test);
	if (suite->exit)
		suite->exit(test);
	uaccess__kunit_free(test, NULL);
}

/* The suite that is running, and its case that Check asked for. */
static __maybe_unused struct kunit_suite *uaccess__kunit_suite;

START_TEST(uaccess__kunit_case)
{
	struct kunit_case *c = &uaccess__kunit_suite->test_cases[_i];
	const void *value = NULL;

	do {
		char description[KUNIT_PARAM_DESC_SIZE] = "";
		struct kunit test = {.name = c->name};

		if (c->generate_params) {
			value = c->generate_params(value, description);
			if (!value)
				break;
			test.param_value = value;
		}
		uaccess__kunit_one(uaccess__kunit_suite, c, &test);
		if (test.failures)
			ck_abort_msg("%u failures %s", test.failures, description);
	} while (value);
}
END_TEST

static __maybe_unused int uaccess__kunit_run(struct kunit_suite **suites, unsigned int count)
{
	unsigned int s, failed = 0;

	if (uaccess__compat_user_memory()) {
		fprintf(stderr, "no user memory for the suites\n");
		return 1;
	}
	for (s = 0; s < count; s++) {
		Suite *suite = suite_create(suites[s]->name);
		SRunner *runner = srunner_create(suite);
		int i;

		uaccess__kunit_suite = suites[s];
		for (i = 0; suites[s]->test_cases[i].run_case; i++) {
			TCase *tcase = tcase_create(suites[s]->test_cases[i].name);

			tcase_set_timeout(tcase, 60);
			tcase_add_loop_test(tcase, uaccess__kunit_case, i, i + 1);
			suite_add_tcase(suite, tcase);
		}
		srunner_set_tap(runner, "-");
		if (suites[s]->suite_init && suites[s]->suite_init(suites[s]))
			failed++;
		else
			srunner_run_all(runner, CK_SILENT);
		failed += (unsigned int)srunner_ntests_failed(runner);
		if (suites[s]->suite_exit)
			suites[s]->suite_exit(suites[s]);
		srunner_free(runner);
	}
	return failed != 0;
}

#define kunit_test_suites(...)                                                       \
	int main(void)                                                               \
	{                                                                            \
		static struct kunit_suite *suites[] = {__VA_ARGS__};                 \
                                                                                     \
		return uaccess__kunit_run(suites, (unsigned int)ARRAY_SIZE(suites)); \
	}                                                                            \
	extern int uaccess__kunit_no_semicolon_needed
#define kunit_test_suite(suite) kunit_test_suites(&(suite))

#endif /* UACCESS_COMPAT_KUNIT_TEST_H */
