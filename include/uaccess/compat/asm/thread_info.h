/* SPDX-License-Identifier: MIT */
/* Where the kernel keeps a part of <linux/thread_info.h>. */
#ifndef UACCESS_COMPAT_ASM_THREAD_INFO_H
#define UACCESS_COMPAT_ASM_THREAD_INFO_H

#ifndef __ASSEMBLER__
#include <linux/thread_info.h>
#endif

#endif /* UACCESS_COMPAT_ASM_THREAD_INFO_H */
