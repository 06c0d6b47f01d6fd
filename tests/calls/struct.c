/* SPDX-License-Identifier: MIT */
/* check_zeroed_user(), the structs that grow, and the memdup family. */
#include <errno.h>
#include <stdlib.h>
#include <unistd.h>
#include <uaccess/uaccess.h>
#include "src/usercopy/string_internal.h"
#include "tests/calls/pages.h"

static unsigned long cases, failures;

typedef int zeroed_fn(const void *p, size_t n);

static int generic(const void *p, size_t n)
{
	return n ? uaccess__zeroed_generic(p, n) : 1;
}

static int library(const void *p, size_t n)
{
	return check_zeroed_user(p, n);
}

/* 00 ff 00 ff ..., 512 zero bytes, ff 00 ff 00 ..., over the end of a page: every start and end. */
static void every_pair(zeroed_fn *zeroed, char *area, const char *what)
{
	char *p = area + PAGE - 512;
	size_t start, end, i;

	for (i = 0; i < 256; i++) {
		p[i] = (char)(i & 1 ? 0xff : 0);
		p[768 + i] = (char)(i & 1 ? 0 : 0xff);
	}
	memset(p + 256, 0, 512);
	for (start = 0; start <= 1024; start++) {
		bool all_zero = true;

		for (end = start; end <= 1024; end++) {
			cases++;
			failures += zeroed(p + start, end - start) != all_zero;
			if (end < 1024)
				all_zero &= !p[end];
		}
	}
	point(&cases, &failures, what);
}

/* One byte that is not zero, a fault behind it, before it, and none. */
static void faults(zeroed_fn *zeroed, char *area, const char *what)
{
	size_t distance, n, at;

	for (distance = 0; distance <= 140; distance++) {
		char *p = area + PAGE - distance;

		memset(area, 0, PAGE);
		for (n = 1; n <= 150; n++) {
			cases++;
			failures += zeroed(p, n) != (n <= distance ? 1 : -EFAULT);
			for (at = 0; at < n && at < distance; at += at < 40 ? 1 : 9) {
				p[at] = 4;
				cases++;
				failures += zeroed(p, n) != 0;
				p[at] = 0;
			}
		}
	}
	point(&cases, &failures, what);
}

static void struct_from_user(char *area)
{
	size_t ksize, usize, distance, i;

	for (ksize = 0; ksize <= 40; ksize++)
		for (usize = 0; usize <= 48; usize++)
			for (distance = 0; distance <= 49; distance++) {
				unsigned char to[41],
					*from = (unsigned char *)area + PAGE - distance;
				size_t odd; /* the byte past ksize that is not zero; usize: none */

				for (odd = ksize < usize ? ksize : usize; odd <= usize; odd++) {
					int expected = 0, result;

					for (i = 0; i < distance; i++)
						from[i] = i < ksize || i == odd
								  ? (unsigned char)(i + 1)
								  : 0;
					if (distance < usize)
						expected = -EFAULT;
					if (ksize < usize && odd < usize && odd < distance)
						expected = -E2BIG;
					memset(to, 0xee, sizeof(to));
					result = uaccess_copy_struct_from_user(to, ksize, from,
									       usize);
					cases++;
					if (result != expected || to[ksize] != 0xee)
						failures++;
					for (i = 0; !result && i < ksize; i++)
						failures += to[i] != (i < usize ? from[i] : 0);
				}
			}
	point(&cases, &failures, "copy_struct_from_user, every pair of sizes");
}

static void struct_to_user(char *area)
{
	size_t ksize, usize, distance, odd, i;

	for (ksize = 0; ksize <= 40; ksize++)
		for (usize = 0; usize <= 48; usize++)
			for (distance = 40; distance <= 49; distance++)
				for (odd = 0; odd <= ksize; odd++) {
					unsigned char *to = (unsigned char *)area + PAGE - distance;
					unsigned char from[42] = {0};
					bool ignored = true;
					int result;

					for (i = 0; i < usize && i < ksize; i++)
						from[i] = (unsigned char)(i + 1);
					from[odd] = 0xcc; /* odd == ksize: behind the struct */
					memset(area, 0x77, PAGE);
					result = uaccess_copy_struct_to_user(to, usize, from, ksize,
									     &ignored);
					cases++;
					if (result != (usize > distance ? -EFAULT : 0))
						failures++;
					if (result)
						continue;
					failures += ignored != (odd >= usize && odd < ksize);
					for (i = 0; i < distance; i++)
						failures += to[i] != (i >= usize  ? 0x77
								      : i < ksize ? from[i]
										  : 0);
				}
	point(&cases, &failures, "copy_struct_to_user, every pair of sizes");
	tap_ok(copy_struct_to_user(area, 4, "1234", 4, NULL) == 0, "without ignored_trailing");
}

static bool is(void *p, long error)
{
	return IS_ERR(p) && PTR_ERR(p) == error;
}

static void memdup(char *area)
{
	char *end = area + PAGE, *p;

	memset(area, 'q', PAGE);
	memcpy(end - 4, "abc", 4);
	p = memdup_user(end - 4, 4);
	tap_ok(!IS_ERR(p) && !memcmp(p, "abc", 4), "memdup_user");
	free(p);
	p = vmemdup_user(end - 4, 0);
	tap_ok(!IS_ERR(p) && p, "nothing is not NULL");
	free(p);
	tap_ok(is(memdup_user(end - 4, 5), -EFAULT), "one byte too many");
	tap_ok(is(memdup_user(end - 4, (size_t)-1), -ENOMEM), "huge");
	tap_ok(is(memdup_user_nul(end - 4, (size_t)-1), -ENOMEM), "huge and one more");
	p = memdup_user_nul(end - 4, 3);
	tap_ok(!IS_ERR(p) && !strcmp(p, "abc"), "memdup_user_nul");
	free(p);
	tap_ok(is(memdup_user_nul(end, 1), -EFAULT), "memdup_user_nul of a bad page");
	p = memdup_array_user(end - 4, 2, 2);
	tap_ok(!IS_ERR(p) && !memcmp(p, "abc", 4), "memdup_array_user");
	free(p);
	tap_ok(is(vmemdup_array_user(end - 4, 1ul << 33, 1ul << 31), -EOVERFLOW), "overflow");
	p = strndup_user(end - 4, 4);
	tap_ok(!IS_ERR(p) && !strcmp(p, "abc"), "strndup_user");
	free(p);
	tap_ok(is(strndup_user(end - 4, 3), -EINVAL), "strndup_user: too long");
	tap_ok(is(strndup_user(end, 3), -EFAULT), "strndup_user: a bad page");
	tap_ok(is(strndup_user(end - 4, 0), -EFAULT), "strndup_user: n 0, as in the kernel");
}

int main(void)
{
	char *two = pages(2), *one = pages(1);

	alarm(120);
	every_pair(library, two, "every start and end");
	every_pair(generic, two, "every start and end, generic");
	faults(library, one, "faults");
	faults(generic, one, "faults, generic");
	tap_ok(check_zeroed_user(NULL, 0) == 1, "no byte is all zero");
	tap_ok(check_zeroed_user(one, (size_t)-1) == -EFAULT, "the range wraps");
	tap_ok(check_zeroed_user((char *)(1ul << 63), 1) == -EFAULT, "no such address");
	struct_from_user(one);
	struct_to_user(one);
	memdup(one);
	return tap_done();
}
