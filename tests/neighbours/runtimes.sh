#!/bin/sh
# SPDX-License-Identifier: MIT
# Real neighbours: language runtimes that want the same signals. In each 10,000 of our faults in
# turn with 10,000 of its own.

# shellcheck source=tests/tap.sh
. "$top_srcdir/tests/tap.sh"

[ "${UACCESS_SANITIZER:-no}" = no ] || tap_skip_all "the library is built for a sanitizer"
libraries=$top_builddir/.libs
[ -e "$libraries/libuaccess.so" ] || tap_skip_all "no shared library in this build"
sources=$top_srcdir/tests/neighbours/runtimes
bridge=$scratch/libbridge.so
# shellcheck disable=SC3045 # where it is not known, cores are left
ulimit -c 0

compile() {
  ${CC:-cc} -std=gnu11 -D_GNU_SOURCE -O2 -Wall -Wextra -Werror -fPIC -shared -I"$top_srcdir/include" \
    -I"$top_builddir/include" "$@" -L"$libraries" -luaccess -Wl,-rpath,"$libraries"
}
tap_ok "what the runtimes load compiles" compile -o "$bridge" "$sources/bridge.c"
[ -e "$bridge" ] || tap_done

# has NAME COMMAND...: or the point is skipped
has() {
  name=$1
  shift
  for command; do
    # Not only there: it runs. (A place holder may be in the path without what it stands for.)
    case $command in
    go) flag=version ;;
    java | javac) flag=-version ;;
    *) flag=--version ;;
    esac
    timeout 60 "$command" $flag >/dev/null 2>&1 || {
      tap_skip "$name" "no $command"
      return 1
    }
  done
}

# ends STATUS COMMAND...: within a time, what it says is in $scratch/said
ends() {
  wanted=$1
  shift
  timeout 100 "$@" >"$scratch/said" 2>&1
  status=$?
  [ "$status" -eq "$wanted" ] && return
  echo "status $status, wanted $wanted"
  head -n 30 "$scratch/said"
  return 1
}

# says LINE: a line of it is this one
says() {
  grep -qx "$1" "$scratch/said" || { cat "$scratch/said"; return 1; }
}

python() {
  ends "$1" python3 "$sources/neighbour.py" "$2" "$bridge"
}
python_before() {
  python 139 before && grep -q 'Fatal Python error: Segmentation fault' "$scratch/said"
}
python_after() {
  python 139 after && grep -q 'Fatal Python error: Segmentation fault' "$scratch/said" &&
    grep -q 'SIGSEGV' "$scratch/said"
}
python_sent() {
  python 0 sent && says '10000 10000'
}
has "A1 Python, faulthandler before us" python3 &&
  tap_ok "A1 Python, faulthandler before us" python_before
has "A1 Python, faulthandler after us: found out, taken back" python3 &&
  tap_ok "A1 Python, faulthandler after us: found out, taken back" python_after
has "A5 Python, faulthandler comes and goes" python3 &&
  tap_ok "A5 Python, faulthandler comes and goes" python 0 gone
has "A2 Python's handlers get what is sent, 10,000 each in turn" python3 &&
  tap_ok "A2 Python's handlers get what is sent, 10,000 each in turn" python_sent

# The interpreter's null checks are always faults; what is compiled tests the pointer after some.
jvm() {
  mkdir -p "$scratch/java" && javac -d "$scratch/java" "$sources/Neighbour.java" &&
    ends 0 java "$@" -XX:-CreateCoredumpOnCrash -XX:ErrorFile="$scratch/java/error" \
      -cp "$scratch/java" Neighbour "$bridge"
}
jvm_interpreted() {
  jvm -Xint && says '10000 10000 true'
}
jvm_compiled() {
  jvm -XX:TieredStopAtLevel=1 && grep -q '^10000 10000 ' "$scratch/said"
}
has "A5 a JVM's null checks, 10,000 each in turn" java javac &&
  tap_ok "A5 a JVM's null checks, 10,000 each in turn" jvm_interpreted
has "A5 a JVM that compiles" java javac && tap_ok "A5 a JVM that compiles" jvm_compiled

node_traps() {
  compile -o "$scratch/addon.node" "$sources/addon.c" "$sources/bridge.c" &&
    ends 0 node "$sources/neighbour.js" "$scratch/addon.node" && says '10000 10000 10000'
}
has "A13 Node's WebAssembly traps, 10,000 each in turn" node &&
  tap_ok "A13 Node's WebAssembly traps, 10,000 each in turn" node_traps

go_program() {
  mkdir -p "$scratch/go" && cp "$sources/neighbour.go" "$scratch/go/main.go" &&
    (
      cd "$scratch/go" || exit 1
      export GOCACHE="$scratch/go/cache" GOPATH="$scratch/go/path" GO111MODULE=off \
        GOFLAGS="" GOTOOLCHAIN=local CGO_ENABLED=1 \
        CGO_LDFLAGS="-L$scratch -lbridge -Wl,-rpath,$scratch -L$libraries -luaccess -Wl,-rpath,$libraries"
      timeout 100 go build -o neighbour main.go
    ) && ends 0 "$scratch/go/neighbour" && says '10000 10000'
}
has "A8 Go's nil dereferences, 10,000 each in turn" go &&
  tap_ok "A8 Go's nil dereferences, 10,000 each in turn" go_program

rust_compile() {
  timeout 100 rustc -O -C debuginfo=0 --edition 2021 -o "$scratch/rust" "$sources/neighbour.rs" \
    "$@" >"$scratch/rustc" 2>&1 || { cat "$scratch/rustc"; return 1; }
}
rust_loaded() {
  rust_compile && ends 134 "$scratch/rust" "$bridge" overflow && says '10000 10000' &&
    grep -q 'has overflowed its stack' "$scratch/said"
}
# Linked, we are there before its std is, which then leaves the signals to us.
rust_linked() {
  rust_compile -C link-arg="$bridge" -C link-arg=-Wl,--no-as-needed,-rpath,"$libraries" &&
    ends 0 "$scratch/rust" "$bridge" && says '10000 10000'
}
has "B7 Rust: panics, and a stack overflow that it reports" rustc &&
  tap_ok "B7 Rust: panics, and a stack overflow that it reports" rust_loaded
has "B7 Rust, linked" rustc && tap_ok "B7 Rust, linked" rust_linked
tap_done
