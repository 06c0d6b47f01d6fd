# SPDX-License-Identifier: MIT
# The one table from the host's name to the folder of src/ that serves it. A port adds a line.

# UACCESS_HOST: sets UACCESS_ARCH and one automake conditional ARCH_<NAME> for each port
AC_DEFUN([UACCESS_HOST], [
  UACCESS_ARCH=
  AC_MSG_CHECKING([for the port that serves $host])
  AS_CASE([$host],
    [*-linux*x32], [],
    [x86_64-*-linux*], [UACCESS_ARCH=x86_64])
  AS_IF([test -z "$UACCESS_ARCH"], [
    AC_MSG_RESULT([none])
    AC_MSG_ERROR([libuaccess has no port to $host.
It runs on Linux on x86_64; every other system needs a folder in src/ and a line in m4/uaccess_host.m4])])
  AC_MSG_RESULT([$UACCESS_ARCH])
  AC_SUBST([UACCESS_ARCH])
  AM_CONDITIONAL([ARCH_X86_64], [test "$UACCESS_ARCH" = x86_64])
])
