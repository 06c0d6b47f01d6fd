/* SPDX-License-Identifier: MIT */
/* Symbols of .S files, in the kernel's old and new words. */
#ifndef UACCESS_COMPAT_LINUX_LINKAGE_H
#define UACCESS_COMPAT_LINUX_LINKAGE_H

#ifdef __ASSEMBLER__

/* Kernel sources ask for this name. */
#ifndef __ASSEMBLY__
#define __ASSEMBLY__ 1
#endif
#ifndef CONFIG_X86_64
#define CONFIG_X86_64 1
#endif

/* The kernel's files do not say that they need no executable stack. */
	.pushsection .note.GNU-stack,"",@progbits
	.popsection

#define ASM_NL	    ;
#define __ALIGN	    .p2align 4, 0x90
#define __ALIGN_STR ".p2align 4, 0x90"
#define ALIGN	    __ALIGN

#define SYM_T_FUNC     @function
#define SYM_T_OBJECT   @object
#define SYM_T_NONE     @notype
#define SYM_A_ALIGN    ALIGN
#define SYM_A_NONE     /* no alignment */
/* Protected: so a table may name it, and a jump to it needs no stub. */
#define SYM_L_GLOBAL(name) .globl name; .protected name
#define SYM_L_WEAK(name)   .weak name
#define SYM_L_LOCAL(name)  /* local is what symbols are */

#define SYM_ENTRY(name, linkage, align...) linkage(name); align; name:
#define SYM_START(name, linkage, align...) SYM_ENTRY(name, linkage, align)
#define SYM_END(name, kind)		.type name, kind; .size name, . - name
#define SYM_ALIAS(alias, name, linkage) linkage(alias); .set alias, name

#define SYM_FUNC_START(name)		   SYM_START(name, SYM_L_GLOBAL, SYM_A_ALIGN)
#define SYM_FUNC_START_NOALIGN(name)	   SYM_START(name, SYM_L_GLOBAL, SYM_A_NONE)
#define SYM_FUNC_START_LOCAL(name)	   SYM_START(name, SYM_L_LOCAL, SYM_A_ALIGN)
#define SYM_FUNC_START_LOCAL_NOALIGN(name) SYM_START(name, SYM_L_LOCAL, SYM_A_NONE)
#define SYM_FUNC_START_WEAK(name)	   SYM_START(name, SYM_L_WEAK, SYM_A_ALIGN)
#define SYM_FUNC_START_WEAK_NOALIGN(name)  SYM_START(name, SYM_L_WEAK, SYM_A_NONE)
#define SYM_FUNC_START_ALIAS(name)	   SYM_START(name, SYM_L_GLOBAL, SYM_A_ALIGN)
#define SYM_FUNC_END(name)		   SYM_END(name, SYM_T_FUNC)
#define SYM_FUNC_END_ALIAS(name)	   SYM_END(name, SYM_T_FUNC)
#define SYM_FUNC_ALIAS(alias, name)	   SYM_ALIAS(alias, name, SYM_L_GLOBAL)
#define SYM_FUNC_ALIAS_LOCAL(alias, name)  SYM_ALIAS(alias, name, SYM_L_LOCAL)
#define SYM_FUNC_ALIAS_WEAK(alias, name)   SYM_ALIAS(alias, name, SYM_L_WEAK)
#define SYM_FUNC_ALIAS_MEMFUNC		   SYM_FUNC_ALIAS

#define SYM_CODE_START(name)		   SYM_START(name, SYM_L_GLOBAL, SYM_A_ALIGN)
#define SYM_CODE_START_NOALIGN(name)	   SYM_START(name, SYM_L_GLOBAL, SYM_A_NONE)
#define SYM_CODE_START_LOCAL(name)	   SYM_START(name, SYM_L_LOCAL, SYM_A_ALIGN)
#define SYM_CODE_START_LOCAL_NOALIGN(name) SYM_START(name, SYM_L_LOCAL, SYM_A_NONE)
#define SYM_CODE_END(name)		   SYM_END(name, SYM_T_NONE)

#define SYM_INNER_LABEL(name, linkage)	     .type name, SYM_T_NONE; SYM_ENTRY(name, linkage, SYM_A_NONE)
#define SYM_INNER_LABEL_ALIGN(name, linkage) .type name, SYM_T_NONE; SYM_ENTRY(name, linkage, SYM_A_ALIGN)

#define SYM_DATA_START(name)	   SYM_START(name, SYM_L_GLOBAL, SYM_A_NONE)
#define SYM_DATA_START_LOCAL(name) SYM_START(name, SYM_L_LOCAL, SYM_A_NONE)
#define SYM_DATA_END(name)	   SYM_END(name, SYM_T_OBJECT)
#define SYM_DATA(name, data...)	   SYM_DATA_START(name); data; SYM_DATA_END(name)

#define GLOBAL(name)  SYM_L_GLOBAL(name); name:
#define ENTRY(name)   SYM_L_GLOBAL(name); ALIGN; name:
#define WEAK(name)    .weak name; ALIGN; name:
#define END(name)     .size name, . - name
#define ENDPROC(name) .type name, SYM_T_FUNC; END(name)

#define RET ret

#endif /* __ASSEMBLER__ */

#endif /* UACCESS_COMPAT_LINUX_LINKAGE_H */
