/* SPDX-License-Identifier: MIT */
/* A module is a program here. */
#ifndef UACCESS_COMPAT_LINUX_MODULE_H
#define UACCESS_COMPAT_LINUX_MODULE_H

#include <linux/kernel.h>

#define MODULE_LICENSE(text)
#define MODULE_AUTHOR(text)
#define MODULE_DESCRIPTION(text)
#define MODULE_IMPORT_NS(ns)
#define THIS_MODULE NULL

#endif /* UACCESS_COMPAT_LINUX_MODULE_H */
