# SPDX-License-Identifier: MIT
# Tests of the signal flag.

check_PROGRAMS += %D%/hold
TESTS += %D%/hold
VALGRIND_TESTS += %D%/hold
%C%_hold_SOURCES = %D%/hold.c %D%/irqtest.c %D%/irqtest.h $(CHILD_SOURCES)
