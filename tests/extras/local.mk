# SPDX-License-Identifier: MIT
# Tests of what other tools are helped with.

check_PROGRAMS += %D%/debugged
%C%_debugged_SOURCES = %D%/debugged.c
dist_check_SCRIPTS += %D%/gdb.sh
