/* SPDX-License-Identifier: MIT */
/*
 * A debug mode that models EFLAGS.AC, the flag with which SMAP lets the kernel
 * reach user memory: -DUACCESS_DEBUG_SMAP. Without it, nothing of this is in a
 * program's code.
 *
 * Reported on the log hook (<uaccess/fault.h>), with the places:
 *   - an unsafe_*() access, or a close, outside an open region;
 *   - a region opened again while it is open;
 *   - a region left open by a function that has returned: seen at the next call
 *     of any kind here, or by uaccess_smap_check();
 *   - a call of get_user(), copy_to_user() or another call with a check of its
 *     own, or might_fault(), while a region is open.
 * With UACCESS_DEBUG_SMAP_HOOKS once in a program, and its code compiled with
 * -finstrument-functions, also any other function that is called or returns
 * while a region is open.
 */
#ifndef UACCESS_SMAP_H
#define UACCESS_SMAP_H

#include <stdbool.h>
#include <uaccess/compiler.h>

UACCESS_EXTERN_C_BEGIN

/* Of the calling thread; "where" is kept by reference. All are async-signal-safe but for the report. */
UACCESS_API bool uaccess_smap_open(const char *where, const void *frame);
UACCESS_API void uaccess_smap_close(const char *where);
UACCESS_API void uaccess_smap_access(const char *where, const void *frame);
UACCESS_API void uaccess_smap_call(const char *name, const char *where, const void *frame);
UACCESS_API unsigned long uaccess_smap_save(void);
UACCESS_API void uaccess_smap_restore(unsigned long flags);
UACCESS_API bool uaccess_smap_is_open(void);
UACCESS_API void uaccess_smap_function(const void *function, bool leaves);

/* Reports a region that is open, closes it, and returns false; true where none was. */
UACCESS_API bool uaccess_smap_check(void);

/* How many reports there were on this thread. */
UACCESS_API unsigned long uaccess_smap_reports(void);

#define UACCESS_DEBUG_SMAP_HOOKS                                                              \
	__attribute__((no_instrument_function)) void __cyg_profile_func_enter(void *function, \
									      void *site);    \
	__attribute__((no_instrument_function)) void __cyg_profile_func_exit(void *function,  \
									     void *site);     \
	void __cyg_profile_func_enter(void *function, void *site)                             \
	{                                                                                     \
		(void)site;                                                                   \
		uaccess_smap_function(function, false);                                       \
	}                                                                                     \
	void __cyg_profile_func_exit(void *function, void *site)                              \
	{                                                                                     \
		(void)site;                                                                   \
		uaccess_smap_function(function, true);                                        \
	}                                                                                     \
	extern int uaccess__no_semicolon_needed

#ifdef UACCESS_DEBUG_SMAP
#define UACCESS__STRING(x)	     #x
#define UACCESS__EXPAND(x)	     UACCESS__STRING(x)
#define UACCESS__PLACE		     __FILE__ ":" UACCESS__EXPAND(__LINE__)
#define UACCESS__SMAP_OPEN()	     uaccess_smap_open(UACCESS__PLACE, __builtin_frame_address(0))
#define UACCESS__SMAP_CLOSE()	     uaccess_smap_close(UACCESS__PLACE)
#define UACCESS__SMAP_ACCESS()	     uaccess_smap_access(UACCESS__PLACE, __builtin_frame_address(0))
#define UACCESS__SMAP_CALL(name)     uaccess_smap_call(name, UACCESS__PLACE, __builtin_frame_address(0))
#define UACCESS__SMAP_SAVE()	     uaccess_smap_save()
#define UACCESS__SMAP_RESTORE(flags) uaccess_smap_restore(flags)
#else
#define UACCESS__SMAP_OPEN()	     true
#define UACCESS__SMAP_CLOSE()	     ((void)0)
#define UACCESS__SMAP_ACCESS()	     ((void)0)
#define UACCESS__SMAP_CALL(name)     ((void)0)
#define UACCESS__SMAP_SAVE()	     0ul
#define UACCESS__SMAP_RESTORE(flags) ((void)(flags))
#endif

UACCESS_EXTERN_C_END

#endif /* UACCESS_SMAP_H */
