# SPDX-License-Identifier: MIT
# Tests of the calls, each against a model that goes byte by byte.

CALLS_TESTS = \
	%D%/atomics \
	%D%/nofault \
	%D%/string \
	%D%/struct
check_PROGRAMS += $(CALLS_TESTS)
TESTS += $(CALLS_TESTS)

%C%_nofault_SOURCES = %D%/nofault.c %D%/pages.h
%C%_string_SOURCES = %D%/string.c %D%/pages.h
%C%_struct_SOURCES = %D%/struct.c %D%/pages.h
%C%_atomics_SOURCES = %D%/atomics.c %D%/pages.h
