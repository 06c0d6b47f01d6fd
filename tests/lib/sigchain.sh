#!/bin/sh
# SPDX-License-Identifier: MIT
# libuaccess-sigchain, preloaded, keeps the handler first of those who would displace it.

# shellcheck source=tests/tap.sh
. "$top_srcdir/tests/tap.sh"

[ "${UACCESS_SANITIZER:-no}" = no ] || tap_skip_all "sanitizers preload themselves"
preload=$top_builddir/.libs/libuaccess-sigchain.so
[ -e "$preload" ] || tap_skip_all "no shared library in this build"
victim=$top_builddir/tests/lib/intruder
ulimit -c 0

# ends STATUS PRELOAD [HOW]
ends() {
  LD_LIBRARY_PATH=$top_builddir/.libs LD_PRELOAD=$2 "$victim" "${3:-}"
  status=$?
  [ "$status" = "$1" ] || { echo "status $status"; return 1; }
}

tap_ok "without it the intruder gets our fault" ends 3 ""
tap_ok "with it we recover, and he gets his" ends 0 "$preload"
tap_ok "SA_RESETHAND" ends 0 "$preload" reset
tap_ok "signal()" ends 0 "$preload" signal
tap_ok "the signals cannot be blocked" ends 0 "$preload" block
tap_ok "without it they can" ends 139 "" block
tap_done
