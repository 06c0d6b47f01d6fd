/* SPDX-License-Identifier: MIT */
/* Takes one fault, for gdb.sh. */
#include <uaccess/fault.h>
#include <uaccess/uaccess.h>

__attribute__((noinline)) void debugged_stop(struct uaccess_fault *fault);
__attribute__((noinline)) void debugged_stop(struct uaccess_fault *fault)
{
	__asm__ volatile("" : : "r"(fault) : "memory");
}

int main(void)
{
	struct uaccess_fault fault;
	int x __attribute__((unused));

	if (!get_user(x, (int *)64))
		return 1;
	uaccess_last_fault(&fault);
	debugged_stop(&fault);
	return fault.count != 1;
}
