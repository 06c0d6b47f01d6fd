# SPDX-License-Identifier: MIT
# Threads, processes and modules that come and go while others fault.

check_PROGRAMS += %D%/tables
TESTS += %D%/tables
GENERATED_SOURCES = %D%/generated.h $(CHILD_SOURCES)
%C%_tables_SOURCES = %D%/tables.c $(GENERATED_SOURCES)

check_PROGRAMS += %D%/stopped
TESTS += %D%/stopped
%C%_stopped_SOURCES = %D%/stopped.c $(GENERATED_SOURCES)
