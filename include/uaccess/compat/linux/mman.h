/* SPDX-License-Identifier: MIT */
/* Protections and flags of mappings. */
#ifndef UACCESS_COMPAT_LINUX_MMAN_H
#define UACCESS_COMPAT_LINUX_MMAN_H

#include <sys/mman.h>

#endif /* UACCESS_COMPAT_LINUX_MMAN_H */
