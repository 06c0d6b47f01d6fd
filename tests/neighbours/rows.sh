#!/bin/sh
# SPDX-License-Identifier: MIT
# Every row of the suite has a test point that begins with its name, and README.md counts them.

# shellcheck source=tests/tap.sh
. "$top_srcdir/tests/tap.sh"

here=$top_srcdir/tests/neighbours
grep -ho '"[A-E][0-9][0-9]* ' "$here"/*.c "$here"/*.sh | tr -d '" ' | LC_ALL=C sort -u >"$scratch/rows"
for group in A:14 B:7 C:10 D:10 E:10; do
  for number in $(seq "${group#*:}"); do
    echo "${group%:*}$number"
  done
done | LC_ALL=C sort >"$scratch/wanted"
tap_ok "each row has a test point" same_lists "the suite" "$scratch/rows" "its list" "$scratch/wanted"
tap_ok "README.md states how many" \
  grep -q "$(wc -l <"$scratch/wanted") rows" "$top_srcdir/README.md"
tap_done
