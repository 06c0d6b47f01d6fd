#!/bin/sh
# SPDX-License-Identifier: MIT
# The shared object, the symbol map and the headers agree on what is exported.

# shellcheck source=tests/tap.sh
. "$top_srcdir/tests/tap.sh"

object=$top_builddir/.libs/libuaccess.so
[ -e "$object" ] || tap_skip_all "no shared library in this build"

sed -n '/global:/,/local:/s/^[[:space:]]*\([a-z_0-9]*\);$/\1/p' "$top_srcdir/src/libuaccess.map" \
  >"$scratch/map.as.written"
LC_ALL=C sort -u "$scratch/map.as.written" >"$scratch/map"

# shellcheck disable=SC2086 # NM holds options
${NM:-nm} -D --defined-only "$object" | awk '$2 != "A" { sub(/@.*/, "", $3); print $3 }' |
  LC_ALL=C sort -u >"$scratch/object"

# A declaration is what follows the attribute, up to ";"; the name is the word before the first
# parenthesis, or the last word.
for header in "$top_srcdir"/include/uaccess/*.h "$top_builddir"/include/uaccess/*.h; do
  [ -e "$header" ] || continue
  header=uaccess/${header##*/}
  is_part "$header" || echo "#include <$header>"
done >"$scratch/all.c"
# shellcheck disable=SC2086 # CC may hold options
${CC:-cc} -E -P -I"$top_srcdir/include" -I"$top_builddir/include" "$scratch/all.c" \
  >"$scratch/all.i" || tap_diag "the headers cannot be preprocessed"
tr '\n\t' '  ' <"$scratch/all.i" | sed 's/[;{}]/&\n/g' |
  sed -n 's/.*__attribute__((visibility("default")))//p' |
  sed -e 's/__attribute__ *(([^()]*\(([^()]*)\)*[^()]*))//g' -e 's/ *[(;].*//' -e 's/.*[ *]//' |
  LC_ALL=C sort -u >"$scratch/headers"

prefixed() {
  ! grep -v '^uaccess_[a-z0-9]' "$scratch/map"
}

hidden_stay_hidden() {
  ! grep '^uaccess__' "$scratch/map"
}

tap_ok "the map exports something" test -s "$scratch/map"
tap_ok "shared object and map agree" \
  same_lists "the object" "$scratch/object" "the map" "$scratch/map"
tap_ok "headers and map agree" same_lists "the headers" "$scratch/headers" "the map" "$scratch/map"
tap_ok "the map is sorted and names nothing twice" \
  cmp "$scratch/map.as.written" "$scratch/map"
tap_ok "each name begins with uaccess_" prefixed
tap_ok "no internal name is exported" hidden_stay_hidden
tap_done
