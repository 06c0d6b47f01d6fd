/* SPDX-License-Identifier: MIT */
/* Alternatives of .S files. */
#ifndef UACCESS_COMPAT_ASM_ALTERNATIVE_H
#define UACCESS_COMPAT_ASM_ALTERNATIVE_H

#ifdef __ASSEMBLER__
#include "../linux/linkage.h"
#include "../../alternative.h"
#include "cpufeatures.h"
#include "module.h"
#else
#include <uaccess/alternative.h>
#endif

#endif /* UACCESS_COMPAT_ASM_ALTERNATIVE_H */
