#!/bin/sh
# SPDX-License-Identifier: MIT
# What holds for every file of the tree, whoever wrote it.

# shellcheck source=tests/tap.sh
. "$top_srcdir/tests/tap.sh"

cd "$top_srcdir" || exit 99

sources() {
  find .ci include extable src inject tools bench tests doc m4 ./*.ac ./*.am bootstrap quickstart \
    -type f 2>/dev/null | grep -E '\.(c|h|in|S|cc|sh|mk|ac|am)$|m4/uaccess|/run$|^(bootstrap|quickstart)$'
}
sources | grep -v '/Makefile\.in$' | LC_ALL=C sort >"$scratch/sources"

# The licence and then what the file is for, in its first lines (the second, where "#!" is first).
licensed() {
  while IFS= read -r file; do
    head -n 3 "$file" | grep -q 'SPDX-License-Identifier: MIT' || echo "$file"
  done <"$scratch/sources" >"$scratch/without"
  ! grep . "$scratch/without"
}

said_what_for() {
  while IFS= read -r file; do
    head -n 4 "$file" | awk '
      licensed && /^(\/\*|\/\/| \*|#) .*[[:alpha:]]/ { said = 1 }
      /SPDX/ { licensed = 1 }
      END { exit !said }' || echo "$file"
  done <"$scratch/sources" >"$scratch/without"
  ! grep . "$scratch/without"
}

# News that users read say which version they are of.
news_of_this_version() {
  grep -m 1 '[0-9]\.[0-9]' NEWS | grep -F "$1"
}

tap_ok "there are sources" test -s "$scratch/sources"
tap_ok "each source states its licence" licensed
tap_ok "each source says what it is for" said_what_for
if [ -e NEWS ]; then
  version=$(sed -n 's/^Version: //p' "$top_builddir/libuaccess.pc")
  tap_ok "NEWS begins with version $version" news_of_this_version "$version"
fi
tap_done
