# SPDX-License-Identifier: MIT
# What the compilers, the assembler and the linker take.

# UACCESS_ASM_SECTION_FLAGS: an exception table whose entries are collected together with the code
# that they name needs the section flags "o" (linked to) and "?" (in the group of the last section)
AC_DEFUN([UACCESS_ASM_SECTION_FLAGS], [
  AC_CACHE_CHECK([whether the assembler takes the section flags "ao?"], [uaccess_cv_asm_section_flags], [
    AC_COMPILE_IFELSE([AC_LANG_PROGRAM([], [[
      __asm__ volatile (".Luaccess_conf:\n"
        ".pushsection __ex_table,\"ao?\",%progbits,.Luaccess_conf\n"
        ".balign 4\n.long 0\n.popsection");
      ]])], [uaccess_cv_asm_section_flags=yes], [uaccess_cv_asm_section_flags=no])])
  AS_IF([test "$uaccess_cv_asm_section_flags" = no], [
    AC_MSG_ERROR([the assembler behind $CC does not take the section flags "ao?":
binutils 2.35 or newer is needed (or clang 11 with its own assembler). See config.log])])
])

# UACCESS_PROG_CXX_WORKS: the library has no C++ in it, but its headers are tested from C++
AC_DEFUN([UACCESS_PROG_CXX_WORKS], [
  AC_LANG_PUSH([C++])
  AC_CACHE_CHECK([whether the C++ compiler works], [uaccess_cv_prog_cxx_works], [
    AC_LINK_IFELSE([AC_LANG_PROGRAM([[#include <new>]], [])],
      [uaccess_cv_prog_cxx_works=yes], [uaccess_cv_prog_cxx_works=no])])
  AC_LANG_POP([C++])
  AM_CONDITIONAL([HAVE_CXX], [test "$uaccess_cv_prog_cxx_works" = yes])
  AS_IF([test "$uaccess_cv_prog_cxx_works" = yes],
    [uaccess_cxx_summary="$CXX $CXXFLAGS"],
    [CXX=
     uaccess_cxx_summary="none: the headers are not tested from C++"])
])

# UACCESS_TRY_CFLAG(VARIABLE, FLAG): appends FLAG to VARIABLE if the compiler takes it silently.
# -Werror, because clang only warns of a warning flag that it does not know.
AC_DEFUN([UACCESS_TRY_CFLAG], [
  AS_VAR_PUSHDEF([cv], [uaccess_cv_cflag_$2])
  AC_CACHE_CHECK([whether $CC takes $2], [cv], [
    uaccess_save_CFLAGS=$CFLAGS
    CFLAGS="$CFLAGS -Werror $2"
    AC_COMPILE_IFELSE([AC_LANG_PROGRAM()], [AS_VAR_SET([cv], [yes])], [AS_VAR_SET([cv], [no])])
    CFLAGS=$uaccess_save_CFLAGS])
  AS_VAR_IF([cv], [yes], [AS_VAR_APPEND([$1], [" $2"])])
  AS_VAR_POPDEF([cv])
])

# UACCESS_TRY_LDFLAG(VARIABLE, FLAG): appends FLAG to VARIABLE if the linker takes it
AC_DEFUN([UACCESS_TRY_LDFLAG], [
  AS_VAR_PUSHDEF([cv], [uaccess_cv_ldflag_$2])
  AC_CACHE_CHECK([whether the linker takes $2], [cv], [
    uaccess_save_LDFLAGS=$LDFLAGS
    LDFLAGS="$LDFLAGS $2"
    AC_LINK_IFELSE([AC_LANG_PROGRAM()], [AS_VAR_SET([cv], [yes])], [AS_VAR_SET([cv], [no])])
    LDFLAGS=$uaccess_save_LDFLAGS])
  AS_VAR_IF([cv], [yes], [AS_VAR_APPEND([$1], [" $2"])])
  AS_VAR_POPDEF([cv])
])

# UACCESS_ENABLE_SANITIZER: sets UACCESS_SANITIZER_CFLAGS, and HAVE_SANITIZER for tests that
# a sanitizer's run-time makes impossible
AC_DEFUN([UACCESS_ENABLE_SANITIZER], [
  AC_ARG_ENABLE([sanitizer],
    [AS_HELP_STRING([--enable-sanitizer=NAME],
      [build and test under a sanitizer: address, undefined or thread])],
    [], [enable_sanitizer=no])
  UACCESS_SANITIZER_CFLAGS=
  AS_CASE([$enable_sanitizer],
    [no], [],
    [address|undefined|thread], [
      UACCESS_SANITIZER_CFLAGS="-fsanitize=$enable_sanitizer -fno-omit-frame-pointer"
      AS_IF([test "$enable_sanitizer" = undefined],
        [UACCESS_SANITIZER_CFLAGS="$UACCESS_SANITIZER_CFLAGS -fno-sanitize-recover=all"])
      uaccess_save_CFLAGS=$CFLAGS
      CFLAGS="$CFLAGS $UACCESS_SANITIZER_CFLAGS"
      AC_LINK_IFELSE([AC_LANG_PROGRAM()], [], [
        AC_MSG_ERROR([$CC cannot link with -fsanitize=$enable_sanitizer: install the sanitizer's
run-time (Debian: part of gcc and clang, Fedora: libasan libubsan libtsan)])])
      CFLAGS=$uaccess_save_CFLAGS],
    [AC_MSG_ERROR([--enable-sanitizer=$enable_sanitizer: say address, undefined or thread])])
  AC_SUBST([UACCESS_SANITIZER_CFLAGS])
  AC_SUBST([UACCESS_SANITIZER], [$enable_sanitizer])
  AM_CONDITIONAL([HAVE_SANITIZER], [test "$enable_sanitizer" != no])
])

# UACCESS_CFLAGS: sets UACCESS_WARNING_CFLAGS
AC_DEFUN([UACCESS_CFLAGS], [
  UACCESS_WARNING_CFLAGS=
  m4_foreach_w([flag], [-Wall -Wextra -Wshadow -Wundef -Wvla -Wformat=2 -Wpointer-arith
      -Wwrite-strings -Wstrict-prototypes -Wmissing-prototypes -Wold-style-definition
      -Wimplicit-fallthrough],
    [UACCESS_TRY_CFLAG([UACCESS_WARNING_CFLAGS], flag)])
  AS_IF([test "$enable_werror" = yes],
    [UACCESS_WARNING_CFLAGS="$UACCESS_WARNING_CFLAGS -Werror"])
  AC_SUBST([UACCESS_WARNING_CFLAGS])
])

# UACCESS_LDFLAGS: sets UACCESS_SHARED_LDFLAGS, for the shared library
AC_DEFUN([UACCESS_LDFLAGS], [
  UACCESS_SHARED_LDFLAGS=
  UACCESS_TRY_LDFLAG([UACCESS_SHARED_LDFLAGS], [-Wl,-z,relro])
  UACCESS_TRY_LDFLAG([UACCESS_SHARED_LDFLAGS], [-Wl,-z,now])
  # clang leaves the sanitizer's run-time out of a shared library, on purpose.
  AS_IF([test "$enable_sanitizer" = no],
    [UACCESS_TRY_LDFLAG([UACCESS_SHARED_LDFLAGS], [-Wl,-z,defs])])
  AC_SUBST([UACCESS_SHARED_LDFLAGS])
])
