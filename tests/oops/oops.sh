#!/bin/sh
# SPDX-License-Identifier: MIT
# Oops reports: the shape line by line, the cases that are hard to unwind, and the end of the process.

# shellcheck source=tests/tap.sh
. "$top_srcdir/tests/tap.sh"

[ "${UACCESS_SANITIZER:-no}" = no ] || tap_skip_all "a sanitizer reports faults itself"
victim=$top_builddir/tests/oops/victim
grep -q 'define HAVE_LIBUNWIND 1' "$top_builddir/config.h" && unwinder=yes || unwinder=no
grep -q 'define HAVE_ZYDIS 1' "$top_builddir/config.h" && decoder=yes || decoder=no
ulimit -c 0

# dies HOW STATUS [MORE]: runs the victim; its report is in $report
dies() {
  report=$scratch/report
  "$victim" "$1" "${3:-}" 2>"$report" >"$scratch/out"
  status=$?
  [ "$status" = "$2" ] || { echo "status $status"; cat "$report"; return 1; }
}

# says PATTERN: a line of the report matches as a whole
says() {
  grep -Exq -- "$1" "$report" || { echo "no line: $1"; cat "$report"; return 1; }
}

says_not() {
  ! grep -Eq -- "$1" "$report" || { echo "a line: $1"; cat "$report"; return 1; }
}

# before A B: a line that matches A comes before one that matches B
before() {
  [ "$(grep -nE -- "$1" "$report" | head -n 1 | cut -d: -f1)" -lt \
    "$(grep -nE -- "$2" "$report" | head -n 1 | cut -d: -f1)" ] ||
    { echo "not before: $1, $2"; cat "$report"; return 1; }
}

word='[0-9a-f]{16}'
null() {
  dies null 139 &&
    says 'BUG: NULL pointer dereference, address: 0000000000000000' &&
    says '#PF: user write access in user mode' &&
    says '#PF: error_code\(0x0006\) - not-present page' &&
    says 'Oops: Oops: 0006 \[#1\]' &&
    says 'CPU: [0-9]+ UID: [0-9]+ PID: [0-9]+ TID: [0-9]+ Comm: [a-z-]+ Not tainted .*' &&
    says 'RIP: 0033:victim_write\+0x[0-9a-f]+/0x[0-9a-f]+ \[(lt-)?victim\]' &&
    says 'Code: ([0-9a-f?]{2} ){42}<[0-9a-f]{2}>( [0-9a-f?]{2}){21}' &&
    says "RSP: 002b:$word EFLAGS: 000[0-9a-f]{5}" &&
    says "RAX: $word RBX: $word RCX: $word" &&
    says "R13: $word R14: $word R15: $word" &&
    says "CS:  0033 CR2: 0000000000000000" &&
    says 'extable: no entry for this instruction.*' &&
    says 'Call Trace:' &&
    says '---\[ end trace 0000000000000000 \]---' &&
    before 'BUG:' '#PF:' && before 'Oops:' 'CPU:' && before 'CPU:' 'RIP:' &&
    before 'RIP:' 'Code:' && before 'Code:' 'RSP:' && before 'R13' 'Call Trace'
}

read_unmapped() {
  dies read 139 &&
    says 'BUG: unable to handle page fault for address: 0000123456789000' &&
    says '#PF: user read access in user mode' &&
    says '#PF: error_code\(0x0004\) - not-present page'
}

readonly_page() {
  dies readonly 139 && says '#PF: error_code\(0x0007\) - permissions violation'
}

past_eof() {
  dies sigbus 135 && says '#PF: error_code\(0x0004\) - beyond the end of the mapped object'
}

non_canonical() {
  dies non-canonical 139 && says_not '^BUG:' && says_not 'CR2' &&
    if [ "$decoder" = yes ]; then
      says 'Oops: general protection fault, probably for non-canonical address 0x8000000000000010: 0000 \[#1\]'
    else
      says 'Oops: general protection fault: 0000 \[#1\]'
    fi
}

trace_main() {
  [ "$unwinder" = no ] || says ' main\+0x[0-9a-f]+/0x[0-9a-f]+ \[(lt-)?victim\]'
}

first_instruction() {
  dies first 139 && says 'RIP: 0033:victim_first\+0x0/.*' &&
    { [ "$unwinder" = no ] || says ' victim_inner\+0x.*'; } && trace_main
}

call_null() {
  dies call-null 139 && says '#PF: user instruction fetch in user mode' &&
    says 'Code: Unable to access opcode bytes at 0xffffffffffffffd6.' &&
    { [ "$unwinder" = no ] || says ' victim_inner\+0x.*'; } && trace_main
}

in_handler() {
  dies in-handler 139 && says 'RIP: 0033:victim_write.*' &&
    { [ "$unwinder" = no ] || { says ' victim_handler\+0x.*' && before '^ victim_handler' '^ main\+'; }; } &&
    trace_main
}

smashed() {
  "$victim" smash 2>"$scratch/report"
  status=$?
  report=$scratch/report
  # A stack protector may see it first.
  [ "$status" = 134 ] || { [ "$status" = 139 ] && says '---\[ end trace 0000000000000000 \]---'; }
}

small_stack() {
  dies small-stack 139 && says 'RIP: 0033:victim_write.*' && trace_main &&
    says '---\[ end trace 0000000000000000 \]---'
}

thread_stack() {
  dies thread-stack 139 && says 'RIP: 0033:victim_write.*' && says_not 'left out' && trace_main
}

fault_inside() {
  dies fault-inside 139 && says ' \(a fault ended this part of the report\)' && says 'Call Trace:'
}

loader_lock() {
  dies loader-lock 139 && says 'Oops: Oops: 0006 \[#1\]' && says '.*\(the time limit ended the report\)'
}

sent() {
  dies kill 139 && [ ! -s "$report" ]
}

recovered() {
  dies recover 0 && [ ! -s "$report" ]
}

json() {
  dies null 139 json && [ "$(wc -l <"$report")" = 1 ] || return 1
  if command -v python3 >/dev/null; then
    python3 -c '
import json, sys
o = json.load(open(sys.argv[1]))
assert o["type"] == "oops" and o["number"] == 1 and o["signal"] == "SIGSEGV"
assert o["trap"] == 14 and o["error_code"] == 6 and o["access"] == "write" and o["address"] == "0x0"
assert len(o["registers"]) == 18 and o["trace"][0]["pc"] == o["registers"]["rip"]
assert o["trace"][0].get("symbol") == "victim_write"
' "$report"
  fi
}

callback() {
  dies null 139 callback && says 'callback [0-9]+: Oops: Oops: 0006 \[#1\]'
}

environment() {
  for value in 1 text json; do
    UACCESS_OOPS=$value "$victim" null environment 2>"$scratch/report"
    [ -s "$scratch/report" ] || return 1
  done
  for value in '' 0 off; do
    UACCESS_OOPS=$value "$victim" null environment 2>"$scratch/report"
    [ ! -s "$scratch/report" ] || return 1
  done
}

warn() {
  dies warn 0 && says '------------\[ cut here \]------------' &&
    says 'WARNING: CPU: [0-9]+ PID: [0-9]+ at .*victim\.c:[0-9]+ main' &&
    says 'Call Trace:' && trace_main
}

tap_ok "a write through NULL, line by line" null
tap_ok "a read of an unmapped page" read_unmapped
tap_ok "a write to a read-only page" readonly_page
tap_ok "a read past the end of a file" past_eof
tap_ok "a non-canonical address" non_canonical
tap_ok "the first instruction of a function" first_instruction
tap_ok "a call through NULL" call_null
tap_ok "a fault in a signal handler" in_handler
tap_ok "a smashed stack" smashed
tap_ok "a small alternate stack" small_stack
tap_ok "the stack of uaccess_thread_init()" thread_stack
tap_ok "a fault inside the report" fault_inside
tap_ok "the loader's lock is taken for good" loader_lock
tap_ok "a signal that somebody sent makes no report" sent
tap_ok "a recovered fault makes no report" recovered
tap_ok "JSON" json
tap_ok "a callback" callback
tap_ok "the environment" environment
tap_ok "a warning" warn
tap_done
