# SPDX-License-Identifier: MIT
# Tests of the build itself: what is compiled, linked, exported, installed and shipped.

check_PROGRAMS += %D%/version
TESTS += %D%/version
VALGRIND_TESTS += %D%/version
%C%_version_SOURCES = %D%/version.c

BUILD_TESTS = \
	%D%/handler.sh \
	%D%/headers.sh \
	%D%/installed.sh \
	%D%/link.sh \
	%D%/misuse.sh \
	%D%/symbols.sh \
	%D%/tarball.sh \
	%D%/tree.sh
dist_check_SCRIPTS += $(BUILD_TESTS)

EXTRA_DIST += \
	%D%/link/main.c \
	%D%/link/probe.h \
	%D%/link/unit.c
