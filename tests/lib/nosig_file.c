/* SPDX-License-Identifier: MIT */
/* A file whose accesses all go through system calls; driven by nosig.c. */
#define UACCESS_NOSIG
#include <uaccess/uaccess.h>

int nosig_file_get(uint64_t *x, const uint64_t *p);
int nosig_file_put(uint64_t v, uint64_t *p);
unsigned long nosig_file_copy16(void *to, const void *from);
unsigned long nosig_file_clear(void *to, unsigned long n);

int nosig_file_get(uint64_t *x, const uint64_t *p)
{
	return get_user(*x, p);
}

int nosig_file_put(uint64_t v, uint64_t *p)
{
	return put_user(v, p);
}

unsigned long nosig_file_copy16(void *to, const void *from)
{
	return copy_from_user(to, from, 16);
}

unsigned long nosig_file_clear(void *to, unsigned long n)
{
	return clear_user(to, n);
}
