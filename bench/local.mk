# SPDX-License-Identifier: MIT
# What `uaccess bench` measures, in an archive that the command links. It calls the library as a
# user does: through the shared object, if there is one.

noinst_LTLIBRARIES += libbench.la
libbench_la_SOURCES = \
	%D%/bench.c \
	%D%/bench.h \
	%D%/csv.c \
	%D%/json.c \
	%D%/machine.c \
	%D%/main.c \
	%D%/progress.c \
	%D%/routines.c \
	%D%/routines.h \
	%D%/subcommands.h \
	%D%/summary.c \
	%D%/table.c \
	%D%/usercopy.c
libbench_la_LIBADD = -lm

noinst_PROGRAMS += %D%/bench
%C%_bench_SOURCES = %D%/program.c
%C%_bench_LDADD = libbench.la libuaccess.la

BENCH_COMMAND += $(top_builddir)/%D%/bench
