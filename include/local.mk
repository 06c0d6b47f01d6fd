# SPDX-License-Identifier: MIT
# The public headers. What is not listed here is neither installed nor in the tarball.

uaccess_headerdir = $(includedir)/uaccess
uaccess_header_HEADERS = \
	%D%/uaccess/access.h \
	%D%/uaccess/alternative.h \
	%D%/uaccess/arch.h \
	%D%/uaccess/atomics.h \
	%D%/uaccess/clear_user_inline.h \
	%D%/uaccess/compiler.h \
	%D%/uaccess/cpu_features.h \
	%D%/uaccess/extable.h \
	%D%/uaccess/fault.h \
	%D%/uaccess/guard.h \
	%D%/uaccess/hardened.h \
	%D%/uaccess/inject.h \
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
	%D%/uaccess/usercopy.h \
	%D%/uaccess/verify.h
uaccess_arch_headerdir = $(uaccess_headerdir)/arch
uaccess_arch_header_HEADERS = \
	%D%/uaccess/arch/nosig.h \
	%D%/uaccess/arch/x86_64.h \
	%D%/uaccess/arch/x86_64_atomics.h \
	%D%/uaccess/arch/x86_64_bulk.h
nodist_uaccess_header_HEADERS = %D%/uaccess/version.h

# For kernel sources that are built unchanged; not in the include path of anybody else.
uaccess_compat_asm_headerdir = $(uaccess_headerdir)/compat/asm
uaccess_compat_asm_header_HEADERS = \
	%D%/uaccess/compat/asm/alternative.h \
	%D%/uaccess/compat/asm/asm-offsets.h \
	%D%/uaccess/compat/asm/asm.h \
	%D%/uaccess/compat/asm/calling.h \
	%D%/uaccess/compat/asm/cpufeatures.h \
	%D%/uaccess/compat/asm/current.h \
	%D%/uaccess/compat/asm/dwarf2.h \
	%D%/uaccess/compat/asm/errno.h \
	%D%/uaccess/compat/asm/export.h \
	%D%/uaccess/compat/asm/extable_fixup_types.h \
	%D%/uaccess/compat/asm/frame.h \
	%D%/uaccess/compat/asm/irqflags.h \
	%D%/uaccess/compat/asm/linkage.h \
	%D%/uaccess/compat/asm/module.h \
	%D%/uaccess/compat/asm/nospec-branch.h \
	%D%/uaccess/compat/asm/page.h \
	%D%/uaccess/compat/asm/page_types.h \
	%D%/uaccess/compat/asm/percpu.h \
	%D%/uaccess/compat/asm/runtime-const.h \
	%D%/uaccess/compat/asm/smap.h \
	%D%/uaccess/compat/asm/thread_info.h \
	%D%/uaccess/compat/asm/tlb.h \
	%D%/uaccess/compat/asm/tlbflush.h \
	%D%/uaccess/compat/asm/trapnr.h \
	%D%/uaccess/compat/asm/uaccess.h \
	%D%/uaccess/compat/asm/unwind_hints.h \
	%D%/uaccess/compat/asm/word-at-a-time.h
uaccess_compat_kunit_headerdir = $(uaccess_headerdir)/compat/kunit
uaccess_compat_kunit_header_HEADERS = \
	%D%/uaccess/compat/kunit/assert.h \
	%D%/uaccess/compat/kunit/test.h
uaccess_compat_linux_headerdir = $(uaccess_headerdir)/compat/linux
uaccess_compat_linux_header_HEADERS = \
	%D%/uaccess/compat/linux/align.h \
	%D%/uaccess/compat/linux/annotate.h \
	%D%/uaccess/compat/linux/bitops.h \
	%D%/uaccess/compat/linux/bug.h \
	%D%/uaccess/compat/linux/build_bug.h \
	%D%/uaccess/compat/linux/cfi_types.h \
	%D%/uaccess/compat/linux/compiler.h \
	%D%/uaccess/compat/linux/err.h \
	%D%/uaccess/compat/linux/errno.h \
	%D%/uaccess/compat/linux/export.h \
	%D%/uaccess/compat/linux/fault-inject-usercopy.h \
	%D%/uaccess/compat/linux/init.h \
	%D%/uaccess/compat/linux/instrumented.h \
	%D%/uaccess/compat/linux/irqflags.h \
	%D%/uaccess/compat/linux/kasan-checks.h \
	%D%/uaccess/compat/linux/kernel.h \
	%D%/uaccess/compat/linux/kmsan-checks.h \
	%D%/uaccess/compat/linux/linkage.h \
	%D%/uaccess/compat/linux/minmax.h \
	%D%/uaccess/compat/linux/mm.h \
	%D%/uaccess/compat/linux/mman.h \
	%D%/uaccess/compat/linux/module.h \
	%D%/uaccess/compat/linux/nospec.h \
	%D%/uaccess/compat/linux/objtool.h \
	%D%/uaccess/compat/linux/objtool_types.h \
	%D%/uaccess/compat/linux/printk.h \
	%D%/uaccess/compat/linux/sched.h \
	%D%/uaccess/compat/linux/slab.h \
	%D%/uaccess/compat/linux/spinlock.h \
	%D%/uaccess/compat/linux/string.h \
	%D%/uaccess/compat/linux/thread_info.h \
	%D%/uaccess/compat/linux/types.h \
	%D%/uaccess/compat/linux/uaccess.h \
	%D%/uaccess/compat/linux/ucopysize.h \
	%D%/uaccess/compat/linux/uio.h \
	%D%/uaccess/compat/linux/wordpart.h
