/* SPDX-License-Identifier: MIT */
/*
 * What is compiled into users' objects: the entry and the module record. These numbers change only
 * together with UACCESS_EXTABLE_VERSION. A record that the library does not know is refused.
 */
#include <errno.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <uaccess/extable.h>
#include <uaccess/fault.h>
#include <uaccess/uaccess.h>

#include "tests/tap.h"

#define AT(type, member, offset, bytes)                                       \
	_Static_assert(offsetof(struct type, member) == (offset) &&           \
			       sizeof(((struct type *)0)->member) == (bytes), \
		       #type "." #member)

_Static_assert(UACCESS_EXTABLE_VERSION == 1, "the layout below is that of version 1");
_Static_assert(sizeof(struct uaccess_extable_entry) == 12, "entry");
_Static_assert(_Alignof(struct uaccess_extable_entry) == 4, "entry");
AT(uaccess_extable_entry, insn, 0, 4);
AT(uaccess_extable_entry, fixup, 4, 4);
AT(uaccess_extable_entry, data, 8, 4);
_Static_assert(sizeof(struct uaccess_extable_module) == 16 + 3 * sizeof(void *), "record");
AT(uaccess_extable_module, size, 0, 4);
AT(uaccess_extable_module, version, 4, 4);
AT(uaccess_extable_module, flags, 8, 4);
AT(uaccess_extable_module, reserved, 12, 4);
AT(uaccess_extable_module, start, 16, sizeof(void *));
AT(uaccess_extable_module, stop, 16 + sizeof(void *), sizeof(void *));
AT(uaccess_extable_module, name, 16 + 2 * sizeof(void *), sizeof(void *));
_Static_assert(UACCESS_EXTABLE_OF_MODULE == 1, "flag");
_Static_assert(sizeof(struct uaccess_progress) == 2 * sizeof(void *), "in two registers");

/* The fields of the data word, and the types that compiled entries name. */
static const struct {
	uint32_t data;
	unsigned int type, reg, reg2;
	long imm;
} words[] = {
	{UACCESS_EX_TYPE_DEFAULT, 1, 0, 0, 0},
	{UACCESS_EX_TYPE_FAULT | 31u << 8, 2, 31, 0, 0},
	{UACCESS_EX_TYPE_UACCESS | 31u << 13, 3, 0, 31, 0},
	{UACCESS_EX_TYPE_DEFAULT_MCE_SAFE, 14, 0, 0, 0},
	{UACCESS_EX_TYPE_FAULT_MCE_SAFE, 15, 0, 0, 0},
	{UACCESS_EX_TYPE_POP_REG, 16, 0, 0, 0},
	{UACCESS_EX_TYPE_IMM_REG | 0x1fffu << 18, 17, 0, 0, 8191},
	{UACCESS_EX_TYPE_IMM_REG | 0x2000u << 18, 17, 0, 0, -8192},
	{UACCESS_EX_TYPE_UCOPY_LEN, 19, 0, 0, 0},
	{UACCESS_EX_TYPE_ZEROPAD, 20, 0, 0, 0},
	{UACCESS_EX_TYPE_ERR_ZERO | 0x3ff2u << 18, 64, 0, 0, -14},
	{UACCESS_EX_TYPE_INFO | 5u << 8 | 9u << 13, 65, 5, 9, 0},
};

static char said[512];

static void keep_line(const char *line, void *arg)
{
	(void)arg;
	snprintf(said, sizeof(said), "%s", line);
}

/* Refused with a reason that holds all of the words, and nothing is registered. */
static void refused(const struct uaccess_extable_module *record, const char *what, const char *word)
{
	size_t before = uaccess_extable_count();
	int error;

	said[0] = '\0';
	error = uaccess_extable_register(record);
	tap_ok(error == -EINVAL && strstr(said, word) && uaccess_extable_count() == before,
	       "%s is refused: %s", what, said);
}

int main(void)
{
	static const struct uaccess_extable_entry entries[2];
	struct uaccess_extable_module record, good = {
						      .size = sizeof(good),
						      .version = UACCESS_EXTABLE_VERSION,
						      .start = entries,
						      .stop = entries,
					      };
	size_t i, before;

	for (i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
		struct uaccess_extable_entry entry = {.data = words[i].data};

		tap_ok(uaccess_extable_type(&entry) == words[i].type &&
			       uaccess_extable_reg(&entry) == words[i].reg &&
			       uaccess_extable_reg2(&entry) == words[i].reg2 &&
			       uaccess_extable_imm(&entry) == words[i].imm,
		       "data word %#x", words[i].data);
	}

	uaccess_log_hook(keep_line, NULL);
	before = uaccess_extable_count();
	tap_ok(before > 0, "this program's own table and the library's are registered");
	tap_ok(!uaccess_extable_register(&good) && uaccess_extable_count() == before,
	       "an empty table is fine");

	record = good;
	record.size = 0;
	refused(&record, "a record of size 0", "0 bytes");
	record.size = sizeof(record) - 8;
	refused(&record, "a record of an older size", "bytes");
	record.size = sizeof(record) + 8;
	refused(&record, "a record of a newer size", "bytes");
	record = good;
	record.version = 0;
	refused(&record, "version 0", "version 0");
	record.version = UACCESS_EXTABLE_VERSION + 1;
	refused(&record, "a newer version", "version 2");
	record = good;
	record.start = entries + 1;
	refused(&record, "a table that ends before it begins", "bounds");
	record = good;
	record.stop = (const void *)((const char *)entries + 16);
	refused(&record, "a table of no whole number of entries", "bounds");
	record.start = (const void *)((const char *)entries + 2);
	record.stop = (const void *)((const char *)entries + 14);
	refused(&record, "a table that is not aligned", "bounds");
	record = good;
	record.stop = entries + 2;
	refused(&record, "a table of unknown types", "type");
	return tap_done();
}
