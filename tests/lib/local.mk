# SPDX-License-Identifier: MIT
# Tests of what the library offers besides the copies: try, regions.

check_PROGRAMS += %D%/nosig %D%/region %D%/try
TESTS += %D%/nosig %D%/region %D%/try
%C%_nosig_SOURCES = %D%/nosig.c %D%/nosig_file.c
%C%_region_SOURCES = %D%/region.c
%C%_try_SOURCES = %D%/try.c

if HAVE_CXX
check_PROGRAMS += %D%/try_cxx
TESTS += %D%/try_cxx
%C%_try_cxx_SOURCES = %D%/try_cxx.cc
endif
