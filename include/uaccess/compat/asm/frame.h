/* SPDX-License-Identifier: MIT */
/* Frame pointers of .S files: the kernel's are optional. */
#ifndef UACCESS_COMPAT_ASM_FRAME_H
#define UACCESS_COMPAT_ASM_FRAME_H

#ifdef __ASSEMBLER__
#define FRAME_BEGIN
#define FRAME_END
#define FRAME_OFFSET 0
#endif

#endif /* UACCESS_COMPAT_ASM_FRAME_H */
