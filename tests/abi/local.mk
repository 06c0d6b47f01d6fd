# SPDX-License-Identifier: MIT
# What is compiled into users' objects, and what C++ makes of it.

check_PROGRAMS += %D%/layout
TESTS += %D%/layout
VALGRIND_TESTS += %D%/layout
%C%_layout_SOURCES = %D%/layout.c

if HAVE_CXX
check_PROGRAMS += %D%/two_units
TESTS += %D%/two_units
%C%_two_units_SOURCES = %D%/two_units.cc %D%/two_units_other.cc %D%/two_units.h
endif
