# SPDX-License-Identifier: MIT
# Tests of the C layer, with Check: each test in a process of its own.

if HAVE_CHECK

UNIT_TESTS = \
	%D%/access \
	%D%/last_fault \
	%D%/routine

%C%_access_SOURCES = %D%/access.c %D%/unit.h
%C%_last_fault_SOURCES = %D%/last_fault.c %D%/unit.h tests/guard.c tests/guard.h
%C%_routine_SOURCES = %D%/routine.c %D%/unit.h

%C%_access_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS)
%C%_last_fault_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS)
%C%_routine_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS)
%C%_access_LDADD = $(LDADD) $(CHECK_LIBS)
%C%_last_fault_LDADD = $(LDADD) $(CHECK_LIBS)
%C%_routine_LDADD = $(LDADD) $(CHECK_LIBS)

check_PROGRAMS += $(UNIT_TESTS)
TESTS += $(UNIT_TESTS)

endif
