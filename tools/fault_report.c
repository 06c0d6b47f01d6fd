/* SPDX-License-Identifier: MIT */
/* One recovered fault, for people to read: what, where, and which entry answered. */
#include <stdio.h>
#include <uaccess/fault.h>
#include <uaccess/uaccess.h>
#include "tools/fault_report.h"
#include "tools/tool.h"

/* Which table holds an entry. */
struct search {
	const struct uaccess_extable_entry *entry;
	const char *module;
	size_t index, count;
};

static int match_table(const struct uaccess_extable_info *info, void *arg)
{
	struct search *search = arg;

	if (search->entry < info->start || search->entry >= info->start + info->count)
		return 0;
	search->module = *info->name ? tool_basename(info->name) : "this program";
	search->index = (size_t)(search->entry - info->start);
	search->count = info->count;
	return 1;
}

static void print_what(const struct uaccess_fault *fault)
{
	printf("   fault     %s (%s), ", tool_signal_name(fault->signo),
	       tool_signal_code_name(fault->signo, fault->code));
	if (fault->flags & UACCESS_FAULT_ADDRESS)
		printf("%s at %#lx", fault->flags & UACCESS_FAULT_WRITE ? "write" : "read",
		       (unsigned long)fault->address);
	else
		printf("address unknown");
	printf(", trap %u (%s)\n", fault->trap, tool_trap_name(fault->trap));
}

void tool_report_fault(const struct uaccess_fault *fault)
{
	struct search search = {fault->entry, "?", 0, 0};
	char place[512], instruction[128];
	uint8_t code[TOOL_LONGEST_INSN];
	unsigned long left;

	print_what(fault);
	/* It may be the last one before the end of its mapping. */
	left = copy_from_user(code, (const void __user *)fault->pc, sizeof(code));
	printf("   at        %s", tool_place_text(fault->pc, place, sizeof(place)));
	if (tool_disassemble(code, sizeof(code) - left, fault->pc, instruction,
			     sizeof(instruction)) > TOOL_INSN_INVALID)
		printf(": %s", instruction);
	uaccess_extable_for_each(match_table, &search);
	printf("\n   entry     %zu of %zu in %s, type %s\n", search.index + 1, search.count,
	       search.module, tool_entry_type_name(uaccess_extable_type(fault->entry)));
	printf("   fixup     %s\n", tool_place_text(fault->fixup, place, sizeof(place)));
}
