# SPDX-License-Identifier: MIT
# Living with others: what went wrong elsewhere, row by row, and real neighbours.

NEIGHBOURS_SOURCES = %D%/neighbours.h $(HANDLERS_SOURCES)
check_PROGRAMS += %D%/handlers %D%/files %D%/addresses %D%/stacks %D%/life
TESTS += %D%/handlers %D%/files %D%/addresses %D%/stacks %D%/life
%C%_handlers_SOURCES = %D%/handlers.c $(NEIGHBOURS_SOURCES)
%C%_files_SOURCES = %D%/files.c $(NEIGHBOURS_SOURCES)
%C%_addresses_SOURCES = %D%/addresses.c $(NEIGHBOURS_SOURCES)
%C%_stacks_SOURCES = %D%/stacks.c $(NEIGHBOURS_SOURCES)
%C%_life_SOURCES = %D%/life.c $(NEIGHBOURS_SOURCES)

# Not linked with the library: it loads it.
check_PROGRAMS += %D%/loader
TESTS += %D%/loader
%C%_loader_SOURCES = %D%/loader.c $(CHILD_SOURCES)
%C%_loader_LDADD =

if SHARED
check_LTLIBRARIES += %D%/plugin.la %D%/taker.la
NEIGHBOURS_MODULE = $(AM_LDFLAGS) -module -avoid-version -shared -rpath /nowhere
%C%_plugin_la_SOURCES = %D%/plugin.c
%C%_plugin_la_LDFLAGS = $(NEIGHBOURS_MODULE)
%C%_plugin_la_LIBADD = libuaccess.la
%C%_taker_la_SOURCES = %D%/plugin.c
%C%_taker_la_CPPFLAGS = $(AM_CPPFLAGS) -DTAKES
%C%_taker_la_LDFLAGS = $(NEIGHBOURS_MODULE)
%C%_taker_la_LIBADD = libuaccess.la
endif

# What they compile for the runtimes and the tools, with what the user of a library would have.
dist_check_SCRIPTS += %D%/rows.sh %D%/runtimes.sh %D%/tools.sh
EXTRA_DIST += \
	%D%/runtimes/Neighbour.java \
	%D%/runtimes/addon.c \
	%D%/runtimes/bridge.c \
	%D%/runtimes/neighbour.go \
	%D%/runtimes/neighbour.js \
	%D%/runtimes/neighbour.py \
	%D%/runtimes/neighbour.rs \
	%D%/tools/program.c
