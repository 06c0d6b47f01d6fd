# SPDX-License-Identifier: MIT
# Tests of the uaccess command, as its users meet it.

dist_check_SCRIPTS += \
	%D%/command.sh \
	%D%/demo.sh \
	%D%/extable.sh
EXTRA_DIST += %D%/table.S %D%/table.c
