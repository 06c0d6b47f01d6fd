# SPDX-License-Identifier: MIT
# Oops reports.

check_PROGRAMS += %D%/victim
%C%_victim_SOURCES = %D%/victim.c
%C%_victim_LDFLAGS = $(AM_LDFLAGS) -export-dynamic
dist_check_SCRIPTS += %D%/oops.sh
