# SPDX-License-Identifier: MIT
# What is written for people.

dist_doc_DATA += \
	CONTRIBUTING.md \
	NEWS \
	README.md \
	SECURITY.md \
	%D%/api.md \
	%D%/design.md \
	%D%/irqflags.md \
	%D%/kernel-code.md \
	%D%/porting.md \
	%D%/seeds.md \
	%D%/signals.md \
	%D%/testing.md

# Programs to read and to begin with. They use the library as any program does.
check_PROGRAMS += \
	%D%/examples/checksum_file \
	%D%/examples/demand_array \
	%D%/examples/guest_memory \
	%D%/examples/hexdump_memory \
	%D%/examples/planted \
	%D%/examples/struct_call
%C%_examples_checksum_file_SOURCES = %D%/examples/checksum_file.c
%C%_examples_checksum_file_LDADD = libuaccess.la
%C%_examples_demand_array_SOURCES = %D%/examples/demand_array.c
%C%_examples_demand_array_LDADD = libuaccess.la
%C%_examples_guest_memory_SOURCES = %D%/examples/guest_memory.c
%C%_examples_guest_memory_LDADD = libuaccess.la
%C%_examples_hexdump_memory_SOURCES = %D%/examples/hexdump_memory.c
%C%_examples_hexdump_memory_LDADD = libuaccess.la
%C%_examples_planted_SOURCES = %D%/examples/planted.c
%C%_examples_planted_LDADD = libuaccess-inject.la libuaccess.la
%C%_examples_struct_call_SOURCES = %D%/examples/struct_call.c
%C%_examples_struct_call_LDADD = libuaccess.la

dist_man_MANS += \
	%D%/man/access_ok.3 \
	%D%/man/clear_user.3 \
	%D%/man/copy_from_kernel_nofault.3 \
	%D%/man/copy_from_user.3 \
	%D%/man/copy_mc_to_user.3 \
	%D%/man/copy_struct_from_user.3 \
	%D%/man/copy_to_iter.3 \
	%D%/man/csum_and_copy_from_user.3 \
	%D%/man/fault_in_readable.3 \
	%D%/man/get_user.3 \
	%D%/man/load_unaligned_zeropad.3 \
	%D%/man/local_irq_save.3 \
	%D%/man/memdup_user.3 \
	%D%/man/pagefault_disable.3 \
	%D%/man/scoped_user_read_access.3 \
	%D%/man/spin_lock.3 \
	%D%/man/strncpy_from_user.3 \
	%D%/man/uaccess.1 \
	%D%/man/uaccess.7 \
	%D%/man/uaccess_alternatives_apply.3 \
	%D%/man/uaccess_check_object.3 \
	%D%/man/uaccess_extable_register.3 \
	%D%/man/uaccess_fault_install.3 \
	%D%/man/uaccess_guard_alloc.3 \
	%D%/man/uaccess_inject_each.3 \
	%D%/man/uaccess_inject_enable.3 \
	%D%/man/uaccess_last_fault.3 \
	%D%/man/uaccess_log_hook.3 \
	%D%/man/uaccess_nosig_copy.3 \
	%D%/man/uaccess_oops_enable.3 \
	%D%/man/uaccess_region_register.3 \
	%D%/man/uaccess_routine_table.3 \
	%D%/man/uaccess_set_user_limit.3 \
	%D%/man/uaccess_smap_check.3 \
	%D%/man/uaccess_stack_overflow_register.3 \
	%D%/man/uaccess_thread_init.3 \
	%D%/man/uaccess_try.3 \
	%D%/man/uaccess_verify_begin.3 \
	%D%/man/uaccess_version.3 \
	%D%/man/uaccess_xchg_user.3 \
	%D%/man/unsafe_get_user.3
EXTRA_DIST += %D%/man/links.sh

# A page is also installed under each other name that it documents.
install-data-hook:
	$(SHELL) $(srcdir)/%D%/man/links.sh $(srcdir)/%D%/man install "$(DESTDIR)$(mandir)/man3"
uninstall-hook:
	$(SHELL) $(srcdir)/%D%/man/links.sh $(srcdir)/%D%/man uninstall "$(DESTDIR)$(mandir)/man3"
