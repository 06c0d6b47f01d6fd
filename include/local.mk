# SPDX-License-Identifier: MIT
# The public headers. What is not listed here is neither installed nor in the tarball.

uaccess_headerdir = $(includedir)/uaccess
uaccess_header_HEADERS = \
	%D%/uaccess/access.h \
	%D%/uaccess/arch.h \
	%D%/uaccess/atomics.h \
	%D%/uaccess/compiler.h \
	%D%/uaccess/extable.h \
	%D%/uaccess/fault.h \
	%D%/uaccess/iov.h \
	%D%/uaccess/iov_names.h \
	%D%/uaccess/irqflags.h \
	%D%/uaccess/module.h \
	%D%/uaccess/names.h \
	%D%/uaccess/nofault.h \
	%D%/uaccess/nosig.h \
	%D%/uaccess/oops.h \
	%D%/uaccess/region.h \
	%D%/uaccess/regions.h \
	%D%/uaccess/routine.h \
	%D%/uaccess/smap.h \
	%D%/uaccess/smap_calls.h \
	%D%/uaccess/special.h \
	%D%/uaccess/spinlock.h \
	%D%/uaccess/strings.h \
	%D%/uaccess/structs.h \
	%D%/uaccess/try.hpp \
	%D%/uaccess/uaccess.h \
	%D%/uaccess/user_limit.h \
	%D%/uaccess/usercopy.h
uaccess_arch_headerdir = $(uaccess_headerdir)/arch
uaccess_arch_header_HEADERS = \
	%D%/uaccess/arch/nosig.h \
	%D%/uaccess/arch/x86_64.h \
	%D%/uaccess/arch/x86_64_atomics.h \
	%D%/uaccess/arch/x86_64_bulk.h
nodist_uaccess_header_HEADERS = %D%/uaccess/version.h
