# SPDX-License-Identifier: MIT
# Threads, processes and modules that come and go while others fault.

check_PROGRAMS += %D%/tables
TESTS += %D%/tables
GENERATED_SOURCES = %D%/generated.h $(CHILD_SOURCES)
%C%_tables_SOURCES = %D%/tables.c $(GENERATED_SOURCES)

check_PROGRAMS += %D%/stopped
TESTS += %D%/stopped
%C%_stopped_SOURCES = %D%/stopped.c $(GENERATED_SOURCES)

check_PROGRAMS += %D%/fork
TESTS += %D%/fork
%C%_fork_SOURCES = %D%/fork.c $(GENERATED_SOURCES)

# Modules: -rpath makes libtool build a shared object of what is not installed. Without shared
# objects the tests that load them say so and skip.
MODULE_LDFLAGS = $(AM_LDFLAGS) -module -shared -avoid-version -rpath /nowhere
if SHARED
check_LTLIBRARIES += %D%/module.la %D%/module_own.la %D%/preload.la
endif
%C%_module_la_SOURCES = %D%/module.c
%C%_module_la_LIBADD = libuaccess.la
%C%_module_la_LDFLAGS = $(MODULE_LDFLAGS)
%C%_module_own_la_SOURCES = %D%/module.c
%C%_module_own_la_LIBADD = libuaccess_internal.la
%C%_module_own_la_LDFLAGS = $(MODULE_LDFLAGS) -Wl,-Bsymbolic
%C%_preload_la_SOURCES = %D%/preload.c
%C%_preload_la_LIBADD = libuaccess.la
%C%_preload_la_LDFLAGS = $(MODULE_LDFLAGS)

check_PROGRAMS += %D%/locks %D%/modules
TESTS += %D%/locks %D%/modules
%C%_locks_SOURCES = %D%/locks.c $(CHILD_SOURCES)
%C%_locks_LDADD = libuaccess.la
%C%_modules_SOURCES = %D%/modules.c $(CHILD_SOURCES)
%C%_modules_LDADD = libuaccess.la

# Linked as a program of a user's is, so that there is one library for it and for what it loads.
check_PROGRAMS += %D%/soak
TESTS += %D%/soak
%C%_soak_SOURCES = %D%/soak.c $(GENERATED_SOURCES)
%C%_soak_LDADD = libuaccess.la
