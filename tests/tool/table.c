/* SPDX-License-Identifier: MIT */
/* Runs the entries of table.S: each goes to its own fixup. Prints "sorted" or "unsorted". */
#include <stdio.h>
#include <uaccess/uaccess.h>

int load(int which, const char *p);

static int find_unsorted(const struct uaccess_extable_info *info, void *arg)
{
	(void)arg;
	return !!(info->flags & UACCESS_EXTABLE_WAS_UNSORTED);
}

int main(void)
{
	static const char text[] = "ok";
	int i;

	for (i = 1; i <= 3; i++)
		if (load(i, text) || load(i, NULL) != i)
			return 1;
	puts(uaccess_extable_for_each(find_unsorted, NULL) ? "unsorted" : "sorted");
	return 0;
}
