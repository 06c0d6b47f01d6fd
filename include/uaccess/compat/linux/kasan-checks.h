/* SPDX-License-Identifier: MIT */
/* Checks that the sanitizers make by themselves here. */
#ifndef UACCESS_COMPAT_LINUX_KASAN_CHECKS_H
#define UACCESS_COMPAT_LINUX_KASAN_CHECKS_H

#define kasan_check_read(p, n)				   ((void)0)
#define kasan_check_write(p, n)				   ((void)0)
#define kmsan_unpoison_memory(p, n)			   ((void)0)
#define instrument_copy_to_user(to, from, n)		   ((void)0)
#define instrument_copy_from_user_before(to, from, n)	   ((void)0)
#define instrument_copy_from_user_after(to, from, n, left) ((void)0)
#define instrument_read(p, n)				   ((void)0)
#define instrument_write(p, n)				   ((void)0)

#endif /* UACCESS_COMPAT_LINUX_KASAN_CHECKS_H */
