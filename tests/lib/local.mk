# SPDX-License-Identifier: MIT
# Tests of what the library offers besides the copies.

check_PROGRAMS += %D%/counters %D%/displaced %D%/emulator %D%/nosig %D%/region %D%/stack_overflow %D%/thread %D%/try
TESTS += %D%/counters %D%/displaced %D%/emulator %D%/nosig %D%/region %D%/stack_overflow %D%/thread %D%/try
%C%_counters_SOURCES = %D%/counters.c
%C%_displaced_SOURCES = %D%/displaced.c
%C%_displaced_LDFLAGS = $(AM_LDFLAGS) -export-dynamic
%C%_emulator_SOURCES = %D%/emulator.c
VALGRIND_TESTS += %D%/emulator
%C%_nosig_SOURCES = %D%/nosig.c %D%/nosig_file.c
%C%_region_SOURCES = %D%/region.c
%C%_stack_overflow_SOURCES = %D%/stack_overflow.c $(HANDLERS_SOURCES)
%C%_thread_SOURCES = %D%/thread.c
%C%_try_SOURCES = %D%/try.c

if HAVE_CXX
check_PROGRAMS += %D%/try_cxx
TESTS += %D%/try_cxx
%C%_try_cxx_SOURCES = %D%/try_cxx.cc
endif

# Linked with the shared library, as a program is that something is preloaded into.
check_PROGRAMS += %D%/intruder
%C%_intruder_SOURCES = %D%/intruder.c
%C%_intruder_LDADD = libuaccess.la
%C%_intruder_LDFLAGS = $(AM_LDFLAGS) -no-install
dist_check_SCRIPTS += %D%/sigchain.sh
