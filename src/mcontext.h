/* SPDX-License-Identifier: MIT */
/* The architecture's facts about a signal's context. */
#ifndef UACCESS_SRC_MCONTEXT_H
#define UACCESS_SRC_MCONTEXT_H

#if defined(__x86_64__)
#include "src/x86_64/mcontext.h"
#else
#error "no port to this architecture"
#endif

#endif /* UACCESS_SRC_MCONTEXT_H */
