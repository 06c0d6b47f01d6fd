# SPDX-License-Identifier: MIT
# Tests of single routines and instructions: plain programs, exhaustive where the space is finite.

# What the sweeps share.
check_LTLIBRARIES += %D%/libsweep.la
%C%_libsweep_la_SOURCES = \
	%D%/residue.c \
	%D%/residue.h \
	tests/guard.c \
	tests/guard.h \
	tests/oracle.h

ASM_SWEEPS = \
	%D%/residue_clear \
	%D%/residue_copy_both \
	%D%/residue_copy_from \
	%D%/residue_copy_to

check_PROGRAMS += $(ASM_SWEEPS)
TESTS += $(ASM_SWEEPS)

%C%_residue_clear_SOURCES = %D%/residue_clear.c
%C%_residue_clear_LDADD = %D%/libsweep.la $(LDADD)
%C%_residue_copy_both_SOURCES = %D%/residue_copy_both.c
%C%_residue_copy_both_LDADD = %D%/libsweep.la $(LDADD)
%C%_residue_copy_from_SOURCES = %D%/residue_copy_from.c
%C%_residue_copy_from_LDADD = %D%/libsweep.la $(LDADD)
%C%_residue_copy_to_SOURCES = %D%/residue_copy_to.c
%C%_residue_copy_to_LDADD = %D%/libsweep.la $(LDADD)
