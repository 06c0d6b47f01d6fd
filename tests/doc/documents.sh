#!/bin/sh
# SPDX-License-Identifier: MIT
# The Markdown documents name what is there: files, folders, functions, the version.

# shellcheck source=tests/tap.sh
. "$top_srcdir/tests/tap.sh"

cd "$top_srcdir" || exit 99
find . -name '*.md' -not -path './build*' -not -path './.git/*' | LC_ALL=C sort >"$scratch/documents"

# Links, and paths in code: "include/uaccess/x.h", "src/fault/", "tests/asm".
paths_of() {
  {
    sed -n 's/.*/&/; s/](\([^)#]*\))/\n&\n/gp' "$1" | sed -n 's/^](\([^)#]*\))$/\1/p' |
      grep -v '^[a-z]*:'
    # shellcheck disable=SC2016 # the backquotes are Markdown's
    grep -o '`[a-zA-Z_./-]*/[a-zA-Z0-9_./-]*`' "$1" | tr -d '`' |
      grep -E '^(include|extable|src|inject|tools|bench|tests|doc|m4|\.ci)/'
  } | grep -v NAME
}
paths() {
  while IFS= read -r document; do
    for path in $(paths_of "$document"); do
      [ -e "$path" ] || [ -e "$(dirname "$document")/$path" ] || [ -e "$top_builddir/$path" ] ||
        echo "$document: $path"
    done
  done <"$scratch/documents" >"$scratch/dangling"
  cat "$scratch/dangling"
  [ ! -s "$scratch/dangling" ]
}
some_paths() {
  [ "$(paths_of README.md | wc -l)" -gt 10 ] && [ "$(paths_of doc/design.md | wc -l)" -gt 10 ]
}
tap_ok "README.md and doc/design.md name files" some_paths
tap_ok "each file that a document names is there" paths

# Functions of the library, and of the kernel's names.
functions() {
  cat include/uaccess/*.h include/uaccess/*/*.h src/*/*.[cSh] extable/*.[ch] \
    "$top_builddir"/include/uaccess/version.h | tr -cs 'A-Za-z0-9_' '\n' | LC_ALL=C sort -u >"$scratch/words"
  while IFS= read -r document; do
    grep -o '`uaccess_[a-z_0-9]*' "$document" | tr -d '`'
    grep -o '`[a-z_0-9]*_user[a-z_0-9]*()' "$document" | tr -d '`()'
  done <"$scratch/documents" | LC_ALL=C sort -u >"$scratch/functions"
  [ -s "$scratch/functions" ] && LC_ALL=C comm -23 "$scratch/functions" "$scratch/words" |
    grep -vx 'uaccess_' | tee "$scratch/unknown"
  [ ! -s "$scratch/unknown" ]
}
tap_ok "each function that a document names is there" functions

# listed DOCUMENT FOLDER...: a row of a table for each, "| `folder` |"
listed() {
  document=$1
  shift
  for folder; do
    grep -q "^| \`${folder%/}/*\` |" "$document" || {
      echo "$document has no row for $folder"
      return 1
    }
  done
}
all_folders() {
  # shellcheck disable=SC2046 # a list of folders without blanks
  listed README.md include/uaccess $(find extable src/* inject tools bench extras tests doc -maxdepth 0 -type d \
    2>/dev/null)
}
all_tests() {
  # shellcheck disable=SC2046
  listed doc/testing.md $(find tests -mindepth 1 -maxdepth 1 -type d)
}
all_headers() {
  for header in include/uaccess/*.h*; do
    name=${header##*/}
    is_part "uaccess/$name" && continue
    case $name in
    # What the others are made of, or bring.
    arch.h | compiler.h | version.h.in) continue ;;
    esac
    grep -q "\`$name\`" README.md || {
      echo "README.md does not name $name"
      return 1
    }
  done
}
all_documents() {
  for document in doc/*.md; do
    grep -qF "]($document)" README.md || {
      echo "README.md has no link to $document"
      return 1
    }
  done
}
tap_ok "README.md has a row for each folder" all_folders
tap_ok "README.md has a link to each document" all_documents
tap_ok "README.md names each header" all_headers
tap_ok "doc/testing.md has a row for each folder of tests" all_tests

version=$(sed -n 's/^#define UACCESS_VERSION  *"\(.*\)"/\1/p' "$top_builddir/include/uaccess/version.h")
tap_ok "README.md states the version" grep -qF "| version | $version" README.md
tap_ok "NEWS begins with the version" sh -c "head -n 1 NEWS | grep -qF 'libuaccess $version'"
tap_done
