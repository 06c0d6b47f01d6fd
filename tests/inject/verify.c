/* SPDX-License-Identifier: MIT */
/* The oracle: passes what is right at every stop position, catches each planted error and shows it. */
#include <errno.h>
#include <string.h>
#include <unistd.h>
#include <uaccess/guard.h>
#include <uaccess/uaccess.h>
#include <uaccess/verify.h>
#include "tests/tap.h"

#define BEFORE 20
#define WINDOW 200

static unsigned char window[WINDOW], source[WINDOW];

static void fill(void)
{
	unsigned int i;

	for (i = 0; i < WINDOW; i++) {
		window[i] = 0x5a;
		source[i] = (unsigned char)(i + 1);
	}
}

/* A call that stops where told; then one byte of the window is spoilt (-1: none). */
static int judged(enum uaccess_verify_kind kind, unsigned long n, unsigned long stop, int spoil,
		  unsigned long lie, char *picture)
{
	struct uaccess_verify verify = {.kind = kind,
					.to = window + BEFORE,
					.from = source,
					.n = n,
					.accessible = stop,
					.window = window,
					.window_size = WINDOW};
	unsigned long i;

	fill();
	if (uaccess_verify_begin(&verify))
		return -1;
	for (i = 0; i < n; i++) {
		if (i < stop)
			window[BEFORE + i] = kind == UACCESS_VERIFY_CLEAR ? 0 : source[i];
		else if (kind == UACCESS_VERIFY_COPY_ZERO)
			window[BEFORE + i] = 0;
	}
	if (spoil >= 0)
		window[spoil] ^= 0x80;
	return uaccess_verify_end(&verify, n - stop + lie, picture, UACCESS_VERIFY_PICTURE);
}

static void sweep(void)
{
	enum uaccess_verify_kind kind;
	unsigned long n, stop, wrong = 0, cases = 0;
	char picture[UACCESS_VERIFY_PICTURE];
	int at;

	for (kind = UACCESS_VERIFY_CLEAR; kind <= UACCESS_VERIFY_COPY_ZERO; kind++)
		for (n = 0; n < 40; n++)
			for (stop = 0; stop <= n; stop++) {
				cases++;
				wrong += judged(kind, n, stop, -1, 0, picture) != 0 || *picture;
				wrong += judged(kind, n, stop, -1, 1, picture) != 1 || !*picture;
				wrong += judged(kind, n, stop, -1, -1ul, NULL) != 1;
			}
	tap_ok(!wrong, "%lu calls: right ones pass, a residue off by one does not", cases);

	for (wrong = 0, at = 0; at < WINDOW; at++) {
		char row[16];

		wrong += judged(UACCESS_VERIFY_COPY, 100, 37, at, 0, picture) != 1;
		snprintf(row, sizeof(row), "  %8d  ", at / 16 * 16);
		wrong += !strstr(picture, row) || !strstr(picture, "^^") ||
			 strlen(picture) + 1 >= UACCESS_VERIFY_PICTURE;
	}
	tap_ok(!wrong, "each byte of the window is looked at and shown");
}

static void pictures(void)
{
	static const char wanted[] =
		"copy of 30 bytes, of which 3 can be done: byte 4 of the destination, at or behind "
		"the stop is da, not 5a; 1 differs\n"
		"is\n"
		"         0  5a 5a 5a 5a 5a 5a 5a 5a 5a 5a 5a 5a 5a 5a 5a 5a\n"
		"        16  5a 5a 5a 5a 01 02 03 5a da 5a 5a 5a 5a 5a 5a 5a\n"
		"                                    ^^\n"
		"        32  5a 5a 5a 5a 5a 5a 5a 5a 5a 5a 5a 5a 5a 5a 5a 5a\n"
		"must be\n"
		"         0  5a 5a 5a 5a 5a 5a 5a 5a 5a 5a 5a 5a 5a 5a 5a 5a\n"
		"        16  5a 5a 5a 5a 01 02 03 5a 5a 5a 5a 5a 5a 5a 5a 5a\n"
		"                                    ^^\n"
		"        32  5a 5a 5a 5a 5a 5a 5a 5a 5a 5a 5a 5a 5a 5a 5a 5a\n";
	char picture[UACCESS_VERIFY_PICTURE];

	judged(UACCESS_VERIFY_COPY, 30, 3, BEFORE + 4, 0, picture);
	if (!tap_ok(!strcmp(picture, wanted), "the picture"))
		fputs(picture, stderr);
	judged(UACCESS_VERIFY_COPY, 30, 3, BEFORE - 1, 0, picture);
	tap_ok(strstr(picture, "1 bytes before the destination"), "before the destination");
	judged(UACCESS_VERIFY_CLEAR, 30, 3, BEFORE + 2, 0, picture);
	tap_ok(strstr(picture, "byte 2 of the destination is 80, not 00"), "inside");
	judged(UACCESS_VERIFY_COPY_ZERO, 30, 3, BEFORE + 31, 0, picture);
	tap_ok(strstr(picture, "1 bytes behind the end"), "behind");
	judged(UACCESS_VERIFY_COPY, 30, 3, -1, 5, picture);
	tap_ok(strstr(picture, "the residue is 32, not 27"), "the residue");
}

static void refused(void)
{
	struct uaccess_verify verify = {.kind = UACCESS_VERIFY_CLEAR,
					.to = window,
					.n = 5,
					.accessible = 6,
					.window = window,
					.window_size = 4};
	int first = uaccess_verify_begin(&verify), second;

	verify.accessible = 5;
	second = uaccess_verify_begin(&verify);
	tap_ok(first == -EINVAL && second == -EINVAL, "a window that is too small is refused");
}

/* The library's own calls before a real bad page. */
static void real(void)
{
	struct uaccess_guard guard;
	unsigned long stop, wrong = 0;
	char picture[UACCESS_VERIFY_PICTURE];

	if (uaccess_guard_alloc(&guard, UACCESS_GUARD_PROT_NONE, UACCESS_GUARD_AT_END, 100))
		tap_bail("no guarded buffer");
	for (stop = 0; stop <= 100; stop++) {
		struct uaccess_verify verify = {.kind = UACCESS_VERIFY_COPY,
						.to = guard.end - stop,
						.from = source,
						.n = 120,
						.accessible = stop,
						.window = guard.start,
						.window_size = (size_t)(guard.end - guard.start)};

		fill();
		wrong += !!uaccess_verify_begin(&verify);
		wrong += uaccess_verify_end(&verify,
					    uaccess_copy_to_user(guard.end - stop, source, 120),
					    picture, sizeof(picture));
	}
	tap_ok(!wrong, "copy_to_user() before a bad page");
	uaccess_guard_free(&guard);
}

int main(void)
{
	alarm(60);
	sweep();
	pictures();
	refused();
	real();
	return tap_done();
}
