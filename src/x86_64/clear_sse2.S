/* SPDX-License-Identifier: MIT */
/* uaccess__clear_sse2: any x86-64. No rep: old CPUs start it slowly. See clear_vector.h. */
#define NAME	      uaccess__clear_sse2
#define VECTOR	      16
#define V(n)	      %xmm##n
#define ZERO	      pxor %xmm0, %xmm0
#define STORE	      movups
#define STORE_ALIGNED movaps
#define LEAVE
#include "src/x86_64/clear_vector.h"
