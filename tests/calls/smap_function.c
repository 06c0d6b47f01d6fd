/* SPDX-License-Identifier: MIT */
/* A function compiled with -finstrument-functions, for smap.c. */
int uaccess__test_plain_function(int x);

int uaccess__test_plain_function(int x)
{
	return x + 1;
}
