# SPDX-License-Identifier: MIT
# Optional dependencies, all asked for in one way: on unless switched off, and never off silently.

# UACCESS_WITH(NAME, VARIABLE, PKG-CONFIG MODULE, WHAT IT IS FOR, PACKAGES)
# Sets VARIABLE_CFLAGS and VARIABLE_LIBS, HAVE_VARIABLE in config.h and in automake, and
# uaccess_NAME_summary for the summary.
AC_DEFUN([UACCESS_WITH], [
  AC_ARG_WITH([$1],
    [AS_HELP_STRING([--without-$1], [build without $1: no $4])],
    [], [with_$1=yes])
  AS_IF([test "x$with_$1" != xno], [
    PKG_CHECK_MODULES([$2], [$3], [], [
      AC_MSG_ERROR([$1 is missing: install it ($5),
or leave out $4 with --without-$1])])
    AC_DEFINE([HAVE_$2], [1], [Define to 1 if $1 is used: $4.])
    uaccess_$1_summary="yes, with $1"],
    [uaccess_$1_summary="no: --without-$1"])
  AM_CONDITIONAL([HAVE_$2], [test "x$with_$1" != xno])
])

# UACCESS_WITH_LIBRARY(NAME, VARIABLE, HEADER, LIBRARY, FUNCTION, WHAT IT IS FOR, PACKAGES)
# The same for a library that comes without a pkg-config file.
AC_DEFUN([UACCESS_WITH_LIBRARY], [
  AC_ARG_WITH([$1],
    [AS_HELP_STRING([--without-$1], [build without $1: no $6])],
    [], [with_$1=yes])
  AS_IF([test "x$with_$1" != xno], [
    uaccess_found=no
    AC_CHECK_HEADER([$3], [AC_CHECK_LIB([$4], [$5], [uaccess_found=yes], [])])
    AS_IF([test "$uaccess_found" != yes], [
      AC_MSG_ERROR([$1 is missing: install it ($7),
or leave out $6 with --without-$1])])
    AC_SUBST([$2_CFLAGS], [])
    AC_SUBST([$2_LIBS], [-l$4])
    AC_DEFINE([HAVE_$2], [1], [Define to 1 if $1 is used: $6.])
    uaccess_$1_summary="yes, with $1"],
    [uaccess_$1_summary="no: --without-$1"])
  AM_CONDITIONAL([HAVE_$2], [test "x$with_$1" != xno])
])
