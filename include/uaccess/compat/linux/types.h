/* SPDX-License-Identifier: MIT */
/* The kernel's types, on top of those that it shows to programs. */
#ifndef UACCESS_COMPAT_LINUX_TYPES_H
#define UACCESS_COMPAT_LINUX_TYPES_H

#if __has_include_next(<linux/types.h>)
#include_next <linux/types.h>
#endif
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>
#include <linux/compiler.h>

typedef uint8_t u8;
typedef uint16_t u16;
typedef uint32_t u32;
typedef unsigned long long u64;
typedef int8_t s8;
typedef int16_t s16;
typedef int32_t s32;
typedef long long s64;
typedef unsigned int gfp_t;
typedef unsigned long phys_addr_t;

#endif /* UACCESS_COMPAT_LINUX_TYPES_H */
