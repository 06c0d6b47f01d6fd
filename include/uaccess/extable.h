/* SPDX-License-Identifier: MIT */
/*
 * The exception table: which instructions may fault, and where to go on.
 *
 * An entry says: "a fault at exactly this instruction is expected; apply TYPE
 * to the saved registers and continue at FIXUP". Inline asm and .S files push
 * entries into section __ex_table of the module (program or shared object)
 * they end up in; a constructor that comes with this header hands each module's
 * table to the library when the module is loaded and takes it back when it is
 * unloaded. Generated code registers its tables with the same calls.
 *
 * The entry and the module record are ABI: they are compiled into users'
 * objects. doc/design.md follows one entry from source to fixup.
 */
#ifndef UACCESS_EXTABLE_H
#define UACCESS_EXTABLE_H

/*
 * Entry types. The numbers are the Linux kernel's for x86 where the kernel has
 * the type; ours begin at 64. "reg" and "reg2" are registers in hardware order,
 * "imm" is a signed constant; all three are fields of the entry's data word.
 */
#define UACCESS_EX_TYPE_DEFAULT		 1  /* nothing but the jump */
#define UACCESS_EX_TYPE_FAULT		 2  /* reg := trap number */
#define UACCESS_EX_TYPE_UACCESS		 3  /* as DEFAULT; says that the operand is user memory */
#define UACCESS_EX_TYPE_DEFAULT_MCE_SAFE 14 /* as DEFAULT; a memory error may be consumed */
#define UACCESS_EX_TYPE_FAULT_MCE_SAFE	 15 /* as FAULT; a memory error may be consumed */
#define UACCESS_EX_TYPE_POP_REG		 16 /* sp += one word; reg := imm */
#define UACCESS_EX_TYPE_IMM_REG		 17 /* reg := imm (-EFAULT, 0, 1, ...) */
#define UACCESS_EX_TYPE_UCOPY_LEN	 19 /* count register := imm * count register + reg */
#define UACCESS_EX_TYPE_ZEROPAD		 20 /* reg := word at *reg2, bytes past its page as 0 */
#define UACCESS_EX_TYPE_ERR_ZERO	 64 /* reg := imm; reg2 := 0 */
#define UACCESS_EX_TYPE_INFO		 65 /* reg := fault address, all ones where unknown; */
					    /* reg2 := trap number + (error code << 32) */

/* The data word: type 7:0, reg 12:8, reg2 17:13, imm 31:18 (signed). */
#define UACCESS_EX_REG_SHIFT  8
#define UACCESS_EX_REG2_SHIFT 13
#define UACCESS_EX_IMM_SHIFT  18
#define UACCESS_EX_REG_MASK   0x1f

/* The format of entry and record; a library refuses a version it does not know. */
#define UACCESS_EXTABLE_VERSION 1

/*
 * Section flags, used by the C and the .S form alike: "o" ties each entry to
 * the text section it speaks of, so that linkers collect and keep both together
 * (plain "a" is dropped by lld under --gc-sections), "?" keeps it in that
 * section's COMDAT group. Needs binutils 2.35.
 */
#define UACCESS_EX_SECTION_FLAGS "ao?"

#ifdef __ASSEMBLER__

/*
 * .S form. ex_table FROM, TO [, TYPE [, REG [, REG2 [, IMM]]]] with REG and
 * REG2 as hardware numbers. Write it right after the instruction at label FROM.
 */
/* clang-format off */
.macro	ex_table from, to, type=UACCESS_EX_TYPE_UACCESS, reg=0, reg2=0, imm=0
.Luaccess_text_\@ :
	.pushsection __ex_table, UACCESS_EX_SECTION_FLAGS, @progbits, .Luaccess_text_\@
	.balign	4
	.long	(\from) - .
	.long	(\to) - .
	.long	(\type) + ((\reg) << UACCESS_EX_REG_SHIFT) + ((\reg2) << UACCESS_EX_REG2_SHIFT) + (((\imm) & 0x3fff) << UACCESS_EX_IMM_SHIFT)
	.popsection
.endm
/* clang-format on */

#else /* !__ASSEMBLER__ */

#include <stddef.h>
#include <stdint.h>
#include <uaccess/compiler.h>

UACCESS_EXTERN_C_BEGIN

/* One entry, 12 bytes on every architecture. insn and fixup are relative to themselves. */
struct uaccess_extable_entry {
	int32_t insn;
	int32_t fixup;
	uint32_t data;
};

/* Record flag: the table of a loaded module, handed over by this header's constructor. */
#define UACCESS_EXTABLE_OF_MODULE    1u
/* Shown in struct uaccess_extable_info: the table came unsorted. */
#define UACCESS_EXTABLE_WAS_UNSORTED 2u

/* What a module hands over. Zero it, then fill it in; the library keeps a copy. */
struct uaccess_extable_module {
	uint32_t size;	  /* sizeof(struct uaccess_extable_module) as compiled */
	uint32_t version; /* UACCESS_EXTABLE_VERSION as compiled */
	uint32_t flags;	  /* UACCESS_EXTABLE_OF_MODULE or 0 */
	uint32_t reserved;
	const struct uaccess_extable_entry *start; /* first entry */
	const struct uaccess_extable_entry *stop;  /* one past the last; start: no entries */
	const char *name; /* for reports, kept by reference; NULL: the loader's name */
};

/*
 * uaccess_extable_register - add a table.
 *
 * Every entry is checked first, so that a refused table leaves nothing behind.
 * A sorted table is used in place: it must stay mapped and unchanged until it
 * is unregistered. Of an unsorted one the library keeps the order beside it. The
 * first table of a process installs the fault handler (<uaccess/fault.h>).
 *
 * Returns 0, or
 *   -EINVAL  unknown size or version, misaligned or reversed bounds, an unknown
 *	      type, a register that does not exist, an instruction or fixup
 *	      outside executable mappings, two entries for one instruction
 *   -EEXIST  this table, or an entry for the same instruction, is registered
 *   -ENOMEM
 * and says the reason on the log hook. Takes a lock: not async-signal-safe.
 */
UACCESS_API int uaccess_extable_register(const struct uaccess_extable_module *module);

/*
 * uaccess_extable_unregister - take the table that begins at start away.
 *
 * On return no handler on any thread looks at the table any more, so that it
 * may be unmapped. During exit() the tables of modules stay: other threads are
 * still running then. Returns 0 or -ENOENT. Not async-signal-safe.
 */
UACCESS_API int uaccess_extable_unregister(const struct uaccess_extable_entry *start);

/*
 * uaccess_extable_search - the entry for exactly this instruction, or NULL.
 * Wait-free and async-signal-safe. The entry stays valid until its table is
 * unregistered.
 */
UACCESS_API const struct uaccess_extable_entry *uaccess_extable_search(uintptr_t pc);

/* One registered table, as uaccess_extable_for_each() shows it. */
struct uaccess_extable_info {
	const struct uaccess_extable_entry *start;
	size_t count;
	uintptr_t lowest, highest; /* instruction addresses covered, inclusive */
	const char *name;	   /* of the file or as given; "" for the main program */
	uint32_t flags;
	/*
	 * Faults recovered: hits[i] by the entry start[i], hits[count] by all. They
	 * change while one looks; load each once.
	 */
	const unsigned long *hits;
};

/*
 * Calls fn for each registered table in address order, under the registry's
 * lock (fn must not register), until fn returns non-zero; returns that, or 0.
 */
UACCESS_API int
uaccess_extable_for_each(int (*fn)(const struct uaccess_extable_info *info, void *arg), void *arg);

/* Entries in all registered tables. Takes the registry's lock. */
UACCESS_API size_t uaccess_extable_count(void);

/* Faults recovered by the tables registered now. Takes the registry's lock. */
UACCESS_API unsigned long uaccess_faults_recovered(void);

/* Absolute addresses and fields of an entry. */
UACCESS_INLINE uintptr_t uaccess_extable_insn(const struct uaccess_extable_entry *e)
{
	return (uintptr_t)&e->insn + (uintptr_t)(intptr_t)e->insn;
}

UACCESS_INLINE uintptr_t uaccess_extable_fixup(const struct uaccess_extable_entry *e)
{
	return (uintptr_t)&e->fixup + (uintptr_t)(intptr_t)e->fixup;
}

UACCESS_INLINE unsigned int uaccess_extable_type(const struct uaccess_extable_entry *e)
{
	return e->data & 0xff;
}

UACCESS_INLINE unsigned int uaccess_extable_reg(const struct uaccess_extable_entry *e)
{
	return (e->data >> UACCESS_EX_REG_SHIFT) & UACCESS_EX_REG_MASK;
}

UACCESS_INLINE unsigned int uaccess_extable_reg2(const struct uaccess_extable_entry *e)
{
	return (e->data >> UACCESS_EX_REG2_SHIFT) & UACCESS_EX_REG_MASK;
}

UACCESS_INLINE long uaccess_extable_imm(const struct uaccess_extable_entry *e)
{
	return (int32_t)e->data >> UACCESS_EX_IMM_SHIFT;
}

/*
 * Inline asm form. Begin the asm text with UACCESS_ASM_BEGIN, then write after
 * the instruction at local label FROM one of
 *
 *	UACCESS_ASM_EXTABLE(from, to)				type UACCESS
 *	UACCESS_ASM_EXTABLE_TYPE(from, to, data)		data as a string
 *	UACCESS_ASM_EXTABLE_REG(from, to, type, reg, reg2, imm)
 *
 * with reg and reg2 as 64-bit register operands ("%q[name]") or UACCESS_ASM_NO_REG.
 * All arguments are strings.
 */
#define UACCESS_ASM_STR_(x)	     #x
#define UACCESS_ASM_STR(x)	     UACCESS_ASM_STR_(x)

#define UACCESS_ASM_BEGIN ".Luaccess_%=:\n\t"

#define UACCESS_ASM_EXTABLE_OPEN(from, to)                                                    \
	".pushsection __ex_table,\"" UACCESS_EX_SECTION_FLAGS "\",@progbits,.Luaccess_%=\n\t" \
	".balign 4\n\t"                                                                       \
	".long (" from ") - .\n\t"                                                            \
	".long (" to ") - .\n\t"

#define UACCESS_ASM_EXTABLE_TYPE(from, to, data) \
	UACCESS_ASM_EXTABLE_OPEN(from, to)       \
	".long " data "\n\t"                     \
	".popsection\n\t"

#define UACCESS_ASM_EXTABLE(from, to) \
	UACCESS_ASM_EXTABLE_TYPE(from, to, UACCESS_ASM_STR(UACCESS_EX_TYPE_UACCESS))

#ifndef UACCESS_NO_REGISTRATION
#include <uaccess/module.h>
#endif

UACCESS_EXTERN_C_END

#endif /* __ASSEMBLER__ */
#endif /* UACCESS_EXTABLE_H */
