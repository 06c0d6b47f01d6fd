#!/bin/sh
# SPDX-License-Identifier: MIT
# `uaccess verify`: every row of the table keeps its promise, and what is called wrongly says so.

# shellcheck source=tests/tap.sh
. "$top_srcdir/tests/tap.sh"

verify() {
  timeout 300 "$top_builddir/uaccess" verify "$@" </dev/null
}

# ends STATUS PATTERN ARGUMENT...: the exit status, and what is said
ends() {
  wanted=$1 pattern=$2
  shift 2
  verify "$@" >"$scratch/out" 2>&1
  status=$?
  cat "$scratch/out"
  echo "status $status, wanted $wanted with: $pattern"
  [ "$status" -eq "$wanted" ] && grep -q "$pattern" "$scratch/out"
}

verify --quick --tap >"$scratch/rows"
status=$?
# Each row is a point of its own.
sed '/^1\.\./d' "$scratch/rows"
tap_points=$(grep -c '^\(not \)\{0,1\}ok ' "$scratch/rows")
tap_ok "the exit status says the same" \
  test "$status" -eq "$(grep -c '^not ok' "$scratch/rows" | sed 's/^[1-9].*/1/')"


"$top_builddir/uaccess" info | sed -n 's/^  . \(clear\|copy\) *\([a-z0-9_]*\) .*/\1 \2/p' >"$scratch/info"
sed -n 's/^ok [0-9]* \(- \|# SKIP \)\(clear\|copy\) \([a-z0-9_]*\).*/\2 \3/p' "$scratch/rows" \
  >"$scratch/verified"
tap_ok "the rows are those of uaccess info" cmp "$scratch/info" "$scratch/verified"
tap_ok "and there are rows" test "$tap_points" -gt 8
tap_ok "one row by its name" ends 0 'clear generic .*ok' --quick --routine generic --kind clear
for name in original rep_good erms; do
  tap_ok "what clear_user_inline() calls: $name" ends 0 " ok " --quick --kind clear --abi rep \
    "$top_builddir/.libs/libuaccess.so:uaccess_clear_user_$name"
done
tap_ok "no such row" ends 1 'no such routine: frobnicate' --routine frobnicate
tap_ok "no such kind" ends 2 '^usage' --kind frobnicate
tap_ok "no such interface" ends 2 '^usage' --abi frobnicate x.so:y
tap_ok "a row and a file at once" ends 2 '^usage' --routine generic x.so:clear
tap_ok "no such file" ends 1 'frobnicate.so' frobnicate.so:clear
tap_ok "no symbol" ends 1 'not FILE.so:SYMBOL' frobnicate.so
tap_ok "neither clear nor copy" ends 1 'Say --kind' frobnicate.so:symbol
tap_ok "a promise that a row does not keep" ends 1 'more than the 3 it may be' \
  --routine sse2 --kind clear --granularity 3
tap_done
