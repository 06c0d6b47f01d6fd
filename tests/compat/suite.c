// SPDX-License-Identifier: MIT
/* A suite in the kernel's style, compiled with the compat headers only. */
#include <linux/kernel.h>
#include <linux/mman.h>
#include <linux/module.h>
#include <linux/sched.h>
#include <linux/slab.h>
#include <linux/uaccess.h>
#include <linux/uio.h>
#include <kunit/test.h>
#include "tests/compat/driver.h"

struct pages {
	char *kernel;	   /* a page of kernel memory */
	char __user *user; /* two pages of user memory, nothing behind them */
};

static int suite_init(struct kunit *test)
{
	struct pages *pages = kunit_kzalloc(test, sizeof(*pages), GFP_KERNEL);
	unsigned long address;

	KUNIT_ASSERT_NOT_ERR_OR_NULL(test, pages);
	pages->kernel = kunit_kzalloc(test, PAGE_SIZE, GFP_KERNEL);
	KUNIT_ASSERT_NOT_NULL(test, pages->kernel);
	address = kunit_vm_mmap(test, NULL, 0, 2 * PAGE_SIZE, PROT_READ | PROT_WRITE,
				MAP_ANONYMOUS | MAP_PRIVATE, 0);
	KUNIT_ASSERT_NE_MSG(test, address, 0, "no user memory");
	KUNIT_ASSERT_LT_MSG(test, address, (unsigned long)TASK_SIZE, "user memory at %lx", address);
	pages->user = (char __user *)address;
	test->priv = pages;
	return 0;
}

/* Memory of the kernel is none of the user's, and the other way round. */
static void test_split(struct kunit *test)
{
	struct pages *pages = test->priv;
	u64 on_stack = 0x1122334455667788, value = 5;
	char buffer[8] = "kernel!";

	KUNIT_EXPECT_EQ(test, get_user(value, &on_stack), -EFAULT);
	KUNIT_EXPECT_EQ(test, value, 0);
	KUNIT_EXPECT_EQ(test, put_user(value, &on_stack), -EFAULT);
	KUNIT_EXPECT_EQ(test, on_stack, 0x1122334455667788);
	KUNIT_EXPECT_EQ(test, copy_from_user(buffer, pages->kernel, 8), 8);
	KUNIT_EXPECT_PTR_EQ(test, memchr_inv(buffer, 0, 8), NULL);
	KUNIT_EXPECT_EQ(test, copy_to_user(pages->kernel, buffer, 8), 8);
	KUNIT_EXPECT_EQ(test, copy_from_kernel_nofault(buffer, pages->user, 8), -ERANGE);
	KUNIT_EXPECT_EQ(test, copy_from_kernel_nofault(buffer, pages->kernel, 8), 0);
}

static void test_partial(struct kunit *test)
{
	struct pages *pages = test->priv;
	char __user *end = pages->user + 2 * PAGE_SIZE;
	unsigned int i;

	memset(pages->kernel, 0x5a, PAGE_SIZE);
	for (i = 0; i <= 64; i++) {
		KUNIT_ASSERT_EQ(test, copy_to_user(end - i, pages->kernel, 64), 64 - i);
		KUNIT_ASSERT_EQ(test, clear_user(end - i, 64), 64 - i);
		KUNIT_ASSERT_EQ(test, check_zeroed_user(end - i, i), 1);
		KUNIT_ASSERT_EQ(test, check_zeroed_user(end - i, 64), i == 64 ? 1 : -EFAULT);
	}
}

/* The driver's own strnlen_user() runs, here as well as in its file. */
static void test_own(struct kunit *test)
{
	struct pages *pages = test->priv;
	char __user *s = pages->user + PAGE_SIZE - 3;
	unsigned int before = driver_strnlen_calls;

	KUNIT_EXPECT_EQ(test, copy_to_user(s, "string", 7), 0);
	KUNIT_EXPECT_EQ(test, strnlen_user(s, 100), 7);
	KUNIT_EXPECT_EQ(test, driver_strnlen_calls, before + 1);
	/* The library's, which no source of this program replaces. */
	KUNIT_EXPECT_EQ(test, strncpy_from_user(pages->kernel, s, 100), 6);
	KUNIT_EXPECT_STREQ(test, pages->kernel, "string");
}

static void test_ioctl(struct kunit *test)
{
	struct pages *pages = test->priv;
	struct driver_request request = {.size = sizeof(request), .a = 3, .b = 4};

	KUNIT_EXPECT_EQ(test, copy_to_user(pages->user, &request, sizeof(request)), 0);
	KUNIT_EXPECT_EQ(test, driver_ioctl(pages->user, sizeof(request)), 7);
	KUNIT_EXPECT_EQ(test, driver_ioctl(pages->user, sizeof(request) + 9), 7);
	KUNIT_EXPECT_EQ(test, put_user(1, pages->user + sizeof(request) + 8), 0);
	KUNIT_EXPECT_EQ(test, driver_ioctl(pages->user, sizeof(request) + 9), -E2BIG);
	KUNIT_EXPECT_EQ(test, driver_ioctl((char *)&request, sizeof(request)), -EFAULT);
	KUNIT_EXPECT_EQ(test, driver_ioctl(pages->user, 3), -EINVAL);
}

static const int shifts[] = {0, 1, 7};

static void describe(const int *shift, char *description)
{
	snprintf(description, KUNIT_PARAM_DESC_SIZE, "shift %d", *shift);
}
KUNIT_ARRAY_PARAM(shift, shifts, describe);

static void test_parameters(struct kunit *test)
{
	const int *shift = test->param_value;
	struct pages *pages = test->priv;
	u32 value;

	KUNIT_EXPECT_EQ(test, put_user(1u << *shift, (u32 __user *)(void *)pages->user), 0);
	KUNIT_EXPECT_EQ(test, get_user(value, (u32 __user *)(void *)pages->user), 0);
	KUNIT_EXPECT_EQ(test, value, 1u << *shift);
}

static void test_skip(struct kunit *test)
{
	char *p = kunit_kmalloc(test, 10, GFP_KERNEL);

	kunit_kfree(test, p);
	kunit_kfree(test, NULL);
	kunit_skip(test, "nothing to see in %d", 1);
	KUNIT_FAIL(test, "went on");
}

static struct kunit_case cases[] = {
	KUNIT_CASE(test_split),
	KUNIT_CASE(test_partial),
	KUNIT_CASE(test_own),
	KUNIT_CASE(test_ioctl),
	KUNIT_CASE_PARAM(test_parameters, shift_gen_params),
	KUNIT_CASE(test_skip),
	{},
};

static struct kunit_suite suite = {
	.name = "compat",
	.init = suite_init,
	.test_cases = cases,
};

kunit_test_suites(&suite);
MODULE_DESCRIPTION("Compat headers");
MODULE_LICENSE("MIT");
