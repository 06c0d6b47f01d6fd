/* SPDX-License-Identifier: MIT */
/* x86-64: single guarded accesses and small guarded copies. The contract is in <uaccess/arch.h>. */
#ifndef UACCESS_ARCH_X86_64_H
#define UACCESS_ARCH_X86_64_H

#ifndef UACCESS_ARCH_H
#error "include <uaccess/arch.h> instead"
#endif

/* 47 bits less the page that the kernel never maps. */
#define UACCESS_USER_PTR_MAX ((uintptr_t)0x00007ffffffff000)

/* Register numbers that an extable entry may name. */
#define UACCESS_EX_REGISTERS 16

/* Hardware numbers of the general registers, in the order of UACCESS_ASM_REGISTERS. */
#define UACCESS_ASM_REGISTERS "rax,rcx,rdx,rbx,rsp,rbp,rsi,rdi,r8,r9,r10,r11,r12,r13,r14,r15"

/*
 * The assembler finds a register's number by comparing the operand's text with
 * the sixteen names, in either syntax; a name that is none of them is an error.
 */
#define UACCESS_ASM_FIND_REGISTER(symbol, reg)                        \
	".set " symbol ", -1\n\t"                                     \
	".set .Luaccess_number, 0\n\t"                                \
	".irp uaccess_name, " UACCESS_ASM_REGISTERS "\n\t"            \
	".ifc " reg ", %%\\uaccess_name\n\t"                          \
	".set " symbol ", .Luaccess_number\n\t"                       \
	".endif\n\t"                                                  \
	".ifc " reg ", \\uaccess_name\n\t"                            \
	".set " symbol ", .Luaccess_number\n\t"                       \
	".endif\n\t"                                                  \
	".set .Luaccess_number, .Luaccess_number + 1\n\t"             \
	".endr\n\t"                                                   \
	".if " symbol " < 0\n\t"                                      \
	".error \"extable entry: not a 64-bit general register\"\n\t" \
	".endif\n\t"

#define UACCESS_ASM_NO_REG "rax"

#define UACCESS_ASM_EXTABLE_REG(from, to, type, reg, reg2, imm)                           \
	UACCESS_ASM_EXTABLE_OPEN(from, to)                                                \
	UACCESS_ASM_FIND_REGISTER(".Luaccess_reg", reg)                                   \
	UACCESS_ASM_FIND_REGISTER(".Luaccess_reg2", reg2)                                 \
	".long " UACCESS_ASM_STR(type) " + (.Luaccess_reg << 8)"                          \
				       " + (.Luaccess_reg2 << 13) + (((" UACCESS_ASM_STR( \
					       imm) ") & 0x3fff) << 18)\n\t"              \
						    ".popsection\n\t"

/* User memory as asm operands: no alignment, no alias assumed. */
#define UACCESS_ASM_BYTES(n)           \
	struct uaccess__bytes_##n {    \
		unsigned char byte[n]; \
	} __attribute__((packed, may_alias))
UACCESS_ASM_BYTES(1);
UACCESS_ASM_BYTES(2);
UACCESS_ASM_BYTES(4);
UACCESS_ASM_BYTES(8);
UACCESS_ASM_BYTES(16);
#undef UACCESS_ASM_BYTES

#define UACCESS_ASM_AT(n, p, offset)                                              \
	(*(struct uaccess__bytes_##n *)(uintptr_t)((UACCESS_FORCE uintptr_t)(p) + \
						   (uintptr_t)(offset)))

/*
 * One load. Where the compiler can jump out of an asm with outputs, nothing else is
 * needed. Elsewhere the fixup sets the sign flag, and so does an address in the
 * kernel's half, which saves the branch for it (UACCESS_ARCH_GET_CHECKS_HALF): with
 * the branch, a loop took 1.6 times as long as with plain loads, without it 1.0.
 * The fixup and not the entry, as Valgrind does not take flags back from a handler.
 */
#if UACCESS_HAVE_ASM_GOTO_OUTPUT
#define UACCESS_ASM_GET(n, type, wide, insn)                                                 \
	UACCESS_INLINE int uaccess_arch_get_##n(type *value, const void __user *p)           \
	{                                                                                    \
		wide v;                                                                      \
                                                                                             \
		__asm__ goto(UACCESS_ASM_BEGIN "1:\t" insn                                   \
					       "\n\t" UACCESS_ASM_EXTABLE("1b", "%l[fault]") \
			     : [v] "=r"(v)                                                   \
			     : [m] "m"(UACCESS_ASM_AT(n, p, 0))                              \
			     :                                                               \
			     : fault);                                                       \
		*value = (type)v;                                                            \
		return 0;                                                                    \
fault:                                                                                       \
		*value = 0;                                                                  \
		return -UACCESS_EFAULT;                                                      \
	}
#else
#define UACCESS_ARCH_GET_CHECKS_HALF 1
#define UACCESS_ASM_GET(n, type, wide, insn)                                                    \
	UACCESS_INLINE int uaccess_arch_get_##n(type *value, const void __user *p)              \
	{                                                                                       \
		bool negative;                                                                  \
		wide v;                                                                         \
                                                                                                \
		__asm__ volatile(UACCESS_ASM_BEGIN "testq %q[p], %q[p]\n"                       \
						   "1:\t" insn "\n2:\n\t" UACCESS_ASM_EXTABLE(  \
							   "1b", "3f") ".subsection 1\n"        \
								       "3:\torl $-1, %k[v]\n\t" \
								       "jmp 2b\n\t"             \
								       ".previous\n\t"          \
				 : [v] "=r"(v), "=@ccs"(negative)                               \
				 : [p] "r"(p), [m] "m"(UACCESS_ASM_AT(n, p, 0)));               \
		if (UACCESS_UNLIKELY(negative)) {                                               \
			__asm__ volatile(""); /* or gcc computes without a branch */            \
			*value = 0;                                                             \
			return -UACCESS_EFAULT;                                                 \
		}                                                                               \
		*value = (type)v;                                                               \
		return 0;                                                                       \
	}
#endif
UACCESS_ASM_GET(1, uint8_t, uint32_t, "movzbl %[m], %k[v]")
UACCESS_ASM_GET(2, uint16_t, uint32_t, "movzwl %[m], %k[v]")
UACCESS_ASM_GET(4, uint32_t, uint32_t, "movl %[m], %k[v]")
UACCESS_ASM_GET(8, uint64_t, uint64_t, "movq %[m], %q[v]")
#undef UACCESS_ASM_GET

/* One store; asm goto without outputs works everywhere, at the price of a memory clobber. */
#define UACCESS_ASM_PUT(n, type, operand, insn)                                              \
	UACCESS_INLINE int uaccess_arch_put_##n(type v, void __user *p)                      \
	{                                                                                    \
		__asm__ goto(UACCESS_ASM_BEGIN "1:\t" insn                                   \
					       "\n\t" UACCESS_ASM_EXTABLE("1b", "%l[fault]") \
			     :                                                               \
			     : [v] operand(v), [m] "m"(UACCESS_ASM_AT(n, p, 0))              \
			     : "memory"                                                      \
			     : fault);                                                       \
		return 0;                                                                    \
fault:                                                                                       \
		return -UACCESS_EFAULT;                                                      \
	}
UACCESS_ASM_PUT(1, uint8_t, "iq", "movb %b[v], %[m]")
UACCESS_ASM_PUT(2, uint16_t, "ir", "movw %w[v], %[m]")
UACCESS_ASM_PUT(4, uint32_t, "ir", "movl %k[v], %[m]")
UACCESS_ASM_PUT(8, uint64_t, "er", "movq %q[v], %[m]")
#undef UACCESS_ASM_PUT

/* A locked "or" with nothing: a write for the page tables, none for other threads. */
UACCESS_INLINE int uaccess_arch_touch(char __user *p)
{
	__asm__ goto(UACCESS_ASM_BEGIN
		     "1:\tlock orb $0, %[m]\n\t" UACCESS_ASM_EXTABLE("1b", "%l[fault]")
		     :
		     : [m] "m"(UACCESS_ASM_AT(1, p, 0))
		     : "memory", "cc"
		     : fault);
	return 0;
fault:
	return -UACCESS_EFAULT;
}

UACCESS_INLINE unsigned long uaccess_arch_load_unaligned_zeropad(const void *p)
{
	unsigned long v;

	/* Early clobber: the entry needs the address after the load. */
	__asm__ volatile(UACCESS_ASM_BEGIN "1:\tmovq (%[p]), %[v]\n2:\n\t" UACCESS_ASM_EXTABLE_REG(
				 "1b", "2b", UACCESS_EX_TYPE_ZEROPAD, "%q[v]", "%q[p]", 0)
			 : [v] "=&r"(v)
			 : [p] "r"(p)
			 : "memory");
	return v;
}

/*
 * Small copies, piece by piece in ascending order. Every access has an entry
 * that ends its asm with the fault's address; the caller finishes exactly.
 */
#define UACCESS_ASM_INFO(from) \
	UACCESS_ASM_EXTABLE_REG(from, "9f", UACCESS_EX_TYPE_INFO, "%q[address]", "%q[info]", 0)

/* One access of n bytes each way. */
#define UACCESS_ASM_COPY1(n, type, operand, mov, reg)                                              \
	UACCESS_INLINE uint64_t uaccess__copy1_##n(void *to, const void *from, uintptr_t *address) \
	{                                                                                          \
		uint64_t info = 0;                                                                 \
		type a;                                                                            \
                                                                                                   \
		__asm__ volatile(UACCESS_ASM_BEGIN                                                 \
				 "1:\t" mov " %[from], " reg "[a]\n\t" UACCESS_ASM_INFO(           \
					 "1b") "2:\t" mov " " reg                                  \
					       "[a], %[to]\n\t" UACCESS_ASM_INFO("2b") "9:\n\t"    \
				 : [a] "=&" operand(a), [info] "+&r"(info),                        \
				   [address] "=&r"(*address), [to] "=m"(UACCESS_ASM_AT(n, to, 0))  \
				 : [from] "m"(UACCESS_ASM_AT(n, from, 0)));                        \
		return info;                                                                       \
	}

/* Two accesses of n bytes each way, the second one ending at size; they may overlap. */
#define UACCESS_ASM_COPY2(n, type, operand, mov, reg)                                                 \
	UACCESS_INLINE uint64_t uaccess__copy2_##n(void *to, const void *from, unsigned long size,    \
						   uintptr_t *address)                                \
	{                                                                                             \
		uint64_t info = 0;                                                                    \
		type a, b;                                                                            \
                                                                                                      \
		__asm__ volatile(                                                                     \
			UACCESS_ASM_BEGIN "1:\t" mov " %[from], " reg "[a]\n\t" UACCESS_ASM_INFO(     \
				"1b") "2:\t" mov " %[from2], " reg                                    \
				      "[b]\n\t" UACCESS_ASM_INFO(                                     \
					      "2b") "3:\t" mov " " reg                                \
						    "[a], %[to]\n\t" UACCESS_ASM_INFO(                \
							    "3b") "4:\t" mov " " reg                  \
								  "[b], %[to2]\n\t" UACCESS_ASM_INFO( \
									  "4b") "9:\n\t"              \
			: [a] "=&" operand(a), [b] "=&" operand(b), [info] "+&r"(info),               \
			  [address] "=&r"(*address)                                                   \
			: [from] "m"(UACCESS_ASM_AT(n, from, 0)),                                     \
			  [from2] "m"(UACCESS_ASM_AT(n, from, size - n)),                             \
			  [to] "m"(UACCESS_ASM_AT(n, to, 0)),                                         \
			  [to2] "m"(UACCESS_ASM_AT(n, to, size - n))                                  \
			: "memory");                                                                  \
		return info;                                                                          \
	}

/* One store of n zero bytes. */
#define UACCESS_ASM_CLEAR1(n, type, insn, operand)                                               \
	UACCESS_INLINE uint64_t uaccess__clear1_##n(void *to, uintptr_t *address)                \
	{                                                                                        \
		uint64_t info = 0;                                                               \
		type nothing = {0};                                                              \
                                                                                                 \
		__asm__ volatile(UACCESS_ASM_BEGIN "1:\t" insn                                   \
						   ", %[to]\n\t" UACCESS_ASM_INFO("1b") "9:\n\t" \
				 : [info] "+&r"(info), [address] "=&r"(*address),                \
				   [to] "=m"(UACCESS_ASM_AT(n, to, 0))                           \
				 : [zero] operand(nothing));                                     \
		return info;                                                                     \
	}

UACCESS_ASM_COPY1(1, uint32_t, "q", "movb", "%b")
UACCESS_ASM_COPY1(2, uint32_t, "r", "movw", "%w")
UACCESS_ASM_COPY1(4, uint32_t, "r", "movl", "%k")
UACCESS_ASM_COPY1(8, uint64_t, "r", "movq", "%q")
UACCESS_ASM_COPY2(2, uint32_t, "r", "movw", "%w")
UACCESS_ASM_COPY2(4, uint32_t, "r", "movl", "%k")
UACCESS_ASM_COPY2(8, uint64_t, "r", "movq", "%q")
UACCESS_ASM_CLEAR1(1, uint8_t, "movb %b[zero]", "iq")
UACCESS_ASM_CLEAR1(2, uint16_t, "movw %w[zero]", "ir")
UACCESS_ASM_CLEAR1(4, uint32_t, "movl %k[zero]", "ir")
UACCESS_ASM_CLEAR1(8, uint64_t, "movq %q[zero]", "er")
#ifdef __SSE2__
typedef long long uaccess__vector_16 __attribute__((vector_size(16), may_alias));
UACCESS_ASM_COPY1(16, uaccess__vector_16, "x", "movdqu", "%")
UACCESS_ASM_COPY2(16, uaccess__vector_16, "x", "movdqu", "%")
UACCESS_ASM_CLEAR1(16, uaccess__vector_16, "movdqu %[zero]", "x")
#endif
#undef UACCESS_ASM_COPY1
#undef UACCESS_ASM_COPY2
#undef UACCESS_ASM_CLEAR1

#ifdef __SSE2__
#define UACCESS_ARCH_COPY_MAX 64
#else /* built with flags like the kernel's */
#define UACCESS_ARCH_COPY_MAX 16
#endif

UACCESS_INLINE uint64_t uaccess_arch_copy(void *to, const void *from, unsigned long n,
					  uintptr_t *address)
{
	if (n == 1)
		return uaccess__copy1_1(to, from, address);
	if (n == 2)
		return uaccess__copy1_2(to, from, address);
	if (n == 3)
		return uaccess__copy2_2(to, from, n, address);
	if (n == 4)
		return uaccess__copy1_4(to, from, address);
	if (n < 8)
		return uaccess__copy2_4(to, from, n, address);
	if (n == 8)
		return uaccess__copy1_8(to, from, address);
#ifndef __SSE2__
	return uaccess__copy2_8(to, from, n, address);
#else
	if (n < 16)
		return uaccess__copy2_8(to, from, n, address);
	if (n > 16) { /* 17..64: whole blocks of 16 first, the last one may overlap */
		unsigned long at = 0;
		uint64_t info;

		if (n > 48) {
			info = uaccess__copy2_16(to, from, 32, address);
			at = 32;
		} else if (n > 32) {
			info = uaccess__copy1_16(to, from, address);
			at = 16;
		} else {
			info = 0;
		}
		if (UACCESS_UNLIKELY(info))
			return info;
		return uaccess__copy2_16((char *)to + at, (const char *)from + at, n - at, address);
	}
	return uaccess__copy1_16(to, from, address);
#endif
}

UACCESS_INLINE uint64_t uaccess_arch_clear(void *to, unsigned long n, uintptr_t *address)
{
	unsigned long size = n >= 16 && UACCESS_ARCH_COPY_MAX > 16 ? 16
			     : n >= 8				   ? 8
			     : n >= 4				   ? 4
			     : n >= 2				   ? 2
								   : 1;
	unsigned long at;
	uint64_t info = 0;

	/* Whole pieces of one size, then one more that ends at n; unrolled for a constant n. */
#pragma GCC unroll 4
	for (at = 0; at < n; at += size) {
		char *piece = (char *)to + (at + size > n ? n - size : at);

#ifdef __SSE2__
		if (size == 16)
			info = uaccess__clear1_16(piece, address);
		else
#endif
			if (size == 8)
			info = uaccess__clear1_8(piece, address);
		else if (size == 4)
			info = uaccess__clear1_4(piece, address);
		else if (size == 2)
			info = uaccess__clear1_2(piece, address);
		else
			info = uaccess__clear1_1(piece, address);
		if (UACCESS_UNLIKELY(info))
			return info;
	}
	return 0;
}

#include <uaccess/arch/x86_64_bulk.h>

#endif /* UACCESS_ARCH_X86_64_H */
