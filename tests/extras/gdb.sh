#!/bin/sh
# SPDX-License-Identifier: MIT
# Under gdb expected faults pass by; entries and faults print readably.

# shellcheck source=tests/tap.sh
. "$top_srcdir/tests/tap.sh"

[ "${UACCESS_SANITIZER:-no}" = no ] || tap_skip_all "sanitizers do not like debuggers"
command -v gdb >/dev/null || tap_skip_all "no gdb"
gdb -batch -ex 'python print(1)' >/dev/null 2>&1 || tap_skip_all "gdb without Python"
program=$top_builddir/tests/extras/debugged

# under COMMAND...: runs the program under gdb with these commands
under() {
  set -- "$@" ''
  script=$scratch/script
  printf 'set confirm off\nset debuginfod enabled off\nsource %s\n' "$top_srcdir/extras/uaccess.gdb.py" >"$script"
  while [ -n "$1" ]; do
    echo "$1" >>"$script"
    shift
  done
  timeout 60 gdb -batch -x "$script" "$program" >"$scratch/out" 2>&1
}

under run
grep -q 'ptrace: \|Could not trace' "$scratch/out" && tap_skip_all "no ptrace here"

passes_by() {
  grep -q 'exited normally' "$scratch/out" && ! grep -q 'received signal SIGSEGV' "$scratch/out"
}

prints() {
  under 'break debugged_stop' run up 'print fault' 'print *fault.entry' 'uaccess-entry fault.pc' 'uaccess-entry 0'
  cat "$scratch/out"
  grep -q '= {signal 11 code [0-9]* trap 14 error 0x4 address 0x40 pc 0x[0-9a-f]* <main.*> fixup .* flags ADDRESS|READ|RECOVERED count 1}' "$scratch/out" &&
    grep -q '= {insn 0x[0-9a-f]* <main.*>, fixup 0x.*}' "$scratch/out" &&
    grep -q '^[^$]*: insn 0x[0-9a-f]* <main.*>, fixup' "$scratch/out" &&
    grep -q '^no entry for 0x0' "$scratch/out"
}

tap_ok "expected faults pass by" passes_by
tap_ok "an entry and a fault print readably, and the command finds an entry" prints
tap_done
