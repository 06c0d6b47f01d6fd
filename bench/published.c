/* SPDX-License-Identifier: MIT */
/*
 * Figures that were published for the kernel's routines, to stand beside ours:
 * other machines, other units, so that only shapes and ratios compare.
 */
#include "bench/published.h"

/* 0..64 */
const double bench_published_sizes[65] = {
	0,  1,	2,  3,	4,  5,	6,  7,	8,  9,	10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21,
	22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43,
	44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63, 64,
};
const double bench_published_rep_movsb[65] = {
	58, 49, 49, 49, 50, 49, 49, 49, 50, 51, 52, 52, 52, 52, 52, 52, 51, 51, 52, 51, 52, 52,
	51, 51, 52, 52, 52, 52, 52, 53, 52, 52, 51, 51, 51, 51, 52, 52, 51, 52, 51, 50, 50, 50,
	50, 50, 50, 50, 50, 49, 50, 50, 50, 49, 50, 49, 50, 50, 49, 50, 50, 50, 50, 50, 51,
};
const double bench_published_short_path[65] = {
	26, 29, 31, 32, 34, 35, 36, 38, 31, 33, 36, 37, 38, 40, 41, 42, 34, 35, 37, 38, 39, 40,
	42, 46, 35, 37, 38, 39, 40, 42, 43, 44, 36, 38, 39, 41, 41, 43, 44, 46, 37, 38, 39, 40,
	42, 43, 43, 45, 37, 38, 40, 42, 42, 46, 46, 48, 39, 40, 42, 42, 46, 47, 48, 48, 38,
};

const struct bench_published bench_published[] = {
	{"readzero", 1024, "original", "original_aligned", 0.2623, 0.2252,
	 "Zen 1, libmicro pread_z1k (2020)"},
	{"readzero", 10240, "original", "original_aligned", 1.1378, 0.7467,
	 "Zen 1, libmicro pread_z10k (2020)"},
	{"readzero", 102400, "original", "original_aligned", 9.9195, 5.9938,
	 "Zen 1, libmicro pread_z100k (2020)"},
	{"padzero", 3759, "original", "fsrm", 9219.71, 8030.63,
	 "Zen 3, mean of 687,674 calls (2022)"},
	{"padzero", 3759, "original", "erms", 19679.4, 20374.3,
	 "Ice Lake, mean of 693,750 calls (2022)"},
	{"padzero", 3759, "original", "fsrm", 19679.4, 20458.2,
	 "Ice Lake, mean of 693,750 calls (2022)"},
	{NULL, 0, NULL, NULL, 0, 0, NULL},
};
