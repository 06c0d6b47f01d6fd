#!/bin/sh
# SPDX-License-Identifier: MIT
# `uaccess bench`: its words, its files, and what it says when something is wrong.

# shellcheck source=tests/tap.sh
. "$top_srcdir/tests/tap.sh"

uaccess=$top_builddir/uaccess

bench() {
  timeout 120 "$uaccess" bench "$@" </dev/null
}

# status N ARGUMENT...: the exit status, and a message exactly if it is not 0
status() {
  wanted=$1
  shift
  bench "$@" >"$scratch/out" 2>"$scratch/err"
  got=$?
  cat "$scratch/err"
  echo "status $got, wanted $wanted"
  [ "$got" -eq "$wanted" ] && { [ "$wanted" -eq 0 ] || [ -s "$scratch/err" ]; }
}

# Subcommands that run in a moment; the others differ only in what they measure.
run() {
  bench --quick padzero access fault --json "$scratch/rows.json" --csv "$scratch/rows.csv" \
    --html "$scratch/page.html" >"$scratch/table" 2>"$scratch/err" || return 1
  cat "$scratch/err"
  [ ! -s "$scratch/err" ]
}

json_alone() {
  bench --quick padzero --json - >"$scratch/alone.json" &&
    python3 -m json.tool "$scratch/alone.json"
}

one_routine() {
  bench --quick padzero --routine sse2 --csv - >"$scratch/one.csv" &&
    ! grep -E ',(generic|avx2|avx512),' "$scratch/one.csv" && grep ',sse2,' "$scratch/one.csv" &&
    grep ',glibc,' "$scratch/one.csv"
}

# What --help names can be asked for; "bench" is tried with an option that ends it.
words() {
  bench --help | sed -n 's/^  \([a-z]*\): .*/\1/p' >"$scratch/words"
  [ -s "$scratch/words" ] || return 1
  while read -r word; do
    bench "$word" --cpu none 2>&1 | grep -q 'not a number' || return 1
  done <"$scratch/words"
}

tap_ok "an unknown subcommand" status 2 frobnicate
tap_ok "an unknown option" status 2 --frobnicate
tap_ok "a processor that is none" status 2 --cpu x padzero
tap_ok "a file that cannot be written" status 1 --quick padzero --json "$scratch/none/rows.json"
tap_ok "a full disk" status 1 --quick padzero --html /dev/full
tap_ok "each subcommand of --help is known" words
tap_ok "rows, table and page are written, and no message" run
if command -v python3 >/dev/null; then
  tap_ok "JSON and CSV hold the same sound rows" python3 "$top_srcdir/tests/bench/rows.py" \
    "$scratch/rows.json" "$scratch/rows.csv" padzero get put chase fault partial
  tap_ok "JSON on standard output stands alone" json_alone
else
  tap_skip "JSON and CSV hold the same sound rows" "no python3"
  tap_skip "JSON on standard output stands alone" "no python3"
fi
tap_ok "the table shows the same benches" grep -q '^padzero_cold, ticks' "$scratch/table"
tap_ok "--routine leaves the others out" one_routine
tap_done
