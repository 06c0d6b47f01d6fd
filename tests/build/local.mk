# SPDX-License-Identifier: MIT
# Tests of the build itself: what is compiled, linked, exported, installed and shipped.

check_PROGRAMS += %D%/version
TESTS += %D%/version
VALGRIND_TESTS += %D%/version
%C%_version_SOURCES = %D%/version.c

BUILD_TESTS = \
	%D%/headers.sh \
	%D%/installed.sh \
	%D%/symbols.sh \
	%D%/tarball.sh
dist_check_SCRIPTS += $(BUILD_TESTS)
