#!/bin/sh
# SPDX-License-Identifier: MIT
# Files in the style of the kernel's assemble unchanged, with nothing but the compat folder, and
# `uaccess verify` takes what comes out.

# shellcheck source=tests/tap.sh
. "$top_srcdir/tests/tap.sh"

[ -e "$top_builddir/.libs/libuaccess.so" ] || tap_skip_all "no shared library in this build"
[ "${UACCESS_SANITIZER:-no}" = no ] || tap_skip_all "built with a sanitizer"
compat=$top_srcdir/include/uaccess/compat
files=$top_srcdir/tests/routines/kernel

# assemble COMPILER FILE OBJECT
assemble() {
  # shellcheck disable=SC2086 # CC may hold options
  $1 -shared -fPIC -I"$compat" -o "$3" "$2"
}

verify() {
  timeout 120 "$top_builddir/uaccess" verify --quick "$@" </dev/null
}

# refused FILE SYMBOL PATTERN: it assembles, and verify finds this
refused() {
  assemble "${CC:-cc}" "$1" "$scratch/wrong.so" || return 1
  verify "$scratch/wrong.so:$2" >"$scratch/out"
  status=$?
  cat "$scratch/out"
  [ "$status" -eq 1 ] && grep -q "$3" "$scratch/out"
}

# each_function OBJECT: those that it exports; some have aliases and inner labels
each_function() {
  # shellcheck disable=SC2086 # NM holds options
  ${NM:-nm} -D --defined-only "$1" | awk '$2 == "T" && $3 !~ /_end$|_alias$/ { print $3 }'
}

no_executable_stack() {
  readelf -lW "$1" | grep 'GNU_STACK' | grep -q ' RW '
}

for compiler in "${CC:-cc}" clang; do
  command -v "${compiler%% *}" >/dev/null || {
    tap_skip "$compiler" "not installed"
    continue
  }
  for file in "$files"/*.S; do
    name=$(basename "$file" .S)
    object=$scratch/$name.so
    tap_ok "$name assembles, $compiler" assemble "$compiler" "$file" "$object"
    tap_ok "$name needs no executable stack, $compiler" no_executable_stack "$object"
    for function in $(each_function "$object"); do
      tap_ok "$function, $compiler" verify "$object:$function"
    done
  done
done

# Each choice of the alternatives.
object=$scratch/style_6_1.so
for without in erms erms,rep_good; do
  tap_ok "clear_user_twice without $without" \
    env UACCESS_CLEARCPUID=$without "$top_builddir/uaccess" verify --quick "$object:clear_user_twice"
done

sed 's/EX_TYPE_UCOPY_LEN8/EX_TYPE_UCOPY_LEN1/' "$files/style_6_1.S" >"$scratch/length.S"
tap_ok "a wrong factor in an entry is found" \
  refused "$scratch/length.S" clear_user_words 'are said to be done, but'
sed '/_ASM_EXTABLE_CPY(3b/d' "$files/style_6_1.S" >"$scratch/missing.S"
tap_ok "a missing entry is found" refused "$scratch/missing.S" copy_user_words 'dies of SIGSEGV'

sed 's/EX_TYPE_UCOPY_LEN8, %rdx/EX_TYPE_UCOPY_LEN8, %xmm0/' "$files/style_6_1.S" >"$scratch/register.S"
no_such_register() {
  ! assemble "${CC:-cc}" "$scratch/register.S" "$scratch/wrong.so" 2>"$scratch/err" &&
    grep -q 'not a general register: %xmm0' "$scratch/err"
}
tap_ok "an entry for a register that cannot be is an error" no_such_register
tap_done
