#!/bin/sh
# SPDX-License-Identifier: MIT
# The link matrix: compilers x linkers x ways to link x C and C++. In each the entries that are
# registered are those that the source emits, no more and no fewer, and a faulting call recovers.

# shellcheck source=tests/tap.sh
. "$top_srcdir/tests/tap.sh"

[ "${UACCESS_SANITIZER:-no}" = no ] || tap_skip_all "the library is built for a sanitizer"

compilers='gcc clang'
linkers='bfd gold lld mold'
languages='c c++'
# name | objects | flags to compile them, at their first use | flags to link | library
modes='
plain      |plain |-O2                                    |                                       |so
gc         |gc    |-O2 -ffunction-sections -fdata-sections|-Wl,--gc-sections                      |so
stop-gc    |gc    |                                       |-Wl,--gc-sections -Wl,-z,start-stop-gc |so
lto        |lto   |-O2 -flto                              |-O2 -flto                              |so
static     |plain |                                       |-static                                |a
static-gc  |gc    |                                       |-static -Wl,--gc-sections              |a
static-pie |pie   |-O2 -fPIE                              |-static-pie                            |a
no-pie     |no-pie|-O0 -fno-pie                           |-no-pie                                |so
'

source=$top_srcdir/tests/build/link
includes="-I$top_srcdir/include -I$top_builddir/include"
private=$(sed -n 's/^Libs.private: *//p' "$top_builddir/libuaccess.pc")

driver() {
  case $1-$2 in
  gcc-c++) echo g++ ;;
  clang-c++) echo clang++ ;;
  *) echo "$1" ;;
  esac
}

standard() {
  case $1 in
  c++) echo c++17 ;;
  *) echo gnu11 ;;
  esac
}

# Two units for each set of flags, and two that know nothing of the library.
compile() {
  # shellcheck disable=SC2086 # lists of flags
  for unit in main unit; do
    $cc -x "$language" -std="$(standard "$language")" -Wall -Wextra -Werror $cflags $includes \
      -c "$source/$unit.c" -o "$objects.$unit.o" || return 1
  done
  # shellcheck disable=SC2086
  echo 'int f(void); int main(void) { return f(); }' |
    $cc -x "$language" $cflags -c - -o "$objects.trivial1.o" &&
    echo 'int f(void); int f(void) { return 0; }' |
    $cc -x "$language" $cflags -c - -o "$objects.trivial2.o"
}

# What the archive calls of the libraries in $private, which may not suit every way to link: some
# systems have them not position-independent.
foreign=
if [ -n "$private" ] && [ -e "$top_builddir/.libs/libuaccess.a" ]; then
  foreign=$(nm -u "$top_builddir/.libs/libuaccess.a" | sed -n 's/^ *U \(_U[a-zA-Z0-9_]*\)$/-Wl,-u,\1/p' |
    LC_ALL=C sort -u)
fi

# Does this compiler get on with this linker, and with those libraries, at all?
links_without_us() {
  also=
  [ "$kind" != a ] || also="$foreign $private"
  # shellcheck disable=SC2086 # lists of flags
  $cc -fuse-ld="$linker" $ldflags "$objects.trivial1.o" "$objects.trivial2.o" $also \
    -o "$scratch/trivial" >/dev/null 2>&1 && "$scratch/trivial"
}

# Is unit_dead(), which nobody calls, in the program? Entry and function stay or go together. LTO
# takes it away, and so does --gc-sections where the linker does not take __start___ex_table as a
# use of every table: lld, and GNU ld if it is asked; with others it may stay.
expected_dead() {
  case $mode-$linker in
  lto-* | *gc-lld | stop-gc-bfd) echo 0 ;;
  *gc-*) echo any ;;
  *) echo 1 ;;
  esac
}

link_and_run() {
  # shellcheck disable=SC2086 # lists of flags
  $cc -fuse-ld="$linker" $ldflags "$objects.main.o" "$objects.unit.o" $library $private \
    -o "$scratch/program" || return 1
  registered=$(LC_ALL=C timeout 30 "$scratch/program" "$shared" "$(expected_dead)") || return 1
  size=$(readelf -SW "$scratch/program" | sed -n 's/.* __ex_table  *[A-Z]*  *//p' |
    awk '{ print $3 }')
  echo "entries registered: $registered; bytes in the section: 0x$size"
  [ "$((registered * 12))" -eq "$((0x$size))" ]
}

one() {
  name="$cc $linker $mode"
  if ! command -v "$cc" >/dev/null || ! command -v "ld.$linker" >/dev/null; then
    tap_skip "$name" "not installed"
  elif [ ! -e "$top_builddir/.libs/libuaccess.$kind" ]; then
    tap_skip "$name" "this build has no libuaccess.$kind"
  elif [ ! -e "$objects.unit.o" ]; then
    tap_skip "$name" "its units do not compile"
  elif ! link_and_run >"$scratch/link.log" 2>&1 && ! links_without_us; then
    tap_skip "$name" "does not link a program without this library either"
  else
    tap_ok "$name" link_and_run
  fi
}

for compiler in $compilers; do
  for language in $languages; do
    cc=$(driver "$compiler" "$language")
    shared=2
    [ "$language" = c ] || shared=1
    while IFS='|' read -r mode objects cflags ldflags kind; do
      [ -n "$mode" ] || continue
      mode=${mode%% *}
      objects=$scratch/$cc.${objects%% *}
      if [ -n "${cflags%% *}" ] && command -v "$cc" >/dev/null; then
        tap_ok "$cc $cflags" compile
      fi
      library=$top_builddir/.libs/libuaccess.$kind
      [ "$kind" = a ] || library="$library -Wl,-rpath,$top_builddir/.libs"
      for linker in $linkers; do
        one
      done
    done <<END
$modes
END
  done
done
tap_done
