/* SPDX-License-Identifier: MIT */
/* The CPU features that routines and alternatives ask for, as bits; for C and for .S files. */
#ifndef UACCESS_CPU_FEATURES_H
#define UACCESS_CPU_FEATURES_H

/* CPU features a routine may need; uaccess_cpu_features() says which are there. */
#define UACCESS_CPU_REP_GOOD (1 << 0) /* rep movs/stos of whole words is fast */
#define UACCESS_CPU_ERMS     (1 << 1) /* enhanced rep movsb/stosb */
#define UACCESS_CPU_FSRM     (1 << 2) /* fast short rep movsb */
#define UACCESS_CPU_FSRS     (1 << 3) /* fast short rep stosb */
#define UACCESS_CPU_BMI2     (1 << 4)
#define UACCESS_CPU_AVX2     (1 << 5) /* with the state enabled by the kernel, likewise below */
#define UACCESS_CPU_AVX512   (1 << 6) /* F, BW and VL */

#endif /* UACCESS_CPU_FEATURES_H */
