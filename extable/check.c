/* SPDX-License-Identifier: MIT */
/*
 * Is a table one that the handler may act on? Runs once per registration,
 * outside the handler and outside the registry's lock, because it asks the
 * loader, which may hold its own lock and wait for ours.
 */
#include <errno.h>
#include <inttypes.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include "extable/extable_internal.h"
#include <uaccess/arch.h>
#include "src/log.h"

/* Executable ranges that were found to hold entries, newest first. */
struct range {
	uintptr_t start, end; /* [start, end) */
};

struct lookup {
	uintptr_t address;
	struct range found;
	const char *name;
	bool main_program;
	bool executable; /* look for executable segments only */
	unsigned int object;
};

static int look_in_object(struct dl_phdr_info *info, size_t size, void *arg)
{
	struct lookup *lookup = arg;
	bool main_program = lookup->object++ == 0;
	int i;

	(void)size;
	for (i = 0; i < info->dlpi_phnum; i++) {
		const ElfW(Phdr) *segment = &info->dlpi_phdr[i];
		uintptr_t start = info->dlpi_addr + segment->p_vaddr;

		if (segment->p_type != PT_LOAD ||
		    (lookup->executable && !(segment->p_flags & PF_X)))
			continue;
		if (lookup->address - start >= segment->p_memsz)
			continue;
		lookup->found.start = start;
		lookup->found.end = start + segment->p_memsz;
		lookup->name = info->dlpi_name;
		lookup->main_program = main_program;
		return 1;
	}
	return 0;
}

const char *uaccess__extable_module_name(const void *address, bool *main_program)
{
	struct lookup lookup = {.address = (uintptr_t)address};

	*main_program = false;
	if (!dl_iterate_phdr(look_in_object, &lookup))
		return NULL;
	*main_program = lookup.main_program;
	return lookup.name;
}

/* Text that no loaded file holds (generated code): what the kernel says of the mappings. */
static bool find_mapping(uintptr_t address, struct range *range)
{
	FILE *maps = fopen("/proc/self/maps", "re");
	char line[512], x;
	bool found = false;

	if (!maps) {
		/* Nobody to ask: the page of the address is taken on trust. */
		range->start = address & ~(uintptr_t)4095;
		range->end = range->start + 4096;
		return true;
	}
	while (!found && fgets(line, sizeof(line), maps))
		found = sscanf(line, "%" SCNxPTR "-%" SCNxPTR " %*c%*c%c", &range->start,
			       &range->end, &x) == 3 &&
			x == 'x' && address >= range->start && address < range->end;
	fclose(maps);
	return found;
}

static bool is_executable(uintptr_t address, struct range *last)
{
	struct lookup lookup = {.address = address, .executable = true};

	if (address >= last->start && address < last->end)
		return true;
	if (dl_iterate_phdr(look_in_object, &lookup)) {
		*last = lookup.found;
		return true;
	}
	return find_mapping(address, last);
}

static int refuse(const struct uaccess_extable_module *module, const char *what, size_t i)
{
	bool main_program;
	const char *name = module->name;

	if (!name)
		name = uaccess__extable_module_name(module->start, &main_program);
	uaccess__log("exception table of %s refused: %s, entry %zu",
		     name && *name ? name : "the program", what, i);
	return -EINVAL;
}

static bool type_is_known(unsigned int type)
{
	switch (type) {
	case UACCESS_EX_TYPE_DEFAULT:
	case UACCESS_EX_TYPE_FAULT:
	case UACCESS_EX_TYPE_UACCESS:
	case UACCESS_EX_TYPE_DEFAULT_MCE_SAFE:
	case UACCESS_EX_TYPE_FAULT_MCE_SAFE:
	case UACCESS_EX_TYPE_POP_REG:
	case UACCESS_EX_TYPE_IMM_REG:
	case UACCESS_EX_TYPE_UCOPY_LEN:
	case UACCESS_EX_TYPE_ZEROPAD:
	case UACCESS_EX_TYPE_ERR_ZERO:
	case UACCESS_EX_TYPE_INFO:
		return true;
	default:
		return false;
	}
}

int uaccess__extable_check(const struct uaccess_extable_module *module)
{
	struct range insns = {0, 0}, fixups = {0, 0};
	size_t i, count;

	if (module->size != sizeof(*module) || module->version != UACCESS_EXTABLE_VERSION) {
		uaccess__log(
			"exception table refused: record of %u bytes and version %u, this library "
			"knows %zu and %u; rebuild the older of the two",
			module->size, module->version, sizeof(*module), UACCESS_EXTABLE_VERSION);
		return -EINVAL;
	}
	if (module->start > module->stop || ((uintptr_t)module->start & 3) ||
	    ((uintptr_t)module->stop - (uintptr_t)module->start) % sizeof(*module->start)) {
		uaccess__log("exception table refused: bounds %p..%p", (const void *)module->start,
			     (const void *)module->stop);
		return -EINVAL;
	}
	count = (size_t)(module->stop - module->start);
	for (i = 0; i < count; i++) {
		const struct uaccess_extable_entry *entry = &module->start[i];

		if (!type_is_known(uaccess_extable_type(entry)))
			return refuse(module, "unknown type", i);
		if (uaccess_extable_reg(entry) >= UACCESS_EX_REGISTERS ||
		    uaccess_extable_reg2(entry) >= UACCESS_EX_REGISTERS)
			return refuse(module, "no such register", i);
		if (!is_executable(uaccess_extable_insn(entry), &insns))
			return refuse(module, "instruction outside executable mappings", i);
		if (!is_executable(uaccess_extable_fixup(entry), &fixups))
			return refuse(module, "fixup outside executable mappings", i);
	}
	return 0;
}
