/* SPDX-License-Identifier: MIT */
/* The kernel's names for what <uaccess/iov.h> offers. No code of its own. */
#ifndef UACCESS_IOV_NAMES_H
#define UACCESS_IOV_NAMES_H

#ifndef UACCESS_IOV_H
#error "include <uaccess/iov.h> instead"
#endif

#define iov_iter    uaccess_iov_iter
#define kvec	    uaccess_kvec
#define ITER_DEST   UACCESS_ITER_DEST
#define ITER_SOURCE UACCESS_ITER_SOURCE
#define ITER_UBUF   UACCESS_ITER_UBUF
#define ITER_IOVEC  UACCESS_ITER_IOVEC
#define ITER_KVEC   UACCESS_ITER_KVEC
#ifndef MAX_RW_COUNT
#define MAX_RW_COUNT UACCESS_MAX_RW_COUNT
#endif
#ifndef UIO_MAXIOV
#define UIO_MAXIOV UACCESS_UIO_MAXIOV
#endif

#define iov_iter_init(i, direction, iov, nr, count) \
	uaccess_iov_iter_init(i, direction, iov, nr, count)
#define iov_iter_kvec(i, direction, vec, nr, count) \
	uaccess_iov_iter_kvec(i, direction, vec, nr, count)
#define iov_iter_ubuf(i, direction, p, count) uaccess_iov_iter_ubuf(i, direction, p, count)
#define import_ubuf(direction, p, n, i)	      uaccess_import_ubuf(direction, p, n, i)
#define import_iovec(direction, uvec, nr, fast, iov, i) \
	uaccess_import_iovec(direction, uvec, nr, fast, iov, i)

#define copy_to_iter(from, n, i)	    uaccess__copy_to_iter(from, n, i)
#define copy_from_iter(to, n, i)	    uaccess__copy_from_iter(to, n, i)
#define iov_iter_zero(n, i)		    uaccess_iov_iter_zero(n, i)
#define copy_to_iter_full(from, n, i)	    uaccess_copy_to_iter_full(from, n, i)
#define copy_from_iter_full(to, n, i)	    uaccess_copy_from_iter_full(to, n, i)
#define copy_to_iter_nofault(from, n, i)    uaccess_copy_to_iter_nofault(from, n, i)
#define copy_from_iter_atomic(to, n, i)	    uaccess_copy_from_iter_atomic(to, n, i)
#define copy_from_iter_nocache(to, n, i)    uaccess_copy_from_iter_nocache(to, n, i)
#define copy_from_iter_flushcache(to, n, i) uaccess_copy_from_iter_flushcache(to, n, i)
#define copy_mc_to_iter(from, n, i)	    uaccess_copy_mc_to_iter(from, n, i)

#define iov_iter_advance(i, n)		  uaccess_iov_iter_advance(i, n)
#define iov_iter_revert(i, n)		  uaccess_iov_iter_revert(i, n)
#define iov_iter_count(i)		  uaccess_iov_iter_count(i)
#define iov_iter_truncate(i, n)		  uaccess_iov_iter_truncate(i, n)
#define iov_iter_reexpand(i, n)		  uaccess_iov_iter_reexpand(i, n)
#define iov_iter_single_seg_count(i)	  uaccess_iov_iter_single_seg_count(i)
#define fault_in_iov_iter_readable(i, n)  uaccess_fault_in_iov_iter_readable(i, n)
#define fault_in_iov_iter_writeable(i, n) uaccess_fault_in_iov_iter_writeable(i, n)

#define iter_is_ubuf(i)	    ((i)->iter_type == UACCESS_ITER_UBUF)
#define iter_is_iovec(i)    ((i)->iter_type == UACCESS_ITER_IOVEC)
#define iov_iter_is_kvec(i) ((i)->iter_type == UACCESS_ITER_KVEC)
#define user_backed_iter(i) ((i)->iter_type != UACCESS_ITER_KVEC)
#define iov_iter_rw(i)	    ((i)->data_source ? UACCESS_ITER_SOURCE : UACCESS_ITER_DEST)

#endif /* UACCESS_IOV_NAMES_H */
