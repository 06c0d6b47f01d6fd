/* SPDX-License-Identifier: MIT */
/* The headers' version, the library's and configure's are one. */

#include "config.h"

#include <stdio.h>
#include <string.h>

#include <uaccess/version.h>

#include "tests/tap.h"

int main(void)
{
	char text[64];

	tap_plan(2);
	snprintf(text, sizeof(text), "%d.%d.%d", UACCESS_VERSION_MAJOR, UACCESS_VERSION_MINOR,
		 UACCESS_VERSION_PATCH);
	tap_ok(!strcmp(text, UACCESS_VERSION) && !strcmp(text, PACKAGE_VERSION),
	       "headers say %s and %s, configure says %s", text, UACCESS_VERSION, PACKAGE_VERSION);
	tap_ok(!strcmp(uaccess_version(), UACCESS_VERSION), "library says %s", uaccess_version());
	return tap_done();
}
