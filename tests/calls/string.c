/* SPDX-License-Identifier: MIT */
/* strncpy_from_user() and strnlen_user(), every implementation, against a byte loop. */
#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <unistd.h>
#include <uaccess/uaccess.h>
#include "src/usercopy/string_internal.h"
#include "tests/calls/pages.h"

#define LONGEST 130

static unsigned long cases, failures;

/* What the calls must say of a string of length bytes at s, the byte at stop being inaccessible. */
static long expect_strncpy(const char *s, long length, const char *stop, long count)
{
	if (count <= 0)
		return 0;
	if (length >= count)
		return stop - s >= count ? count : -EFAULT;
	return stop - s > length ? length : -EFAULT;
}

static long expect_strnlen(const char *s, long length, const char *stop, long count)
{
	long expected = expect_strncpy(s, length, stop, count);

	if (count <= 0)
		return 0;
	return expected < 0 ? 0 : expected + 1;
}

static long generic_strncpy(char *to, const char *from, long count)
{
	return count <= 0 ? 0 : uaccess__strncpy_generic(to, from, (unsigned long)count);
}

static long generic_strnlen(const char *s, long count)
{
	long length = count <= 0 ? -1 : uaccess__strnlen_generic(s, (unsigned long)count);

	return length < 0 ? 0 : length + 1;
}

struct implementation {
	const char *name;
	long (*strncpy)(char *to, const char *from, long count);
	long (*strnlen)(const char *s, long count);
};

static const struct implementation implementations[] = {
	{"library", uaccess_strncpy_from_user, uaccess_strnlen_user},
	{"plain", uaccess__strncpy_from_user_plain, uaccess__strnlen_user_plain},
	{"generic", generic_strncpy, generic_strnlen},
};

static void check(const struct implementation *call, const char *s, long length, const char *stop,
		  long count)
{
	static char to[1024];
	long expected = expect_strncpy(s, length, stop, count), result, written, i;
	bool wrong;

	memset(to, 0x5a, sizeof(to));
	/* Off any alignment that helps. */
	result = call->strncpy(to + 65, s, count);
	wrong = result != expected;
	written = count <= 0 ? 0 : expected < 0 ? stop - s : expected + (expected < count);
	/* Not a byte before, none behind what was promised. */
	for (i = 0; i < 65; i++)
		wrong |= to[i] != 0x5a;
	for (i = 65 + written; i < (long)sizeof(to); i++)
		wrong |= to[i] != 0x5a;
	if (expected >= 0)
		wrong |= memcmp(to + 65, s, (size_t)written) != 0;
	wrong |= call->strnlen(s, count) != expect_strnlen(s, length, stop, count);
	cases++;
	if (wrong && !failures++)
		tap_diag("%s: length %ld, %ld bytes to the fault, count %ld: %ld instead of %ld",
			 call->name, length, (long)(stop - s), count, result, expected);
}

/* The page's end, bad or not, at every place of every string, for every count that matters. */
static void page_end(const struct implementation *call, char *area, bool bad)
{
	char *edge = area + PAGE, *stop = bad ? edge : edge + PAGE;
	long distance, length, i;

	for (distance = 0; distance <= LONGEST + 70; distance++) {
		char *s = edge - distance;

		for (length = 0; length <= LONGEST; length++) {
			const long counts[] = {
				LONG_MIN,      -1,	     0,		 1,
				length - 1,    length,	     length + 1, length + 2,
				length + 40,   distance - 1, distance,	 distance + 1,
				distance + 33, 31,	     32,	 33,
				127,	       128,	     129,	 LONG_MAX};

			for (i = 0; i < length && s + i < stop; i++)
				s[i] = (char)(1 + i % 255);
			if (s + length < stop)
				s[length] = '\0';
			for (i = 0; i < (long)(sizeof(counts) / sizeof(counts[0])); i++)
				check(call, s, length, stop, counts[i]);
			if (s + length < stop)
				s[length] = 1;
		}
	}
}

/* Every alignment, NUL at every place, every count. */
static void alignments(const struct implementation *call, char *area)
{
	long align, length, count;

	for (align = 0; align < 128; align++) {
		char *s = area + align;

		for (length = 0; length <= LONGEST; length += length < 70 ? 1 : 7) {
			memset(area, 0x80, PAGE);
			s[length] = '\0';
			s[length + 5] = '\0';
			for (count = 0; count <= length + 34; count++)
				check(call, s, length, area + PAGE, count);
		}
	}
}

static void edges(void)
{
	char *area = pages(1), byte = 'x';

	tap_ok(strncpy_from_user(&byte, NULL, 1) == -EFAULT && byte == 'x', "NULL");
	tap_ok(strnlen_user(NULL, 1) == 0, "NULL has no length");
	tap_ok(strncpy_from_user(&byte, (char *)-1, 1) == -EFAULT, "the last byte there is");
	tap_ok(strncpy_from_user(&byte, (char *)(1ul << 63), 1) == -EFAULT, "no such address");
	tap_ok(strnlen_user((char *)UACCESS_USER_PTR_MAX, LONG_MAX) == 0, "the end of user memory");
	memset(area, 'a', PAGE);
	area[PAGE - 1] = '\0';
	tap_ok(strnlen_user(area, PAGE + 1) == (long)PAGE, "a string as long as can be");
	tap_ok(strnlen_user(area, LONG_MAX) == (long)PAGE, "and no limit");
	area[0] = '\0';
	tap_ok(strncpy_from_user_nofault(&byte, area, 1) == 0 && !byte, "nofault: empty is 0");
	tap_ok(strnlen_user_nofault(area, 9) == 1, "nofault: its length is 1");
	tap_ok(strnlen_user_nofault(area - 1, 9) == 0, "nofault: a fault is 0");
	{
		char to[8] = "zzzzzzz";

		tap_ok(strncpy_from_user_nofault(to, area + 1, 4) == 4 &&
			       !memcmp(to, "aaa\0zzz", 8),
		       "nofault: too long is cut and ended");
		tap_ok(strncpy_from_user_nofault(to, area + PAGE - 3, 8) == 3 && !strcmp(to, "aa"),
		       "nofault: the length counts the zero byte");
		tap_ok(strncpy_from_user_nofault(to, area + PAGE - 3, 3) == 3 && !strcmp(to, "aa"),
		       "nofault: just fits");
		tap_ok(strncpy_from_user_nofault(to, area + PAGE, 8) == -EFAULT,
		       "nofault: a fault");
		tap_ok(strncpy_from_user_nofault(to, area, 0) == 0, "nofault: count 0");
	}
}

/* A string whose zero byte moves about: what comes out is a string of the length that is said. */
static char *volatile moving;
static volatile bool stop_moving;

static void *move(void *arg)
{
	unsigned long i = 0;

	while (!stop_moving) {
		moving[i] = 'm';
		i = (i + 37) % 200;
		moving[i] = '\0';
	}
	return arg;
}

static void while_it_changes(void)
{
	unsigned long i;
	pthread_t thread;
	char to[256];

	moving = pages(1);
	memset(moving, 'm', PAGE);
	moving[255] = '\0';
	if (pthread_create(&thread, NULL, move, NULL))
		tap_bail("no thread");
	for (i = 0; i < 200000; i++) {
		long length;

		memset(to, 'x', sizeof(to));
		length = strncpy_from_user(to, moving, 256);
		cases++;
		if (length < 0 || length > 255 || to[length] ||
		    memchr(to, 0, sizeof(to)) != to + length)
			failures++;
	}
	stop_moving = true;
	pthread_join(thread, NULL);
	point(&cases, &failures, "the length fits the bytes while a thread changes them");
}

int main(void)
{
	char *area = pages(2), *single = pages(1), name[100];
	unsigned long i;

	alarm(120);
	for (i = 0; i < sizeof(implementations) / sizeof(implementations[0]); i++) {
		const struct implementation *call = &implementations[i];

		page_end(call, single, true);
		snprintf(name, sizeof(name), "%s: the end of memory at every place", call->name);
		point(&cases, &failures, name);
		page_end(call, area, false);
		snprintf(name, sizeof(name), "%s: a page's end at every place", call->name);
		point(&cases, &failures, name);
		alignments(call, area);
		snprintf(name, sizeof(name), "%s: every alignment and count", call->name);
		point(&cases, &failures, name);
	}
	edges();
	while_it_changes();
	return tap_done();
}
