/* SPDX-License-Identifier: MIT */
/* What this x86-64 processor can do, as far as the kernel lets a process use it. */
#include <cpuid.h>
#include "src/usercopy/routine_internal.h"

#define XCR0_AVX    0x06u /* SSE and AVX state */
#define XCR0_AVX512 0xe6u /* and the mask and the upper vector registers */

/*
 * From this size on, the rows that can do it store past the caches: the routines
 * read it. All ones: never.
 *
 * On Intel it pays where the lines would not be found again in the part of the
 * last cache that one core can count on. What cpuid says of that cache is what all
 * cores share, and with virtual machines all their neighbours too; sixteen times
 * the core's own second-level cache is closer. Measured on a Xeon of 2023 (2 MiB;
 * cpuid says 480 MiB of third-level cache): 64 MiB are cleared in 0.28 of the time
 * of rep stosb, 16 MiB in twice its time, and 32 MiB are even. AMD's rep stosb and
 * rep movsb pass the caches by themselves where that pays.
 */
__attribute__((visibility("hidden"))) unsigned long uaccess__nontemporal_from = ~0ul;

#define CACHES_OF_CORE 16

static void find_nontemporal(void)
{
	unsigned int a, b, c, d, i;
	unsigned long l2 = 0, l3 = 0, from;

	for (i = 0; i < 8; i++) {
		unsigned long size;

		__cpuid_count(4, i, a, b, c, d);
		if (!(a & 31))
			break;
		size = ((b >> 22) + 1ul) * ((b >> 12 & 0x3ff) + 1ul) * ((b & 0xfff) + 1ul) *
		       (c + 1ul);
		if ((a >> 5 & 7) == 2)
			l2 = size;
		if ((a >> 5 & 7) == 3)
			l3 = size;
	}
	from = CACHES_OF_CORE * l2;
	if (from > l3 / 4 * 3)
		from = l3 / 4 * 3;
	/* A machine that tells nothing of the sort: leave it. */
	if (from >= 1ul << 20)
		uaccess__nontemporal_from = from;
}

static uint32_t enabled_state(void)
{
	uint32_t low, high;

	__asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
	return low;
}

uint32_t uaccess__arch_cpu_features(void)
{
	unsigned int a, b, c, d, max, subleafs;
	uint32_t features = 0, state = 0;
	int amd, intel, slow_512;

	if (!__get_cpuid(0, &max, &b, &c, &d))
		return 0;
	amd = b == signature_AMD_ebx && d == signature_AMD_edx && c == signature_AMD_ecx;
	intel = b == signature_INTEL_ebx && d == signature_INTEL_edx && c == signature_INTEL_ecx;
	if (intel && max >= 4)
		find_nontemporal();
	__cpuid(1, a, b, c, d);
	/* Family 6, model 85: 512-bit registers lower the clock for a while. */
	slow_512 = intel && (a >> 8 & 15) == 6 && ((a >> 4 & 15) | (a >> 12 & 0xf0)) == 85;
	/* As the kernel sets it: everything 64-bit but the first generations. */
	features |= UACCESS_CPU_REP_GOOD;
	if (c & bit_OSXSAVE)
		state = enabled_state();
	if (max < 7)
		return features;

	__cpuid_count(7, 0, subleafs, b, c, d);
	if (b & (1u << 9))
		features |= UACCESS_CPU_ERMS;
	if (d & (1u << 4))
		features |= UACCESS_CPU_FSRM;
	if (b & bit_BMI2)
		features |= UACCESS_CPU_BMI2;
	if ((b & bit_AVX2) && (state & XCR0_AVX) == XCR0_AVX)
		features |= UACCESS_CPU_AVX2;
	if (!slow_512 && (b & bit_AVX512F) && (b & bit_AVX512BW) && (b & bit_AVX512VL) &&
	    (state & XCR0_AVX512) == XCR0_AVX512)
		features |= UACCESS_CPU_AVX512;
	if (subleafs >= 1) {
		__cpuid_count(7, 1, a, b, c, d);
		if (a & (1u << 11))
			features |= UACCESS_CPU_FSRS;
	}
	/* AMD has no bit for it: there, short stores are fast where short moves are. */
	if (amd && (features & UACCESS_CPU_FSRM))
		features |= UACCESS_CPU_FSRS;
	return features;
}
