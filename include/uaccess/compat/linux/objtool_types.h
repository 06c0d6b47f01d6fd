/* SPDX-License-Identifier: MIT */
/* Where the kernel keeps a part of <linux/objtool.h>. */
#ifndef UACCESS_COMPAT_LINUX_OBJTOOL_TYPES_H
#define UACCESS_COMPAT_LINUX_OBJTOOL_TYPES_H

#include "objtool.h"

#endif /* UACCESS_COMPAT_LINUX_OBJTOOL_TYPES_H */
