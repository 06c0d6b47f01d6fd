#!/bin/sh
# SPDX-License-Identifier: MIT
# The demo keeps its promises with each routine that runs here, and tells when one is broken.

# shellcheck source=tests/tap.sh
. "$top_srcdir/tests/tap.sh"

uaccess=$top_builddir/uaccess

# Kinds and names of the rows that run here.
"$uaccess" info | sed -n 's/^  [* ] \(clear\|copy\)  *\([a-z0-9_]*\) .*/\1=\2/p' >"$scratch/rows"

keeps() {
  UACCESS_ROUTINE=$1 timeout 60 "$uaccess" demo >"$scratch/out" </dev/null || {
    cat "$scratch/out"
    return 1
  }
  # One title for each promise, and each kind of fault once at least.
  [ "$(grep -c '^ *promise   kept$' "$scratch/out")" -eq "$(grep -c '^[0-9]*\. ' "$scratch/out")" ] &&
    grep -q '^All [0-9]* promises were kept\.$' "$scratch/out" &&
    for fault in 'SIGBUS (BUS_ADRERR), read' 'SIGSEGV (SEGV_ACCERR), write' \
      'SIGSEGV (SEGV_MAPERR), read at 0,' 'address unknown' 'none: refused'; do
      grep -qF "$fault" "$scratch/out" || return 1
    done
}

tap_ok "there are rows" [ -s "$scratch/rows" ]
while IFS= read -r row; do
  tap_ok "demo with $row" keeps "$row"
done <"$scratch/rows"

no_room() {
  ! TMPDIR=$scratch/nowhere timeout 60 "$uaccess" demo >"$scratch/out" 2>"$scratch/err" </dev/null &&
    grep -q '^uaccess: .*nowhere' "$scratch/err" && grep -q 'promise was broken' "$scratch/out"
}
tap_ok "no room for the file: said, and no success" no_room
tap_done
