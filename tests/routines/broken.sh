#!/bin/sh
# SPDX-License-Identifier: MIT
# `uaccess verify` catches every routine of tests/broken, for the right reason.

# shellcheck source=tests/tap.sh
. "$top_srcdir/tests/tap.sh"

object=$top_builddir/tests/broken/.libs/broken.so
[ -e "$object" ] || tap_skip_all "no shared objects in this build"

# symbol | options | what the counterexample says
list() {
  cat <<'END'
clear_user_label_before|--kind clear|dies of SIGSEGV
clear_user_no_progress|--contract exact|left is [1-7] too large
clear_user_claims_too_much||are said to be done, but
clear_user_32_bits||are said to be done, but
clear_user_leaves_rax||%rax came back as
clear_user_hangs||hangs
clear_user_stores_ahead||was changed, but is said to be left
clear_user_too_wide||behind the destination, was changed
clear_user_forgets||77 bytes are said to be left, but all can be reached
copy_user_counts_block||are said to be done, but
copy_user_align_register||bytes are said to be left of
copy_user_upper_half||bytes are said to be left of
copy_user_whole_size||nothing is said to be done, but
copy_user_first_wide||nothing is said to be done, but
copy_user_overrun||behind the destination, was changed
copy_user_shifted||byte 0 is
rep_movs_restart||nothing is said to be done, but
rep_movs_loses_rbx||rbx, which belongs to the caller
rep_movs_leaves_df||direction flag
rep_movs_stack||dies of
rep_movs_backwards||are said to be done, but
rep_movs_exits||ends the process with status 3
uaccess_broken_clear_granular|--granularity 7|more than the 7 it may be
uaccess_broken_clear_never_ends||1 bytes are said to be left, but all
END
}

# caught SYMBOL REASON OPTION...
caught() {
  symbol=$1 reason=$2
  shift 2
  timeout 120 "$top_builddir/uaccess" verify "$@" "$object:$symbol" >"$scratch/out" 2>&1 </dev/null
  status=$?
  cat "$scratch/out"
  [ "$status" -eq 1 ] && grep -q "$reason" "$scratch/out"
}

list >"$scratch/list"
# A sanitizer ends the process itself where a signal would have.
[ "${UACCESS_SANITIZER:-no}" = no ] ||
  sed -i 's,|dies of.*,|^ *[de][in][ed]s ,' "$scratch/list"
while IFS='|' read -r symbol options reason; do
  # shellcheck disable=SC2086 # a list of words
  tap_ok "$symbol: $reason" caught "$symbol" "$reason" $options
done <"$scratch/list"

# Each routine of the object is in the list.
cut -d '|' -f 1 "$scratch/list" | LC_ALL=C sort >"$scratch/listed"
# shellcheck disable=SC2086 # NM holds options
${NM:-nm} -D --defined-only "$object" | awk '$2 == "T" { print $3 }' |
  LC_ALL=C sort >"$scratch/defined"
tap_ok "every broken routine is listed" \
  same_lists "the object" "$scratch/defined" "the list" "$scratch/listed"

# It is the right thing that is caught: with the promise that it keeps, it passes.
passes() {
  timeout 120 "$top_builddir/uaccess" verify "$@" </dev/null
}
tap_ok "a routine that is only granular passes without a limit" \
  passes "$object:uaccess_broken_clear_granular"
tap_ok "a clear without progress is within the kernel's contract" \
  passes "$object:clear_user_no_progress"
tap_done
