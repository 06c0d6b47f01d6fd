/* SPDX-License-Identifier: MIT */
/*
 * uaccess demo: the library at work on memory that is not there, for people to
 * read. Each step says what was asked and what came back, compares it with what
 * is promised, and shows the fault behind it. A promise that is not kept ends in
 * a non-zero exit status.
 */
#include <errno.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include <uaccess/fault.h>
#include <uaccess/uaccess.h>
#include "tools/fault_report.h"
#include "tools/tool.h"

#define MIB	   (1024ul * 1024)
#define FILE_SIZE  (8 * MIB)
#define CUT_SIZE   (3 * MIB)
#define TIME_LIMIT 60 /* seconds for all of it */

static unsigned int steps, broken;
static uint64_t faults_before;
static size_t page;

static uint64_t count_faults(void)
{
	struct uaccess_fault fault;

	uaccess_last_fault(&fault);
	return fault.count;
}

static void begin(const char *title, const char *asked, ...) __attribute__((format(printf, 2, 3)));
static void end(bool kept, uint64_t faults, const char *returned, ...)
	__attribute__((format(printf, 3, 4)));

static void begin(const char *title, const char *asked, ...)
{
	va_list arguments;

	printf("\n%s%u. %s%s\n   asked     ", tool_style(TOOL_BOLD), ++steps, title,
	       tool_style(TOOL_PLAIN));
	va_start(arguments, asked);
	vprintf(asked, arguments);
	va_end(arguments);
	printf("\n");
	faults_before = count_faults();
}

/* A bulk call takes one or more: how many is the routine's affair, not promised. */
#define SOME_FAULTS UINT64_MAX

/* What came back; did the promise hold, and were there as many faults as promised? */
static void end(bool kept, uint64_t faults, const char *returned, ...)
{
	uint64_t taken = count_faults() - faults_before;
	struct uaccess_fault fault;
	va_list arguments;

	kept = kept && (faults == SOME_FAULTS ? taken > 0 : taken == faults);
	broken += !kept;
	printf("   returned  ");
	va_start(arguments, returned);
	vprintf(returned, arguments);
	va_end(arguments);
	printf("\n   promise   %s%s%s\n", tool_style(kept ? TOOL_GREEN : TOOL_RED),
	       kept ? "kept" : "BROKEN", tool_style(TOOL_PLAIN));
	if (!taken)
		printf("   fault     none: refused before any access\n");
	else if (!uaccess_last_fault(&fault))
		tool_report_fault(&fault);
	if (taken > 1)
		printf("   faults    %lu\n", (unsigned long)taken);
}

/* --- a file that somebody truncates --------------------------------------------------- */

static unsigned char pattern(size_t i)
{
	return (unsigned char)(i * 7 + i / 4096 + 1);
}

/* Bytes 0..n of the file as it was written, the rest zeroed by copy_from_user()? */
static bool holds(const unsigned char *copy, size_t n)
{
	size_t i;

	for (i = 0; i < FILE_SIZE; i++)
		if (copy[i] != (i < n ? pattern(i) : 0))
			return false;
	return true;
}

/* A nameless file of FILE_SIZE bytes, or -1. */
static int make_file(unsigned char *content)
{
	const char *directory = getenv("TMPDIR");
	size_t i, done = 0;
	char path[4096];
	int fd;

	snprintf(path, sizeof(path), "%s/uaccess-demo.XXXXXX",
		 directory && *directory ? directory : "/tmp");
	fd = mkstemp(path);
	if (fd < 0) {
		tool_error("%s: %s", path, strerror(errno));
		return -1;
	}
	unlink(path);
	for (i = 0; i < FILE_SIZE; i++)
		content[i] = pattern(i);
	while (done < FILE_SIZE) {
		ssize_t n = write(fd, content + done, FILE_SIZE - done);

		if (n <= 0) {
			tool_error("%s: %s", path, strerror(n ? errno : EIO));
			close(fd);
			return -1;
		}
		done += (size_t)n;
	}
	return fd;
}

/* The child: waits until the parent is copying, cuts the file, and ends. */
static void cut_when_told(int fd, int start)
{
	struct timespec a_moment = {0, 2000000};
	char byte;

	if (read(start, &byte, 1) != 1)
		_exit(1);
	nanosleep(&a_moment, NULL);
	_exit(ftruncate(fd, CUT_SIZE) ? 1 : 0);
}

/* Copies the mapped file over and over until a copy comes back short. */
static void copy_while_cut(int fd, const unsigned char *map, unsigned char *copy)
{
	unsigned long left, whole = 0;
	int start[2], status;
	pid_t child;
	size_t stop;

	fflush(stdout);
	if (pipe(start) || (child = fork()) < 0) {
		broken++;
		tool_error("no child process: %s", strerror(errno));
		return;
	}
	if (!child)
		cut_when_told(fd, start[0]);

	begin("A mapped file, while another process truncates it",
	      "copy_from_user(copy, map, %lu), over and over; a child cuts the file to %lu bytes",
	      FILE_SIZE, CUT_SIZE);
	while (!(left = copy_from_user(copy, map, FILE_SIZE)))
		if (!whole++ && write(start[1], "", 1) != 1)
			break;
	/*
	 * The pages go one by one, at any moment: between the fault and the finish
	 * of the copy, too, which then meets a fault of its own.
	 */
	stop = FILE_SIZE - left;
	end(whole && left && stop >= CUT_SIZE && holds(copy, stop), SOME_FAULTS,
	    "0 %lu times, then %lu: %zu bytes copied, the rest of the copy set to 0", whole, left,
	    stop);
	close(start[0]);
	close(start[1]);
	if (waitpid(child, &status, 0) != child || status)
		broken++;

	begin("The same file, once it is cut", "copy_from_user(copy, map, %lu)", FILE_SIZE);
	left = copy_from_user(copy, map, FILE_SIZE);
	end(left == FILE_SIZE - CUT_SIZE && holds(copy, CUT_SIZE), SOME_FAULTS,
	    "%lu: exactly the %lu bytes that are left were copied", left, CUT_SIZE);
}

__attribute__((noinline)) static void show_file(void)
{
	unsigned char *copy = malloc(FILE_SIZE), *map = MAP_FAILED;
	int fd = -1;

	if (copy)
		fd = make_file(copy);
	if (fd >= 0)
		map = mmap(NULL, FILE_SIZE, PROT_READ, MAP_SHARED, fd, 0);
	if (map == MAP_FAILED) {
		broken++;
		tool_error("no file to show");
	} else {
		copy_while_cut(fd, map, copy);
		munmap(map, FILE_SIZE);
	}
	if (fd >= 0)
		close(fd);
	free(copy);
}

/* --- pages without permission ------------------------------------------------------------ */

static bool all(const unsigned char *p, size_t n, unsigned char value)
{
	while (n--)
		if (*p++ != value)
			return false;
	return true;
}

__attribute__((noinline)) static void show_protection(void)
{
	unsigned char *map =
		mmap(NULL, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	unsigned char source[1000], *edge = map + page;
	unsigned long left;
	uint32_t word;
	int error;

	if (map == MAP_FAILED) {
		broken++;
		tool_error("no memory: %s", strerror(errno));
		return;
	}
	memset(map, 'a', 2 * page);
	memset(source, 'b', sizeof(source));
	mprotect(edge, page, PROT_READ);

	begin("Clearing runs into a page that mprotect() made read-only",
	      "clear_user(%p, 300), of which 100 bytes can be written", (void *)(edge - 100));
	left = clear_user(edge - 100, 300);
	end(left == 200 && all(map, page - 100, 'a') && all(edge - 100, 100, 0) &&
		    all(edge, page, 'a'),
	    SOME_FAULTS, "%lu: the first 100 bytes are 0, no byte before or after changed", left);

	begin("Copying to the same place",
	      "copy_to_user(%p, source, 1000), of which 37 bytes can be written",
	      (void *)(edge - 37));
	left = copy_to_user(edge - 37, source, sizeof(source));
	end(left == 963 && all(edge - 100, 63, 0) && all(edge - 37, 37, 'b') &&
		    all(edge, page, 'a'),
	    SOME_FAULTS, "%lu: 37 bytes copied, no byte before or after changed", left);

	begin("A store across the edge", "put_user(0x63636363, (uint32_t *)%p)",
	      (void *)(edge - 2));
	error = put_user(0x63636363u, (uint32_t __user *)(edge - 2));
	end(error == -EFAULT && all(edge - 2, 2, 'b') && all(edge, page, 'a'), 1,
	    "%d (-EFAULT): nothing stored", error);

	mprotect(edge, page, PROT_NONE);
	begin("Reading a page that nobody may read", "get_user(x, (uint32_t *)%p)", (void *)edge);
	word = 1;
	error = get_user(word, (const uint32_t __user *)edge);
	end(error == -EFAULT && word == 0, 1, "%d (-EFAULT), x is %u", error, word);
	munmap(map, 2 * page);
}

/* --- pointers to nowhere --------------------------------------------------------------- */

#define NON_CANONICAL 0x1234567800000000ul
#define KERNEL	      0xffffffff81000000ul

__attribute__((noinline)) static void show_pointers(void)
{
	unsigned char copy[64];
	unsigned long left;
	uint64_t x;
	int error;

	begin("NULL", "get_user(x, (uint64_t *)NULL)");
	x = 1;
	error = get_user(x, (const uint64_t __user *)NULL);
	end(error == -EFAULT && x == 0, 1, "%d (-EFAULT), x is %lu", error, (unsigned long)x);

	begin("An address that the processor cannot have",
	      "get_user(x, (uint64_t *)%#lx), not canonical", NON_CANONICAL);
	x = 1;
	error = get_user(x, (const uint64_t __user *)NON_CANONICAL);
	end(error == -EFAULT && x == 0, 1, "%d (-EFAULT), x is %lu", error, (unsigned long)x);

	begin("The kernel's half", "copy_from_user(copy, %#lx, %zu)", KERNEL, sizeof(copy));
	memset(copy, 'c', sizeof(copy));
	left = copy_from_user(copy, (const void __user *)KERNEL, sizeof(copy));
	end(left == sizeof(copy) && all(copy, sizeof(copy), 0), 0,
	    "%lu: nothing copied, the copy set to 0", left);

	begin("The same without the range check", "__get_user(x, (uint64_t *)%#lx)", KERNEL);
	x = 1;
	error = __get_user(x, (const uint64_t __user *)KERNEL);
	end(error == -EFAULT && x == 0, 1, "%d (-EFAULT), x is %lu", error, (unsigned long)x);
}

static int run(int argc, char **argv)
{
	(void)argv;
	if (argc != 1)
		return tool_misused(&tool_demo);
	if (uaccess_check())
		return tool_error("the fault handler is not in place; `uaccess info` says who is");
	page = (size_t)sysconf(_SC_PAGESIZE);
	alarm(TIME_LIMIT);

	printf("Memory that is not there, touched with libuaccess %s. No call below crashes.\n",
	       uaccess_version());
	show_file();
	show_protection();
	show_pointers();
	if (broken)
		printf("\n%sA promise was broken.%s\n", tool_style(TOOL_RED),
		       tool_style(TOOL_PLAIN));
	else
		printf("\n%sAll %u promises were kept.%s\n", tool_style(TOOL_GREEN), steps,
		       tool_style(TOOL_PLAIN));
	return broken ? TOOL_FAILED : TOOL_OK;
}

const struct tool_command tool_demo = {
	.name = "demo",
	.arguments = "",
	.summary = "Touch memory that is not there, and tell what happens",
	.details = "\n"
		   "Maps a file that a child process truncates during the copy, runs into pages\n"
		   "without permission, and follows pointers to nowhere. The exit status is 1 if\n"
		   "a result is not the promised one.\n",
	.run = run,
};
