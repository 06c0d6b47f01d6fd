/* SPDX-License-Identifier: MIT */
/*
 * Sorting the exception table of a file. The file is replaced as a whole, by
 * rename(): a program that runs from it goes on, and a full disk leaves it as it
 * was. Names and links to the same file elsewhere keep the old one.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "tools/extable_sort.h"

/* One entry with its place and its address. */
struct place {
	uintptr_t insn;
	size_t index;
};

static int compare(const void *a, const void *b)
{
	const struct place *x = a, *y = b;

	return (x->insn > y->insn) - (x->insn < y->insn);
}

/* Both fields are relative to where they stand: what moves up by some bytes points that much less. */
static bool move(int32_t *field, int64_t bytes)
{
	int64_t value = *field - bytes;

	*field = (int32_t)value;
	return value == *field;
}

/* The sorted table, to be freed; NULL with a reason. */
static struct uaccess_extable_entry *sort(const struct tool_elf_table *table, const char **reason)
{
	struct uaccess_extable_entry *sorted = calloc(table->count, sizeof(*sorted));
	struct place *places = calloc(table->count, sizeof(*places));
	bool fits = true;
	size_t i;

	*reason = "out of memory";
	if (!sorted || !places)
		goto fail;
	for (i = 0; i < table->count; i++)
		places[i] = (struct place){tool_elf_insn(table, i), i};
	qsort(places, table->count, sizeof(*places), compare);
	for (i = 0; i < table->count; i++) {
		int64_t bytes = ((int64_t)i - (int64_t)places[i].index) * (int64_t)sizeof(*sorted);

		sorted[i] = table->entry[places[i].index];
		fits = fits && move(&sorted[i].insn, bytes) && move(&sorted[i].fixup, bytes);
	}
	*reason = "an entry would lie too far from its code";
	if (!fits)
		goto fail;
	free(places);
	return sorted;

fail:
	free(places);
	free(sorted);
	return NULL;
}

static bool write_all(int fd, const char *from, size_t n)
{
	while (n) {
		ssize_t done = write(fd, from, n);

		if (done <= 0) {
			if (!done)
				errno = ENOSPC;
			return false;
		}
		from += done;
		n -= (size_t)done;
	}
	return true;
}

static bool copy_file(int from, int to)
{
	char buffer[65536];
	ssize_t n;

	while ((n = read(from, buffer, sizeof(buffer))) > 0)
		if (!write_all(to, buffer, (size_t)n))
			return false;
	return n == 0;
}

/* The copy gets the table, owner and mode; set-user-ID bits are lost where the owner is. */
static bool finish_copy(int to, const struct stat *status, const struct tool_elf_table *table,
			const struct uaccess_extable_entry *sorted)
{
	mode_t mode = status->st_mode & 07777;

	if (lseek(to, (off_t)table->in_file, SEEK_SET) < 0 ||
	    !write_all(to, (const char *)sorted, table->count * sizeof(*sorted)))
		return false;
	if (fchown(to, status->st_uid, status->st_gid))
		mode &= 0777;
	return !fchmod(to, mode) && !fsync(to);
}

static bool replace(const char *path, const struct tool_elf_table *table,
		    const struct uaccess_extable_entry *sorted)
{
	int from = open(path, O_RDONLY | O_CLOEXEC), to = -1, saved;
	bool good = false;
	struct stat status;
	char *copy = NULL;

	if (from < 0 || fstat(from, &status) || asprintf(&copy, "%s.XXXXXX", path) < 0)
		goto out;
	to = mkstemp(copy);
	if (to < 0)
		goto out;
	good = copy_file(from, to) && finish_copy(to, &status, table, sorted) &&
	       !rename(copy, path);
	saved = errno;
	if (!good)
		unlink(copy);
	errno = saved;
out:
	saved = errno;
	free(copy);
	if (to >= 0)
		close(to);
	if (from >= 0)
		close(from);
	errno = saved;
	return good;
}

bool tool_extable_sort(const char *path, const struct tool_elf_table *table, char *reason,
		       size_t size)
{
	struct uaccess_extable_entry *sorted;
	char *real = NULL;
	const char *why;
	bool good;

	if (table->has_relocations) {
		snprintf(reason, size, "keeps relocations of the table, which sorting would break");
		return false;
	}
	sorted = sort(table, &why);
	if (!sorted) {
		snprintf(reason, size, "%s", why);
		return false;
	}
	/* Through a symbolic link, what it points to is replaced. */
	real = realpath(path, NULL);
	good = real && replace(real, table, sorted);
	if (!good)
		snprintf(reason, size, "%s", strerror(errno));
	free(real);
	free(sorted);
	return good;
}
