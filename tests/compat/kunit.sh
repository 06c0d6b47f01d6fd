#!/bin/sh
# SPDX-License-Identifier: MIT
# A suite that fails says so, case by case, and the compat headers compile one by one.

# shellcheck source=tests/tap.sh
. "$top_srcdir/tests/tap.sh"

failing=$top_builddir/tests/compat/failing

says() {
  grep -q "$1" "$scratch/log"
}

says_not() {
  ! says "$1"
}

each_alone() {
  (cd "$top_srcdir/include/uaccess/compat" && find . -name '*.h' ! -path './kunit/assert.h') |
    while IFS= read -r header; do
      # shellcheck disable=SC2086 # CC may hold options
      printf '#include <%s>\nextern int not_empty;\n' "${header#./}" |
        ${CC:-cc} -std=gnu11 -O1 -Wall -Wextra -Werror -x c -c -o "$scratch/alone.o" - \
          -I"$top_srcdir/include/uaccess/compat" -I"$top_srcdir/include" \
          -I"$top_builddir/include" || exit 1
    done
}

if [ -x "$failing" ]; then
  "$failing" >"$scratch/log" 2>&1
  status=$?
  tap_ok "a suite that fails ends with a status" test "$status" -ne 0
  tap_ok "a failed expectation fails its case" says '^not ok 1 .*test_expect'
  tap_ok "and goes on" says 'an expectation goes on'
  tap_ok "a failed assertion fails its case" says '^not ok 2 .*test_assert'
  tap_ok "with its message" says 'message 42'
  tap_ok "and ends it" says_not 'an assertion does not go on'
  tap_ok "a crash is one case's" says '^not ok 3 .*test_crash'
  tap_ok "the next case runs" says '^ok 4 .*test_good'
else
  tap_skip "suites" "built without Check"
fi
tap_ok "each compat header compiles alone" each_alone
tap_done
