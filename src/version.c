/* SPDX-License-Identifier: MIT */
/* The version that a program runs with, which may differ from the one it was compiled with. */

#include <uaccess/version.h>

const char *uaccess_version(void)
{
	return UACCESS_VERSION;
}
