/* SPDX-License-Identifier: MIT */
/* uaccess_last_fault(): each field, for each kind of fault. */
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <uaccess/fault.h>
#include <uaccess/uaccess.h>

#include "tests/guard.h"
#include "tests/unit/unit.h"

#define TRAP_PAGE_FAULT 14u
#define CODE_PRESENT	1u /* bits of a page fault's error code */
#define CODE_WRITE	2u
#define CODE_USER	4u

/* Reads a byte, at an address that the compiler knows nothing of. */
static int read_byte(uintptr_t address)
{
	volatile uintptr_t p = address;
	uint8_t x;
	int error = __get_user(x, (uint8_t *)p);

	(void)x;
	return error;
}

static struct uaccess_fault last(void)
{
	struct uaccess_fault fault;

	memset(&fault, 0x5a, sizeof(fault));
	ck_assert_int_eq(uaccess_last_fault(&fault), 0);
	return fault;
}

START_TEST(none_yet)
{
	struct uaccess_fault fault;

	errno = 5;
	ck_assert_int_eq(uaccess_last_fault(&fault), -ENOENT);
	ck_assert_uint_eq(fault.count, 0);
	ck_assert_int_eq(errno, 5);
}
END_TEST

static void check_entry(const struct uaccess_fault *fault)
{
	ck_assert_ptr_nonnull(fault->entry);
	ck_assert(uaccess_extable_insn(fault->entry) == fault->pc);
	ck_assert(uaccess_extable_fixup(fault->entry) == fault->fixup);
	ck_assert_ptr_eq(uaccess_extable_search(fault->pc), fault->entry);
}

START_TEST(each_kind)
{
	enum guard_kind kind = (enum guard_kind)_i;
	struct uaccess_fault fault;
	struct guard guard;

	if (guard_open(&guard, kind, 4096))
		return; /* MADV_GUARD_INSTALL on an old kernel */
	ck_assert_int_eq(put_user((uint8_t)1, guard.end + 5), -14);
	fault = last();
	ck_assert_uint_eq(fault.count, 1);
	ck_assert(fault.address == (uintptr_t)guard.end + 5);
	ck_assert_uint_eq(fault.flags,
			  UACCESS_FAULT_ADDRESS | UACCESS_FAULT_WRITE | UACCESS_FAULT_RECOVERED);
	ck_assert_int_eq(fault.signo, guard_signal(kind));
	ck_assert_int_eq(fault.code, guard_code(kind));
	ck_assert_uint_eq(fault.trap, TRAP_PAGE_FAULT);
	ck_assert_uint_eq(fault.error_code & ~CODE_PRESENT, CODE_WRITE | CODE_USER);
	ck_assert_uint_eq(fault.reserved, 0);
	check_entry(&fault);

	if (guard_stops_reads(kind)) {
		ck_assert_int_eq(read_byte((uintptr_t)guard.start - 1), -14);
		fault = last();
		ck_assert_uint_eq(fault.count, 2);
		ck_assert(fault.address == (uintptr_t)guard.start - 1);
		ck_assert_uint_eq(fault.flags, UACCESS_FAULT_ADDRESS | UACCESS_FAULT_READ |
						       UACCESS_FAULT_RECOVERED);
		ck_assert_uint_eq(fault.error_code & ~CODE_PRESENT, CODE_USER);
		check_entry(&fault);
	}
	/* An access that is answered leaves the record as it was. */
	ck_assert_int_eq(put_user((uint8_t)1, guard.start), 0);
	ck_assert_uint_eq(last().count, fault.count);
	guard_close(&guard);
}
END_TEST

START_TEST(no_address)
{
	struct uaccess_fault fault;

	ck_assert_int_eq(read_byte(1ul << 63), -14);
	fault = last();
	ck_assert(fault.address == 0);
	ck_assert_uint_eq(fault.flags, UACCESS_FAULT_RECOVERED);
	ck_assert_int_eq(fault.code, SI_KERNEL);
	ck_assert(fault.trap == 13 || fault.trap == 12);
	check_entry(&fault);
}
END_TEST

static void *fault_twice(void *arg)
{
	struct uaccess_fault fault;

	if (uaccess_last_fault(&fault) != -ENOENT)
		return NULL;
	if (!read_byte(1) || !read_byte(2))
		return NULL;
	fault = last();
	return fault.count == 2 && fault.address == 2 ? arg : NULL;
}

/* Of the thread that asks, and no other. */
START_TEST(per_thread)
{
	pthread_t thread;
	static char said[] = "good";
	void *good;

	ck_assert_int_eq(read_byte(3), -14);
	ck_assert_int_eq(pthread_create(&thread, NULL, fault_twice, said), 0);
	ck_assert_int_eq(pthread_join(thread, &good), 0);
	ck_assert_ptr_eq(good, said);
	ck_assert_uint_eq(last().count, 1);
	ck_assert(last().address == 3);
}
END_TEST

START_TEST(errno_is_left_alone)
{
	volatile unsigned long n = 100;
	volatile uintptr_t low = 8, high = ~7ul;
	char buffer[100];

	errno = 4711;
	ck_assert_int_eq(read_byte(1), -14);
	ck_assert_uint_eq(copy_from_user(buffer, (void *)low, n), 100);
	ck_assert_uint_eq(clear_user((void *)low, n), 100);
	ck_assert_uint_eq(clear_user((void *)high, n), 100);
	ck_assert_int_eq(errno, 4711);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("last_fault");
	TCase *fields = tcase_create("fields");

	tcase_add_test(fields, none_yet);
	tcase_add_loop_test(fields, each_kind, 0, GUARD_KINDS);
	tcase_add_test(fields, no_address);
	tcase_add_test(fields, per_thread);
	tcase_add_test(fields, errno_is_left_alone);
	suite_add_tcase(suite, fields);
	return unit_run(suite);
}
