/* SPDX-License-Identifier: MIT */
/*
 * The rows of the routine table for x86-64, in the order in which tests,
 * `uaccess verify` and `uaccess bench` show them. A new variant is one .S file
 * and one row here.
 */
#include "src/usercopy/routine_internal.h"

uaccess_clear_fn uaccess__clear_sse2, uaccess__clear_avx2, uaccess__clear_avx512;
uaccess_copy_fn uaccess__copy_sse2, uaccess__copy_avx2, uaccess__copy_avx512,
	uaccess__copy_avx512_forward;

#define AVX2   (UACCESS_CPU_AVX2 | UACCESS_CPU_ERMS)
#define AVX512 (UACCESS_CPU_AVX512 | UACCESS_CPU_BMI2 | UACCESS_CPU_ERMS)

/* What <uaccess/arch/x86_64_bulk.h> does in place needs the same features. */
#define MASKED 64

#define CLEAR(row, needs, preference, grain, inline_max, text)                        \
	{                                                                             \
		.name = #row, .kind = UACCESS_ROUTINE_CLEAR, .features = needs,       \
		.priority = preference, .granularity = grain, .in_place = inline_max, \
		.origin = text, .function.clear = uaccess__clear_##row,               \
	}
#define COPY(row, needs, preference, grain, inline_max, text)                         \
	{                                                                             \
		.name = #row, .kind = UACCESS_ROUTINE_COPY, .features = needs,        \
		.priority = preference, .granularity = grain, .in_place = inline_max, \
		.origin = text, .function.copy = uaccess__copy_##row,                 \
	}

const struct uaccess_routine uaccess__arch_routines[] = {
	CLEAR(generic, 0, 1, 0, 0, "libuaccess: C over single guarded accesses"),
	CLEAR(sse2, 0, 10, 64, 0, "libuaccess: overlapping stores, loop of 16-byte vectors"),
	CLEAR(avx2, AVX2, 20, 128, 0, "libuaccess: overlapping stores, 32-byte vectors, rep stosb"),
	CLEAR(avx512, AVX512, 30, 512, MASKED,
	      "libuaccess: one masked store to 64 bytes, 64-byte vectors, rep stosb"),
	COPY(generic, 0, 1, 0, 0, "libuaccess: C over single guarded accesses"),
	COPY(sse2, 0, 10, 64, 0, "libuaccess: overlapping moves, loop of 16-byte vectors"),
	COPY(avx2, AVX2, 20, 128, 0, "libuaccess: overlapping moves, 32-byte vectors, rep movsb"),
	COPY(avx512, AVX512, 30, 4096, MASKED,
	     "libuaccess: one masked move to 64 bytes, 64-byte vectors, rep movsb"),
	COPY(avx512_forward, AVX512, 31, 4096, MASKED,
	     "libuaccess: as avx512, but whole moves to 64 bytes, for a destination that is read next"),
};

const size_t uaccess__arch_routine_count =
	sizeof(uaccess__arch_routines) / sizeof(uaccess__arch_routines[0]);
