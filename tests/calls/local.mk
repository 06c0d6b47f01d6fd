# SPDX-License-Identifier: MIT
# Tests of the calls, each against a model that goes byte by byte.

CALLS_TESTS = \
	%D%/atomics \
	%D%/hardened \
	%D%/iov \
	%D%/names \
	%D%/nofault \
	%D%/regions \
	%D%/smap \
	%D%/special \
	%D%/string \
	%D%/struct
check_PROGRAMS += $(CALLS_TESTS)
TESTS += $(CALLS_TESTS)

%C%_hardened_SOURCES = %D%/hardened.c %D%/pages.h
%C%_iov_SOURCES = %D%/iov.c %D%/pages.h
%C%_names_SOURCES = %D%/names.c %D%/pages.h
%C%_nofault_SOURCES = %D%/nofault.c %D%/pages.h
%C%_special_SOURCES = %D%/special.c %D%/pages.h
%C%_string_SOURCES = %D%/string.c %D%/pages.h
%C%_struct_SOURCES = %D%/struct.c %D%/pages.h
%C%_atomics_SOURCES = %D%/atomics.c %D%/pages.h
%C%_regions_SOURCES = %D%/regions.c %D%/pages.h
%C%_smap_SOURCES = %D%/smap.c %D%/pages.h
# The one file that is compiled with instrumentation.
check_LTLIBRARIES += %D%/libinstrumented.la
%C%_libinstrumented_la_SOURCES = %D%/smap_function.c
%C%_libinstrumented_la_CFLAGS = $(AM_CFLAGS) -finstrument-functions
%C%_smap_LDADD = %D%/libinstrumented.la $(LDADD)

dist_check_SCRIPTS += %D%/api.sh %D%/same_code.sh
