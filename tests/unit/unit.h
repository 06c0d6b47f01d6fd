/* SPDX-License-Identifier: MIT */
/* What each program of Check tests ends with: its cases, run one process a test, as TAP. */
#ifndef UACCESS_TESTS_UNIT_H
#define UACCESS_TESTS_UNIT_H

#include <check.h>
#include <stdlib.h>

/* The exit status of main(). Ends in srunner_free(). */
static inline int unit_run(Suite *suite)
{
	SRunner *runner = srunner_create(suite);
	int failed;

	srunner_set_tap(runner, "-");
	srunner_run_all(runner, CK_SILENT);
	failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}

#endif
