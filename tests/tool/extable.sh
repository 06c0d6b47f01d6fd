#!/bin/sh
# SPDX-License-Identifier: MIT
# uaccess extable: what it says of good and bad files, and that a table it sorted still works.

# shellcheck source=tests/tap.sh
. "$top_srcdir/tests/tap.sh"

uaccess=$top_builddir/uaccess
source=$top_srcdir/tests/tool

[ "${UACCESS_SANITIZER:-no}" = no ] || tap_skip_all "the library is built for a sanitizer"
if "$uaccess" extable 2>&1 | grep -q 'built without libelf'; then
  tap_skip_all "built without libelf"
fi
if [ -e "$top_builddir/.libs/libuaccess.so" ]; then
  library="$top_builddir/.libs/libuaccess.so -Wl,-rpath,$top_builddir/.libs"
else
  library=$top_builddir/.libs/libuaccess.a
fi

# make_program NAME FLAG...
make_program() {
  to=$scratch/$1
  shift
  # shellcheck disable=SC2086 # lists of flags
  ${CC:-cc} -I"$top_srcdir/include" -I"$top_builddir/include" -o "$to" "$@" "$source/table.c" \
    "$source/table.S" $library
}

# make_object NAME FLAG...: a shared object that nobody loads
make_object() {
  to=$scratch/$1
  shift
  ${CC:-cc} -I"$top_srcdir/include" -I"$top_builddir/include" -shared -nostdlib -o "$to" "$@" \
    "$source/table.S"
}

# says STATUS TEXT ARGUMENT...
says() {
  wanted=$1 text=$2
  shift 2
  timeout 60 "$uaccess" extable "$@" >"$scratch/out" 2>&1
  status=$?
  cat "$scratch/out"
  [ "$status" -eq "$wanted" ] && grep -q -- "$text" "$scratch/out"
}

works() {
  [ "$(timeout 20 "$scratch/$1")" = "$2" ]
}

tap_ok "the library's own table" says 0 ' entries, sorted$' --check
tap_ok "a list of it" says 0 '^    1  0x[0-9a-f]* '

listed() {
  says 0 'load+0x[0-9a-f]*, IMM_REG reg=rcx imm=-14$' "$scratch/unsorted" &&
    [ "$(grep -c 'load+.*:.*(%rsi), %cl$\|load+0x[0-9a-f]*$' "$scratch/out")" -eq 3 ]
}

# An unsorted table is said, sorted, and then works as before.
unsorted() {
  make_program "$@" -DUNSORTED && works "$1" unsorted && says 1 'not sorted$' --check "$scratch/$1"
}
sorted() {
  chmod 751 "$scratch/$1"
  says 0 'sorted now$' --sort "$scratch/$1" && says 0 ' sorted$' --check "$scratch/$1" &&
    [ "$(stat -c %a "$scratch/$1")" = 751 ] && works "$1" sorted
}
again() {
  before=$(ls -i "$scratch/$1")
  says 0 'were sorted$' --sort "$scratch/$1" && [ "$(ls -i "$scratch/$1")" = "$before" ]
}
tap_ok "an unsorted table is said" unsorted unsorted
tap_ok "its list" listed
tap_ok "it is sorted, and works" sorted unsorted
tap_ok "sorted once more: nothing changes" again unsorted
for linker in bfd gold lld mold; do
  if make_program "$linker" "-fuse-ld=$linker" -DUNSORTED >"$scratch/$linker.log" 2>&1; then
    tap_ok "$linker: unsorted" unsorted "$linker" "-fuse-ld=$linker"
    tap_ok "$linker: sorted" sorted "$linker"
  else
    tap_skip "$linker" "does not link here"
  fi
done

running() {
  cp "$(command -v sleep)" "$scratch/busy" && make_program busy -DUNSORTED &&
    ln -s busy "$scratch/link" && says 0 'sorted now$' --sort "$scratch/link" &&
    [ -L "$scratch/link" ] && works busy sorted
}
tap_ok "through a symbolic link, the file is sorted" running

# What is wrong is said.
wrong() {
  text=$1
  shift
  make_object "$@" && says 1 "$text" --check "$to" && cp "$to" "$to.before" &&
    says 1 "$text" --sort "$to" && cmp "$to" "$to.before"
}
tap_ok "two entries for one instruction" wrong 'two entries' double -DDOUBLE
tap_ok "an unknown type" wrong 'unknown type' type -DNO_TYPE
tap_ok "an unknown register" wrong 'no such register' register -DNO_REGISTER
tap_ok "an instruction in data" wrong 'instruction outside exec' insn -DINSN_IN_DATA
tap_ok "a fixup in data" wrong 'fixup outside exec' fixup -DFIXUP_IN_DATA
make_object no_access -DNO_ACCESS
if "$uaccess" extable "$scratch/no_access" | grep -q ': mov'; then
  tap_ok "an instruction that does not touch memory" wrong 'not touch memory' access -DNO_ACCESS
else
  tap_skip "an instruction that does not touch memory" "built without Zydis"
fi

kept_relocations() {
  make_object relocations -DUNSORTED -Wl,-q && says 1 'relocations' --sort "$scratch/relocations"
}
tap_ok "a file that keeps its relocations is not sorted" kept_relocations

no_table() {
  echo 'int f(void) { return 0; }' | ${CC:-cc} -shared -nostdlib -x c -o "$scratch/none" - &&
    says 1 'holds no __ex_table' "$scratch/none"
}
not_linked() {
  ${CC:-cc} -I"$top_srcdir/include" -I"$top_builddir/include" -c -o "$scratch/table.o" \
    "$source/table.S" && says 1 'not linked yet' --sort "$scratch/table.o"
}
tap_ok "no table" no_table
tap_ok "an object file" not_linked
tap_ok "a text file" says 1 'not an ELF file' "$source/table.S"
tap_ok "no file" says 1 'No such file' "$scratch/nowhere"
tap_ok "a directory" says 1 '^uaccess: ' "$scratch"

# Damaged in any way: an answer, never a crash.
damaged() {
  size=$(stat -c %s "$scratch/double")
  at=0
  while [ "$at" -lt "$size" ]; do
    head -c "$at" "$scratch/double" >"$scratch/damaged"
    timeout 20 "$uaccess" extable "$scratch/damaged"
    [ $? -le 1 ] || return 1
    cp "$scratch/double" "$scratch/damaged"
    printf '\377\377\377\177' |
      dd of="$scratch/damaged" bs=1 seek="$at" conv=notrunc 2>/dev/null
    timeout 20 "$uaccess" extable --check "$scratch/damaged"
    [ $? -le 1 ] || return 1
    at=$((at + 1 + size / 60))
  done
  # The headers, word by word: the file's, and the sections' at its end.
  for at in $(seq 16 4 60) $(seq $((size - 960)) 8 $((size - 8))); do
    cp "$scratch/double" "$scratch/damaged"
    printf '\377\377\377\177' |
      dd of="$scratch/damaged" bs=1 seek="$at" conv=notrunc 2>/dev/null
    timeout 20 "$uaccess" extable --check "$scratch/damaged"
    [ $? -le 1 ] || return 1
  done
}
tap_ok "damaged files" damaged
tap_done
