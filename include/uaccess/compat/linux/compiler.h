/* SPDX-License-Identifier: MIT */
/* Compiler words of the kernel, for kernel C code in a process. */
#ifndef UACCESS_COMPAT_LINUX_COMPILER_H
#define UACCESS_COMPAT_LINUX_COMPILER_H

#include <stdbool.h>
#include <stddef.h>
#include <uaccess/compiler.h>

#define likely(x)   UACCESS_LIKELY(x)
#define unlikely(x) UACCESS_UNLIKELY(x)
#ifndef __force
#define __force UACCESS_FORCE
#endif
#ifndef __must_check
#define __must_check UACCESS_MUST_CHECK
#endif
#define __kernel
#define __iomem
#define __percpu
#define __rcu
#define __init
#define __exit
#define __initdata
#define __read_mostly
#define __ro_after_init
#define noinline		__attribute__((noinline))
#define __maybe_unused		__attribute__((unused))
#define __always_unused		__attribute__((unused))
#define __weak			__attribute__((weak))
#define __cold			__attribute__((cold))
#define __packed		__attribute__((packed))
#define __aligned(n)		__attribute__((aligned(n)))
#define __printf(a, b)		__attribute__((format(printf, a, b)))
#define fallthrough		__attribute__((fallthrough))
#define __no_sanitize_or_inline inline
#ifndef __always_inline
#define __always_inline inline __attribute__((always_inline))
#endif

#define barrier()	      __asm__ volatile("" ::: "memory")
#define OPTIMIZER_HIDE_VAR(x) __asm__("" : "+r"(x))
#define READ_ONCE(x)	      (*(const volatile __typeof__(x) *)&(x))
#define WRITE_ONCE(x, v)      (*(volatile __typeof__(x) *)&(x) = (v))
#define __same_type(a, b)     __builtin_types_compatible_p(__typeof__(a), __typeof__(b))

/* IS_ENABLED(CONFIG_X): 1 where CONFIG_X is defined as 1, 0 where it is not defined. */
#define UACCESS__COMPAT_1		  0,
#define UACCESS__COMPAT_SECOND(a, b, ...) b
#define UACCESS__COMPAT_IS_1(x)		  UACCESS__COMPAT_IS_1_(UACCESS__COMPAT_##x)
#define UACCESS__COMPAT_IS_1_(zero_comma) UACCESS__COMPAT_SECOND(zero_comma 1, 0, 0)
#define UACCESS__COMPAT_EXPAND(x)	  UACCESS__COMPAT_IS_1(x)
#define IS_ENABLED(option)		  UACCESS__COMPAT_EXPAND(option)
#define IS_BUILTIN(option)		  UACCESS__COMPAT_EXPAND(option)

/* What this machine is configured as. */
#define CONFIG_MMU   1
#define CONFIG_64BIT 1
#if defined(__x86_64__)
#define CONFIG_X86			       1
#define CONFIG_X86_64			       1
#define CONFIG_HAVE_EFFICIENT_UNALIGNED_ACCESS 1
#define CONFIG_DCACHE_WORD_ACCESS	       1
#endif

#endif /* UACCESS_COMPAT_LINUX_COMPILER_H */
