/* SPDX-License-Identifier: MIT */
/* get_user() and put_user() and their kin at each position across the edge of each kind of bad page. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <uaccess/fault.h>
#include <uaccess/uaccess.h>

#include "tests/guard.h"
#include "tests/oracle.h"
#include "tests/tap.h"

#define EFAULT_RESULT (-14)

enum form {
	CHECKED,
	UNCHECKED,
	UNSAFE,
	EXPORTED,
	FORMS
};
static const char *const form_names[FORMS] = {"", "__", "unsafe_", "uaccess_"};

/* The eight bytes of *value hold size bytes of the result, zero-extended. */
#define GET(size, type)                                                       \
	static int get_##size(enum form form, uint64_t *value, const void *p) \
	{                                                                     \
		type x = (type)0x1122334455667788;                            \
		int error = 0;                                                \
                                                                              \
		switch (form) {                                               \
		case CHECKED:                                                 \
			error = get_user(x, (const type *)p);                 \
			break;                                                \
		case UNCHECKED:                                               \
			error = __get_user(x, (const type *)p);               \
			break;                                                \
		case EXPORTED:                                                \
			error = uaccess_get_user_##size(&x, p);               \
			break;                                                \
		default:                                                      \
			if (!user_read_access_begin(p, sizeof(x)))            \
				return 1;                                     \
			unsafe_get_user(x, (const type *)p, fault);           \
			user_read_access_end();                               \
		}                                                             \
		*value = x;                                                   \
		return error;                                                 \
fault:                                                                        \
		user_read_access_end();                                       \
		*value = 0; /* undefined after the jump */                    \
		return EFAULT_RESULT;                                         \
	}
#define PUT(size, type)                                                 \
	static int put_##size(enum form form, uint64_t value, void *p)  \
	{                                                               \
		switch (form) {                                         \
		case CHECKED:                                           \
			return put_user((type)value, (type *)p);        \
		case UNCHECKED:                                         \
			return __put_user((type)value, (type *)p);      \
		case EXPORTED:                                          \
			return uaccess_put_user_##size((type)value, p); \
		default:                                                \
			if (!user_write_access_begin(p, size))          \
				return 1;                               \
			unsafe_put_user((type)value, (type *)p, fault); \
			user_write_access_end();                        \
			return 0;                                       \
		}                                                       \
fault:                                                                  \
		user_write_access_end();                                \
		return EFAULT_RESULT;                                   \
	}
GET(1, uint8_t)
GET(2, uint16_t)
GET(4, uint32_t)
GET(8, uint64_t)
PUT(1, uint8_t)
PUT(2, uint16_t)
PUT(4, uint32_t)
PUT(8, uint64_t)

static const struct {
	size_t size;
	int (*get)(enum form form, uint64_t *value, const void *p);
	int (*put)(enum form form, uint64_t value, void *p);
} sizes[] = {
	{1, get_1, put_1},
	{2, get_2, put_2},
	{4, get_4, put_4},
	{8, get_8, put_8},
};

static unsigned long long faults(void)
{
	struct uaccess_fault fault;

	return uaccess_last_fault(&fault) ? 0 : fault.count;
}

/* "stop" bytes of the operand can be used: all or nothing. */
static bool one_get(size_t s, enum form form, const unsigned char *p, size_t stop)
{
	size_t size = sizes[s].size;
	unsigned long long before = faults();
	uint64_t value = ~0ull, expected = 0;
	int error = sizes[s].get(form, &value, p);

	if (stop < size)
		return error == EFAULT_RESULT && value == 0 && faults() == before + 1;
	memcpy(&expected, p, size);
	return error == 0 && value == expected && faults() == before;
}

static bool one_put(size_t s, enum form form, unsigned char *p, size_t stop, size_t behind)
{
	size_t size = sizes[s].size, usable = stop < size ? stop : size;
	unsigned long long before = faults();
	uint64_t value = 0x8192a3b4c5d6e7f8;
	int error = sizes[s].put(form, value, p);
	bool good;

	if (stop < size)
		good = error == EFAULT_RESULT && oracle_all(p, ORACLE_CANARY, usable) &&
		       faults() == before + 1;
	else
		good = error == 0 && !memcmp(p, &value, size) && faults() == before;
	good = good && oracle_all(p - 16, ORACLE_CANARY, 16) &&
	       oracle_all(p + usable, ORACLE_CANARY, behind);
	memset(p - 16, ORACLE_CANARY, 16 + usable + behind);
	return good;
}

static void test_form(enum form form, enum guard_kind kind, struct guard *to, struct guard *from)
{
	unsigned long cases = 0, wrong = 0;
	size_t s, stop, alignment;

	for (s = 0; s < sizeof(sizes) / sizeof(sizes[0]); s++) {
		for (stop = 0; stop <= 16; stop++) {
			size_t size = sizes[s].size;

			wrong += !one_put(s, form, to->end - stop, stop,
					  stop > size ? stop - size : 0);
			cases++;
			if (!guard_stops_reads(kind))
				continue;
			wrong += !one_get(s, form, from->end - stop, stop);
			cases++;
		}
		for (alignment = 0; alignment < 64; alignment++) {
			wrong += !one_put(s, form, to->start + 512 + alignment, 64, 16);
			wrong += !one_get(s, form, from->start + alignment, 64);
			cases += 2;
		}
	}
	tap_ok(!wrong, "%sget_user, %sput_user, %s: %lu cases, %lu wrong", form_names[form],
	       form_names[form], guard_kind_name(kind), cases, wrong);
}

int main(void)
{
	int kind, kinds = GUARD_KINDS, form;

	alarm(60);
	/* Valgrind complains of accesses where nothing is mapped. */
	if (getenv("UACCESS_TEST_LEVEL") && !strcmp(getenv("UACCESS_TEST_LEVEL"), "quick"))
		kinds = 1;
	for (kind = 0; kind < kinds; kind++) {
		struct guard to, from;

		if (guard_open(&to, (enum guard_kind)kind, 4096)) {
			tap_skip(FORMS, "this kernel has no %s", guard_kind_name(kind));
			continue;
		}
		if (guard_open(&from, (enum guard_kind)kind, 4096))
			tap_bail("no second buffer");
		memset(to.start, ORACLE_CANARY, 4096);
		oracle_fill(from.start, 4096, 7);
		for (form = 0; form < FORMS; form++)
			test_form((enum form)form, (enum guard_kind)kind, &to, &from);
		guard_close(&to);
		guard_close(&from);
	}
	return tap_done();
}
