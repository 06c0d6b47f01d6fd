// SPDX-License-Identifier: MIT
// The other unit of two_units.cc.
#include "tests/abi/two_units.h"

int other_get(const char *p)
{
	return get_inline(p);
}

unsigned long other_clear(long *p)
{
	return clear_template(p);
}
