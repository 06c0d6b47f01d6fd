/* SPDX-License-Identifier: MIT */
/*
 * Where an address lies: which file, which function. Most functions of the
 * library are hidden, so that the loader does not know their names: they are
 * read from the file's symbol table, where libelf is there to read it.
 */
#include "config.h"
#include <dlfcn.h>
#include <link.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include "tools/elf_file.h"
#include "tools/tool.h"

struct query {
	uintptr_t address;
	uintptr_t bias; /* load address less the one in the file */
	struct tool_place *place;
};

static int match_object(struct dl_phdr_info *info, size_t size, void *arg)
{
	struct query *query = arg;
	int i;

	(void)size;
	for (i = 0; i < info->dlpi_phnum; i++) {
		const ElfW(Phdr) *header = &info->dlpi_phdr[i];

		if (header->p_type != PT_LOAD ||
		    query->address - info->dlpi_addr - header->p_vaddr >= header->p_memsz)
			continue;
		query->bias = info->dlpi_addr;
		if (info->dlpi_name && *info->dlpi_name) {
			snprintf(query->place->object, sizeof(query->place->object), "%s",
				 info->dlpi_name);
		} else {
			ssize_t n = readlink("/proc/self/exe", query->place->object,
					     sizeof(query->place->object) - 1);

			query->place->object[n > 0 ? n : 0] = '\0';
		}
		return 1;
	}
	return 0;
}

static void set_symbol(struct tool_place *place, const char *name, uintptr_t offset)
{
	snprintf(place->symbol, sizeof(place->symbol), "%s", name);
	place->offset = offset;
}

#ifdef HAVE_LIBELF
static void look_in_file(const struct query *query)
{
	struct tool_elf *file = tool_elf_open(query->place->object, NULL, 0);
	uintptr_t offset;
	const char *name;

	if (!file)
		return;
	name = tool_elf_symbol(file, query->address - query->bias, &offset);
	if (name)
		set_symbol(query->place, name, offset);
	tool_elf_close(file);
}
#else
static void look_in_file(const struct query *query)
{
	Dl_info info;

	if (dladdr((void *)query->address, &info) && info.dli_sname)
		set_symbol(query->place, info.dli_sname,
			   query->address - (uintptr_t)info.dli_saddr);
}
#endif

void tool_find_place(uintptr_t address, struct tool_place *place)
{
	struct query query = {address, 0, place};

	memset(place, 0, sizeof(*place));
	place->offset = address;
	if (!dl_iterate_phdr(match_object, &query))
		return;
	place->offset = address - query.bias;
	look_in_file(&query);
}

const char *tool_basename(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

const char *tool_place_text(uintptr_t address, char *text, size_t size)
{
	struct tool_place place;
	const char *name;

	tool_find_place(address, &place);
	name = *place.symbol ? place.symbol : tool_basename(place.object);
	snprintf(text, size, "%s%s%#lx", name, *name ? "+" : "", (unsigned long)place.offset);
	return text;
}
