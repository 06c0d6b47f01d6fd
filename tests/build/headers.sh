#!/bin/sh
# SPDX-License-Identifier: MIT
# Each public header compiles alone, in C and in C++, and each is installed.

# shellcheck source=tests/tap.sh
. "$top_srcdir/tests/tap.sh"

# ISO C promises strings of 4095 characters only; the text of an asm statement may need more.
warnings='-Wall -Wextra -Wshadow -Wundef -Wpointer-arith -Wwrite-strings -pedantic -Wno-overlength-strings -Werror'
includes="-I$top_srcdir/include -I$top_builddir/include"

list_headers() {
  (cd "$top_srcdir/include" && find uaccess -name '*.h')
  (cd "$top_builddir/include" && find uaccess -name '*.h')
}

list_headers | LC_ALL=C sort -u >"$scratch/headers"

# A part of another header says so, and refuses to be included by itself. Those for kernel sources
# are written in the kernel's C and have a test of their own (tests/compat/).
grep -v '^uaccess/compat/' "$scratch/headers" | while IFS= read -r header; do
  is_part "$header" || echo "$header"
done >"$scratch/whole"

# alone HEADER LANGUAGE STANDARD COMPILER...
alone() {
  header=$1 language=$2 standard=$3
  shift 3
  # shellcheck disable=SC2086 # lists of flags
  printf '#include <%s>\nextern int not_empty;\n' "$header" |
    "$@" -x "$language" -std="$standard" $warnings $includes -c -o "$scratch/alone.o" -
}

# every LANGUAGE STANDARD COMPILER: all headers, and each twice, in one point
every() {
  while IFS= read -r header; do
    # shellcheck disable=SC2086 # CC may hold options
    alone "$header" "$1" "$2" $3 || return 1
  done <"$scratch/whole"
  sed 's/.*/#include <&>/' "$scratch/whole" "$scratch/whole" >"$scratch/twice"
  # shellcheck disable=SC2086
  $3 -x "$1" -std="$2" $warnings $includes -c -o "$scratch/alone.o" - <"$scratch/twice"
}

# compiler COMMAND LANGUAGE STANDARD...
compiler() {
  command=$1 language=$2
  shift 2
  for standard; do
    name="each header alone, $standard, ${command:-no compiler}"
    if [ -z "$command" ] || ! command -v "${command%% *}" >/dev/null; then
      tap_skip "$name" "not installed"
    else
      tap_ok "$name" every "$language" "$standard" "$command"
    fi
  done
}

installed() {
  make_quietly install-data DESTDIR="$scratch/root" || return 1
  root=$(find "$scratch/root" -type d -path '*/include/uaccess' | head -n 1)
  (cd "$root/.." && find uaccess -name '*.h') | LC_ALL=C sort >"$scratch/installed"
  same_lists "the tree" "$scratch/headers" "the installation" "$scratch/installed"
}

c_standards='c11 gnu11 gnu17'
cxx_standards='c++17 gnu++20'
# shellcheck disable=SC2086 # lists of words
{
  compiler "${CC:-cc}" c $c_standards
  compiler "${CXX:-}" c++ $cxx_standards
  case ${CC:-cc} in
  *clang*)
    compiler gcc c $c_standards
    compiler g++ c++ $cxx_standards
    ;;
  *)
    compiler clang c $c_standards
    compiler clang++ c++ $cxx_standards
    ;;
  esac
}
tap_ok "what is installed is what the tree holds" installed
tap_done
