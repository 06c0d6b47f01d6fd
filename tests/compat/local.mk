# SPDX-License-Identifier: MIT
# Kernel C code built on the compat headers. KUnit's part needs Check.

if HAVE_CHECK
check_PROGRAMS += %D%/suite %D%/failing
TESTS += %D%/suite
%C%_suite_SOURCES = %D%/suite.c %D%/driver.c %D%/driver.h
%C%_suite_CPPFLAGS = -I$(top_srcdir)/include/uaccess/compat $(AM_CPPFLAGS)
# The kernel is not built with -Wsign-compare, and its checks compare what they like.
%C%_suite_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS) -Wno-sign-compare
%C%_suite_LDADD = $(LDADD) $(CHECK_LIBS)
# Not a test: kunit.sh looks at how it fails.
%C%_failing_SOURCES = %D%/failing.c
%C%_failing_CPPFLAGS = $(%C%_suite_CPPFLAGS)
%C%_failing_CFLAGS = $(%C%_suite_CFLAGS)
%C%_failing_LDADD = $(%C%_suite_LDADD)
endif

dist_check_SCRIPTS += %D%/kunit.sh
