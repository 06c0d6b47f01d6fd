/* SPDX-License-Identifier: MIT */
/* The oracle: the memory that a call must leave, made byte by byte, and a picture of what differs. */
#include <errno.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <uaccess/verify.h>

#define ROW 16

int uaccess_verify_begin(struct uaccess_verify *verify)
{
	const unsigned char *from = verify->from;
	uintptr_t at = (uintptr_t)verify->to - (uintptr_t)verify->window;
	unsigned long touched, i;

	verify->expected = NULL;
	/* copy_from_user()'s zeroes go to the caller's own memory: all of it must be in sight. */
	touched = verify->kind == UACCESS_VERIFY_COPY_ZERO ? verify->n : verify->accessible;
	if (verify->accessible > verify->n ||
	    (touched && (at > verify->window_size || touched > verify->window_size - at)))
		return -EINVAL;
	verify->expected = malloc(verify->window_size + 1);
	if (!verify->expected)
		return -ENOMEM;
	memcpy(verify->expected, verify->window, verify->window_size);
	for (i = 0; i < touched; i++) {
		unsigned char byte = 0;

		if (verify->kind != UACCESS_VERIFY_CLEAR && i < verify->accessible)
			byte = from[i];
		verify->expected[at + i] = byte;
	}
	return 0;
}

struct text {
	char *at;
	size_t left;
};

static void __attribute__((format(printf, 2, 3))) say(struct text *text, const char *format, ...)
{
	va_list arguments;
	int n;

	if (!text->at || !text->left)
		return;
	va_start(arguments, format);
	n = vsnprintf(text->at, text->left, format, arguments);
	va_end(arguments);
	if (n < 0)
		return;
	if ((size_t)n >= text->left)
		n = (int)text->left - 1;
	text->at += n;
	text->left -= (size_t)n;
}

/* The row of the memory that holds the byte, between its neighbours, and a mark below the byte. */
static void rows(struct text *text, const char *title, const unsigned char *memory, size_t size,
		 size_t at)
{
	size_t row = at / ROW * ROW, first, i;

	say(text, "%s\n", title);
	for (first = row >= ROW ? row - ROW : 0; first <= row + ROW && first < size; first += ROW) {
		say(text, "  %8zu ", first);
		for (i = first; i < first + ROW && i < size; i++)
			say(text, " %02x", memory[i]);
		say(text, "\n");
		if (first == row)
			say(text, "%*s^^\n", (int)(12 + 3 * (at - row)), "");
	}
}

static void where(struct text *text, const struct uaccess_verify *verify, size_t at)
{
	long byte = (long)((uintptr_t)verify->window + at - (uintptr_t)verify->to);

	if (byte < 0)
		say(text, "%ld bytes before the destination", -byte);
	else if ((unsigned long)byte < verify->accessible)
		say(text, "byte %ld of the destination", byte);
	else if ((unsigned long)byte < verify->n)
		say(text, "byte %ld of the destination, at or behind the stop", byte);
	else
		say(text, "%lu bytes behind the end of the destination",
		    (unsigned long)byte - verify->n);
}

int uaccess_verify_end(struct uaccess_verify *verify, unsigned long residue, char *picture,
		       size_t size)
{
	static const char *const names[] = {"clear", "copy", "copy with zeroes"};
	const unsigned char *is = verify->window, *must = verify->expected;
	struct text text = {picture, size};
	size_t at, count = 0, i;
	int wrong = 0;

	if (picture && size)
		*picture = '\0';
	if (residue != verify->n - verify->accessible) {
		say(&text,
		    "%s of %lu bytes, of which %lu can be done: the residue is %lu, not %lu\n",
		    names[verify->kind], verify->n, verify->accessible, residue,
		    verify->n - verify->accessible);
		wrong = 1;
	}
	for (at = 0; at < verify->window_size && is[at] == must[at]; at++)
		;
	if (at < verify->window_size) {
		for (i = at; i < verify->window_size; i++)
			count += is[i] != must[i];
		say(&text, "%s of %lu bytes, of which %lu can be done: ", names[verify->kind],
		    verify->n, verify->accessible);
		where(&text, verify, at);
		say(&text, " is %02x, not %02x; %zu differ%s\n", is[at], must[at], count,
		    count == 1 ? "s" : "");
		rows(&text, "is", is, verify->window_size, at);
		rows(&text, "must be", must, verify->window_size, at);
		wrong = 1;
	}
	free(verify->expected);
	verify->expected = NULL;
	return wrong;
}
