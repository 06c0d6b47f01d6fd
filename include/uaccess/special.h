/* SPDX-License-Identifier: MIT */
/*
 * Copies for special memory: with hardware errors, past the caches, through to
 * persistent memory, with a checksum on the way; and a word load that may run
 * into a page that is not there.
 *
 * Where nothing else is said, a call returns the residue, exact to the byte as
 * copy_to_user()'s, and touches nothing else. All are async-signal-safe and
 * leave errno alone.
 */
#ifndef UACCESS_SPECIAL_H
#define UACCESS_SPECIAL_H

#ifndef UACCESS_UACCESS_H
#error "include <uaccess/uaccess.h> instead"
#endif

/*
 * Survive a memory error in the source: byte n - r could not be read. A memory
 * error is a SIGBUS with BUS_MCEERR_AR at the access. (BUS_MCEERR_AO tells of one
 * that nobody has touched, at some other instruction; it goes to the program's
 * handler.) Any other fault, on either side, is answered the same way.
 */
UACCESS_API unsigned long uaccess_copy_mc_to_kernel(void *to, const void *from,
						    unsigned long n) UACCESS_MUST_CHECK;
UACCESS_API unsigned long uaccess_copy_mc_to_user(void __user *to, const void *from,
						  unsigned long n) UACCESS_MUST_CHECK;

/*
 * Past the caches, for data that is not read again soon. The stores are complete
 * for other processors on return. copy_to_nontemporal() checks no range and either
 * side may fault.
 */
UACCESS_API unsigned long
uaccess_copy_from_user_inatomic_nontemporal(void *to, const void __user *from,
					    unsigned long n) UACCESS_MUST_CHECK;
UACCESS_API unsigned long uaccess_copy_to_nontemporal(void *to, const void *from,
						      unsigned long n) UACCESS_MUST_CHECK;

/* The same, and no byte that was written is left in a cache only: for persistent memory. */
UACCESS_API unsigned long uaccess_copy_from_user_flushcache(void *to, const void __user *from,
							    unsigned long n) UACCESS_MUST_CHECK;
UACCESS_API void uaccess_memcpy_flushcache(void *to, const void *from, unsigned long n);

/*
 * The ones' complement sum of RFC 1071 over n bytes, on the way. Returns 32 bits,
 * not folded, that begin at ~0, so that 0 means failure: a byte that was
 * inaccessible, or not user memory; then any part of the destination was written.
 * csum_partial() sums memory of one's own on top of sum; csum_fold() gives the 16
 * bits that go into a header.
 */
UACCESS_API uint32_t uaccess_csum_and_copy_from_user(const void __user *from, void *to,
						     int n) UACCESS_MUST_CHECK;
UACCESS_API uint32_t uaccess_csum_and_copy_to_user(const void *from, void __user *to,
						   int n) UACCESS_MUST_CHECK;
UACCESS_API uint32_t uaccess_csum_partial(const void *p, int n, uint32_t sum);

UACCESS_INLINE uint16_t uaccess_csum_fold(uint32_t sum)
{
	sum = (sum & 0xffff) + (sum >> 16);
	sum = (sum & 0xffff) + (sum >> 16);
	return (uint16_t)~sum;
}

/*
 * The word at p, at any alignment, where the bytes in a next page that is not
 * accessible read as zero. The byte at p must be accessible.
 */
UACCESS_INLINE unsigned long uaccess_load_unaligned_zeropad(const void *p)
{
	return uaccess_arch_load_unaligned_zeropad(p);
}

#ifndef UACCESS_NO_KERNEL_NAMES
UACCESS_INLINE UACCESS_MUST_CHECK unsigned long copy_mc_to_kernel(void *to, const void *from,
								  unsigned long n)
{
	return uaccess_copy_mc_to_kernel(to, from, n);
}

UACCESS_INLINE UACCESS_MUST_CHECK unsigned long copy_mc_to_user(void __user *to, const void *from,
								unsigned long n)
{
	return uaccess_copy_mc_to_user(to, from, n);
}

UACCESS_INLINE UACCESS_MUST_CHECK unsigned long
copy_from_user_inatomic_nontemporal(void *to, const void __user *from, unsigned long n)
{
	return uaccess_copy_from_user_inatomic_nontemporal(to, from, n);
}

UACCESS_INLINE UACCESS_MUST_CHECK unsigned long
__copy_from_user_inatomic_nocache(void *to, const void __user *from, unsigned long n)
{
	return uaccess_copy_from_user_inatomic_nontemporal(to, from, n);
}

UACCESS_INLINE UACCESS_MUST_CHECK unsigned long copy_to_nontemporal(void *to, const void *from,
								    unsigned long n)
{
	return uaccess_copy_to_nontemporal(to, from, n);
}

UACCESS_INLINE UACCESS_MUST_CHECK unsigned long
copy_from_user_flushcache(void *to, const void __user *from, unsigned long n)
{
	return uaccess_copy_from_user_flushcache(to, from, n);
}

UACCESS_INLINE void memcpy_flushcache(void *to, const void *from, unsigned long n)
{
	uaccess_memcpy_flushcache(to, from, n);
}

UACCESS_INLINE UACCESS_MUST_CHECK uint32_t csum_and_copy_from_user(const void __user *from,
								   void *to, int n)
{
	return uaccess_csum_and_copy_from_user(from, to, n);
}

UACCESS_INLINE UACCESS_MUST_CHECK uint32_t csum_and_copy_to_user(const void *from, void __user *to,
								 int n)
{
	return uaccess_csum_and_copy_to_user(from, to, n);
}

UACCESS_INLINE uint32_t csum_partial(const void *p, int n, uint32_t sum)
{
	return uaccess_csum_partial(p, n, sum);
}

UACCESS_INLINE uint16_t csum_fold(uint32_t sum)
{
	return uaccess_csum_fold(sum);
}

UACCESS_INLINE unsigned long load_unaligned_zeropad(const void *p)
{
	return uaccess_load_unaligned_zeropad(p);
}
#endif /* UACCESS_NO_KERNEL_NAMES */

#endif /* UACCESS_SPECIAL_H */
