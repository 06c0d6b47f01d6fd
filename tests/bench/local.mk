# SPDX-License-Identifier: MIT
# Tests of what `uaccess bench` writes. How fast something is, no test asks.

dist_check_SCRIPTS += %D%/output.sh %D%/page.sh
EXTRA_DIST += %D%/rows.py
