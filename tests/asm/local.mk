# SPDX-License-Identifier: MIT
# Tests of single routines and instructions: plain programs, exhaustive where the space is finite.

# What they share.
check_LTLIBRARIES += %D%/libasmtests.la
%C%_libasmtests_la_SOURCES = \
	%D%/generated.c \
	%D%/generated.h \
	%D%/residue.c \
	%D%/residue.h \
	tests/checked_call.c \
	tests/checked_call.h \
	tests/checked_enter.S \
	%D%/run_code.S \
	tests/guard.c \
	tests/guard.h \
	tests/oracle.h

ASM_TESTS = \
	%D%/addresses \
	%D%/copyloops \
	%D%/extable_register \
	%D%/extable_types \
	%D%/huge \
	%D%/nontemporal \
	%D%/registers \
	%D%/residue_constant \
	%D%/single \
	%D%/upstream

check_PROGRAMS += $(ASM_TESTS)
TESTS += $(ASM_TESTS)
VALGRIND_TESTS += %D%/extable_types %D%/single
EXHAUSTIVE_TESTS = \
	%D%/kernel_oracle \
	%D%/residue_calls \
	%D%/residue_clear \
	%D%/residue_copy_both \
	%D%/residue_copy_from \
	%D%/residue_copy_to

check_PROGRAMS += $(ASM_TESTS) $(EXHAUSTIVE_TESTS)
TESTS += $(ASM_TESTS) $(EXHAUSTIVE_TESTS)

%C%_addresses_SOURCES = %D%/addresses.c
%C%_addresses_LDADD = %D%/libasmtests.la $(LDADD)
%C%_copyloops_SOURCES = %D%/copyloops.c
%C%_copyloops_LDADD = %D%/libasmtests.la $(LDADD)
%C%_extable_register_SOURCES = %D%/extable_register.c
%C%_extable_register_LDADD = %D%/libasmtests.la $(LDADD)
%C%_extable_types_SOURCES = %D%/extable_types.c
%C%_extable_types_LDADD = %D%/libasmtests.la $(LDADD)
%C%_huge_SOURCES = %D%/huge.c
%C%_huge_LDADD = %D%/libasmtests.la $(LDADD)
%C%_kernel_oracle_SOURCES = %D%/kernel_oracle.c
%C%_kernel_oracle_LDADD = %D%/libasmtests.la $(LDADD)
%C%_nontemporal_SOURCES = %D%/nontemporal.c
%C%_nontemporal_LDADD = %D%/libasmtests.la $(LDADD)
%C%_registers_SOURCES = %D%/registers.c
%C%_registers_LDADD = %D%/libasmtests.la $(LDADD)
%C%_residue_calls_SOURCES = %D%/residue_calls.c
%C%_residue_calls_LDADD = %D%/libasmtests.la $(LDADD)
%C%_residue_clear_SOURCES = %D%/residue_clear.c
%C%_residue_clear_LDADD = %D%/libasmtests.la $(LDADD)
%C%_residue_constant_SOURCES = %D%/residue_constant.c
%C%_residue_constant_LDADD = %D%/libasmtests.la $(LDADD)
%C%_residue_copy_both_SOURCES = %D%/residue_copy_both.c
%C%_residue_copy_both_LDADD = %D%/libasmtests.la $(LDADD)
%C%_residue_copy_from_SOURCES = %D%/residue_copy_from.c
%C%_residue_copy_from_LDADD = %D%/libasmtests.la $(LDADD)
%C%_residue_copy_to_SOURCES = %D%/residue_copy_to.c
%C%_residue_copy_to_LDADD = %D%/libasmtests.la $(LDADD)
%C%_single_SOURCES = %D%/single.c
%C%_single_LDADD = %D%/libasmtests.la $(LDADD)
%C%_upstream_SOURCES = %D%/upstream.c
%C%_upstream_LDADD = %D%/libasmtests.la $(LDADD)
