#!/bin/sh
# SPDX-License-Identifier: MIT
# The shared objects, their symbol maps and the headers agree on what is exported.

# shellcheck source=tests/tap.sh
. "$top_srcdir/tests/tap.sh"

objects=$top_builddir/.libs
[ -e "$objects/libuaccess.so" ] || tap_skip_all "no shared library in this build"

# exported MAP: as the map lists them
exported() {
  sed -n '/global:/,/local:/s/^[[:space:]]*\([a-z_0-9]*\);$/\1/p' "$1"
}
maps="$top_srcdir/src/libuaccess.map $top_srcdir/inject/libuaccess-inject.map"
for map in $maps; do
  exported "$map"
done | LC_ALL=C sort >"$scratch/map"

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

tap_ok "headers and maps agree" \
  same_lists "the headers" "$scratch/headers" "the maps" "$scratch/map"
tap_ok "each name begins with uaccess_" prefixed
tap_ok "no internal name is exported" hidden_stay_hidden
for map in $maps; do
  name=$(basename "$map" .map)
  exported "$map" >"$scratch/as.written"
  LC_ALL=C sort -u "$scratch/as.written" >"$scratch/sorted"
  # shellcheck disable=SC2086 # NM holds options
  ${NM:-nm} -D --defined-only "$objects/$name.so" |
    awk '$2 != "A" { sub(/@.*/, "", $3); print $3 }' | LC_ALL=C sort -u >"$scratch/object"
  tap_ok "$name: the map exports something" test -s "$scratch/sorted"
  tap_ok "$name: shared object and map agree" \
    same_lists "the object" "$scratch/object" "the map" "$scratch/sorted"
  tap_ok "$name: the map is sorted and names nothing twice" \
    cmp "$scratch/as.written" "$scratch/sorted"
done
tap_done
