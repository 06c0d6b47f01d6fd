# SPDX-License-Identifier: MIT
# What `uaccess bench` measures, in an archive that the command links. It calls the library as a
# user does: through the shared object, if there is one.

noinst_LTLIBRARIES += libbench.la
libbench_la_SOURCES = \
	%D%/access.c \
	%D%/bench.c \
	%D%/bench.h \
	%D%/csv.c \
	%D%/extable.c \
	%D%/fault.c \
	%D%/guards.c \
	%D%/html.c \
	%D%/irqflags.c \
	%D%/json.c \
	%D%/machine.c \
	%D%/main.c \
	%D%/padzero.c \
	%D%/plot.c \
	%D%/plot.h \
	%D%/progress.c \
	%D%/published.c \
	%D%/published.h \
	%D%/readzero.c \
	%D%/routines.c \
	%D%/routines.h \
	%D%/strings.c \
	%D%/subcommands.h \
	%D%/summary.c \
	%D%/table.c \
	%D%/usercopy.c
libbench_la_LIBADD = -lm

BENCH_COMMAND += $(top_builddir)/uaccess bench
