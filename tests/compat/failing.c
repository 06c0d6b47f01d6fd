// SPDX-License-Identifier: MIT
/* A suite whose cases fail, for kunit.sh. */
#include <kunit/test.h>

static void test_expect(struct kunit *test)
{
	KUNIT_EXPECT_EQ(test, 1, 2);
	kunit_info(test, "an expectation goes on");
}

static void test_assert(struct kunit *test)
{
	KUNIT_ASSERT_TRUE_MSG(test, false, "message %d", 42);
	kunit_info(test, "an assertion does not go on");
}

static void test_crash(struct kunit *test)
{
	*(volatile int *)test->priv = 1;
}

static void test_good(struct kunit *test)
{
	KUNIT_EXPECT_EQ(test, 1, 1);
}

static struct kunit_case cases[] = {
	KUNIT_CASE(test_expect),
	KUNIT_CASE(test_assert),
	KUNIT_CASE(test_crash),
	KUNIT_CASE(test_good),
	{},
};

static struct kunit_suite suite = {.name = "failing", .test_cases = cases};

kunit_test_suite(suite);
