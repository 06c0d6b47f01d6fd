/* SPDX-License-Identifier: MIT */
/* Lines of a report, without stdio: it allocates and locks. Runs inside the fault handler. */
#include <errno.h>
#include <string.h>
#include <unistd.h>
#include "src/oops/oops_internal.h"

static void flush(struct text *text)
{
	const char *p = text->line;
	size_t left = text->length;

	text->line[left] = '\0';
	text->length = 0;
	if (text->sink.write) {
		text->sink.write(text->line, left, text->sink.arg);
		return;
	}
	while (left) {
		ssize_t written = write(text->sink.fd, p, left);

		if (written < 0 && errno == EINTR)
			continue;
		if (written <= 0)
			return; /* nowhere to say it */
		p += written;
		left -= (size_t)written;
	}
}

void uaccess__text_char(struct text *text, char c)
{
	if (text->length == sizeof(text->line) - 1)
		flush(text);
	text->line[text->length++] = c;
}

void uaccess__text_string(struct text *text, const char *s)
{
	while (*s)
		uaccess__text_char(text, *s++);
}

void uaccess__text_hex(struct text *text, uint64_t value, int digits)
{
	int shift;

	if (!digits)
		for (digits = 1; digits < 16 && value >> (4 * digits); digits++)
			;
	for (shift = 4 * (digits - 1); shift >= 0; shift -= 4)
		uaccess__text_char(text, "0123456789abcdef"[value >> shift & 15]);
}

void uaccess__text_decimal(struct text *text, uint64_t value)
{
	char digits[20];
	int n = 0;

	do
		digits[n++] = (char)('0' + value % 10);
	while (value /= 10);
	while (n)
		uaccess__text_char(text, digits[--n]);
}

void uaccess__text_end_line(struct text *text)
{
	uaccess__text_char(text, '\n');
	flush(text);
}

void uaccess__text_quoted(struct text *text, const char *s)
{
	uaccess__text_char(text, '"');
	for (; *s; s++) {
		unsigned char c = (unsigned char)*s;

		if (c == '"' || c == '\\')
			uaccess__text_char(text, '\\');
		if (c < 0x20) {
			uaccess__text_string(text, "\\u");
			uaccess__text_hex(text, c, 4);
		} else {
			uaccess__text_char(text, *s);
		}
	}
	uaccess__text_char(text, '"');
}
