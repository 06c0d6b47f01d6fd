# SPDX-License-Identifier: MIT
# Tests of the routines as such: what `uaccess verify` proves of ours, and that it
# catches those of tests/broken, which are wrong on purpose.

dist_check_SCRIPTS += \
	%D%/broken.sh \
	%D%/kernel.sh \
	%D%/verify.sh

check_LTLIBRARIES += tests/broken/broken.la
tests_broken_broken_la_SOURCES = \
	tests/broken/broken.h \
	tests/broken/clear.S \
	tests/broken/copy_rep.S \
	tests/broken/copy_user.S \
	tests/broken/register.c \
	tests/broken/uaccess.S
tests_broken_broken_la_LIBADD = libuaccess.la
# A path, so that libtool makes a shared object of it; it is not installed.
tests_broken_broken_la_LDFLAGS = $(AM_LDFLAGS) -module -avoid-version -rpath /nowhere

check_PROGRAMS += %D%/alternative %D%/return
TESTS += %D%/alternative %D%/return
%C%_alternative_SOURCES = %D%/alternative.c
%C%_return_SOURCES = %D%/return.c %D%/return_probe.S

# Assembled by kernel.sh as a user would, and not by this build.
EXTRA_DIST += %D%/kernel/style_6_1.S %D%/kernel/style_6_12.S
