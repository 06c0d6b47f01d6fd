/* SPDX-License-Identifier: MIT */
/* Error numbers. */
#ifndef UACCESS_COMPAT_ASM_ERRNO_H
#define UACCESS_COMPAT_ASM_ERRNO_H

/* The C library comes here for its own <errno.h>. */
#include_next <asm/errno.h>

#endif /* UACCESS_COMPAT_ASM_ERRNO_H */
