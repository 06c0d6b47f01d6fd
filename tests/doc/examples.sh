#!/bin/sh
# SPDX-License-Identifier: MIT
# The programs of doc/examples do what they say.

# shellcheck source=tests/tap.sh
. "$top_srcdir/tests/tap.sh"

programs=$top_builddir/doc/examples

# prints TEXT PROGRAM ARGUMENT...: exactly that, and ends well
prints() {
  printf '%s\n' "$1" >"$scratch/wanted"
  shift
  program=$1
  shift
  timeout 20 "$programs/$program" "$@" >"$scratch/got" </dev/null || return 1
  diff "$scratch/wanted" "$scratch/got"
}

whole_file() {
  printf 'ABC' >"$scratch/file"
  prints 'mapped 3 bytes; Return goes on
3 bytes, sum 198' checksum_file "$scratch/file"
}
empty_file() {
  : >"$scratch/file"
  prints 'mapped 0 bytes; Return goes on
0 bytes, sum 0' checksum_file "$scratch/file"
}

# The file is cut when the program says that it has mapped it.
truncated_file() {
  head -c 20000 /dev/zero | tr '\0' '\1' >"$scratch/file"
  mkfifo "$scratch/go" "$scratch/said" || return 1
  timeout 20 "$programs/checksum_file" "$scratch/file" <"$scratch/go" >"$scratch/said" &
  program=$!
  exec 8>"$scratch/go" 9<"$scratch/said"
  read -r line <&9
  dd if=/dev/null of="$scratch/file" bs=4096 seek=1 2>/dev/null
  echo >&8
  exec 8>&-
  cat <&9 >"$scratch/got"
  wait "$program" || return 1
  [ "$line" = 'mapped 20000 bytes; Return goes on' ] &&
    printf '4096 bytes, sum 4096\n15904 bytes are gone\n' | diff - "$scratch/got"
}

tap_ok "checksum_file, a whole file" whole_file
tap_ok "checksum_file, an empty file" empty_file
tap_ok "checksum_file, a file cut behind its back" truncated_file

row_of() {
  sed -n "$1s/^[0-9a-f]* //p" "$scratch/dump"
}
dumped() {
  timeout 20 "$programs/hexdump_memory" >"$scratch/dump" || return 1
  cat "$scratch/dump"
  ab=' ab ab ab ab ab ab ab ab'
  no=' ?? ?? ?? ?? ?? ?? ?? ??'
  [ "$(row_of 1)" = "$ab$ab" ] && [ "$(row_of 2)" = "$ab$no" ] && [ "$(row_of 3)" = "$no$no" ]
}
tap_ok "hexdump_memory, over the end of a page" dumped
tap_ok "hexdump_memory, NULL" prints '000000000000  ?? ?? ??' hexdump_memory 0 3
tap_ok "hexdump_memory, the kernel's half" prints 'ffffffff81000000  ?? ??' hexdump_memory \
  0xffffffff81000000 2
tap_ok "demand_array" prints '7, 6, 10777216
copied but for 0 bytes: 6000000 to 6008997
a write: error -14
7 pages filled' demand_array
tap_ok "guest_memory" prints 'trap: no memory at 0x8000
trap: no memory at 0xc000
trap: no memory at 0xbffe
halted with 42 after 3 traps' guest_memory
six_callers() {
  prints "today's caller: -7
a caller of the first version: 7
a newer caller who asks for nothing new: -7
a newer caller who does: Argument list too long
a caller with a bad pointer: Bad address
a caller with no room for the result: Bad address" struct_call
}
tap_ok "struct_call" six_callers

planted() {
  prints "without a failing call: 0 findings
5 points
point 3: memory leaked
point 4: a failing call was swallowed
point 5: the invariant does not hold (the lock is held)" planted
}
if [ "${UACCESS_SANITIZER:-no}" = no ]; then
  tap_ok "planted" planted
else
  tap_skip "planted" "the sanitizer has a malloc() of its own"
fi

tap_done
