/* SPDX-License-Identifier: MIT */
/*
 * Alternatives: overwrites sites with the replacement that fits the CPU.
 *
 * Runs once per module, before anything else runs in it. Each run of pages that
 * changes is copied into fresh memory, changed there, made executable and no longer
 * writable, and moved over the old pages by one system call: the code that does
 * this may itself lie on such a page. The architecture knows how instructions move.
 */
#include <errno.h>
#include <link.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <uaccess/alternative.h>
#include "src/alternative_internal.h"

#define PAGE 4096

struct segment {
	uintptr_t inside; /* of the object that is looked for */
	uintptr_t start, end;
};

static uint8_t *site_of(const struct uaccess_alternative *record)
{
	return (uint8_t *)((uintptr_t)&record->site + (uintptr_t)(intptr_t)record->site);
}

static const uint8_t *replacement_of(const struct uaccess_alternative *record)
{
	return (const uint8_t *)((uintptr_t)&record->replacement +
				 (uintptr_t)(intptr_t)record->replacement);
}

static bool fits(const struct uaccess_alternative *record)
{
	const uint32_t not = UACCESS_ALT_NOT(0u);
	uint32_t feature = record->feature & ~not ;
	bool has = !(feature & ~uaccess_cpu_features());

	return has != !!(record->feature & not );
}

/* The executable segment of the object that holds the records. */
static int find_segment(struct dl_phdr_info *info, size_t size, void *arg)
{
	struct segment *segment = arg;
	bool here = false;
	int i;

	(void)size;
	for (i = 0; i < info->dlpi_phnum; i++) {
		const ElfW(Phdr) *p = &info->dlpi_phdr[i];
		uintptr_t start = info->dlpi_addr + p->p_vaddr;

		if (p->p_type != PT_LOAD)
			continue;
		here |= segment->inside - start < p->p_memsz;
		if (p->p_flags & PF_X) {
			segment->start = start;
			segment->end = start + p->p_memsz;
		}
	}
	return here;
}

/* May these records be acted on? Nothing has changed yet. */
static bool sound(const struct uaccess_alternative_module *module)
{
	struct segment segment = {.inside = (uintptr_t)module->start};
	const struct uaccess_alternative *record;

	if (!dl_iterate_phdr(find_segment, &segment))
		return false;
	for (record = module->start; record < module->stop; record++) {
		uintptr_t site = (uintptr_t)site_of(record);

		if (site < segment.start || site + record->length > segment.end ||
		    !record->length || record->replacement_length > record->length)
			return false;
	}
	return true;
}

/* Overwrites those sites that begin in [start, start + size) in its copy. */
static bool change(const struct uaccess_alternative_module *module, uint8_t *start, size_t size,
		   uint8_t *copy)
{
	const struct uaccess_alternative *record;

	for (record = module->start; record < module->stop; record++) {
		uint8_t *site = site_of(record);

		if ((uintptr_t)site - (uintptr_t)start >= size || !fits(record))
			continue;
		if (!uaccess__arch_move_code(copy + (site - start), site, record->length,
					     replacement_of(record), record->replacement_length))
			return false;
	}
	return true;
}

static int replace_pages(const struct uaccess_alternative_module *module, uint8_t *start,
			 size_t size)
{
	uint8_t *copy;
	int error = 0;

	copy = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (copy == MAP_FAILED)
		return -errno;
	memcpy(copy, start, size);
	if (!change(module, start, size, copy))
		error = -EINVAL;
	else if (mprotect(copy, size, PROT_READ | PROT_EXEC) ||
		 mremap(copy, size, size, MREMAP_MAYMOVE | MREMAP_FIXED, start) == MAP_FAILED)
		error = -errno;
	if (error)
		munmap(copy, size);
	return error;
}

static int compare_sites(const void *a, const void *b)
{
	const struct uaccess_alternative *const *x = a, *const *y = b;

	return (site_of(*x) > site_of(*y)) - (site_of(*x) < site_of(*y));
}

static uint8_t *page_of(uint8_t *p)
{
	return p - (uintptr_t)p % PAGE;
}

/* The pages of the sites that change, run by run; a site may reach into the next page. */
static int replace_all(const struct uaccess_alternative_module *module,
		       const struct uaccess_alternative **records, size_t count)
{
	size_t i = 0;
	int error = 0;

	qsort(records, count, sizeof(records[0]), compare_sites);
	while (i < count && !error) {
		uint8_t *start = page_of(site_of(records[i])), *end;

		do
			end = page_of(site_of(records[i]) + records[i]->length - 1) + PAGE;
		while (++i < count && page_of(site_of(records[i])) <= end);
		error = replace_pages(module, start, (size_t)(end - start));
	}
	return error;
}

int uaccess_alternatives_apply(const struct uaccess_alternative_module *module)
{
	const struct uaccess_alternative *record;
	int saved = errno, error;
	size_t count = 0;
	const struct uaccess_alternative **records;

	if (module->size != sizeof(*module) || module->version != UACCESS_ALTERNATIVE_VERSION ||
	    module->start > module->stop)
		return -EINVAL;
	if (module->start == module->stop)
		return 0;
	if (!sound(module))
		return -EINVAL;
	records = malloc((size_t)(module->stop - module->start) * sizeof(records[0]));
	if (!records)
		return -ENOMEM;
	for (record = module->start; record < module->stop; record++)
		if (fits(record))
			records[count++] = record;
	error = replace_all(module, records, count);
	free(records);
	errno = saved;
	return error;
}
