/* SPDX-License-Identifier: MIT */
/* Inline functions with entries, in two units of a C++ program: the linker keeps one of each. */
#ifndef UACCESS_TESTS_ABI_TWO_UNITS_H
#define UACCESS_TESTS_ABI_TWO_UNITS_H

#include <uaccess/uaccess.h>

inline int get_inline(const char *p)
{
	char byte = 1;

	int error = get_user(byte, p);

	return byte ? 1 : error;
}

template <typename T> inline unsigned long clear_template(T *p)
{
	return clear_user(p, sizeof(T));
}

int other_get(const char *p);
unsigned long other_clear(long *p);

#endif /* UACCESS_TESTS_ABI_TWO_UNITS_H */
