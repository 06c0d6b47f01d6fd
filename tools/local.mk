# SPDX-License-Identifier: MIT
# The uaccess command: it uses the installed interface only.

bin_PROGRAMS += uaccess
uaccess_SOURCES = \
	%D%/bench.c \
	%D%/demo.c \
	%D%/disassemble.c \
	%D%/elf_file.c \
	%D%/elf_file.h \
	%D%/extable.c \
	%D%/extable_sort.c \
	%D%/extable_sort.h \
	%D%/fault_report.c \
	%D%/fault_report.h \
	%D%/info.c \
	%D%/main.c \
	%D%/place.c \
	%D%/style.c \
	%D%/tool.h \
	%D%/verify.c \
	%D%/verify.h \
	%D%/verify_call.S \
	%D%/verify_cases.c \
	%D%/verify_check.c \
	%D%/verify_memory.c \
	%D%/verify_report.c \
	%D%/verify_target.c \
	%D%/words.c
uaccess_CPPFLAGS = $(AM_CPPFLAGS) $(LIBELF_CFLAGS) $(JANSSON_CFLAGS)
uaccess_LDADD = libbench.la libuaccess.la $(LIBELF_LIBS) $(ZYDIS_LIBS) $(JANSSON_LIBS)
