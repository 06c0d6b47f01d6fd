/* SPDX-License-Identifier: MIT */
/* Unwind marks by the kernel's old names. */
#ifndef UACCESS_COMPAT_ASM_DWARF2_H
#define UACCESS_COMPAT_ASM_DWARF2_H

#ifdef __ASSEMBLER__
#define CFI_STARTPROC	     .cfi_startproc
#define CFI_ENDPROC	     .cfi_endproc
#define CFI_ADJUST_CFA_OFFSET .cfi_adjust_cfa_offset
#define CFI_REMEMBER_STATE   .cfi_remember_state
#define CFI_RESTORE_STATE    .cfi_restore_state
#endif

#endif /* UACCESS_COMPAT_ASM_DWARF2_H */
