# SPDX-License-Identifier: MIT
# Tests of the handler among other handlers, in processes and in threads.

check_PROGRAMS += %D%/actor %D%/actor_uaccess %D%/previous
TESTS += %D%/previous
%C%_previous_SOURCES = %D%/previous.c $(CHILD_SOURCES)
%C%_previous_LDADD =
%C%_actor_SOURCES = %D%/actor.c
%C%_actor_LDADD =
%C%_actor_uaccess_SOURCES = %D%/actor.c
%C%_actor_uaccess_CPPFLAGS = $(AM_CPPFLAGS) -DWITH_UACCESS

check_PROGRAMS += %D%/chain %D%/install
TESTS += %D%/chain %D%/install
HANDLERS_SOURCES = %D%/handlers.h $(CHILD_SOURCES)
%C%_chain_SOURCES = %D%/chain.c $(HANDLERS_SOURCES)
%C%_install_SOURCES = %D%/install.c $(HANDLERS_SOURCES)

check_PROGRAMS += %D%/context %D%/decline %D%/decline_environment
TESTS += %D%/context %D%/decline %D%/decline_environment
%C%_context_SOURCES = %D%/context.c $(HANDLERS_SOURCES)
%C%_decline_SOURCES = %D%/decline.c $(HANDLERS_SOURCES)
%C%_decline_environment_SOURCES = %D%/decline.c $(HANDLERS_SOURCES)
%C%_decline_environment_CPPFLAGS = $(AM_CPPFLAGS) -DBY_ENVIRONMENT

check_PROGRAMS += %D%/life %D%/seccomp
TESTS += %D%/life %D%/seccomp
%C%_life_SOURCES = %D%/life.c $(HANDLERS_SOURCES)
%C%_seccomp_SOURCES = %D%/seccomp.c $(HANDLERS_SOURCES)
