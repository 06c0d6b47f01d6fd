#!/bin/sh
# SPDX-License-Identifier: MIT
# doc/api.md lists every call with a kernel name that the headers offer, and the tests it names exist
# and use the call. With the debug mode for regions, each call that has a check of its own reports.

# shellcheck source=tests/tap.sh
. "$top_srcdir/tests/tap.sh"

api=$top_srcdir/doc/api.md

cat >"$scratch/all.c" <<'END'
#include <uaccess/uaccess.h>
#include <uaccess/iov.h>
#include <uaccess/atomics.h>
END

preprocess() {
  # shellcheck disable=SC2086 # CC may hold options
  ${CC:-cc} -E -I"$top_srcdir/include" -I"$top_builddir/include" "$@" "$scratch/all.c"
}

macros() {
  preprocess -dM "$@" | sed -n 's/^#define \([a-z_][a-z_0-9]*\)(.*/\1/p' | LC_ALL=C sort -u
}

# Inline functions: the word before the parenthesis, the attributes taken away.
functions() {
  preprocess -P | tr '\n\t' '  ' | sed 's/[;{}]/&\n/g' | grep 'static inline' |
    sed -e 's/__attribute__ *(([^()]*\(([^()]*)\)*[^()]*))//g' -e 's/ *(.*//' -e 's/.*[ *]//' |
    grep -v '^uaccess'
}

macros >"$scratch/with"
macros -DUACCESS_NO_KERNEL_NAMES >"$scratch/without"
{
  LC_ALL=C comm -23 "$scratch/with" "$scratch/without"
  functions
} | LC_ALL=C sort -u >"$scratch/headers"

# first column | third column, of the tables
sed -n 's/^| \(`.*\) | .* | \(`.*`\) |$/\1|\2/p' "$api" >"$scratch/rows"
cut -d'|' -f1 "$scratch/rows" | grep -o '`[^`]*`' | tr -d '`' | LC_ALL=C sort >"$scratch/listed"
LC_ALL=C sort -u "$scratch/listed" >"$scratch/api"

tests_use_them() {
  while IFS='|' read -r calls tests; do
    for file in $(echo "$tests" | tr -d '`,'); do
      [ -f "$top_srcdir/tests/$file" ] || echo "no test $file"
      for call in $(echo "$calls" | tr -d '`,'); do
        grep -qw -- "$call" "$top_srcdir/tests/$file" || echo "$file does not use $call"
      done
    done
  done <"$scratch/rows" >"$scratch/problems"
  ! grep . "$scratch/problems"
}

none_twice() {
  ! uniq -d "$scratch/listed" | grep .
}

# Calls that open and close by themselves: those of the tables but regions and what touches no
# user memory. Vectors and atomics have headers of their own, which the debug mode does not wrap.
reported() {
  sed -n '/^## Regions/,/^## Blocks/d; /^## Atomics/,$d; p' "$api" |
    sed -n 's/^| \(`.*\) | .* | \(`.*`\) |$/\1/p' | grep -o '`[^`]*`' | tr -d '`' |
    grep -vxE 'access_ok|mask_user_address|pagefault_.*|memcpy_flushcache|csum_partial|csum_fold|get_kernel_nofault|load_unaligned_zeropad' |
    LC_ALL=C sort >"$scratch/checked"
  sed -n 's/^#define \([a-z_]*\)(.*/\1/p' "$top_srcdir/include/uaccess/smap_calls.h" |
    LC_ALL=C sort >"$scratch/wrapped"
  same_lists "doc/api.md" "$scratch/checked" "smap_calls.h" "$scratch/wrapped"
}

tap_ok "the headers offer calls" test -s "$scratch/headers"
tap_ok "doc/api.md and the headers agree" \
  same_lists "the headers" "$scratch/headers" "doc/api.md" "$scratch/api"
tap_ok "no call is listed twice" none_twice
tap_ok "the tests it names use the calls" tests_use_them
tap_ok "the debug mode knows each call that checks" reported
tap_done
