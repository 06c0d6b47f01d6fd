# SPDX-License-Identifier: MIT
# Tests of the build itself: what is compiled, linked, exported, installed and shipped.

check_PROGRAMS += %D%/version
TESTS += %D%/version
%C%_version_SOURCES = %D%/version.c

dist_check_SCRIPTS += \
	%D%/headers.sh \
	%D%/symbols.sh \
	%D%/tarball.sh
