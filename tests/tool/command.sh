#!/bin/sh
# SPDX-License-Identifier: MIT
# How the uaccess command is called: words it knows, words it does not, and lost output.

# shellcheck source=tests/tap.sh
. "$top_srcdir/tests/tap.sh"

uaccess=$top_builddir/uaccess

# ends STATUS ARGUMENT...: the exit status; output in $scratch/out, messages in $scratch/err
ends() {
  wanted=$1
  shift
  timeout 60 "$uaccess" "$@" >"$scratch/out" 2>"$scratch/err" </dev/null
  status=$?
  cat "$scratch/out" "$scratch/err"
  echo "status $status, wanted $wanted"
  [ "$status" -eq "$wanted" ]
}

misused() {
  ends 2 "$@" && [ ! -s "$scratch/out" ] && grep -q '^usage: uaccess' "$scratch/err"
}

helped() {
  ends 0 "$@" && [ ! -s "$scratch/err" ] && grep -q '^usage: uaccess' "$scratch/out"
}

# A full disk is said, and is no success.
full() {
  timeout 60 "$uaccess" "$@" >/dev/full 2>"$scratch/err" </dev/null
  status=$?
  cat "$scratch/err"
  [ "$status" -eq 1 ] && grep -q '^uaccess: standard output: ' "$scratch/err"
}

tap_ok "no argument: usage, 2" misused
tap_ok "an unknown command: usage, 2" misused frobnicate
tap_ok "an unknown option: usage, 2" misused --frobnicate
tap_ok "--help" helped --help

version() {
  ends 0 --version && [ "$(cat "$scratch/out")" = "uaccess $(sed -n 's/^#define UACCESS_VERSION  *"\(.*\)"/\1/p' \
    "$top_builddir/include/uaccess/version.h")" ]
}
tap_ok "--version is the library's" version

# The commands are the rows of main.c.
"$uaccess" --help | sed -n 's/^  \([a-z][a-z]*\) .*/\1/p' >"$scratch/commands"
each_command_has_a_file() {
  [ -s "$scratch/commands" ] || return 1
  while IFS= read -r command; do
    grep -q "^const struct tool_command tool_$command = " "$top_srcdir/tools/$command.c" || return 1
  done <"$scratch/commands"
}
tap_ok "each command has its file" each_command_has_a_file
while IFS= read -r command; do
  tap_ok "$command --help" helped "$command" --help
  tap_ok "$command, an unknown option: usage, 2" misused "$command" --frobnicate
done <"$scratch/commands"

tap_ok "--help to a full disk" full --help
tap_ok "info to a full disk" full info

# Any file that is not a terminal is without colour; a terminal needs script(1).
plain() {
  ends 0 info && ! grep -q "$(printf '\033')" "$scratch/out"
}
on_terminal() {
  # shellcheck disable=SC2016 # expanded by script's shell
  uaccess=$uaccess TERM=xterm script -qec '"$uaccess" info' /dev/null </dev/null
}
coloured() {
  on_terminal | grep -q "$(printf '\033')"
}
uncoloured() {
  NO_COLOR=1
  export NO_COLOR
  ! on_terminal | grep -q "$(printf '\033')"
}
tap_ok "no colour in a file" plain
if command -v script >/dev/null; then
  (unset NO_COLOR && coloured) >"$scratch/colour" 2>&1
  tap_ok "colour on a terminal" [ $? -eq 0 ]
  (uncoloured) >"$scratch/colour" 2>&1
  tap_ok "NO_COLOR" [ $? -eq 0 ]
else
  tap_skip "colour on a terminal" "no script(1)"
  tap_skip "NO_COLOR" "no script(1)"
fi

tells_all() {
  ends 0 info &&
    grep -q '^  SIGSEGV  ours: ' "$scratch/out" && grep -q '^  SIGBUS   ours: ' "$scratch/out" &&
    grep -q '^  handler  in place' "$scratch/out" && grep -q 'entries in ' "$scratch/out" &&
    grep -q '^  \* clear ' "$scratch/out" && grep -q '^  \* copy ' "$scratch/out"
}
tap_ok "info tells routines, tables and owners" tells_all

pinned() {
  UACCESS_ROUTINE=clear=generic
  export UACCESS_ROUTINE
  ends 0 info && grep -q '^  \* clear generic ' "$scratch/out"
}
(pinned) >"$scratch/pinned" 2>&1
tap_ok "info shows a pinned routine" [ $? -eq 0 ]

declined() {
  UACCESS_HANDLER=decline
  export UACCESS_HANDLER
  ends 0 info && grep -q '^  SIGSEGV  default' "$scratch/out" &&
    grep -q '^  handler  not installed' "$scratch/out" && ends 1 demo
}
if [ "${UACCESS_SANITIZER:-no}" = no ]; then
  (declined) >"$scratch/declined" 2>&1
  tap_ok "info and demo without a handler" [ $? -eq 0 ]
else
  tap_skip "info and demo without a handler" "the sanitizer has handlers of its own"
fi

if command -v python3 >/dev/null && "$uaccess" info --json >/dev/null 2>&1; then
  is_json() {
    "$uaccess" info --json | python3 -c 'import json, sys
info = json.load(sys.stdin)
assert info["check"] == 0
assert info["signals"]["SIGBUS"]["ours"] and info["signals"]["SIGSEGV"]["ours"]
assert sum(r["selected"] for r in info["routines"]) == len({r["kind"] for r in info["routines"]})
assert all(r["runs_here"] for r in info["routines"] if r["selected"])
assert sum(t["entries"] for t in info["tables"]) > 0'
  }
  tap_ok "info --json" is_json
else
  tap_skip "info --json" "no jansson, or no Python to read it"
fi
tap_done
