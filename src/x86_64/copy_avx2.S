/* SPDX-License-Identifier: MIT */
/* uaccess__copy_avx2: AVX2 and ERMS. See copy_vector.h. */
#define NAME	      uaccess__copy_avx2
#define VECTOR	      32
#define V(n)	      %ymm##n
#define MOVE	      vmovdqu
#define STORE_ALIGNED vmovdqa
#define LEAVE	      vzeroupper
#define REP_THRESHOLD 4096 /* see clear_avx512.S */
#include "src/x86_64/copy_vector.h"
