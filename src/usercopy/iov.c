/* SPDX-License-Identifier: MIT */
/*
 * iov_iter: one walk over the segments for all copies. A step moves a part of one
 * segment and returns its residue; the walk stops at the first that is short.
 */
#include <string.h>
#define UACCESS_NO_KERNEL_NAMES
#define UACCESS_USER_LIMIT
#include <uaccess/iov.h>
#include "src/log.h"

_Static_assert(sizeof(struct iovec) == sizeof(struct uaccess_kvec) &&
		       offsetof(struct iovec, iov_len) == offsetof(struct uaccess_kvec, iov_len),
	       "segments are walked as one kind");

/* n bytes between a segment's part and our side; the residue. "user": the part is user memory. */
typedef size_t step_fn(void *part, char *ours, size_t n, bool user);

/* Where the segment under way begins, and its length. */
static char *segment(const struct uaccess_iov_iter *i, size_t *length)
{
	if (i->iter_type == UACCESS_ITER_UBUF) {
		*length = i->iov_offset + i->count;
		return (char *)UACCESS__FORCE_POINTER(i->ubuf);
	}
	*length = i->iov->iov_len;
	return i->iov->iov_base;
}

/* Puts the segment that is done behind. */
static void next_segment(struct uaccess_iov_iter *i)
{
	if (i->iter_type == UACCESS_ITER_UBUF)
		return;
	i->iov++;
	i->nr_segs--;
	i->iov_offset = 0;
}

static size_t walk(struct uaccess_iov_iter *i, char *ours, size_t n, step_fn *step)
{
	bool user = i->iter_type != UACCESS_ITER_KVEC;
	size_t done = 0;

	if (n > i->count)
		n = i->count;
	while (done < n) {
		size_t length, part, left;
		char *start = segment(i, &length);

		part = length - i->iov_offset;
		if (part > n - done)
			part = n - done;
		left = part ? step(start + i->iov_offset, ours ? ours + done : NULL, part, user)
			    : 0;
		i->iov_offset += part - left;
		i->count -= part - left;
		done += part - left;
		if (i->iov_offset < length || left)
			break;
		next_segment(i);
	}
	return done;
}

/* --- steps ------------------------------------------------------------------------------ */

static size_t step_to(void *part, char *ours, size_t n, bool user)
{
	if (!user) {
		memcpy(part, ours, n);
		return 0;
	}
	return uaccess_access_ok(part, n) ? uaccess__raw_copy_to_user(part, ours, n) : n;
}

static size_t step_from(void *part, char *ours, size_t n, bool user)
{
	if (!user) {
		memcpy(ours, part, n);
		return 0;
	}
	return uaccess_access_ok(part, n) ? uaccess__raw_copy_from_user(ours, part, n) : n;
}

static size_t step_zero(void *part, char *ours, size_t n, bool user)
{
	(void)ours;
	if (!user) {
		memset(part, 0, n);
		return 0;
	}
	return uaccess__clear_user(part, n);
}

static size_t step_to_nofault(void *part, char *ours, size_t n, bool user)
{
	if (!user)
		return step_to(part, ours, n, user);
	return uaccess_copy_to_user_nofault(part, ours, n) ? n : 0;
}

static size_t step_nocache(void *part, char *ours, size_t n, bool user)
{
	return user ? uaccess_copy_from_user_inatomic_nontemporal(ours, part, n)
		    : uaccess_copy_to_nontemporal(ours, part, n);
}

static size_t step_flushcache(void *part, char *ours, size_t n, bool user)
{
	if (user)
		return uaccess_copy_from_user_flushcache(ours, part, n);
	uaccess_memcpy_flushcache(ours, part, n);
	return 0;
}

static size_t step_mc(void *part, char *ours, size_t n, bool user)
{
	return user ? uaccess_copy_mc_to_user(part, ours, n)
		    : uaccess_copy_mc_to_kernel(part, ours, n);
}

/* --- copies ----------------------------------------------------------------------------- */

static bool is(const struct uaccess_iov_iter *i, unsigned int direction)
{
	if (UACCESS_LIKELY(i->data_source == (direction == UACCESS_ITER_SOURCE)))
		return true;
	uaccess__log("WARNING: iov_iter: copy %s an iterator that is a %s",
		     i->data_source ? "to" : "from", i->data_source ? "source" : "destination");
	return false;
}

/* The const of a source is given up for the sake of one walk; no step writes to it. */
static char *ours(const void *p)
{
	return (char *)(uintptr_t)p;
}

size_t uaccess_copy_to_iter(const void *from, size_t n, struct uaccess_iov_iter *i)
{
	return is(i, UACCESS_ITER_DEST) ? walk(i, ours(from), n, step_to) : 0;
}

size_t uaccess_copy_from_iter(void *to, size_t n, struct uaccess_iov_iter *i)
{
	return is(i, UACCESS_ITER_SOURCE) ? walk(i, to, n, step_from) : 0;
}

size_t uaccess_iov_iter_zero(size_t n, struct uaccess_iov_iter *i)
{
	return is(i, UACCESS_ITER_DEST) ? walk(i, NULL, n, step_zero) : 0;
}

static bool full(size_t done, size_t n, struct uaccess_iov_iter *i)
{
	if (done == n)
		return true;
	uaccess_iov_iter_revert(i, done);
	return false;
}

bool uaccess_copy_to_iter_full(const void *from, size_t n, struct uaccess_iov_iter *i)
{
	return full(uaccess_copy_to_iter(from, n, i), n, i);
}

bool uaccess_copy_from_iter_full(void *to, size_t n, struct uaccess_iov_iter *i)
{
	return full(uaccess_copy_from_iter(to, n, i), n, i);
}

size_t uaccess_copy_to_iter_nofault(const void *from, size_t n, struct uaccess_iov_iter *i)
{
	return is(i, UACCESS_ITER_DEST) ? walk(i, ours(from), n, step_to_nofault) : 0;
}

size_t uaccess_copy_from_iter_atomic(void *to, size_t n, struct uaccess_iov_iter *i)
{
	size_t done;

	uaccess_pagefault_disable();
	done = uaccess_copy_from_iter(to, n, i);
	uaccess_pagefault_enable();
	return done;
}

size_t uaccess_copy_from_iter_nocache(void *to, size_t n, struct uaccess_iov_iter *i)
{
	return is(i, UACCESS_ITER_SOURCE) ? walk(i, to, n, step_nocache) : 0;
}

size_t uaccess_copy_from_iter_flushcache(void *to, size_t n, struct uaccess_iov_iter *i)
{
	return is(i, UACCESS_ITER_SOURCE) ? walk(i, to, n, step_flushcache) : 0;
}

size_t uaccess_copy_mc_to_iter(const void *from, size_t n, struct uaccess_iov_iter *i)
{
	return is(i, UACCESS_ITER_DEST) ? walk(i, ours(from), n, step_mc) : 0;
}

/* --- position --------------------------------------------------------------------------- */

void uaccess_iov_iter_advance(struct uaccess_iov_iter *i, size_t n)
{
	if (n > i->count)
		n = i->count;
	i->count -= n;
	n += i->iov_offset;
	if (i->iter_type != UACCESS_ITER_UBUF)
		while (i->nr_segs && n >= i->iov->iov_len) {
			n -= i->iov->iov_len;
			next_segment(i);
		}
	i->iov_offset = n;
}

void uaccess_iov_iter_revert(struct uaccess_iov_iter *i, size_t n)
{
	i->count += n;
	while (i->iter_type != UACCESS_ITER_UBUF && n > i->iov_offset) {
		n -= i->iov_offset;
		i->iov--;
		i->nr_segs++;
		i->iov_offset = i->iov->iov_len;
	}
	i->iov_offset -= n;
}

size_t uaccess_iov_iter_single_seg_count(const struct uaccess_iov_iter *i)
{
	size_t length;

	if (!i->nr_segs)
		return i->count;
	(void)segment(i, &length);
	length -= i->iov_offset;
	return length < i->count ? length : i->count;
}

static size_t fault_in(const struct uaccess_iov_iter *i, size_t n,
		       size_t (*touch)(const void __user *p, size_t n))
{
	struct uaccess_iov_iter at = *i;
	size_t left = n < i->count ? n : i->count;

	if (i->iter_type == UACCESS_ITER_KVEC)
		return 0;
	while (left) {
		size_t length, part, missed;
		char *start = segment(&at, &length);

		part = length - at.iov_offset;
		if (part > left)
			part = left;
		missed = touch(start + at.iov_offset, part);
		left -= part - missed;
		if (missed)
			break;
		uaccess_iov_iter_advance(&at, part);
		if (at.iter_type == UACCESS_ITER_IOVEC && !part)
			next_segment(&at);
	}
	return left;
}

size_t uaccess_fault_in_iov_iter_readable(const struct uaccess_iov_iter *i, size_t n)
{
	return fault_in(i, n, uaccess_fault_in_readable);
}

size_t uaccess_fault_in_iov_iter_writeable(const struct uaccess_iov_iter *i, size_t n)
{
	return fault_in(i, n, uaccess_fault_in_safe_writeable);
}
