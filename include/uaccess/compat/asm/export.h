/* SPDX-License-Identifier: MIT */
/* Where the kernel used to keep the .S form of <linux/export.h>. */
#ifndef UACCESS_COMPAT_ASM_EXPORT_H
#define UACCESS_COMPAT_ASM_EXPORT_H

#include "../linux/export.h"

#endif /* UACCESS_COMPAT_ASM_EXPORT_H */
