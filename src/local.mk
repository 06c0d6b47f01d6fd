# SPDX-License-Identifier: MIT
# The library, twice: with every symbol visible to tests, and as it is installed.

# Everything, in an archive that only this tree links: tests reach the hidden functions through it.
noinst_LTLIBRARIES += libuaccess_internal.la
libuaccess_internal_la_SOURCES = %D%/version.c

# libtool takes a convenience library whole, into the archive and into the shared object alike, so
# that no constructor and no exception table is left behind.
lib_LTLIBRARIES += libuaccess.la
libuaccess_la_SOURCES =
libuaccess_la_LIBADD = libuaccess_internal.la
libuaccess_la_LDFLAGS = $(AM_LDFLAGS) -version-info $(UACCESS_ABI) -no-undefined \
	-Wl,--version-script,$(top_srcdir)/%D%/libuaccess.map $(UACCESS_SHARED_LDFLAGS)
libuaccess_la_DEPENDENCIES = libuaccess_internal.la %D%/libuaccess.map

EXTRA_DIST += %D%/libuaccess.map
