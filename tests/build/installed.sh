#!/bin/sh
# SPDX-License-Identifier: MIT
# What a user has after "make install": the examples of README.md, as they stand there, build with
# nothing but pkg-config, in C and C++, shared and static, and run.

# shellcheck source=tests/tap.sh
. "$top_srcdir/tests/tap.sh"

[ "${UACCESS_SANITIZER:-no}" = no ] || tap_skip_all "the library is built for a sanitizer"
[ -e "$top_srcdir/README.md" ] || tap_skip_all "no README.md"

root=$scratch/root
tap_ok "make install" make_quietly install DESTDIR="$root"

PKG_CONFIG_LIBDIR=$(dirname "$(find "$root" -name libuaccess.pc)")
PKG_CONFIG_SYSROOT_DIR=$root
export PKG_CONFIG_LIBDIR PKG_CONFIG_SYSROOT_DIR
libraries=$(dirname "$(find "$root" -name libuaccess.so -o -name libuaccess.a | head -n 1)")

# Each block that holds a main() is a program: example.1.c, example.2.c, ...
# shellcheck disable=SC2016 # the backquotes are Markdown's
awk -v to="$scratch/example" '
  /^```c$/ { text = ""; inside = 1; next }
  /^```$/ && inside {
    if (text ~ /int main\(/)
      printf "%s", text > (to "." ++count ".c")
    inside = 0
  }
  inside { text = text $0 "\n" }
' "$top_srcdir/README.md"

holds_an_example() {
  ls "$scratch"/example.*.c
}

# try FLAGS PKG-CONFIG-FLAGS COMPILER...: builds $example and runs it
try() {
  flags=$1 pkg_flags=$2
  shift 2
  # shellcheck disable=SC2046,SC2086 # lists of flags
  "$@" $flags -O2 -Wall -Wextra -Werror -o "$scratch/example" "$example" \
    $(pkg-config --cflags --libs $pkg_flags libuaccess) || return 1
  LD_LIBRARY_PATH=$libraries timeout 20 "$scratch/example" </dev/null
}

# linked KIND FLAGS PKG-CONFIG-FLAGS
linked() {
  # shellcheck disable=SC2086 # CC may hold options
  tap_ok "$name, C11, $1" try "-std=gnu11 $2" "$3" ${CC:-cc}
  if [ -n "${CXX:-}" ]; then
    # shellcheck disable=SC2086
    tap_ok "$name, C++17, $1" try "-x c++ -std=c++17 $2" "$3" $CXX
  else
    tap_skip "$name, C++17, $1" "no C++ compiler"
  fi
}

# Distributions leave out the archives of some libraries that ours was built with.
can_link_statically() {
  needed=$(pkg-config --static --libs-only-l libuaccess | sed 's/-luaccess//')
  # shellcheck disable=SC2086 # a list of flags
  echo 'int main(void) { return 0; }' |
    ${CC:-cc} -static -x c -o "$scratch/static" - $needed 2>/dev/null
}

tap_ok "README.md holds a whole program" holds_an_example
for example in "$scratch"/example.*.c; do
  name=${example##*/}
  if [ -e "$libraries/libuaccess.so" ]; then
    linked shared '' ''
  fi
  if [ ! -e "$libraries/libuaccess.a" ]; then
    continue
  elif can_link_statically; then
    linked static -static --static
  else
    tap_skip "$name, static" "a library that it needs has no archive here"
  fi
done
tap_done
