/* SPDX-License-Identifier: MIT */
/*
 * x86-64: guarded atomic operations for <uaccess/atomics.h>, each sequentially
 * consistent and without a check of the range. A port defines
 *
 *   uaccess_arch_xchg_{1,2,4,8}(x, p)		0, -EFAULT with *x unchanged
 *   uaccess_arch_cmpxchg_{1,2,4,8}(old, new, p) 0 stored, 1 *old := found, -EFAULT
 *   uaccess_arch_add_4(x, p)			*p += *x, *x := what it was; 0, -EFAULT
 */
#ifndef UACCESS_ARCH_X86_64_ATOMICS_H
#define UACCESS_ARCH_X86_64_ATOMICS_H

#ifndef UACCESS_ATOMICS_H
#error "include <uaccess/atomics.h> instead"
#endif

/* A fault leaves the register operand as it was and sets the error. */
#define UACCESS_ASM_XCHG(name, n, constraint, insn)                                                \
	UACCESS_INLINE int uaccess_arch_##name##_##n(uint64_t *x, void __user *p)                  \
	{                                                                                          \
		uint64_t v = *x;                                                                   \
		int error = 0;                                                                     \
                                                                                                   \
		__asm__ volatile(UACCESS_ASM_BEGIN "1:\t" insn "\n2:\n\t" UACCESS_ASM_EXTABLE_REG( \
					 "1b", "2b", UACCESS_EX_TYPE_IMM_REG, "%q[error]",         \
					 UACCESS_ASM_NO_REG, -UACCESS_EFAULT)                      \
				 : [v] constraint(v), [error] "+r"(error)                          \
				 : [m] "m"(UACCESS_ASM_AT(n, p, 0))                                \
				 : "memory", "cc");                                                \
		*x = v;                                                                            \
		return error;                                                                      \
	}
UACCESS_ASM_XCHG(xchg, 1, "+q", "xchgb %b[v], %[m]")
UACCESS_ASM_XCHG(xchg, 2, "+r", "xchgw %w[v], %[m]")
UACCESS_ASM_XCHG(xchg, 4, "+r", "xchgl %k[v], %[m]")
UACCESS_ASM_XCHG(xchg, 8, "+r", "xchgq %q[v], %[m]")
UACCESS_ASM_XCHG(add, 4, "+r", "lock xaddl %k[v], %[m]")
#undef UACCESS_ASM_XCHG

#define UACCESS_ASM_CMPXCHG(n, insn)                                                        \
	UACCESS_INLINE int uaccess_arch_cmpxchg_##n(uint64_t *old, uint64_t desired,        \
						    void __user *p)                         \
	{                                                                                   \
		uint64_t v = *old;                                                          \
		int result = 0;                                                             \
                                                                                            \
		__asm__ volatile(UACCESS_ASM_BEGIN                                          \
				 "1:\tlock " insn ", %[m]\n\t"                              \
				 "setne %b[result]\n2:\n\t" UACCESS_ASM_EXTABLE_REG(        \
					 "1b", "2b", UACCESS_EX_TYPE_IMM_REG, "%q[result]", \
					 UACCESS_ASM_NO_REG, -UACCESS_EFAULT)               \
				 : [v] "+a"(v), [result] "+q"(result)                       \
				 : [desired] "r"(desired), [m] "m"(UACCESS_ASM_AT(n, p, 0)) \
				 : "memory", "cc");                                         \
		*old = v;                                                                   \
		return result;                                                              \
	}
UACCESS_ASM_CMPXCHG(1, "cmpxchgb %b[desired]")
UACCESS_ASM_CMPXCHG(2, "cmpxchgw %w[desired]")
UACCESS_ASM_CMPXCHG(4, "cmpxchgl %k[desired]")
UACCESS_ASM_CMPXCHG(8, "cmpxchgq %q[desired]")
#undef UACCESS_ASM_CMPXCHG

#endif /* UACCESS_ARCH_X86_64_ATOMICS_H */
