/* SPDX-License-Identifier: MIT */
/* uaccess__copy_sse2: any x86-64. No rep: old CPUs start it slowly. See copy_vector.h. */
#define NAME	      uaccess__copy_sse2
#define VECTOR	      16
#define V(n)	      %xmm##n
#define MOVE	      movups
#define STORE_ALIGNED movaps
#define LEAVE
#include "src/x86_64/copy_vector.h"
