/* SPDX-License-Identifier: MIT */
/* The kernel's everyday macros: sizes, bounds, warnings. */
#ifndef UACCESS_COMPAT_LINUX_KERNEL_H
#define UACCESS_COMPAT_LINUX_KERNEL_H

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <linux/bitops.h>
#include <linux/compiler.h>
#include <linux/errno.h>
#include <linux/export.h>
#include <linux/types.h>

#define U8_MAX	((u8)~0U)
#define U16_MAX ((u16)~0U)
#define U32_MAX ((u32)~0U)
#define U64_MAX ((u64)~0ULL)
#ifndef PAGE_SIZE
#define PAGE_SHIFT 12
#define PAGE_SIZE  (1UL << PAGE_SHIFT)
#define PAGE_MASK  (~(PAGE_SIZE - 1))
#endif

#define ARRAY_SIZE(a)	   (sizeof(a) / sizeof((a)[0]))
#define ALIGN(x, a)	   (((x) + ((__typeof__(x))(a)-1)) & ~((__typeof__(x))(a)-1))
#define ALIGN_DOWN(x, a)   ((x) & ~((__typeof__(x))(a)-1))
#define IS_ALIGNED(x, a)   (((x) & ((__typeof__(x))(a)-1)) == 0)
#define PTR_ALIGN(p, a)	   ((__typeof__(p))ALIGN((unsigned long)(p), (a)))
#define round_up(x, y)	   ALIGN(x, y)
#define round_down(x, y)   ALIGN_DOWN(x, y)
#define roundup(x, y)	   ((((x) + ((y)-1)) / (y)) * (y))
#define DIV_ROUND_UP(n, d) (((n) + (d)-1) / (d))
#define PAGE_ALIGN(x)	   ALIGN(x, PAGE_SIZE)
#define offset_in_page(p)  ((unsigned long)(p) & ~PAGE_MASK)
#define upper_32_bits(n)   ((u32)((u64)(n) >> 32))
#define lower_32_bits(n)   ((u32)(n))
#define REPEAT_BYTE(x)	   ((~0ul / 0xff) * (x))
/* The n lowest bytes: those that come first in memory. */
#define aligned_byte_mask(n) ((1UL << 8 * (n)) - 1)

#define UACCESS__COMPAT_CHOOSE(type_a, a, op, type_b, b)            \
	__extension__({                                             \
		type_a uaccess__a = (a);                            \
		type_b uaccess__b = (b);                            \
		uaccess__a op uaccess__b ? uaccess__a : uaccess__b; \
	})
#define min(a, b)		 UACCESS__COMPAT_CHOOSE(__typeof__(a), a, <, __typeof__(b), b)
#define max(a, b)		 UACCESS__COMPAT_CHOOSE(__typeof__(a), a, >, __typeof__(b), b)
#define min_t(type, a, b)	 UACCESS__COMPAT_CHOOSE(type, a, <, type, b)
#define max_t(type, a, b)	 UACCESS__COMPAT_CHOOSE(type, a, >, type, b)
#define clamp(v, lo, hi)	 min((__typeof__(v))max(v, lo), hi)
#define clamp_t(type, v, lo, hi) min_t(type, max_t(type, v, lo), hi)
#define swap(a, b)                              \
	do {                                    \
		__typeof__(a) uaccess__a = (a); \
		(a) = (b);                      \
		(b) = uaccess__a;               \
	} while (0)

#define container_of(p, type, member)	  ((type *)(void *)((char *)(p)-offsetof(type, member)))
#define BUILD_BUG_ON(condition)		  UACCESS_STATIC_ASSERT(!(condition), #condition)
#define BUILD_BUG_ON_MSG(condition, text) UACCESS_STATIC_ASSERT(!(condition), text)
#define static_assert(condition, ...) _Static_assert(condition, #condition)

#define KERN_ERR
#define KERN_WARNING
#define KERN_INFO
#define printk(...)   fprintf(stderr, __VA_ARGS__)
#define pr_err(...)   fprintf(stderr, __VA_ARGS__)
#define pr_warn(...)  fprintf(stderr, __VA_ARGS__)
#define pr_info(...)  fprintf(stderr, __VA_ARGS__)
#define pr_debug(...) ((void)0)

#define WARN(condition, ...)                                                     \
	__extension__({                                                          \
		int uaccess__warn = !!(condition);                               \
		if (unlikely(uaccess__warn)) {                                   \
			fprintf(stderr, "WARNING: %s:%d: ", __FILE__, __LINE__); \
			fprintf(stderr, __VA_ARGS__);                            \
		}                                                                \
		unlikely(uaccess__warn);                                         \
	})
#define WARN_ON(condition) WARN(condition, "%s\n", #condition)
#define WARN_ONCE(condition, ...)                                 \
	__extension__({                                           \
		static bool uaccess__warned;                      \
		int uaccess__hit = !!(condition);                 \
		if (unlikely(uaccess__hit && !uaccess__warned)) { \
			uaccess__warned = true;                   \
			WARN(1, __VA_ARGS__);                     \
		}                                                 \
		unlikely(uaccess__hit);                           \
	})
#define WARN_ON_ONCE(condition) WARN_ONCE(condition, "%s\n", #condition)
#define BUG()			abort()
#define BUG_ON(condition)      \
	do {                   \
		if (condition) \
			BUG(); \
	} while (0)
#define might_sleep()  might_fault()
#define cond_resched() ((void)0)

#endif /* UACCESS_COMPAT_LINUX_KERNEL_H */
