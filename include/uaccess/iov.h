/* SPDX-License-Identifier: MIT */
/*
 * iov_iter: a position in a vector of segments, of user memory or of one's own,
 * and copies that go on from there.
 *
 * A copy returns the number of bytes COPIED and advances by exactly that, also in
 * the middle of a segment; it is short only where a segment of user memory is
 * inaccessible from there on, or the iterator ends. All but import_iovec(), which
 * may allocate, are async-signal-safe; an iterator belongs to one thread.
 */
#ifndef UACCESS_IOV_H
#define UACCESS_IOV_H

#include <sys/types.h>
#include <sys/uio.h>
#include <uaccess/uaccess.h>

UACCESS_EXTERN_C_BEGIN

/* A segment of one's own memory. */
struct uaccess_kvec {
	void *iov_base;
	size_t iov_len;
};

enum uaccess_iter_type {
	UACCESS_ITER_UBUF,
	UACCESS_ITER_IOVEC,
	UACCESS_ITER_KVEC
};

/* Which way the data goes: into the segments or out of them (the kernel's READ and WRITE). */
#define UACCESS_ITER_DEST   0u
#define UACCESS_ITER_SOURCE 1u

/* Set up by a call below; the members are to be read only. */
struct uaccess_iov_iter {
	enum uaccess_iter_type iter_type;
	bool data_source;
	size_t iov_offset; /* done of the first segment; ubuf: done */
	size_t count;	   /* bytes to go */
	union {
		const struct iovec *iov;
		const struct uaccess_kvec *kvec;
		void __user *ubuf;
	};
	unsigned long nr_segs; /* segments to go, the one under way included */
};

#define UACCESS_MAX_RW_COUNT 0x7ffff000ul /* of one import, as of one read() */
#define UACCESS_UIO_MAXIOV   1024u

/*
 * Over nr segments, of which the first count bytes (no more than they hold) are
 * meant. The array is kept by reference, and so are the segments.
 */
UACCESS_API void uaccess_iov_iter_init(struct uaccess_iov_iter *i, unsigned int direction,
				       const struct iovec *iov, unsigned long nr, size_t count);
UACCESS_API void uaccess_iov_iter_kvec(struct uaccess_iov_iter *i, unsigned int direction,
				       const struct uaccess_kvec *kvec, unsigned long nr,
				       size_t count);
UACCESS_API void uaccess_iov_iter_ubuf(struct uaccess_iov_iter *i, unsigned int direction,
				       void __user *p, size_t count);

/*
 * Over n bytes of user memory, cut to UACCESS_MAX_RW_COUNT. 0, or -EFAULT for a range
 * that is not user memory.
 */
UACCESS_API int uaccess_import_ubuf(unsigned int direction, void __user *p, size_t n,
				    struct uaccess_iov_iter *i) UACCESS_MUST_CHECK;

/*
 * Over an array of nr segments that lies in user memory itself. *iov names an array
 * of fast segments to read it into; where it has more, one is allocated. Returns
 * the bytes in all, cut to UACCESS_MAX_RW_COUNT; -EINVAL for more than
 * UACCESS_UIO_MAXIOV segments or a length beyond SSIZE_MAX; -EFAULT; -ENOMEM. *iov
 * is then what the caller has to free(): the allocated array, or NULL.
 */
UACCESS_API ssize_t uaccess_import_iovec(unsigned int direction, const struct iovec __user *uvec,
					 unsigned int nr, unsigned int fast, struct iovec **iov,
					 struct uaccess_iov_iter *i) UACCESS_MUST_CHECK;

/*
 * The copies. An iterator of the other direction is reported on the log hook and
 * copies nothing. _full: all n bytes (true), or the iterator is where it was.
 * _nofault: under pagefault_disable(), and a segment's part counts as a whole or not at
 * all. _atomic: under pagefault_disable(). _nocache, _flushcache, _mc: see
 * <uaccess/special.h>.
 */
UACCESS_API size_t uaccess_copy_to_iter(const void *from, size_t n, struct uaccess_iov_iter *i);
UACCESS_API size_t uaccess_copy_from_iter(void *to, size_t n, struct uaccess_iov_iter *i);
UACCESS_API size_t uaccess_iov_iter_zero(size_t n, struct uaccess_iov_iter *i);
UACCESS_API bool uaccess_copy_to_iter_full(const void *from, size_t n,
					   struct uaccess_iov_iter *i) UACCESS_MUST_CHECK;
UACCESS_API bool uaccess_copy_from_iter_full(void *to, size_t n,
					     struct uaccess_iov_iter *i) UACCESS_MUST_CHECK;
UACCESS_API size_t uaccess_copy_to_iter_nofault(const void *from, size_t n,
						struct uaccess_iov_iter *i);
UACCESS_API size_t uaccess_copy_from_iter_atomic(void *to, size_t n, struct uaccess_iov_iter *i);
UACCESS_API size_t uaccess_copy_from_iter_nocache(void *to, size_t n, struct uaccess_iov_iter *i);
UACCESS_API size_t uaccess_copy_from_iter_flushcache(void *to, size_t n,
						     struct uaccess_iov_iter *i);
UACCESS_API size_t uaccess_copy_mc_to_iter(const void *from, size_t n, struct uaccess_iov_iter *i);

/* Forward, at most to the end; back by bytes that were advanced before. */
UACCESS_API void uaccess_iov_iter_advance(struct uaccess_iov_iter *i, size_t n);
UACCESS_API void uaccess_iov_iter_revert(struct uaccess_iov_iter *i, size_t n);

/* Bytes to go in the segment under way. */
UACCESS_API size_t uaccess_iov_iter_single_seg_count(const struct uaccess_iov_iter *i);

/* fault_in_readable() and fault_in_safe_writeable() over the next n bytes: those not reached. */
UACCESS_API size_t uaccess_fault_in_iov_iter_readable(const struct uaccess_iov_iter *i, size_t n);
UACCESS_API size_t uaccess_fault_in_iov_iter_writeable(const struct uaccess_iov_iter *i, size_t n);

UACCESS_INLINE size_t uaccess_iov_iter_count(const struct uaccess_iov_iter *i)
{
	return i->count;
}

/* At most n bytes to go from here; reexpand() takes what was cut back. */
UACCESS_INLINE void uaccess_iov_iter_truncate(struct uaccess_iov_iter *i, size_t n)
{
	if (i->count > n)
		i->count = n;
}

UACCESS_INLINE void uaccess_iov_iter_reexpand(struct uaccess_iov_iter *i, size_t n)
{
	i->count = n;
}

/* The size of the object is checked where the compiler knows it. */
UACCESS_INLINE size_t uaccess__copy_to_iter(const void *from, size_t n, struct uaccess_iov_iter *i)
{
	return uaccess__check_copy_size(from, n) ? uaccess_copy_to_iter(from, n, i) : 0;
}

UACCESS_INLINE size_t uaccess__copy_from_iter(void *to, size_t n, struct uaccess_iov_iter *i)
{
	return uaccess__check_copy_size(to, n) ? uaccess_copy_from_iter(to, n, i) : 0;
}

#ifndef UACCESS_NO_KERNEL_NAMES
#include <uaccess/iov_names.h>
#endif

UACCESS_EXTERN_C_END

#endif /* UACCESS_IOV_H */
