# SPDX-License-Identifier: MIT
# Tests of libuaccess-inject. They link it as a test author does.

check_PROGRAMS += %D%/each %D%/guarded %D%/knobs %D%/usercopy %D%/verify
TESTS += %D%/each %D%/guarded %D%/knobs %D%/usercopy %D%/verify
%C%_each_SOURCES = %D%/each.c
%C%_each_LDADD = libuaccess-inject.la libuaccess.la
%C%_guarded_SOURCES = %D%/guarded.c
%C%_guarded_LDADD = libuaccess-inject.la libuaccess.la
%C%_knobs_SOURCES = %D%/knobs.c
%C%_knobs_LDADD = libuaccess-inject.la libuaccess.la
%C%_usercopy_SOURCES = %D%/usercopy.c
%C%_usercopy_LDADD = libuaccess-inject.la libuaccess.la
%C%_verify_SOURCES = %D%/verify.c
%C%_verify_LDADD = libuaccess-inject.la libuaccess.la
