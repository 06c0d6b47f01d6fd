#!/bin/sh
# SPDX-License-Identifier: MIT
# The tarball holds the files that git knows, unchanged, and of others only what bootstrap makes.

# shellcheck source=tests/tap.sh
. "$top_srcdir/tests/tap.sh"

command -v git >/dev/null || tap_skip_all "no git"
# The clone may belong to somebody else.
ask_git() {
  git -c safe.directory="$top_srcdir" -C "$top_srcdir" "$@"
}
[ "$(ask_git rev-parse --show-toplevel 2>/dev/null)" = "$(cd "$top_srcdir" && pwd -P)" ] ||
  tap_skip_all "not a git checkout"

ask_git ls-files | while IFS= read -r file; do
  # A file that was deleted but not committed is no file of the tree.
  [ ! -e "$top_srcdir/$file" ] || echo "$file"
done | LC_ALL=C sort >"$scratch/git"

unpack() {
  make_quietly distdir distdir="$scratch/dist" || return 1
  (cd "$scratch/dist" && find . -type f) | sed 's,^\./,,' | LC_ALL=C sort >"$scratch/all"
  # What autoreconf brings.
  grep -vxE 'aclocal\.m4|configure|config\.h\.in|Makefile\.in|build-aux/[a-z.-]+|m4/(libtool|lt[a-z~]+)\.m4' \
    "$scratch/all" >"$scratch/tarball"
}

unchanged() {
  while IFS= read -r file; do
    cmp "$top_srcdir/$file" "$scratch/dist/$file" || return 1
  done <"$scratch/git"
}

tap_ok "make distdir" unpack
tap_ok "git and the tarball hold the same files" \
  same_lists git "$scratch/git" "the tarball" "$scratch/tarball"
tap_ok "each file is unchanged" unchanged
tap_done
