/* SPDX-License-Identifier: MIT */
/* Making an iov_iter: of one's own array, and of one that comes from user memory. */
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#define UACCESS_NO_KERNEL_NAMES
#define UACCESS_USER_LIMIT
#include <uaccess/iov.h>

void uaccess_iov_iter_init(struct uaccess_iov_iter *i, unsigned int direction,
			   const struct iovec *iov, unsigned long nr, size_t count)
{
	*i = (struct uaccess_iov_iter){
		.iter_type = UACCESS_ITER_IOVEC,
		.data_source = direction == UACCESS_ITER_SOURCE,
		.count = count,
		.iov = iov,
		.nr_segs = nr,
	};
}

void uaccess_iov_iter_kvec(struct uaccess_iov_iter *i, unsigned int direction,
			   const struct uaccess_kvec *kvec, unsigned long nr, size_t count)
{
	*i = (struct uaccess_iov_iter){
		.iter_type = UACCESS_ITER_KVEC,
		.data_source = direction == UACCESS_ITER_SOURCE,
		.count = count,
		.kvec = kvec,
		.nr_segs = nr,
	};
}

void uaccess_iov_iter_ubuf(struct uaccess_iov_iter *i, unsigned int direction, void __user *p,
			   size_t count)
{
	*i = (struct uaccess_iov_iter){
		.iter_type = UACCESS_ITER_UBUF,
		.data_source = direction == UACCESS_ITER_SOURCE,
		.count = count,
		.ubuf = p,
		.nr_segs = 1,
	};
}

int uaccess_import_ubuf(unsigned int direction, void __user *p, size_t n,
			struct uaccess_iov_iter *i)
{
	if (n > UACCESS_MAX_RW_COUNT)
		n = UACCESS_MAX_RW_COUNT;
	if (!uaccess_access_ok(p, n))
		return -EFAULT;
	uaccess_iov_iter_ubuf(i, direction, p, n);
	return 0;
}

/* Checks the segments and cuts them to what one call may move; the bytes in all. */
static ssize_t check_segments(struct iovec *iov, unsigned int nr)
{
	size_t total = 0;
	unsigned int k;

	for (k = 0; k < nr; k++) {
		size_t length = iov[k].iov_len;

		if (length > SSIZE_MAX)
			return -EINVAL;
		if (!uaccess_access_ok(iov[k].iov_base, length))
			return -EFAULT;
		if (length > UACCESS_MAX_RW_COUNT - total)
			iov[k].iov_len = length = UACCESS_MAX_RW_COUNT - total;
		total += length;
	}
	return (ssize_t)total;
}

ssize_t uaccess_import_iovec(unsigned int direction, const struct iovec __user *uvec,
			     unsigned int nr, unsigned int fast, struct iovec **iov,
			     struct uaccess_iov_iter *i)
{
	struct iovec *array = *iov, *allocated = NULL;
	ssize_t total;
	int saved = errno;

	*iov = NULL;
	if (nr > UACCESS_UIO_MAXIOV)
		return -EINVAL;
	if (nr > fast) {
		array = allocated = malloc(nr * sizeof(*array));
		errno = saved;
		if (!allocated)
			return -ENOMEM;
	}
	/* Read once: what was checked is what is used. */
	if (uaccess__copy_from_user(array, uvec, nr * sizeof(*array)))
		total = -EFAULT;
	else
		total = check_segments(array, nr);
	if (total < 0) {
		free(allocated);
		return total;
	}
	uaccess_iov_iter_init(i, direction, array, nr, (size_t)total);
	*iov = allocated;
	return total;
}
