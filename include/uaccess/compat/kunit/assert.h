/* SPDX-License-Identifier: MIT */
/* KUnit's expectations and assertions, for <kunit/test.h>. */
#ifndef UACCESS_COMPAT_KUNIT_ASSERT_H
#define UACCESS_COMPAT_KUNIT_ASSERT_H

#ifndef UACCESS_COMPAT_KUNIT_TEST_H
#error "include <kunit/test.h> instead"
#endif

/* One line of a diagnostic in TAP. */
static inline __attribute__((format(printf, 1, 2))) void uaccess__kunit_say(const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	printf("# ");
	vprintf(format, arguments);
	printf("\n");
	fflush(stdout);
	va_end(arguments);
}

static inline void uaccess__kunit_fail(struct kunit *test, const char *what)
{
	test->failures++;
	uaccess__kunit_say("%s: %s", test->name, what);
}

/* leave_too: an assertion, which ends the case. */
#define UACCESS__KUNIT_COMPARE(test, a, op, b, leave_too, ...)                                   \
	do {                                                                                     \
		const __typeof__(a) uaccess__left = (a);                                         \
		const __typeof__(b) uaccess__right = (b);                                        \
                                                                                                 \
		if (unlikely(!(uaccess__left op uaccess__right))) {                              \
			uaccess__kunit_fail(test, #a " " #op " " #b);                            \
			uaccess__kunit_say("%s:%d: %lld, %lld", __FILE__, __LINE__,              \
					   (long long)uaccess__left, (long long)uaccess__right); \
			uaccess__kunit_say(" " __VA_ARGS__);                                     \
			if (leave_too)                                                           \
				longjmp((test)->leave, 1);                                       \
		}                                                                                \
	} while (0)

#define UACCESS__KUNIT_TRUE(test, ok, leave_too, ...)                    \
	do {                                                             \
		if (unlikely(!(ok))) {                                   \
			uaccess__kunit_fail(test, #ok);                  \
			uaccess__kunit_say("%s:%d", __FILE__, __LINE__); \
			uaccess__kunit_say(" " __VA_ARGS__);             \
			if (leave_too)                                   \
				longjmp((test)->leave, 1);               \
		}                                                        \
	} while (0)

#define KUNIT_EXPECT_EQ(test, a, b) UACCESS__KUNIT_COMPARE(test, (a), ==, (b), false, "")
#define KUNIT_EXPECT_EQ_MSG(test, a, b, ...) \
	UACCESS__KUNIT_COMPARE(test, (a), ==, (b), false, __VA_ARGS__)
#define KUNIT_EXPECT_NE(test, a, b) UACCESS__KUNIT_COMPARE(test, (a), !=, (b), false, "")
#define KUNIT_EXPECT_NE_MSG(test, a, b, ...) \
	UACCESS__KUNIT_COMPARE(test, (a), !=, (b), false, __VA_ARGS__)
#define KUNIT_EXPECT_LT(test, a, b) UACCESS__KUNIT_COMPARE(test, (a), <, (b), false, "")
#define KUNIT_EXPECT_LT_MSG(test, a, b, ...) \
	UACCESS__KUNIT_COMPARE(test, (a), <, (b), false, __VA_ARGS__)
#define KUNIT_EXPECT_LE(test, a, b) UACCESS__KUNIT_COMPARE(test, (a), <=, (b), false, "")
#define KUNIT_EXPECT_LE_MSG(test, a, b, ...) \
	UACCESS__KUNIT_COMPARE(test, (a), <=, (b), false, __VA_ARGS__)
#define KUNIT_EXPECT_GT(test, a, b) UACCESS__KUNIT_COMPARE(test, (a), >, (b), false, "")
#define KUNIT_EXPECT_GT_MSG(test, a, b, ...) \
	UACCESS__KUNIT_COMPARE(test, (a), >, (b), false, __VA_ARGS__)
#define KUNIT_EXPECT_GE(test, a, b) UACCESS__KUNIT_COMPARE(test, (a), >=, (b), false, "")
#define KUNIT_EXPECT_GE_MSG(test, a, b, ...) \
	UACCESS__KUNIT_COMPARE(test, (a), >=, (b), false, __VA_ARGS__)
#define KUNIT_EXPECT_PTR_EQ(test, a, b) \
	UACCESS__KUNIT_COMPARE(test, (uintptr_t)(a), ==, (uintptr_t)(b), false, "")
#define KUNIT_EXPECT_PTR_EQ_MSG(test, a, b, ...) \
	UACCESS__KUNIT_COMPARE(test, (uintptr_t)(a), ==, (uintptr_t)(b), false, __VA_ARGS__)
#define KUNIT_EXPECT_PTR_NE(test, a, b) \
	UACCESS__KUNIT_COMPARE(test, (uintptr_t)(a), !=, (uintptr_t)(b), false, "")
#define KUNIT_EXPECT_PTR_NE_MSG(test, a, b, ...) \
	UACCESS__KUNIT_COMPARE(test, (uintptr_t)(a), !=, (uintptr_t)(b), false, __VA_ARGS__)
#define KUNIT_EXPECT_TRUE(test, a)	     UACCESS__KUNIT_TRUE(test, (a), false, "")
#define KUNIT_EXPECT_TRUE_MSG(test, a, ...)  UACCESS__KUNIT_TRUE(test, (a), false, __VA_ARGS__)
#define KUNIT_EXPECT_FALSE(test, a)	     UACCESS__KUNIT_TRUE(test, !(a), false, "")
#define KUNIT_EXPECT_FALSE_MSG(test, a, ...) UACCESS__KUNIT_TRUE(test, !(a), false, __VA_ARGS__)
#define KUNIT_EXPECT_NULL(test, a)	     UACCESS__KUNIT_TRUE(test, !(a), false, "")
#define KUNIT_EXPECT_NULL_MSG(test, a, ...)  UACCESS__KUNIT_TRUE(test, !(a), false, __VA_ARGS__)
#define KUNIT_EXPECT_NOT_NULL(test, a)	     UACCESS__KUNIT_TRUE(test, (a) != NULL, false, "")
#define KUNIT_EXPECT_NOT_NULL_MSG(test, a, ...) \
	UACCESS__KUNIT_TRUE(test, (a) != NULL, false, __VA_ARGS__)
#define KUNIT_EXPECT_NOT_ERR_OR_NULL(test, a) \
	UACCESS__KUNIT_TRUE(test, (a) && !IS_ERR(a), false, "")
#define KUNIT_EXPECT_NOT_ERR_OR_NULL_MSG(test, a, ...) \
	UACCESS__KUNIT_TRUE(test, (a) && !IS_ERR(a), false, __VA_ARGS__)
#define KUNIT_EXPECT_STREQ(test, a, b) UACCESS__KUNIT_TRUE(test, !strcmp(a, b), false, "")
#define KUNIT_EXPECT_STREQ_MSG(test, a, b, ...) \
	UACCESS__KUNIT_TRUE(test, !strcmp(a, b), false, __VA_ARGS__)
#define KUNIT_EXPECT_STRNEQ(test, a, b) UACCESS__KUNIT_TRUE(test, strcmp(a, b) != 0, false, "")
#define KUNIT_EXPECT_STRNEQ_MSG(test, a, b, ...) \
	UACCESS__KUNIT_TRUE(test, strcmp(a, b) != 0, false, __VA_ARGS__)
#define KUNIT_EXPECT_MEMEQ(test, a, b, n) UACCESS__KUNIT_TRUE(test, !memcmp(a, b, n), false, "")
#define KUNIT_EXPECT_MEMEQ_MSG(test, a, b, n, ...) \
	UACCESS__KUNIT_TRUE(test, !memcmp(a, b, n), false, __VA_ARGS__)
#define KUNIT_EXPECT_MEMNEQ(test, a, b, n) \
	UACCESS__KUNIT_TRUE(test, memcmp(a, b, n) != 0, false, "")
#define KUNIT_EXPECT_MEMNEQ_MSG(test, a, b, n, ...) \
	UACCESS__KUNIT_TRUE(test, memcmp(a, b, n) != 0, false, __VA_ARGS__)
#define KUNIT_ASSERT_EQ(test, a, b) UACCESS__KUNIT_COMPARE(test, (a), ==, (b), true, "")
#define KUNIT_ASSERT_EQ_MSG(test, a, b, ...) \
	UACCESS__KUNIT_COMPARE(test, (a), ==, (b), true, __VA_ARGS__)
#define KUNIT_ASSERT_NE(test, a, b) UACCESS__KUNIT_COMPARE(test, (a), !=, (b), true, "")
#define KUNIT_ASSERT_NE_MSG(test, a, b, ...) \
	UACCESS__KUNIT_COMPARE(test, (a), !=, (b), true, __VA_ARGS__)
#define KUNIT_ASSERT_LT(test, a, b) UACCESS__KUNIT_COMPARE(test, (a), <, (b), true, "")
#define KUNIT_ASSERT_LT_MSG(test, a, b, ...) \
	UACCESS__KUNIT_COMPARE(test, (a), <, (b), true, __VA_ARGS__)
#define KUNIT_ASSERT_LE(test, a, b) UACCESS__KUNIT_COMPARE(test, (a), <=, (b), true, "")
#define KUNIT_ASSERT_LE_MSG(test, a, b, ...) \
	UACCESS__KUNIT_COMPARE(test, (a), <=, (b), true, __VA_ARGS__)
#define KUNIT_ASSERT_GT(test, a, b) UACCESS__KUNIT_COMPARE(test, (a), >, (b), true, "")
#define KUNIT_ASSERT_GT_MSG(test, a, b, ...) \
	UACCESS__KUNIT_COMPARE(test, (a), >, (b), true, __VA_ARGS__)
#define KUNIT_ASSERT_GE(test, a, b) UACCESS__KUNIT_COMPARE(test, (a), >=, (b), true, "")
#define KUNIT_ASSERT_GE_MSG(test, a, b, ...) \
	UACCESS__KUNIT_COMPARE(test, (a), >=, (b), true, __VA_ARGS__)
#define KUNIT_ASSERT_PTR_EQ(test, a, b) \
	UACCESS__KUNIT_COMPARE(test, (uintptr_t)(a), ==, (uintptr_t)(b), true, "")
#define KUNIT_ASSERT_PTR_EQ_MSG(test, a, b, ...) \
	UACCESS__KUNIT_COMPARE(test, (uintptr_t)(a), ==, (uintptr_t)(b), true, __VA_ARGS__)
#define KUNIT_ASSERT_PTR_NE(test, a, b) \
	UACCESS__KUNIT_COMPARE(test, (uintptr_t)(a), !=, (uintptr_t)(b), true, "")
#define KUNIT_ASSERT_PTR_NE_MSG(test, a, b, ...) \
	UACCESS__KUNIT_COMPARE(test, (uintptr_t)(a), !=, (uintptr_t)(b), true, __VA_ARGS__)
#define KUNIT_ASSERT_TRUE(test, a)	     UACCESS__KUNIT_TRUE(test, (a), true, "")
#define KUNIT_ASSERT_TRUE_MSG(test, a, ...)  UACCESS__KUNIT_TRUE(test, (a), true, __VA_ARGS__)
#define KUNIT_ASSERT_FALSE(test, a)	     UACCESS__KUNIT_TRUE(test, !(a), true, "")
#define KUNIT_ASSERT_FALSE_MSG(test, a, ...) UACCESS__KUNIT_TRUE(test, !(a), true, __VA_ARGS__)
#define KUNIT_ASSERT_NULL(test, a)	     UACCESS__KUNIT_TRUE(test, !(a), true, "")
#define KUNIT_ASSERT_NULL_MSG(test, a, ...)  UACCESS__KUNIT_TRUE(test, !(a), true, __VA_ARGS__)
#define KUNIT_ASSERT_NOT_NULL(test, a)	     UACCESS__KUNIT_TRUE(test, (a) != NULL, true, "")
#define KUNIT_ASSERT_NOT_NULL_MSG(test, a, ...) \
	UACCESS__KUNIT_TRUE(test, (a) != NULL, true, __VA_ARGS__)
#define KUNIT_ASSERT_NOT_ERR_OR_NULL(test, a) UACCESS__KUNIT_TRUE(test, (a) && !IS_ERR(a), true, "")
#define KUNIT_ASSERT_NOT_ERR_OR_NULL_MSG(test, a, ...) \
	UACCESS__KUNIT_TRUE(test, (a) && !IS_ERR(a), true, __VA_ARGS__)
#define KUNIT_ASSERT_STREQ(test, a, b) UACCESS__KUNIT_TRUE(test, !strcmp(a, b), true, "")
#define KUNIT_ASSERT_STREQ_MSG(test, a, b, ...) \
	UACCESS__KUNIT_TRUE(test, !strcmp(a, b), true, __VA_ARGS__)
#define KUNIT_ASSERT_STRNEQ(test, a, b) UACCESS__KUNIT_TRUE(test, strcmp(a, b) != 0, true, "")
#define KUNIT_ASSERT_STRNEQ_MSG(test, a, b, ...) \
	UACCESS__KUNIT_TRUE(test, strcmp(a, b) != 0, true, __VA_ARGS__)
#define KUNIT_ASSERT_MEMEQ(test, a, b, n) UACCESS__KUNIT_TRUE(test, !memcmp(a, b, n), true, "")
#define KUNIT_ASSERT_MEMEQ_MSG(test, a, b, n, ...) \
	UACCESS__KUNIT_TRUE(test, !memcmp(a, b, n), true, __VA_ARGS__)
#define KUNIT_ASSERT_MEMNEQ(test, a, b, n) UACCESS__KUNIT_TRUE(test, memcmp(a, b, n) != 0, true, "")
#define KUNIT_ASSERT_MEMNEQ_MSG(test, a, b, n, ...) \
	UACCESS__KUNIT_TRUE(test, memcmp(a, b, n) != 0, true, __VA_ARGS__)

#define KUNIT_FAIL(test, ...)		UACCESS__KUNIT_TRUE(test, false, false, __VA_ARGS__)
#define KUNIT_FAIL_AND_ABORT(test, ...) UACCESS__KUNIT_TRUE(test, false, true, __VA_ARGS__)
#define KUNIT_SUCCEED(test)		((void)(test))

#endif /* UACCESS_COMPAT_KUNIT_ASSERT_H */
