# SPDX-License-Identifier: MIT
# The public headers. What is not listed here is neither installed nor in the tarball.

uaccess_headerdir = $(includedir)/uaccess
uaccess_header_HEADERS =
nodist_uaccess_header_HEADERS = %D%/uaccess/version.h
