#!/bin/sh
# SPDX-License-Identifier: MIT
# The man pages: each call has one, each says all that it must, and their examples compile and run.

# shellcheck source=tests/tap.sh
. "$top_srcdir/tests/tap.sh"

pages=$top_srcdir/doc/man
includes="-I$top_srcdir/include -I$top_builddir/include"

sh "$pages/links.sh" "$pages" list | awk '{ print $1 }' >"$scratch/documented.as.written"
LC_ALL=C sort -u "$scratch/documented.as.written" >"$scratch/documented"

# What the kernel's names add to a program that includes everything: macros that are called like
# functions, and identifiers that are not the insides of one.
for header in "$top_srcdir"/include/uaccess/*.h; do
  header=uaccess/${header##*/}
  is_part "$header" || echo "#include <$header>"
done >"$scratch/all.c"
# preprocess FLAG...
preprocess() {
  # shellcheck disable=SC2086 # lists of flags
  ${CC:-cc} -E $includes "$@" "$scratch/all.c"
}
words() {
  preprocess -P "$@" | grep -o '[A-Za-z0-9_]* *(' | tr -d ' (' | LC_ALL=C sort -u
}
macros() {
  preprocess -dM "$@" | sed -n 's/^#define \([A-Za-z0-9_]*\)(.*/\1/p' | LC_ALL=C sort -u
}
words >"$scratch/with"
words -DUACCESS_NO_KERNEL_NAMES >"$scratch/without"
macros >"$scratch/macros.with"
macros -DUACCESS_NO_KERNEL_NAMES >"$scratch/macros.without"
{
  LC_ALL=C comm -23 "$scratch/with" "$scratch/without"
  LC_ALL=C comm -23 "$scratch/macros.with" "$scratch/macros.without"
} | LC_ALL=C sort -u >"$scratch/kernel"

sed -n '/global:/,/local:/s/^[[:space:]]*\([a-z_0-9]*\);$/\1/p' "$top_srcdir/src/libuaccess.map" \
  "$top_srcdir/inject/libuaccess-inject.map" >"$scratch/exported"
LC_ALL=C sort -u "$scratch/kernel" "$scratch/exported" >"$scratch/calls"

tap_ok "there are calls with the kernel's names" grep -qx copy_from_user "$scratch/kernel"
# What else may have a page: anything that the headers declare.
LC_ALL=C sort -u "$scratch/calls" "$scratch/with" "$scratch/macros.with" >"$scratch/declared"
LC_ALL=C comm -12 "$scratch/documented" "$scratch/declared" |
  LC_ALL=C sort -u - "$scratch/calls" >"$scratch/wanted"
tap_ok "each call has a page, each page's names are calls" \
  same_lists "the headers" "$scratch/wanted" "the pages" "$scratch/documented"
twice() {
  LC_ALL=C sort "$scratch/documented.as.written" | uniq -d | tee "$scratch/doubles"
  [ ! -s "$scratch/doubles" ]
}
tap_ok "no call has two pages" twice

# The sections of calls, in this order; a page may have others.
sections() {
  for page in "$pages"/*.3; do
    sed -n 's/^\.SH "\{0,1\}\([A-Z ]*\)"\{0,1\}$/\1/p' "$page" | grep -xE \
      'NAME|SYNOPSIS|DESCRIPTION|RETURN VALUE|ERRORS|THREAD AND SIGNAL SAFETY|EXAMPLES|SEE ALSO' |
      tr '\n' ',' >"$scratch/sections"
    [ "$(cat "$scratch/sections")" = \
      'NAME,SYNOPSIS,DESCRIPTION,RETURN VALUE,ERRORS,THREAD AND SIGNAL SAFETY,EXAMPLES,SEE ALSO,' ] || {
      echo "$page: $(cat "$scratch/sections")"
      return 1
    }
  done
}
tap_ok "each page of a call has its sections" sections

formats() {
  for page in "$pages"/*.[137]; do
    groff -t -man -ww -z -Tutf8 "$page" 2>&1
  done >"$scratch/groff"
  cat "$scratch/groff"
  [ ! -s "$scratch/groff" ]
}
if command -v groff >/dev/null; then
  tap_ok "groff has no complaint" formats
else
  tap_skip "groff has no complaint" "not installed"
fi

# A reference to a page of ours leads somewhere.
references() {
  grep -ho '\\fB[a-z_0-9]*\\fP([137])' "$pages"/*.[137] | sed 's/\\fB\(.*\)\\fP.*/\1/' |
    grep -vxE 'uaccess|exit|free|longjmp|pthread_spin_lock|siglongjmp|sigsetjmp' | LC_ALL=C sort -u >"$scratch/references"
  [ -s "$scratch/references" ] && LC_ALL=C comm -23 "$scratch/references" "$scratch/documented" |
    tee "$scratch/dangling" && [ ! -s "$scratch/dangling" ]
}
tap_ok "references lead somewhere" references

commands() {
  "$top_builddir/uaccess" --help | sed -n 's/^  \([a-z][a-z]*\) .*/\1/p' >"$scratch/commands"
  [ -s "$scratch/commands" ] || return 1
  while IFS= read -r command; do
    grep -q "^\\\\fBuaccess $command\\\\fP" "$pages/uaccess.1" || {
      echo "$command is not in uaccess(1)"
      return 1
    }
  done <"$scratch/commands"
}
tap_ok "uaccess(1) has each command" commands

# Prototypes of exported functions, given once more to a compiler that has seen the headers.
prototypes() {
  {
    for page in "$pages"/*.3; do
      sed -n '/^\.SH SYNOPSIS$/,/^\.SH DESC/p' "$page"
    done | sed -n 's/^\.B "\(#include .*\)"$/\1/p' | sort -u
    for page in "$pages"/*.3; do
      sed -n '/^\.SH SYNOPSIS$/,/^\.SH DESC/p' "$page"
    done | awk '/^\.BI? / {
        line = ""
        sub(/^\.BI? /, "")
        while (length($0)) {
          if (sub(/^ +/, "")) continue
          if (match($0, /^"[^"]*"/)) { line = line substr($0, 2, RLENGTH - 2) }
          else { match($0, /^[^ ]+/); line = line substr($0, 1, RLENGTH) }
          $0 = substr($0, RLENGTH + 1)
        }
        print line
      }' | grep -wFf "$scratch/exported" | grep -v '^typedef'
  } >"$scratch/prototypes.c"
  # shellcheck disable=SC2086
  ${CC:-cc} -Wall -Wextra -Werror $includes -c -o "$scratch/prototypes.o" "$scratch/prototypes.c" ||
    return 1
  while IFS= read -r call; do
    grep -q "[ *]${call}[(;]" "$scratch/prototypes.c" || {
      echo "no prototype of $call"
      return 1
    }
  done <"$scratch/exported"
}
tap_ok "the prototypes are the headers'" prototypes

# example PAGE: its program, as a reader would copy it
example() {
  sed -n '/^\.SH EXAMPLES$/,/^\.SH [^E]/p' "$1" | sed -n '/^\.EX$/,/^\.EE$/p' | sed -e '/^\.E[EX]$/d' \
    -e 's/\\&//g' -e "s/\\\\(aq/'/g" -e 's/\\(ha/^/g' -e 's/\\(ti/~/g' -e 's/\\(ga/`/g' -e 's/\\-/-/g' \
    -e 's/\\e/\\/g'
}

if [ -e "$top_builddir/.libs/libuaccess.so" ]; then
  library="$top_builddir/.libs/libuaccess-inject.so $top_builddir/.libs/libuaccess.so -Wl,-rpath,$top_builddir/.libs"
else
  library="$top_builddir/.libs/libuaccess-inject.a $top_builddir/.libs/libuaccess.a"
fi
runs() {
  example "$1" >"$scratch/example.c"
  grep -q '^int main(' "$scratch/example.c" || return 1
  # shellcheck disable=SC2086 # lists of flags
  ${CC:-cc} -std=gnu11 -O2 -Wall -Wextra -Werror $includes -o "$scratch/example" \
    "$scratch/example.c" $library || return 1
  timeout 20 "$scratch/example" </dev/null
}
for page in "$pages"/*.[37]; do
  if [ "${UACCESS_SANITIZER:-no}" = no ]; then
    tap_ok "the example of ${page##*/} runs" runs "$page"
  else
    tap_skip "the example of ${page##*/} runs" "the library is built for a sanitizer"
  fi
done

installed() {
  make_quietly install-man install-data-hook DESTDIR="$scratch/root" || return 1
  man3=$(find "$scratch/root" -type d -name man3)
  while IFS= read -r call; do
    [ -s "$man3/$call.3" ] || {
      echo "no page $call.3"
      return 1
    }
    if target=$(sed -n 's/^\.so man3\///p' "$man3/$call.3") && [ -n "$target" ]; then
      [ -s "$man3/$target" ] || return 1
    fi
  done <"$scratch/calls"
  make_quietly uninstall-man uninstall-hook DESTDIR="$scratch/root" || return 1
  [ -z "$(find "$scratch/root" -type f)" ]
}
tap_ok "each call's page is installed, and taken away again" installed
tap_done
