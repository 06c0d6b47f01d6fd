/* SPDX-License-Identifier: MIT */
/*
 * Reads ELF files by way of libelf. Files come from anywhere: everything in
 * them is checked before it is believed. Built only where libelf is there.
 */
#include "config.h"
#ifdef HAVE_LIBELF
#include <errno.h>
#include <fcntl.h>
#include <gelf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "tools/elf_file.h"

#if defined(__x86_64__)
#define MACHINE EM_X86_64
#else
#error "no port to this architecture"
#endif

#define TABLE "__ex_table"

struct tool_elf {
	int fd;
	Elf *elf;
	GElf_Ehdr header;
};

struct tool_elf *tool_elf_open(const char *path, char *reason, size_t size)
{
	struct tool_elf *file = calloc(1, sizeof(*file));
	const char *why = "out of memory";

	if (!file)
		goto refuse;
	elf_version(EV_CURRENT);
	file->fd = open(path, O_RDONLY | O_CLOEXEC);
	why = strerror(errno);
	if (file->fd < 0)
		goto refuse;
	file->elf = elf_begin(file->fd, ELF_C_READ, NULL);
	why = "not an ELF file";
	if (!file->elf || elf_kind(file->elf) != ELF_K_ELF ||
	    !gelf_getehdr(file->elf, &file->header))
		goto refuse;
	why = "of another architecture";
	if (file->header.e_machine != MACHINE || gelf_getclass(file->elf) != ELFCLASS64 ||
	    file->header.e_ident[EI_DATA] != ELFDATA2LSB)
		goto refuse;
	return file;

refuse:
	if (reason)
		snprintf(reason, size, "%s", why);
	if (file && file->fd < 0)
		free(file);
	else
		tool_elf_close(file);
	return NULL;
}

void tool_elf_close(struct tool_elf *file)
{
	if (!file)
		return;
	elf_end(file->elf);
	close(file->fd);
	free(file);
}

static const char *look_in_section(Elf *elf, Elf_Scn *section, const GElf_Shdr *header,
				   uintptr_t address, uintptr_t *offset)
{
	Elf_Data *data = elf_getdata(section, NULL);
	size_t i, count = data && header->sh_entsize ? header->sh_size / header->sh_entsize : 0;
	GElf_Sym symbol;

	for (i = 0; i < count; i++) {
		if (!gelf_getsym(data, (int)i, &symbol) ||
		    GELF_ST_TYPE(symbol.st_info) != STT_FUNC || symbol.st_shndx == SHN_UNDEF)
			continue;
		*offset = address - symbol.st_value;
		if (*offset < symbol.st_size)
			return elf_strptr(elf, header->sh_link, symbol.st_name);
	}
	return NULL;
}

const char *tool_elf_symbol(struct tool_elf *file, uintptr_t address, uintptr_t *offset)
{
	Elf_Scn *section = NULL;
	const char *name = NULL;
	GElf_Shdr header;

	while (!name && (section = elf_nextscn(file->elf, section)))
		if (gelf_getshdr(section, &header) &&
		    (header.sh_type == SHT_SYMTAB || header.sh_type == SHT_DYNSYM))
			name = look_in_section(file->elf, section, &header, address, offset);
	return name;
}

const uint8_t *tool_elf_code(struct tool_elf *file, uintptr_t address, size_t *size)
{
	Elf_Scn *section = NULL;
	GElf_Shdr header;
	Elf_Data *data;

	while ((section = elf_nextscn(file->elf, section))) {
		if (!gelf_getshdr(section, &header) || !(header.sh_flags & SHF_EXECINSTR) ||
		    header.sh_type != SHT_PROGBITS || address - header.sh_addr >= header.sh_size)
			continue;
		data = elf_rawdata(section, NULL);
		if (!data || !data->d_buf || data->d_size != header.sh_size)
			return NULL;
		*size = header.sh_size - (address - header.sh_addr);
		return (const uint8_t *)data->d_buf + (address - header.sh_addr);
	}
	return NULL;
}

/* The section called TABLE, and how many there are; relocations of it that the linker left. */
static Elf_Scn *find_table(struct tool_elf *file, size_t *count, bool *has_relocations)
{
	Elf_Scn *section = NULL, *found = NULL;
	GElf_Shdr header, target;
	const char *name;
	size_t names;

	*count = 0;
	*has_relocations = false;
	if (elf_getshdrstrndx(file->elf, &names))
		return NULL;
	while ((section = elf_nextscn(file->elf, section))) {
		if (!gelf_getshdr(section, &header))
			continue;
		name = elf_strptr(file->elf, names, header.sh_name);
		if (name && !strcmp(name, TABLE)) {
			found = section;
			++*count;
		}
		if (header.sh_type != SHT_RELA && header.sh_type != SHT_REL)
			continue;
		if (gelf_getshdr(elf_getscn(file->elf, header.sh_info), &target) &&
		    (name = elf_strptr(file->elf, names, target.sh_name)) && !strcmp(name, TABLE))
			*has_relocations = true;
	}
	return found;
}

bool tool_elf_table(struct tool_elf *file, struct tool_elf_table *table, char *reason, size_t size)
{
	size_t count;
	Elf_Scn *section = find_table(file, &count, &table->has_relocations);
	const char *why = NULL;
	Elf_Data *data = NULL;
	GElf_Shdr header;

	if (file->header.e_type != ET_EXEC && file->header.e_type != ET_DYN)
		why = "not linked yet: the table is the linker's to make";
	else if (!section)
		why = "holds no " TABLE " section";
	else if (count != 1)
		why = "holds more than one " TABLE " section";
	else if (!gelf_getshdr(section, &header) || header.sh_type != SHT_PROGBITS ||
		 (header.sh_flags & SHF_COMPRESSED) || !(header.sh_flags & SHF_ALLOC))
		why = "its " TABLE " section is not one of plain bytes that are loaded";
	else if (header.sh_size % sizeof(*table->entry) || header.sh_addr % 4 ||
		 header.sh_offset % 4)
		why = "its " TABLE " section is not one of 12-byte entries";
	else if (!(data = elf_rawdata(section, NULL)) || data->d_size != header.sh_size ||
		 (header.sh_size && !data->d_buf))
		why = "its " TABLE " section cannot be read";
	if (why) {
		snprintf(reason, size, "%s", why);
		return false;
	}
	table->entry = data->d_buf;
	table->count = header.sh_size / sizeof(*table->entry);
	table->address = header.sh_addr;
	table->in_file = header.sh_offset;
	return true;
}
#else
typedef int tool_elf_not_built; /* ISO C wants something in a file */
#endif
