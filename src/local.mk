# SPDX-License-Identifier: MIT
# The library, twice: with every symbol visible to tests, and as it is installed.

# Everything, in an archive that only this tree links: tests reach the hidden functions through it.
noinst_LTLIBRARIES += libuaccess_internal.la
libuaccess_internal_la_LIBADD = $(LIBUNWIND_LIBS)
libuaccess_internal_la_SOURCES = \
	%D%/alternative.c \
	%D%/alternative_internal.h \
	%D%/fault/apply.c \
	%D%/fault/fault_internal.h \
	%D%/fault/handler.c \
	%D%/fault/install.c \
	%D%/fault/region.c \
	%D%/fault/stack.c \
	%D%/fault/thread.c \
	%D%/fault/try.c \
	%D%/generic/clear.c \
	%D%/generic/copy.c \
	%D%/generic/string.c \
	%D%/irqflags/irq_handler.c \
	%D%/irqflags/irq_held.c \
	%D%/irqflags/irq_internal.h \
	%D%/irqflags/irq_replay.c \
	%D%/irqflags/irq_request.c \
	%D%/irqflags/spinlock.c \
	%D%/log.c \
	%D%/log.h \
	%D%/mcontext.h \
	%D%/oops/decode.c \
	%D%/oops/json.c \
	%D%/oops/oops.c \
	%D%/oops/oops_internal.h \
	%D%/oops/report.c \
	%D%/oops/text.c \
	%D%/oops/trace.c \
	%D%/usercopy/atomic.c \
	%D%/usercopy/csum.c \
	%D%/usercopy/finish.c \
	%D%/usercopy/hardened.c \
	%D%/usercopy/iov.c \
	%D%/usercopy/iov_import.c \
	%D%/usercopy/memdup.c \
	%D%/usercopy/nofault.c \
	%D%/usercopy/nosig.c \
	%D%/usercopy/prefault.c \
	%D%/usercopy/routine.c \
	%D%/usercopy/routine_internal.h \
	%D%/usercopy/smap.c \
	%D%/usercopy/special.c \
	%D%/usercopy/special_internal.h \
	%D%/usercopy/string.c \
	%D%/usercopy/string_internal.h \
	%D%/usercopy/struct.c \
	%D%/usercopy/user_limit.c \
	%D%/usercopy/usercopy.c \
	%D%/version.c \
	%D%/x86_64/asm.h \
	%D%/x86_64/bytes.S \
	%D%/x86_64/clear_avx2.S \
	%D%/x86_64/clear_avx512.S \
	%D%/x86_64/clear_inline.S \
	%D%/x86_64/clear_rep_stos.S \
	%D%/x86_64/clear_seed.S \
	%D%/x86_64/clear_sse2.S \
	%D%/x86_64/clear_vector.h \
	%D%/x86_64/copy_avx2.S \
	%D%/x86_64/copy_avx512.S \
	%D%/x86_64/copy_avx512.h \
	%D%/x86_64/copy_avx512_forward.S \
	%D%/x86_64/copy_rep_movs.S \
	%D%/x86_64/copy_seed.S \
	%D%/x86_64/copy_special.S \
	%D%/x86_64/copy_sse2.S \
	%D%/x86_64/copy_vector.h \
	%D%/x86_64/cpu.c \
	%D%/x86_64/dispatch.S \
	%D%/x86_64/flush.c \
	%D%/x86_64/mcontext.h \
	%D%/x86_64/move_code.c \
	%D%/x86_64/return.S \
	%D%/x86_64/return_direct.c \
	%D%/x86_64/routines.c \
	%D%/x86_64/seed.h \
	%D%/x86_64/strncpy_avx2.S \
	%D%/x86_64/strncpy_avx512.S \
	%D%/x86_64/strnlen_avx2.S \
	%D%/x86_64/strnlen_avx512.S \
	%D%/x86_64/try.S \
	%D%/x86_64/valgrind.h \
	%D%/x86_64/zeroed_avx2.S \
	extable/check.c \
	extable/extable_internal.h \
	extable/grace.c \
	extable/grace.h \
	extable/registry.c \
	extable/search.c \
	extable/sort.c

# libtool takes a convenience library whole, into the archive and into the shared object alike, so
# that no constructor and no exception table is left behind.
lib_LTLIBRARIES += libuaccess.la
libuaccess_la_SOURCES =
libuaccess_la_LIBADD = libuaccess_internal.la
libuaccess_la_LDFLAGS = $(AM_LDFLAGS) -version-info $(UACCESS_ABI) -no-undefined \
	-Wl,--version-script,$(top_srcdir)/%D%/libuaccess.map $(UACCESS_SHARED_LDFLAGS) $(ZYDIS_KEEP)
libuaccess_la_DEPENDENCIES = libuaccess_internal.la %D%/libuaccess.map

EXTRA_DIST += %D%/libuaccess.map

EXTRA_DIST += %D%/x86_64/README.md extable/README.md

# Preloaded into programs whose other libraries take the signals away.
if SHARED
lib_LTLIBRARIES += libuaccess-sigchain.la
libuaccess_sigchain_la_SOURCES = %D%/sigchain/sigchain.c
libuaccess_sigchain_la_LIBADD = libuaccess.la
libuaccess_sigchain_la_LDFLAGS = $(AM_LDFLAGS) -version-info $(UACCESS_ABI) -no-undefined -shared \
	$(UACCESS_SHARED_LDFLAGS)
endif
