#!/bin/sh
# SPDX-License-Identifier: MIT
# What the fault handler can reach. Threads fault while others hold the locks of malloc and of the
# loader, so that from the handler on nothing may be called that takes one. The linker answers:
# it drops each function and variable that cannot be reached from src/fault/handler.c, and what is
# still undefined then is what the handler may call outside of the library.

# shellcheck source=tests/tap.sh
. "$top_srcdir/tests/tap.sh"

[ "${UACCESS_SANITIZER:-no}" = no ] || tap_skip_all "a sanitizer adds calls of its own"
for tool in ar ld objcopy readelf; do
  command -v $tool >/dev/null || tap_skip_all "no $tool"
done

# Async-signal-safe: signal-safety(7), and what compilers call by themselves.
allowed='
__errno_location abort getpid gettid kill pthread_sigmask raise sigaction sigaddset sigdelset
sigemptyset sigfillset sigismember sigprocmask syscall tgkill write _exit
memcmp memcpy memmove memset __stack_chk_fail
'

objects=$scratch/objects
mkdir "$objects"
(cd "$objects" && ar x "$top_builddir/.libs/libuaccess_internal.a") || exit 99
# Constructors run before; unwind tables name every function.
for object in "$objects"/*.o; do
  objcopy --remove-section='.init_array*' --remove-section='.fini_array*' \
    --remove-section='.rela.init_array*' --remove-section='.rela.fini_array*' \
    --remove-section=.eh_frame --remove-section=.rela.eh_frame "$object" || exit 99
done

reach() {
  # shellcheck disable=SC2046 # one option for each symbol
  ld -r --gc-sections -o "$scratch/reached.o" \
    $(nm --defined-only -g "$objects/handler.o" | sed 's/^[^ ]* . /-u /') "$objects"/*.o &&
    objcopy --strip-unneeded "$scratch/reached.o" &&
    nm -u "$scratch/reached.o" | sed 's/^ *[UwvV] //' | LC_ALL=C sort -u >"$scratch/called"
  echo "$allowed" | tr -s ' ' '\n' | LC_ALL=C sort -u >"$scratch/allowed"
  [ -s "$scratch/called" ]
}

only_allowed() {
  ! LC_ALL=C comm -23 "$scratch/called" "$scratch/allowed" | grep .
}

# That the dropping works: the library does allocate, in places that the handler never comes to.
allocates_elsewhere() {
  nm -u "$objects"/*.o | grep ' malloc$'
}

initial_exec() {
  ! readelf -rW "$objects"/*.o | grep -E 'TLSGD|TLSLD|TLSDESC|__tls_get_addr'
}

tap_ok "the handler's reach can be found out" reach
tap_diag "called: $(tr '\n' ' ' <"$scratch/called")"
tap_ok "the handler calls async-signal-safe functions only" only_allowed
tap_ok "the same look finds malloc in the whole library" allocates_elsewhere
tap_ok "thread-local data is initial-exec everywhere" initial_exec
tap_done
