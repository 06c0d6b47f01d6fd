# SPDX-License-Identifier: MIT
# Tests of what is written for people: it describes what is there, and its examples work.

dist_check_SCRIPTS += \
	%D%/documents.sh \
	%D%/examples.sh \
	%D%/man.sh
