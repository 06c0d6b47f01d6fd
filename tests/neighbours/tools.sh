#!/bin/sh
# SPDX-License-Identifier: MIT
# Rows that a tool has to show: compilers, linkers, sanitizers, debuggers, another C library.

# shellcheck source=tests/tap.sh
. "$top_srcdir/tests/tap.sh"

[ "${UACCESS_SANITIZER:-no}" = no ] || tap_skip_all "the library is built for a sanitizer"
libraries=$top_builddir/.libs
[ -e "$libraries/libuaccess.so" ] || tap_skip_all "no shared library in this build"
source=$top_srcdir/tests/neighbours/tools/program.c
private=$(sed -n 's/^Libs.private: *//p' "$top_builddir/libuaccess.pc")
# shellcheck disable=SC3045 # where it is not known, cores are left
ulimit -c 0

# build PROGRAM COMPILER FLAG...
build() {
  program=$1
  compiler=$2
  shift 2
  $compiler -std=gnu11 -Wall -Wextra -I"$top_srcdir/include" -I"$top_builddir/include" "$@" \
    -o "$program" "$source" -L"$libraries" -luaccess -Wl,-rpath,"$libraries"
}

# right COMMAND...: the program says that nothing is wrong
right() {
  timeout 60 "$@" >"$scratch/said" 2>&1
  status=$?
  [ "$status" -eq 0 ] && grep -qx '0 wrong' "$scratch/said" && return
  echo "status $status"
  head -n 30 "$scratch/said"
  return 1
}

# point NAME COMMANDS FUNCTION: skipped where one of the commands is not there
point() {
  for needed in $2; do
    command -v "$needed" >/dev/null || {
      tap_skip "$1" "no $needed"
      return
    }
  done
  tap_ok "$1" "$3"
}

# A sanitizer that is only in the program, and one told to keep the signals.
asan() {
  build "$scratch/asan" gcc -O1 -g -fsanitize=address || return 1
  ASAN_OPTIONS=detect_leaks=0 right "$scratch/asan" || return 1
  # What is not ours is reported by it.
  ASAN_OPTIONS=detect_leaks=0 timeout 60 "$scratch/asan" die >"$scratch/said" 2>&1
  grep -q '^0 wrong' "$scratch/said" && grep -q 'ERROR: AddressSanitizer: SEGV' "$scratch/said"
}
asan_keeps() {
  build "$scratch/asan" gcc -O1 -g -fsanitize=address || return 1
  ASAN_OPTIONS=detect_leaks=0:handle_segv=2:handle_sigbus=2 \
    timeout 60 "$scratch/asan" >"$scratch/said" 2>&1
  cat "$scratch/said"
  # Said by the library when it reads back what it installed.
  grep -i 'uaccess' "$scratch/said" | grep -q 'SIG'
}
if gcc -fsanitize=address -xc - -o "$scratch/trivial" <<'C' 2>/dev/null && "$scratch/trivial"; then
int main(void) { return 0; }
C
  tap_ok "A6 a program with AddressSanitizer: ours are recovered, its own reported" asan
  tap_ok "A6 AddressSanitizer told to keep the signals: said" asan_keeps
  after_return() {
    build "$scratch/return" gcc -O1 -g -fsanitize=address &&
      ASAN_OPTIONS=detect_leaks=0:detect_stack_use_after_return=1 right "$scratch/return"
  }
  tap_ok "D9 AddressSanitizer with detect_stack_use_after_return" after_return
else
  tap_skip "A6 AddressSanitizer" "gcc cannot link it"
fi

valgrind_exact() {
  build "$scratch/plain" gcc -O2 -g && right valgrind -q "$scratch/plain"
}
valgrind_quiet() {
  build "$scratch/plain" gcc -O2 -g || return 1
  right valgrind -q --error-exitcode=9 --suppressions="$top_srcdir/extras/uaccess.supp" \
    "$scratch/plain" || return 1
}
point "C7 residues under Valgrind" "gcc valgrind" valgrind_exact

# Compiled with and without branch protection, by all that is there.
protected() {
  for compiler in gcc clang; do
    command -v "$compiler" >/dev/null || continue
    build "$scratch/cf" "$compiler" -O2 -fcf-protection=full && right "$scratch/cf" || return 1
  done
}
tap_ok "D7 compiled with -fcf-protection" protected
red_zone() {
  for compiler in gcc clang; do
    command -v "$compiler" >/dev/null || continue
    for flags in -O1 -O2 -O3 '-O2 -flto'; do
      # shellcheck disable=SC2086 # a list of flags
      build "$scratch/leaf" "$compiler" $flags 2>"$scratch/said" || {
        grep -q 'lto\|LLVMgold' "$scratch/said" && continue
        return 1
      }
      right "$scratch/leaf" || return 1
    done
  done
}
tap_ok "D8 leaf functions at each optimization" red_zone

musl() {
  mkdir -p "$scratch/kernel" || return 1
  for folder in linux asm asm-generic; do
    ln -sf "$(echo "#include <$folder/types.h>" | gcc -M -E -x c - | tr ' ' '\n' |
      sed -n "s,/$folder/types\.h\$,/$folder,p" | head -n 1)" "$scratch/kernel/$folder"
  done
  # Against musl's own library the handler needs nothing but what POSIX has.
  mkdir -p "$scratch/musl" &&
    (
      cd "$scratch/musl" &&
        "$top_srcdir/configure" -q CC=musl-gcc CXX=no CPPFLAGS="-idirafter $scratch/kernel" \
          --disable-shared --without-check --without-libunwind --without-libelf \
          --without-jansson --without-zydis >log 2>&1 &&
        env -u MAKEFLAGS -u MFLAGS -u MAKELEVEL make -s libuaccess.la >>log 2>&1 ||
        { tail -n 20 log; exit 1; }
    ) || return 1
  musl-gcc -static -std=gnu11 -I"$top_srcdir/include" -I"$scratch/musl/include" -o "$scratch/musl/program" \
    "$source" "$scratch/musl/.libs/libuaccess.a" && right "$scratch/musl/program"
}
point "D10 a static program with musl" "gcc musl-gcc" musl

# The entries of a program are as many whatever linker drops what is not used.
entries() {
  readelf -SW "$1" | sed -n 's/.* __ex_table  *[A-Z]*  *//p' | awk '{ print $3 }'
}
linkers() {
  build "$scratch/plain" gcc -O2 || return 1
  wanted=$(entries "$scratch/plain")
  for linker in bfd gold lld mold; do
    command -v "ld.$linker" >/dev/null || continue
    for flags in '' -Wl,--gc-sections '-Wl,--gc-sections -static'; do
      # shellcheck disable=SC2086 # lists
      gcc -std=gnu11 -O2 -fuse-ld=$linker -ffunction-sections $flags -I"$top_srcdir/include" \
        -I"$top_builddir/include" -o "$scratch/linked" "$source" -L"$libraries" -luaccess \
        -Wl,-rpath,"$libraries" $private || {
        case $flags in *-static*) continue ;; esac
        return 1
      }
      right "$scratch/linked" || return 1
      case $flags in
      *-static*) ;; # with the library's own
      *) [ "$(entries "$scratch/linked")" = "$wanted" ] || return 1 ;;
      esac
    done
  done
}
point "E1 linkers, with and without --gc-sections" "gcc readelf" linkers

# Each entry's instruction touches memory, however it was compiled.
compilers() {
  for compiler in gcc clang; do
    command -v "$compiler" >/dev/null || continue
    for flags in -O0 -O1 -O2 -O3 '-O2 -pg' '-O1 --coverage' '-O1 -fsanitize=thread'; do
      # shellcheck disable=SC2086 # a list of flags
      (cd "$scratch" && build "$scratch/compiled" "$compiler" $flags) >/dev/null 2>&1 || continue
      (cd "$scratch" && right "$scratch/compiled") || { echo "$compiler $flags"; return 1; }
      "$top_builddir/uaccess" extable "$scratch/compiled" | grep -v '^ *-> ' >"$scratch/table"
      [ -s "$scratch/table" ] || { echo "$compiler $flags: no table"; return 1; }
      ! grep -v '(%' "$scratch/table" || { echo "$compiler $flags"; return 1; }
    done
  done
}
if grep -q 'define HAVE_ZYDIS 1' "$top_builddir/config.h" &&
  grep -q 'define HAVE_LIBELF 1' "$top_builddir/config.h"; then
  tap_ok "E2 each entry is a memory access, for each way to compile" compilers
else
  tap_skip "E2 each entry is a memory access" "the command was built without a disassembler"
fi

under_gdb() {
  build "$scratch/plain" gcc -O2 -g || return 1
  timeout 100 gdb -batch -ex 'set debuginfod enabled off' -ex "source $top_srcdir/extras/uaccess.gdb.py" \
    -ex run "$scratch/plain" >"$scratch/gdb" 2>&1
  grep -qx '0 wrong' "$scratch/gdb" && grep -q 'exited normally' "$scratch/gdb" &&
    ! grep -q 'received signal' "$scratch/gdb" && return
  tail -n 20 "$scratch/gdb"
  return 1
}
if command -v gdb >/dev/null && ! gdb -batch -ex 'python print(1)' >/dev/null 2>&1; then
  tap_skip "E3 under gdb" "gdb without Python"
else
  point "E3 under gdb" "gcc gdb" under_gdb
fi
point "E4 Valgrind has nothing to say, with the suppressions" "gcc valgrind" valgrind_quiet
tap_done
