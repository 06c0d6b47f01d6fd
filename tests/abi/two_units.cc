// SPDX-License-Identifier: MIT
// A C++ program of two units: calls recover in both, and both use one table.
#include <cerrno>
#include <sys/mman.h>

#include "tests/abi/two_units.h"
#include "tests/tap.h"

struct holder {
	bool good;

	explicit holder(const char *p) : good(get_inline(p) && other_get(p))
	{
	}
};

static char *closed_page()
{
	void *p = mmap(nullptr, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	mprotect(static_cast<char *>(p) + 4096, 4096, PROT_NONE);
	return static_cast<char *>(p) + 4096;
}

// Constructors of static objects may fault already.
static holder early(closed_page());

static int programs;

static int count_program(const struct uaccess_extable_info *info, void *)
{
	programs += !*info->name;
	return 0;
}

int main()
{
	char *p = closed_page();
	long *straddling = reinterpret_cast<long *>(p - 3);

	tap_ok(early.good, "in the constructor of a static object");
	tap_ok(get_inline(p) == -EFAULT && other_get(p) == -EFAULT, "inline functions in two units");
	tap_ok(clear_template(straddling) == sizeof(long) - 3 &&
		       other_clear(straddling) == sizeof(long) - 3,
	       "templates in two units");
	tap_ok(!get_inline(p - 1) && !other_get(p - 1), "nothing where nothing faults");
	uaccess_extable_for_each(count_program, nullptr);
	tap_ok(programs == 1, "the program is registered once");
	return tap_done();
}
