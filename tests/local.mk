# SPDX-License-Identifier: MIT
# How tests run, and the tests. Each prints TAP: tests/tap.h in plain programs, Check with its TAP
# output for the C layer, and shell scripts. A test joins with
#
#	check_PROGRAMS += tests/asm/name
#	TESTS += tests/asm/name
#	tests_asm_name_SOURCES = tests/asm/name.c

# A test reaches the hidden functions too. Programs that use Check add $(CHECK_CFLAGS) $(CHECK_LIBS).
LDADD = libuaccess_internal.la $(ZYDIS_KEEP)

TAP_DRIVER = env AM_TAP_AWK='$(AWK)' $(SHELL) $(top_srcdir)/build-aux/tap-driver.sh
LOG_DRIVER = $(TAP_DRIVER)
TEST_EXTENSIONS = .sh
SH_LOG_DRIVER = $(TAP_DRIVER)
SH_LOG_COMPILER = $(SHELL)

# What the scripts need to know of the build. Sanitizers take a thread's alternate signal stack for
# their own unless told.
AM_TESTS_ENVIRONMENT = \
	ASAN_OPTIONS="use_sigaltstack=0:$$ASAN_OPTIONS"; export ASAN_OPTIONS; \
	TSAN_OPTIONS="use_sigaltstack=0:$$TSAN_OPTIONS"; export TSAN_OPTIONS; \
	top_srcdir='$(abs_top_srcdir)'; export top_srcdir; \
	top_builddir='$(abs_top_builddir)'; export top_builddir; \
	UACCESS_SANITIZER='$(UACCESS_SANITIZER)'; export UACCESS_SANITIZER; \
	CC='$(CC)'; export CC; CXX='$(CXX)'; export CXX; \
	NM='$(NM)'; export NM; MAKE='$(MAKE)'; export MAKE;

EXTRA_DIST += %D%/memory.h %D%/tap.h %D%/tap.sh

# For a test that runs its cases in children: add it to the test's sources.
CHILD_SOURCES = %D%/child.c %D%/child.h

VALGRIND_TESTS =

include %D%/abi/local.mk
include %D%/asm/local.mk
include %D%/bench/local.mk
include %D%/build/local.mk
include %D%/calls/local.mk
include %D%/compat/local.mk
include %D%/signal/local.mk
include %D%/inject/local.mk
include %D%/irqflags/local.mk
include %D%/neighbours/local.mk
include %D%/stress/local.mk
include %D%/lib/local.mk
include %D%/doc/local.mk
include %D%/extras/local.mk
include %D%/oops/local.mk
include %D%/tool/local.mk
include %D%/unit/local.mk
include %D%/routines/local.mk

# Each script is a test.
TESTS += $(dist_check_SCRIPTS)

# make check in parts. The tests of the build see little of how this library was compiled, and the
# exhaustive ones of the routines see machine code that is the same for every compiler, so a run over
# many compilers does these once.
check-code:
	@$(MAKE) check BUILD_TESTS= EXHAUSTIVE_TESTS=

check-build:
	@$(MAKE) check TESTS='$(BUILD_TESTS)'

# The programs of VALGRIND_TESTS under Valgrind: those that can run on the CPU that it emulates.
VALGRIND = valgrind -q --error-exitcode=9
check-valgrind:
	@UACCESS_TEST_LEVEL=quick $(MAKE) check TESTS='$(VALGRIND_TESTS)' \
		LOG_COMPILER='$(abs_top_builddir)/libtool --mode=execute $(VALGRIND)'

.PHONY: check-code check-build check-valgrind
