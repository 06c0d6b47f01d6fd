/* SPDX-License-Identifier: MIT */
/*
 * The running kernel as the oracle: pread() of /dev/zero is its clear_user(), pread() of a memory
 * file its copy_to_user(), pwrite() to one its copy_from_user(). Same ranges, same count, same
 * memory; 0..300 bytes before a bad page, 1..600 bytes long, over each row that the library may
 * pick by itself (UACCESS_TEST_LEVEL=full: over each).
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/utsname.h>
#include <unistd.h>
#include <uaccess/uaccess.h>

#include "tests/asm/residue.h"
#include "tests/tap.h"

#define BEFORE_MAX 300ul
#define SIZE_MAX_  600ul
#define WINDOW	   (BEFORE_MAX + RESIDUE_MARGIN)

static struct guard theirs, ours, from;
static int zero, source, sink;
static unsigned char *source_bytes, *sink_bytes, *our_sink;

/* What the kernel's residue is: an error is nothing done. */
static unsigned long count(ssize_t result)
{
	return result < 0 ? 0 : (unsigned long)result;
}

static void reset_windows(void)
{
	memset(theirs.end - WINDOW, ORACLE_CANARY, WINDOW);
	memset(ours.end - WINDOW, ORACLE_CANARY, WINDOW);
}

static bool same_windows(void)
{
	return !memcmp(theirs.end - WINDOW, ours.end - WINDOW, WINDOW);
}

static bool clear_case(unsigned long before, unsigned long size)
{
	unsigned long done = count(pread(zero, theirs.end - before, size, 0));
	unsigned long left = clear_user(ours.end - before, size);
	bool same = size - left == done && same_windows();

	reset_windows();
	return same;
}

static bool copy_to_case(unsigned long before, unsigned long size)
{
	unsigned long done = count(pread(source, theirs.end - before, size, 0));
	unsigned long left = copy_to_user(ours.end - before, source_bytes, size);
	bool same = size - left == done && same_windows();

	reset_windows();
	return same;
}

static bool copy_from_case(unsigned long before, unsigned long size)
{
	unsigned long done = count(pwrite(sink, from.end - before, size, 0));
	unsigned long left = __copy_from_user(our_sink, from.end - before, size);
	bool same = size - left == done && !memcmp(sink_bytes, our_sink, SIZE_MAX_ + 64);

	memset(sink_bytes, ORACLE_CANARY, SIZE_MAX_ + 64);
	memset(our_sink, ORACLE_CANARY, SIZE_MAX_ + 64);
	return same;
}

static void sweep(const struct uaccess_routine *row, const char *name,
		  bool (*one)(unsigned long before, unsigned long size))
{
	unsigned long before, size, cases = 0, wrong = 0;

	for (before = 0; before <= BEFORE_MAX; before++) {
		for (size = 1; size <= SIZE_MAX_; size++) {
			cases++;
			if (one(before, size) || wrong++ >= 3)
				continue;
			tap_diag("%s, %s: %lu bytes, %lu before the bad page differ", name,
				 row->name, size, before);
		}
	}
	tap_ok(!wrong, "%s, %s: %lu cases, %lu unlike the kernel", name, row->name, cases, wrong);
}

static void test_clear(const struct uaccess_routine *row)
{
	if (!residue_is_own(row) && residue_level() != RESIDUE_FULL)
		return;
	if (uaccess_routine_select(row->kind, row->name))
		tap_bail("%s is not to be had", row->name);
	sweep(row, "clear_user", clear_case);
}

static void test_copy(const struct uaccess_routine *row)
{
	if (!residue_is_own(row) && residue_level() != RESIDUE_FULL)
		return;
	if (uaccess_routine_select(row->kind, row->name))
		tap_bail("%s is not to be had", row->name);
	sweep(row, "copy_to_user", copy_to_case);
	sweep(row, "copy_from_user", copy_from_case);
}

static int memory_file(unsigned char **bytes)
{
	int fd = memfd_create("oracle", MFD_CLOEXEC);

	if (fd < 0 || ftruncate(fd, 4096))
		tap_bail("no memory file: %s", strerror(errno));
	*bytes = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	if (*bytes == MAP_FAILED)
		tap_bail("no memory file: %s", strerror(errno));
	return fd;
}

/* Before 6.4 the kernel's own residues were not exact to the byte on x86-64. */
static bool kernel_is_exact(void)
{
	struct utsname name;
	int major, minor;

	return !uname(&name) && sscanf(name.release, "%d.%d", &major, &minor) == 2 &&
	       (major > 6 || (major == 6 && minor >= 4));
}

int main(void)
{
	alarm(600);
	if (!kernel_is_exact())
		tap_skip_all("this kernel is older than 6.4 and not exact to the byte itself");
	residue_open_to(&theirs, GUARD_PROT_NONE);
	residue_open_to(&ours, GUARD_PROT_NONE);
	residue_open_from(&from, GUARD_PROT_NONE);
	zero = open("/dev/zero", O_RDONLY | O_CLOEXEC);
	if (zero < 0)
		tap_skip_all("/dev/zero: %s", strerror(errno));
	source = memory_file(&source_bytes);
	oracle_fill(source_bytes, 4096, 3);
	sink = memory_file(&sink_bytes);
	our_sink = malloc(4096);
	if (!our_sink)
		tap_bail("no memory");
	memset(sink_bytes, ORACLE_CANARY, 4096);
	memset(our_sink, ORACLE_CANARY, 4096);

	residue_each_row(UACCESS_ROUTINE_CLEAR, test_clear);
	residue_each_row(UACCESS_ROUTINE_COPY, test_copy);
	free(our_sink);
	return tap_done();
}
