#!/bin/sh
# SPDX-License-Identifier: MIT
# What is off costs nothing: a region compiles to the code of its range check and its accesses, the
# user limit is no load unless it is asked for, and a scope within a scope does not compile.

# shellcheck source=tests/tap.sh
. "$top_srcdir/tests/tap.sh"

case $UACCESS_SANITIZER in '' | no) ;; *) tap_skip_all "a sanitizer adds code of its own" ;; esac
command -v objdump >/dev/null || tap_skip_all "no objdump"

compile() {
  # shellcheck disable=SC2086 # CC may hold options
  ${CC:-cc} -std=gnu11 -O2 -fno-asynchronous-unwind-tables -I"$top_srcdir/include" \
    -I"$top_builddir/include" "$@"
}

cat >"$scratch/region.c" <<'END'
#include <uaccess/uaccess.h>
#ifdef BY_HAND
#define BEGIN(p, n) uaccess_access_ok(p, n)
#define END() __asm__ volatile("" ::: "memory")
#define GET(x, p, label) do { if (__builtin_expect(!!(uaccess_get_user_nocheck(x, p)), 0)) goto label; } while (0)
#else
#define BEGIN(p, n) user_access_begin(p, n)
#define END() user_access_end()
#define GET(x, p, label) unsafe_get_user(x, p, label)
#endif
int sum(const int *p, unsigned long n, int *result)
{
	unsigned long i;
	int x;

	if (!BEGIN(p, n * sizeof(*p)))
		return -14;
	for (i = 0; i < n; i++) {
		GET(x, p + i, fault);
		*result += x;
	}
	END();
	return 0;
fault:
	END();
	return -14;
}
END
cat >"$scratch/calls.c" <<'END'
#include <uaccess/uaccess.h>
int get(int *x, const int *p) { return get_user(*x, p); }
unsigned long copy(void *to, const void *from, unsigned long n) { return copy_from_user(to, from, n); }
unsigned long clear(void *to, unsigned long n) { return clear_user(to, n); }
END
cat >"$scratch/nested.c" <<'END'
#include <uaccess/uaccess.h>
int nested(int *p, int *q)
{
	int x = 0, y = 0;

	scoped_user_read_access(p, fault) {
		unsafe_get_user(x, p, fault);
#ifdef NESTED
		scoped_user_read_access(q, fault)
			unsafe_get_user(y, q, fault);
#endif
	}
	return x + y;
fault:
	return -1;
}
END

# The code alone: no file name, no address column that would not matter.
code() {
  objdump -dr --no-show-raw-insn "$1" | sed '1,/section/d'
}

same() {
  code "$1" >"$scratch/1" && code "$2" >"$scratch/2" && diff "$scratch/1" "$scratch/2"
}

a_region_is_its_accesses() {
  compile -c "$scratch/region.c" -o "$scratch/region.o" &&
    compile -DBY_HAND -c "$scratch/region.c" -o "$scratch/by_hand.o" &&
    same "$scratch/region.o" "$scratch/by_hand.o"
}

debug_differs() {
  compile -DUACCESS_DEBUG_SMAP -c "$scratch/region.c" -o "$scratch/debug.o" &&
    ! same "$scratch/region.o" "$scratch/debug.o"
}

no_trace() {
  compile -c "$scratch/calls.c" -o "$scratch/calls.o" &&
    ! ${NM:-nm} "$scratch/calls.o" "$scratch/region.o" | grep -E 'smap|limit|check_object'
}

limit_loads() {
  compile -DUACCESS_USER_LIMIT -c "$scratch/calls.c" -o "$scratch/limit.o" &&
    ${NM:-nm} "$scratch/limit.o" | grep uaccess_user_limit_word
}

one_scope() {
  compile -c "$scratch/nested.c" -o "$scratch/nested.o"
}

two_scopes() {
  ! compile -DNESTED -c "$scratch/nested.c" -o "$scratch/nested.o"
}

tap_ok "a region is the code of its accesses" a_region_is_its_accesses
tap_ok "the debug mode changes it" debug_differs
tap_ok "off, neither debug mode nor limit nor hardening leaves a trace" no_trace
tap_ok "on, the limit is loaded" limit_loads
tap_ok "a scope compiles" one_scope
tap_ok "a scope in a scope does not" two_scopes
tap_done
