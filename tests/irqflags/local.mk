# SPDX-License-Identifier: MIT
# Tests of the signal flag.

IRQFLAGS_TESTS = %D%/async %D%/edge %D%/hold %D%/spinlock %D%/step %D%/storm %D%/wait
check_PROGRAMS += $(IRQFLAGS_TESTS)
TESTS += $(IRQFLAGS_TESTS)
VALGRIND_TESTS += $(IRQFLAGS_TESTS)

IRQTEST_SOURCES = %D%/irqtest.c %D%/irqtest.h $(CHILD_SOURCES)
%C%_async_SOURCES = %D%/async.c inject/async.c inject/async.h
%C%_edge_SOURCES = %D%/edge.c $(IRQTEST_SOURCES)
%C%_hold_SOURCES = %D%/hold.c $(IRQTEST_SOURCES)
%C%_spinlock_SOURCES = %D%/spinlock.c $(IRQTEST_SOURCES)
%C%_step_SOURCES = %D%/step.c inject/async.c inject/async.h $(IRQTEST_SOURCES)
%C%_storm_SOURCES = %D%/storm.c $(IRQTEST_SOURCES)
%C%_wait_SOURCES = %D%/wait.c $(IRQTEST_SOURCES)
