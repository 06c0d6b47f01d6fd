# SPDX-License-Identifier: MIT
# The library of the test authors: guarded buffers, the oracle, fault injection.

lib_LTLIBRARIES += libuaccess-inject.la
libuaccess_inject_la_SOURCES = \
	%D%/attr.c \
	%D%/each.c \
	%D%/guard.c \
	%D%/inject_internal.h \
	%D%/nth.c \
	%D%/stack.c \
	%D%/usercopy.c \
	%D%/verify.c
libuaccess_inject_la_LIBADD = libuaccess.la $(LIBUNWIND_LIBS)
libuaccess_inject_la_LDFLAGS = $(AM_LDFLAGS) -version-info $(UACCESS_ABI) -no-undefined \
	-Wl,--version-script,$(top_srcdir)/%D%/libuaccess-inject.map $(UACCESS_SHARED_LDFLAGS)
libuaccess_inject_la_DEPENDENCIES = libuaccess.la %D%/libuaccess-inject.map

pkgconfig_DATA += libuaccess-inject.pc
EXTRA_DIST += %D%/libuaccess-inject.map
