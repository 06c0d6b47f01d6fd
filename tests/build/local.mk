# SPDX-License-Identifier: MIT
# Tests of the build itself.

check_PROGRAMS += %D%/version
TESTS += %D%/version
%C%_version_SOURCES = %D%/version.c
