/* SPDX-License-Identifier: MIT */
/*
 * With -DUACCESS_DEBUG_SMAP, each call that opens and closes by itself says so
 * first. Function-like macros, so that a pointer to a call stays one. A test
 * compares this list with the calls that the headers declare.
 */
#ifndef UACCESS_SMAP_CALLS_H
#define UACCESS_SMAP_CALLS_H

#ifndef UACCESS_UACCESS_H
#error "include <uaccess/uaccess.h> instead"
#endif

#ifndef UACCESS_NO_KERNEL_NAMES
#undef get_user
#undef put_user
#undef __get_user
#undef __put_user
#define get_user(x, p)	 (UACCESS__SMAP_CALL("get_user"), uaccess_get_user(x, p))
#define put_user(v, p)	 (UACCESS__SMAP_CALL("put_user"), uaccess_put_user(v, p))
#define __get_user(x, p) (UACCESS__SMAP_CALL("__get_user"), uaccess_get_user_nocheck(x, p))
#define __put_user(v, p) (UACCESS__SMAP_CALL("__put_user"), uaccess_put_user_nocheck(v, p))

#define copy_from_user(...) (UACCESS__SMAP_CALL("copy_from_user"), copy_from_user(__VA_ARGS__))
#define copy_to_user(...)   (UACCESS__SMAP_CALL("copy_to_user"), copy_to_user(__VA_ARGS__))
#define copy_in_user(...)   (UACCESS__SMAP_CALL("copy_in_user"), copy_in_user(__VA_ARGS__))
#define __copy_from_user(...) \
	(UACCESS__SMAP_CALL("__copy_from_user"), __copy_from_user(__VA_ARGS__))
#define __copy_to_user(...) (UACCESS__SMAP_CALL("__copy_to_user"), __copy_to_user(__VA_ARGS__))
#define __copy_in_user(...) (UACCESS__SMAP_CALL("__copy_in_user"), __copy_in_user(__VA_ARGS__))
#define __copy_from_user_inatomic(...) \
	(UACCESS__SMAP_CALL("__copy_from_user_inatomic"), __copy_from_user_inatomic(__VA_ARGS__))
#define __copy_to_user_inatomic(...) \
	(UACCESS__SMAP_CALL("__copy_to_user_inatomic"), __copy_to_user_inatomic(__VA_ARGS__))
#define raw_copy_from_user(...) \
	(UACCESS__SMAP_CALL("raw_copy_from_user"), raw_copy_from_user(__VA_ARGS__))
#define raw_copy_to_user(...) \
	(UACCESS__SMAP_CALL("raw_copy_to_user"), raw_copy_to_user(__VA_ARGS__))
#define raw_copy_in_user(...) \
	(UACCESS__SMAP_CALL("raw_copy_in_user"), raw_copy_in_user(__VA_ARGS__))
#define clear_user(...)	  (UACCESS__SMAP_CALL("clear_user"), clear_user(__VA_ARGS__))
#define __clear_user(...) (UACCESS__SMAP_CALL("__clear_user"), __clear_user(__VA_ARGS__))
#define strncpy_from_user(...) \
	(UACCESS__SMAP_CALL("strncpy_from_user"), strncpy_from_user(__VA_ARGS__))
#define strnlen_user(...) (UACCESS__SMAP_CALL("strnlen_user"), strnlen_user(__VA_ARGS__))
#define strncpy_from_user_nofault(...) \
	(UACCESS__SMAP_CALL("strncpy_from_user_nofault"), strncpy_from_user_nofault(__VA_ARGS__))
#define strnlen_user_nofault(...) \
	(UACCESS__SMAP_CALL("strnlen_user_nofault"), strnlen_user_nofault(__VA_ARGS__))
#define memdup_user(...)     (UACCESS__SMAP_CALL("memdup_user"), memdup_user(__VA_ARGS__))
#define vmemdup_user(...)    (UACCESS__SMAP_CALL("vmemdup_user"), vmemdup_user(__VA_ARGS__))
#define memdup_user_nul(...) (UACCESS__SMAP_CALL("memdup_user_nul"), memdup_user_nul(__VA_ARGS__))
#define memdup_array_user(...) \
	(UACCESS__SMAP_CALL("memdup_array_user"), memdup_array_user(__VA_ARGS__))
#define vmemdup_array_user(...) \
	(UACCESS__SMAP_CALL("vmemdup_array_user"), vmemdup_array_user(__VA_ARGS__))
#define strndup_user(...) (UACCESS__SMAP_CALL("strndup_user"), strndup_user(__VA_ARGS__))
#define check_zeroed_user(...) \
	(UACCESS__SMAP_CALL("check_zeroed_user"), check_zeroed_user(__VA_ARGS__))
#define copy_struct_from_user(...) \
	(UACCESS__SMAP_CALL("copy_struct_from_user"), copy_struct_from_user(__VA_ARGS__))
#define copy_struct_to_user(...) \
	(UACCESS__SMAP_CALL("copy_struct_to_user"), copy_struct_to_user(__VA_ARGS__))
#define copy_from_kernel_nofault(...) \
	(UACCESS__SMAP_CALL("copy_from_kernel_nofault"), copy_from_kernel_nofault(__VA_ARGS__))
#define copy_to_kernel_nofault(...) \
	(UACCESS__SMAP_CALL("copy_to_kernel_nofault"), copy_to_kernel_nofault(__VA_ARGS__))
#define strncpy_from_kernel_nofault(...)                    \
	(UACCESS__SMAP_CALL("strncpy_from_kernel_nofault"), \
	 strncpy_from_kernel_nofault(__VA_ARGS__))
#define copy_from_user_nofault(...) \
	(UACCESS__SMAP_CALL("copy_from_user_nofault"), copy_from_user_nofault(__VA_ARGS__))
#define copy_to_user_nofault(...) \
	(UACCESS__SMAP_CALL("copy_to_user_nofault"), copy_to_user_nofault(__VA_ARGS__))
#define copy_from_user_nmi(...) \
	(UACCESS__SMAP_CALL("copy_from_user_nmi"), copy_from_user_nmi(__VA_ARGS__))
#define fault_in_readable(...) \
	(UACCESS__SMAP_CALL("fault_in_readable"), fault_in_readable(__VA_ARGS__))
#define fault_in_writeable(...) \
	(UACCESS__SMAP_CALL("fault_in_writeable"), fault_in_writeable(__VA_ARGS__))
#define fault_in_safe_writeable(...) \
	(UACCESS__SMAP_CALL("fault_in_safe_writeable"), fault_in_safe_writeable(__VA_ARGS__))
#define copy_mc_to_kernel(...) \
	(UACCESS__SMAP_CALL("copy_mc_to_kernel"), copy_mc_to_kernel(__VA_ARGS__))
#define copy_mc_to_user(...) (UACCESS__SMAP_CALL("copy_mc_to_user"), copy_mc_to_user(__VA_ARGS__))
#define copy_from_user_inatomic_nontemporal(...)                    \
	(UACCESS__SMAP_CALL("copy_from_user_inatomic_nontemporal"), \
	 copy_from_user_inatomic_nontemporal(__VA_ARGS__))
#define __copy_from_user_inatomic_nocache(...)                    \
	(UACCESS__SMAP_CALL("__copy_from_user_inatomic_nocache"), \
	 __copy_from_user_inatomic_nocache(__VA_ARGS__))
#define copy_to_nontemporal(...) \
	(UACCESS__SMAP_CALL("copy_to_nontemporal"), copy_to_nontemporal(__VA_ARGS__))
#define copy_from_user_flushcache(...) \
	(UACCESS__SMAP_CALL("copy_from_user_flushcache"), copy_from_user_flushcache(__VA_ARGS__))
#define csum_and_copy_from_user(...) \
	(UACCESS__SMAP_CALL("csum_and_copy_from_user"), csum_and_copy_from_user(__VA_ARGS__))
#define csum_and_copy_to_user(...) \
	(UACCESS__SMAP_CALL("csum_and_copy_to_user"), csum_and_copy_to_user(__VA_ARGS__))
#endif

#endif /* UACCESS_SMAP_CALLS_H */
