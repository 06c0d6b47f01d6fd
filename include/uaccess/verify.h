/* SPDX-License-Identifier: MIT */
/*
 * The oracle: says what a partial copy or clear must leave behind, byte by byte, and
 * shows the first byte that is not so.
 *
 *	struct uaccess_verify verify = {
 *		.kind = UACCESS_VERIFY_CLEAR, .to = guard.data + 60, .n = 100,
 *		.accessible = 40, .window = guard.start, .window_size = guard.end - guard.start,
 *	};
 *	char picture[UACCESS_VERIFY_PICTURE];
 *
 *	uaccess_verify_begin(&verify);
 *	left = my_clear(guard.data + 60, 100);
 *	if (uaccess_verify_end(&verify, left, picture, sizeof(picture)))
 *		fputs(picture, stderr);
 *
 * Part of libuaccess-inject. It shares no code with the routines. Thread safe, with a
 * struct of one's own; not async-signal-safe, as it allocates.
 */
#ifndef UACCESS_VERIFY_H
#define UACCESS_VERIFY_H

#include <stddef.h>
#include <uaccess/compiler.h>

UACCESS_EXTERN_C_BEGIN

enum uaccess_verify_kind {
	UACCESS_VERIFY_CLEAR, /* clear_user() */
	UACCESS_VERIFY_COPY,  /* copy_to_user(), raw_copy_from_user(): nothing behind the stop */
	UACCESS_VERIFY_COPY_ZERO, /* copy_from_user(): zeroes what it did not copy */
};

struct uaccess_verify {
	enum uaccess_verify_kind kind;
	void *to;
	const void *from;	  /* of a copy; must not overlap the window */
	unsigned long n;	  /* as the call is made */
	unsigned long accessible; /* so many of the n bytes can be done; the residue is the rest */
	void *window;	    /* memory that can be read, around the destination or what can be */
	size_t window_size; /* read of it: no byte of it may change but those of the call */
	unsigned char *expected; /* the library's own */
};

/* Room for any picture. */
#define UACCESS_VERIFY_PICTURE 1024

/*
 * Looks at the memory before the call. Returns 0, -EINVAL where accessible is more than n
 * or an accessible byte of the destination lies outside the window, or -ENOMEM.
 */
UACCESS_API int uaccess_verify_begin(struct uaccess_verify *verify);

/*
 * Looks at it after the call, which returned this residue, and frees what begin took.
 * Returns 0 where residue and memory are exact; otherwise 1, and picture (size bytes, may
 * be NULL) says what is wrong: the residue, or the rows of memory around the first byte
 * that differs, as they are and as they must be.
 */
UACCESS_API int uaccess_verify_end(struct uaccess_verify *verify, unsigned long residue,
				   char *picture, size_t size);

UACCESS_EXTERN_C_END

#endif /* UACCESS_VERIFY_H */
