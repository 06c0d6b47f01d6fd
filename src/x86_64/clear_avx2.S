/* SPDX-License-Identifier: MIT */
/* uaccess__clear_avx2: AVX2 and ERMS. See clear_vector.h. */
#define NAME	      uaccess__clear_avx2
#define VECTOR	      32
#define V(n)	      %ymm##n
#define ZERO	      vpxor %xmm0, %xmm0, %xmm0
#define STORE	      vmovdqu
#define STORE_ALIGNED vmovdqa
#define LEAVE	      vzeroupper
#define REP_THRESHOLD 4096 /* see clear_avx512.S */
#include "src/x86_64/clear_vector.h"
