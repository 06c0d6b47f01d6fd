/* SPDX-License-Identifier: MIT */
/* Exported symbols: a program has no list of them. For C and for .S files. */
#ifndef UACCESS_COMPAT_LINUX_EXPORT_H
#define UACCESS_COMPAT_LINUX_EXPORT_H

#define EXPORT_SYMBOL(name)
#define EXPORT_SYMBOL_GPL(name)
#define EXPORT_SYMBOL_NS(name, ns)
#define EXPORT_SYMBOL_NS_GPL(name, ns)
#define EXPORT_SYMBOL_FOR_KVM(name)

#endif /* UACCESS_COMPAT_LINUX_EXPORT_H */
