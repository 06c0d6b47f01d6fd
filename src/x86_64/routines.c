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

/* After the kernel's: clear_seed.S, clear_rep_stos.S, copy_seed.S, copy_rep_movs.S. */
uaccess_clear_fn uaccess__clear_original, uaccess__clear_original_aligned,
	uaccess__clear_negative_index, uaccess__clear_rep_good, uaccess__clear_erms,
	uaccess__clear_fsrm, uaccess__clear_rep_stos_alternative;
uaccess_copy_fn uaccess__copy_generic_unrolled, uaccess__copy_generic_string,
	uaccess__copy_enhanced_fast_string, uaccess__copy_enhanced_fast_string_short,
	uaccess__copy_rep_movs_alternative, uaccess__copy_rep_movsq,
	uaccess__copy_rep_movsq_aligned, uaccess__copy_rep_movs_overlap,
	uaccess__copy_rep_movsq_branchless;

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

/*
 * The kernel's are never picked by themselves: they are here to be compared with.
 * They run on every CPU, also on those for which the kernel would not choose them.
 */
#define LINUX_CLEAR(row, grain, text) CLEAR(row, 0, 5, grain, 0, text)
#define LINUX_COPY(row, grain, text)  COPY(row, 0, 5, grain, 0, text)

const struct uaccess_routine uaccess__arch_routines[] = {
	CLEAR(generic, 0, 1, 0, 0, "libuaccess: C over single guarded accesses"),
	CLEAR(sse2, 0, 10, 64, 0, "libuaccess: overlapping stores, loop of 16-byte vectors"),
	CLEAR(avx2, AVX2, 20, 128, 0, "libuaccess: overlapping stores, 32-byte vectors, rep stosb"),
	CLEAR(avx512, AVX512, 30, 512, MASKED,
	      "libuaccess: one masked store to 64 bytes, 64-byte vectors, rep stosb"),
	LINUX_CLEAR(original, 7, "Linux to 6.0: loop of words, made to straddle a line"),
	LINUX_CLEAR(original_aligned, 7, "Linux 2020 (bb5570ad3b54): loop aligned to 16"),
	LINUX_CLEAR(negative_index, 7, "Laight 2020: end pointer, index counting up to 0"),
	LINUX_CLEAR(rep_good, 7, "Linux 6.1 without ERMS: rep stosq and a tail"),
	LINUX_CLEAR(erms, 7, "Linux 6.1 with ERMS: rep stosb from 64 bytes on"),
	LINUX_CLEAR(fsrm, 0, "Linux 6.1 with FSRM: rep stosb"),
	LINUX_CLEAR(rep_stos_alternative, 0, "Linux 6.4 without FSRS: 64 bytes a turn"),
	COPY(generic, 0, 1, 0, 0, "libuaccess: C over single guarded accesses"),
	COPY(sse2, 0, 10, 64, 0, "libuaccess: overlapping moves, loop of 16-byte vectors"),
	COPY(avx2, AVX2, 20, 128, 0, "libuaccess: overlapping moves, 32-byte vectors, rep movsb"),
	COPY(avx512, AVX512, 30, 4096, MASKED,
	     "libuaccess: one masked move to 64 bytes, 64-byte vectors, rep movsb"),
	COPY(avx512_forward, AVX512, 31, 4096, MASKED,
	     "libuaccess: as avx512, but whole moves to 64 bytes, for a destination that is read next"),
	LINUX_COPY(generic_unrolled, 63, "Linux to 6.3: 64 bytes a turn, then words, bytes"),
	LINUX_COPY(generic_string, 7, "Linux to 6.3 with REP_GOOD: rep movsq, rep movsb"),
	LINUX_COPY(enhanced_fast_string, 0, "Linux 2011 with ERMS: rep movsb"),
	LINUX_COPY(enhanced_fast_string_short, 7,
		   "Linux 2017 with ERMS (236222d39347): words below 64 bytes, else rep movsb"),
	LINUX_COPY(rep_movs_alternative, 0, "Linux 6.4 without FSRM: 64 bytes a turn"),
	LINUX_COPY(rep_movsq, 0, "Linux 6.6 without FSRM and ERMS: rep movsq from 64 on"),
	LINUX_COPY(rep_movsq_aligned, 0, "Linux 6.15: the same, destination aligned first"),
	LINUX_COPY(rep_movs_overlap, 0,
		   "Guzik 2025, not merged: an overlapping last word for 8..63"),
	LINUX_COPY(rep_movsq_branchless, 0,
		   "Torvalds 2025, not merged: no branch between rep movsq and the tail"),
};

const size_t uaccess__arch_routine_count =
	sizeof(uaccess__arch_routines) / sizeof(uaccess__arch_routines[0]);
