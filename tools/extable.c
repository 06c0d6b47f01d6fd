/* SPDX-License-Identifier: MIT */
/* uaccess extable: lists, checks and sorts the exception table of a program or shared object. */
#include "config.h"
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <uaccess/uaccess.h>
#include "tools/elf_file.h"
#include "tools/extable_sort.h"
#include "tools/tool.h"

#ifdef HAVE_LIBELF
/* An opened file and its table. */
struct subject {
	const char *path;
	struct tool_elf *file;
	struct tool_elf_table table;
	unsigned long problems;
};

static int complain(struct subject *subject, size_t i, const char *what)
{
	subject->problems++;
	return tool_error("%s: entry %zu: %s", subject->path, i + 1, what);
}

static void print_code_address(struct tool_elf *file, uintptr_t address)
{
	uintptr_t offset;
	const char *name = tool_elf_symbol(file, address, &offset);

	if (name)
		printf("%#lx %s+%#lx", (unsigned long)address, name, (unsigned long)offset);
	else
		printf("%#lx", (unsigned long)address);
}

/* What the entry does before it goes on, in the words of <uaccess/extable.h>. */
static void print_action(const struct uaccess_extable_entry *entry)
{
	const char *reg = tool_register_name(uaccess_extable_reg(entry));
	const char *reg2 = tool_register_name(uaccess_extable_reg2(entry));
	long imm = uaccess_extable_imm(entry);

	printf("%s", tool_entry_type_name(uaccess_extable_type(entry)));
	switch (uaccess_extable_type(entry)) {
	case UACCESS_EX_TYPE_FAULT:
	case UACCESS_EX_TYPE_FAULT_MCE_SAFE:
		printf(" reg=%s", reg);
		break;
	case UACCESS_EX_TYPE_POP_REG:
	case UACCESS_EX_TYPE_IMM_REG:
	case UACCESS_EX_TYPE_UCOPY_LEN:
		printf(" reg=%s imm=%ld", reg, imm);
		break;
	case UACCESS_EX_TYPE_ZEROPAD:
	case UACCESS_EX_TYPE_INFO:
		printf(" reg=%s reg2=%s", reg, reg2);
		break;
	case UACCESS_EX_TYPE_ERR_ZERO:
		printf(" reg=%s imm=%ld reg2=%s", reg, imm, reg2);
		break;
	}
}

static void list(struct subject *subject)
{
	size_t i, size;

	for (i = 0; i < subject->table.count; i++) {
		uintptr_t insn = tool_elf_insn(&subject->table, i);
		const uint8_t *code = tool_elf_code(subject->file, insn, &size);
		char text[128];

		printf("%5zu  ", i + 1);
		print_code_address(subject->file, insn);
		if (code && tool_disassemble(code, size, insn, text, sizeof(text)))
			printf(": %s", text);
		printf("\n       -> ");
		print_code_address(subject->file, tool_elf_fixup(&subject->table, i));
		printf(", ");
		print_action(&subject->table.entry[i]);
		printf("\n");
	}
}

static int compare(const void *a, const void *b)
{
	uintptr_t x = *(const uintptr_t *)a, y = *(const uintptr_t *)b;

	return (x > y) - (x < y);
}

/* Two entries for one instruction; false: out of memory. */
static bool check_doubles(struct subject *subject)
{
	size_t i, count = subject->table.count;
	uintptr_t *insns = malloc((count + 1) * sizeof(*insns));
	char what[64];

	if (!insns)
		return false;
	for (i = 0; i < count; i++)
		insns[i] = tool_elf_insn(&subject->table, i);
	qsort(insns, count, sizeof(*insns), compare);
	for (i = 1; i < count; i++) {
		if (insns[i] != insns[i - 1])
			continue;
		subject->problems++;
		snprintf(what, sizeof(what), "%#lx", (unsigned long)insns[i]);
		tool_error("%s: two entries for the instruction at %s", subject->path, what);
	}
	free(insns);
	return true;
}

static void check_entry(struct subject *subject, size_t i)
{
	const struct uaccess_extable_entry *entry = &subject->table.entry[i];
	uintptr_t insn = tool_elf_insn(&subject->table, i);
	const uint8_t *code;
	char text[128];
	size_t size;

	if (!strcmp(tool_entry_type_name(uaccess_extable_type(entry)), "unknown"))
		complain(subject, i, "unknown type");
	if (uaccess_extable_reg(entry) >= UACCESS_EX_REGISTERS ||
	    uaccess_extable_reg2(entry) >= UACCESS_EX_REGISTERS)
		complain(subject, i, "no such register");
	if (!tool_elf_code(subject->file, tool_elf_fixup(&subject->table, i), &size))
		complain(subject, i, "fixup outside executable sections");
	code = tool_elf_code(subject->file, insn, &size);
	if (!code) {
		complain(subject, i, "instruction outside executable sections");
		return;
	}
	switch (tool_disassemble(code, size, insn, text, sizeof(text))) {
	case TOOL_INSN_INVALID:
		complain(subject, i, "no instruction at its address");
		break;
	case TOOL_INSN_NO_MEMORY:
		complain(subject, i, "its instruction does not touch memory");
		break;
	default:
		break;
	}
}

/* Everything but the order. */
static bool check(struct subject *subject)
{
	size_t i;

	for (i = 0; i < subject->table.count; i++)
		check_entry(subject, i);
	return check_doubles(subject);
}

static bool is_sorted(const struct tool_elf_table *table)
{
	size_t i;

	for (i = 1; i < table->count; i++)
		if (tool_elf_insn(table, i - 1) > tool_elf_insn(table, i))
			return false;
	return true;
}

static int work(struct subject *subject, int what)
{
	bool sorted = is_sorted(&subject->table);
	char reason[256];

	if (what == 'l') {
		list(subject);
		return TOOL_OK;
	}
	if (!check(subject))
		return tool_error("out of memory");
	if (subject->problems)
		return TOOL_FAILED;
	if (what == 'c') {
		printf("%s: %zu entries, %s\n", subject->path, subject->table.count,
		       sorted ? "sorted" : "not sorted");
		return sorted ? TOOL_OK : TOOL_FAILED;
	}
	if (!sorted && !tool_extable_sort(subject->path, &subject->table, reason, sizeof(reason)))
		return tool_error("%s: %s", subject->path, reason);
	printf("%s: %zu entries, %s\n", subject->path, subject->table.count,
	       sorted ? "were sorted" : "sorted now");
	return TOOL_OK;
}

static int work_on(const char *path, int what)
{
	struct subject subject = {.path = path};
	int status = TOOL_FAILED;
	char reason[256];

	subject.file = tool_elf_open(path, reason, sizeof(reason));
	if (subject.file && tool_elf_table(subject.file, &subject.table, reason, sizeof(reason)))
		status = work(&subject, what);
	else
		tool_error("%s: %s", path, reason);
	tool_elf_close(subject.file);
	return status;
}
#else
static int work_on(const char *path, int what)
{
	(void)what;
	return tool_error("%s: this command was built without libelf", path);
}
#endif

static int run(int argc, char **argv)
{
	static const struct option options[] = {
		{"check", no_argument, NULL, 'c'},
		{"sort", no_argument, NULL, 's'},
		{NULL, 0, NULL, 0},
	};
	struct tool_place library;
	int option, what = 'l';

	while ((option = getopt_long(argc, argv, "", options, NULL)) != -1) {
		if (option == '?' || what != 'l')
			return tool_misused(&tool_extable);
		what = option;
	}
	if (argc - optind > 1 || (what == 's' && argc == optind))
		return tool_misused(&tool_extable);
	if (optind < argc)
		return work_on(argv[optind], what);
	tool_find_place((uintptr_t)uaccess_version, &library);
	return work_on(library.object, what);
}

const struct tool_command tool_extable = {
	.name = "extable",
	.arguments = "[--check | --sort] [FILE]",
	.summary = "Show the exception table of a program or shared object",
	.details =
		"\n"
		"  --check   say what is wrong with the table; the exit status is 1 if it is not\n"
		"            sorted, or an entry is not one that the library would take\n"
		"  --sort    sort the table in the file, which is replaced as a whole\n"
		"\n"
		"Without a FILE, the one that holds the library.\n",
	.run = run,
};
