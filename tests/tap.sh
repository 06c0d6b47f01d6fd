# shellcheck shell=sh
# SPDX-License-Identifier: MIT
# The Test Anything Protocol for test scripts: source it, print points, end with tap_done.
#
# make hands over, in the environment: top_srcdir, top_builddir, CC, CXX, NM, MAKE and
# UACCESS_SANITIZER. $scratch is a directory of the script's own, removed at its end.

set -u
# shellcheck disable=SC2154 # from make
: "${top_srcdir:?is set by make check}" "${top_builddir:?is set by make check}"

tap_points=0
tap_failures=0

scratch=$(mktemp -d "${TMPDIR:-/tmp}/uaccess-test.XXXXXX") || exit 99
trap 'rm -rf "$scratch"' EXIT
trap 'exit 99' HUP INT TERM

tap_diag() {
  printf '%s\n' "$*" | sed 's/^/# /'
}

# tap_ok NAME COMMAND...: one point; what the command printed is shown if it failed
tap_ok() {
  tap_name=$1
  shift
  tap_points=$((tap_points + 1))
  if "$@" >"$scratch/tap.log" 2>&1; then
    echo "ok $tap_points - $tap_name"
  else
    tap_failures=$((tap_failures + 1))
    echo "not ok $tap_points - $tap_name"
    echo "# failed: $*"
    head -n 40 "$scratch/tap.log" | sed 's/^/#   /'
  fi
}

# tap_skip NAME WHY: one point that could not be tried here
tap_skip() {
  tap_points=$((tap_points + 1))
  echo "ok $tap_points - $1 # SKIP $2"
}

tap_skip_all() {
  echo "1..0 # SKIP $*"
  exit 0
}

tap_done() {
  echo "1..$tap_points"
  [ "$tap_failures" -eq 0 ]
  exit
}

# same_lists WHAT FILE WHAT FILE: two sorted lists hold the same lines, or says which do not
same_lists() {
  comm -23 "$2" "$4" >"$scratch/only.1"
  comm -13 "$2" "$4" >"$scratch/only.2"
  sed "s/^/only in $1: /" "$scratch/only.1"
  sed "s/^/only in $3: /" "$scratch/only.2"
  [ ! -s "$scratch/only.1" ] && [ ! -s "$scratch/only.2" ]
}

# make_quietly TARGET...: in the build tree, apart from the make that runs the tests
make_quietly() {
  env -u MAKEFLAGS -u MFLAGS -u MAKELEVEL "${MAKE:-make}" -s -C "$top_builddir" "$@" >/dev/null
}

# is_part HEADER: it belongs to another header and refuses to be included by itself
is_part() {
  if [ -e "$top_srcdir/include/$1" ]; then
    grep -q '^#error "include <uaccess/.*> instead"' "$top_srcdir/include/$1"
  else
    false
  fi
}
