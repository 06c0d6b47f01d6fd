#!/bin/sh
# SPDX-License-Identifier: MIT
# Mistakes that the compiler must refuse. Each has a twin beside it that is right and compiles, so
# that it is this mistake that is refused, and by the message that tells the user what it is.

# shellcheck source=tests/tap.sh
. "$top_srcdir/tests/tap.sh"

includes="-I$top_srcdir/include -I$top_builddir/include"

# compiles STATEMENTS: with p (a user pointer), n (a size unknown to the compiler), and small[8]
compiles() {
  cat >"$scratch/case.c" <<END
#include <uaccess/uaccess.h>
struct three { char c[3]; };
unsigned long f(void __user *p, unsigned long n, char *small_result);
unsigned long f(void __user *p, unsigned long n, char *small_result)
{
	char small[8] = { 1 };
	unsigned long left = n;
	$1
	__builtin_memcpy(small_result, small, sizeof(small));
	return left;
fault: __attribute__((unused));
	return 1;
}
END
  # shellcheck disable=SC2086 # lists of flags
  $compiler -x "$language" -O2 -Wall -Wextra -Wno-unused-label -Werror $includes \
    -c -o "$scratch/case.o" "$scratch/case.c"
}

# refused WRONG, RIGHT, MESSAGE
refused() {
  if ! compiles "$2"; then
    echo "the right form does not compile"
    return 1
  fi
  if compiles "$1" >"$scratch/messages" 2>&1; then
    echo "it compiles"
    return 1
  fi
  cat "$scratch/messages"
  grep -qE "$3" "$scratch/messages"
}

# mistake WHAT, WRONG, RIGHT, MESSAGE
mistake() {
  tap_ok "${compiler##*/}: $1" refused "$2" "$3" "$4"
}

all() {
  size='size that is not 1, 2, 4 or 8'
  object='larger than the object'
  unused='unused.result|ignoring return value'

  for call in get_user __get_user; do
    mistake "$call of 16 bytes" \
      "__int128 x; left = $call(x, (__int128 __user *)p); (void)x;" \
      "long x; left = $call(x, (long __user *)p); (void)x;" "$size"
  done
  for call in put_user __put_user; do
    mistake "$call of 16 bytes" \
      "left = $call((__int128)1, (__int128 __user *)p);" \
      "left = $call(1, (long __user *)p);" "$size"
  done
  mistake "unsafe_get_user of 16 bytes" \
    "__int128 x; unsafe_get_user(x, (__int128 __user *)p, fault); (void)x;" \
    "long x; unsafe_get_user(x, (long __user *)p, fault); (void)x;" "$size"
  mistake "unsafe_put_user of 16 bytes" \
    "unsafe_put_user((__int128)1, (__int128 __user *)p, fault);" \
    "unsafe_put_user(1, (long __user *)p, fault);" "$size"
  mistake "get_user of a struct" \
    "struct three x; left = get_user(x, (struct three __user *)p); (void)x;" \
    "short x; left = get_user(x, (short __user *)p); (void)x;" "$size|scalar|convert|conversion|cast"

  mistake "copy_from_user past the end of an object" \
    "left = copy_from_user(small, p, 9);" "left = copy_from_user(small, p, 8);" "$object"
  mistake "copy_to_user past the end of an object" \
    "left = copy_to_user(p, small, 9);" "left = copy_to_user(p, small, 8);" "$object"
  mistake "__copy_from_user past the end of an object" \
    "left = __copy_from_user(small + 4, p, 5);" "left = __copy_from_user(small + 4, p, 4);" \
    "$object"

  for call in 'copy_from_user(small, p, 8)' 'copy_to_user(p, small, 8)' 'copy_in_user(p, p, n)' \
    '__copy_from_user(small, p, 8)' 'raw_copy_to_user(p, small, 8)' '__clear_user(p, n)'; do
    mistake "an ignored result of ${call%%(*}" "$call;" "left = $call;" "$unused"
  done
}

# with LANGUAGE COMPILER
with() {
  language=$1 compiler=$2
  if [ -z "$compiler" ] || ! command -v "${compiler%% *}" >/dev/null; then
    tap_skip "${compiler:-C++ compiler}" "not installed"
  else
    all
  fi
}

with c "${CC:-cc}"
with c++ "${CXX:-}"
case ${CC:-cc} in
*clang*)
  with c gcc
  with c++ g++
  ;;
*)
  with c clang
  with c++ clang++
  ;;
esac
tap_done
