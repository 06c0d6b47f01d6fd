/* SPDX-License-Identifier: MIT */
/* What this x86-64 processor can do, as far as the kernel lets a process use it. */
#include <cpuid.h>
#include "src/usercopy/routine_internal.h"

#define XCR0_AVX    0x06u /* SSE and AVX state */
#define XCR0_AVX512 0xe6u /* and the mask and the upper vector registers */

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
	int amd;

	if (!__get_cpuid(0, &max, &b, &c, &d))
		return 0;
	amd = b == signature_AMD_ebx && d == signature_AMD_edx && c == signature_AMD_ecx;
	__cpuid(1, a, b, c, d);
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
	if ((b & bit_AVX512F) && (b & bit_AVX512BW) && (b & bit_AVX512VL) &&
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
