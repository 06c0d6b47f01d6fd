/* SPDX-License-Identifier: MIT */
/*
 * Registering tables at run time: each reason to refuse one, with its error, a line on the log hook
 * and nothing left behind; tables in and between one another; a thousand tables at once.
 */
#include <errno.h>
#include <string.h>
#include <unistd.h>
#include <uaccess/fault.h>

#include "tests/asm/generated.h"
#include "tests/guard.h"
#include "tests/tap.h"

#define STUBS  8
#define TABLES 1000

static struct guard guard;
static struct generated g;
static unsigned int lines;
static char last_line[256];

static void note(const char *line, void *arg)
{
	(void)arg;
	lines++;
	/* A hook may ask the registry. */
	(void)uaccess_extable_count();
	strncpy(last_line, line, sizeof(last_line) - 1);
}

/* STUBS entries, all good. */
static void fill(void)
{
	size_t i;

	for (i = 0; i < STUBS; i++)
		generated_entry(&g, i, generated_insn(&g, i), generated_fixup(&g, i),
				generated_data(UACCESS_EX_TYPE_UACCESS, 0, 0, 0));
}

static void refused(const struct uaccess_extable_module *record, int error, const char *says,
		    const char *what)
{
	size_t before = uaccess_extable_count();
	unsigned int said = lines;
	int result = uaccess_extable_register(record);
	bool found = false;
	size_t i;

	for (i = 0; i < STUBS; i++)
		found = found || uaccess_extable_search(generated_insn(&g, i));
	tap_ok(result == error && uaccess_extable_count() == before && (!found || error == -EEXIST),
	       "refused: %s (%d)", what, result);
	if (!tap_ok(lines == said + 1 && strstr(last_line, says), "... and says \"%s\"", says))
		tap_diag("said: %s", last_line);
}

static void test_records(void)
{
	const struct uaccess_extable_module good = generated_record(&g, 0, STUBS);
	struct uaccess_extable_module record;

	fill();
	record = good;
	record.size--;
	refused(&record, -EINVAL, "bytes and version", "a smaller record");
	record = good;
	record.size += 8;
	refused(&record, -EINVAL, "bytes and version", "a larger record");
	record = good;
	record.version++;
	refused(&record, -EINVAL, "bytes and version", "a newer version");
	record = good;
	record.version = 0;
	refused(&record, -EINVAL, "bytes and version", "version 0");
	record = good;
	record.start = good.stop;
	record.stop = good.start;
	refused(&record, -EINVAL, "bounds", "reversed bounds");
	record = good;
	record.start = (const void *)((uintptr_t)good.start + 2);
	record.stop = (const void *)((uintptr_t)good.stop + 2);
	refused(&record, -EINVAL, "bounds", "misaligned bounds");
	record = good;
	record.stop = (const void *)((uintptr_t)good.stop - 4);
	refused(&record, -EINVAL, "bounds", "no whole number of entries");
}

/* One bad entry, at each place of the table. */
static void test_entry(uintptr_t insn, uintptr_t fixup, uint32_t data, const char *says,
		       const char *what)
{
	struct uaccess_extable_module record = generated_record(&g, 0, STUBS);
	size_t at;

	for (at = 0; at < STUBS; at += STUBS - 1) {
		fill();
		generated_entry(&g, at, insn, fixup, data);
		refused(&record, -EINVAL, says, what);
	}
}

static void test_entries(void)
{
	uintptr_t insn = generated_insn(&g, STUBS), fixup = generated_fixup(&g, STUBS);
	uint32_t data = generated_data(UACCESS_EX_TYPE_UACCESS, 0, 0, 0);
	uintptr_t table = (uintptr_t)g.table;
	static const unsigned char known[] = {1, 2, 3, 14, 15, 16, 17, 19, 20, 64, 65};
	unsigned int type, reg, accepted = 0;

	test_entry(insn, fixup, generated_data(UACCESS_EX_TYPE_UACCESS, 16, 0, 0), "register",
		   "register 16");
	test_entry(insn, fixup, generated_data(UACCESS_EX_TYPE_UACCESS, 0, 31, 0), "register",
		   "register 31 as the second");
	test_entry(table, fixup, data, "instruction outside", "an instruction in data");
	test_entry(insn, table, data, "fixup outside", "a fixup in data");
	test_entry(generated_insn(&g, 3), fixup, data, "second entry", "two for one instruction");

	/* All 256 types: those the header names, and no other. */
	for (type = 0; type < 256; type++) {
		struct uaccess_extable_module record = generated_record(&g, 0, 1);
		int error;

		generated_entry(&g, 0, insn, fixup, type);
		error = uaccess_extable_register(&record);
		if (!error) {
			accepted += memchr(known, (int)type, sizeof(known)) != NULL;
			uaccess_extable_unregister(record.start);
		} else {
			accepted +=
				memchr(known, (int)type, sizeof(known)) == NULL && error == -EINVAL;
		}
	}
	tap_ok(accepted == 256, "known types are taken, all others refused: %u of 256", accepted);
	for (reg = 0, accepted = 0; reg < 32; reg++) {
		struct uaccess_extable_module record = generated_record(&g, 0, 1);

		generated_entry(&g, 0, insn, fixup,
				generated_data(UACCESS_EX_TYPE_ERR_ZERO, reg, 0, 0));
		accepted += (uaccess_extable_register(&record) == 0) == (reg < REGISTERS);
		uaccess_extable_unregister(record.start);
	}
	tap_ok(accepted == 32, "sixteen registers and no more: %u of 32", accepted);
}

static void test_twice(void)
{
	struct uaccess_extable_module record = generated_record(&g, 0, STUBS);
	struct uaccess_extable_module second = generated_record(&g, STUBS, 1);
	size_t before = uaccess_extable_count();

	fill();
	tap_ok(uaccess_extable_register(&record) == 0 && uaccess_extable_count() == before + STUBS,
	       "a good table is taken");
	refused(&record, -EEXIST, "registered", "the same table again");
	generated_entry(&g, STUBS, generated_insn(&g, 3), generated_fixup(&g, 3),
			generated_data(UACCESS_EX_TYPE_UACCESS, 0, 0, 0));
	refused(&second, -EEXIST, "second entry", "an instruction of another table");
	tap_ok(uaccess_extable_search(generated_insn(&g, 3)) == &g.table[3],
	       "the first table is still there");
	tap_ok(uaccess_extable_unregister(second.start) == -ENOENT,
	       "what was refused is not there");
	tap_ok(uaccess_extable_unregister(record.start) == 0 &&
		       uaccess_extable_unregister(record.start) == -ENOENT &&
		       uaccess_extable_count() == before,
	       "and goes once");
	record.stop = record.start;
	tap_ok(uaccess_extable_register(&record) == 0 && uaccess_extable_count() == before,
	       "an empty table is nothing");
}

/* Two tables whose entries take turns in the code. */
static void test_interleaved(void)
{
	struct uaccess_extable_module even = generated_record(&g, 0, STUBS / 2);
	struct uaccess_extable_module odd = generated_record(&g, STUBS / 2, STUBS / 2);
	size_t i, found = 0, left = 0;

	for (i = 0; i < STUBS; i++)
		generated_entry(&g, i / 2 + i % 2 * (STUBS / 2), generated_insn(&g, i),
				generated_fixup(&g, i),
				generated_data(UACCESS_EX_TYPE_UACCESS, 0, 0, 0));
	tap_ok(uaccess_extable_register(&even) == 0 && uaccess_extable_register(&odd) == 0,
	       "tables between one another are taken");
	for (i = 0; i < STUBS; i++)
		found += uaccess_extable_search(generated_insn(&g, i)) ==
			 &g.table[i / 2 + i % 2 * (STUBS / 2)];
	uaccess_extable_unregister(even.start);
	for (i = 0; i < STUBS; i++)
		left += uaccess_extable_search(generated_insn(&g, i)) != NULL;
	tap_ok(found == STUBS && left == STUBS / 2, "and each entry found: %zu, then %zu", found,
	       left);
	uaccess_extable_unregister(odd.start);
}

static int count_unsorted(const struct uaccess_extable_info *info, void *arg)
{
	if (info->start == g.table && info->flags & UACCESS_EXTABLE_WAS_UNSORTED)
		++*(int *)arg;
	return 0;
}

static void test_order_flag(void)
{
	struct uaccess_extable_module record = generated_record(&g, 0, STUBS);
	int unsorted = 0, sorted = 0;
	size_t i;

	for (i = 0; i < STUBS; i++)
		generated_entry(&g, i, generated_insn(&g, STUBS - 1 - i),
				generated_fixup(&g, STUBS - 1 - i), 1);
	uaccess_extable_register(&record);
	uaccess_extable_for_each(count_unsorted, &unsorted);
	uaccess_extable_unregister(record.start);
	fill();
	uaccess_extable_register(&record);
	uaccess_extable_for_each(count_unsorted, &sorted);
	uaccess_extable_unregister(record.start);
	tap_ok(unsorted == 1 && sorted == 0, "an unsorted table is said to be one");
}

/* --- a thousand tables ---------------------------------------------------------- */

static size_t faults_that_return(struct generated *many, size_t step)
{
	struct registers in = {.r = {0}}, out;
	size_t i, good = 0;

	in.r[REG_SP] = (uintptr_t)guard.end - 8;
	for (i = 0; i < TABLES; i += step) {
		out.went_on = 0;
		generated_run(many, i, &in, &out);
		good += out.went_on == 1;
	}
	return good;
}

static void test_many(void)
{
	struct generated many;
	size_t i, error = 0, found = 0, before = uaccess_extable_count();

	generated_open(&many, TABLES);
	for (i = 0; i < TABLES; i++) {
		size_t stub = generated_add(&many, guard.end + i, i & 1);

		generated_entry(&many, i, generated_insn(&many, stub), generated_fixup(&many, stub),
				generated_data(UACCESS_EX_TYPE_UACCESS, 0, 0, 0));
	}
	generated_seal(&many);
	/* In no order: 7 and 1000 have no common divisor. */
	for (i = 0; i < TABLES; i++) {
		struct uaccess_extable_module record = generated_record(&many, i * 7 % TABLES, 1);

		error += uaccess_extable_register(&record) != 0;
	}
	tap_ok(!error && uaccess_extable_count() == before + TABLES, "%d tables registered",
	       TABLES);
	tap_ok(faults_that_return(&many, 1) == TABLES, "a fault in the code of each");
	for (i = 1; i < TABLES; i += 2)
		error += uaccess_extable_unregister(&many.table[i]) != 0;
	for (i = 0; i < TABLES; i++)
		found += (uaccess_extable_search(generated_insn(&many, i)) != NULL) == !(i & 1);
	tap_ok(!error && found == TABLES && faults_that_return(&many, 2) == TABLES / 2,
	       "half of them taken away, the others answer");
	for (i = 0; i < TABLES; i += 2)
		error += uaccess_extable_unregister(&many.table[i]) != 0;
	tap_ok(!error && uaccess_extable_count() == before, "all of them taken away");
	generated_close(&many);
}

int main(void)
{
	size_t i;

	alarm(60);
	uaccess_log_hook(note, NULL);
	generated_use_alternate_stack();
	if (guard_open(&guard, GUARD_PROT_NONE, 4096))
		tap_bail("no guarded page");
	generated_open(&g, STUBS + 1);
	for (i = 0; i <= STUBS; i++)
		generated_add(&g, guard.end, false);
	generated_seal(&g);

	test_records();
	test_entries();
	test_twice();
	test_interleaved();
	test_order_flag();
	test_many();
	generated_close(&g);
	return tap_done();
}
