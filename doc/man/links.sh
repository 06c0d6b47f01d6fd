#!/bin/sh
# SPDX-License-Identifier: MIT
# A page under each name that its NAME section lists: "links.sh PAGES install|uninstall|list DIRECTORY".
set -eu

pages=$1 what=$2 directory=${3:-}

names_of() {
  sed -n '/^\.SH NAME$/,/^\.SH/s/ \\- .*//p' "$1" | tr ',' '\n' | sed 's/ //g'
}

for page in "$pages"/*.3; do
  own=$(basename "$page" .3)
  for name in $(names_of "$page"); do
    case $what in
    list) echo "$name $own" ;;
    uninstall) [ "$name" = "$own" ] || rm -f "$directory/$name.3" ;;
    install)
      [ "$name" = "$own" ] || printf '.so man3/%s.3\n' "$own" >"$directory/$name.3"
      ;;
    esac
  done
done
