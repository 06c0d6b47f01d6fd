/* SPDX-License-Identifier: MIT */
/* Registers the exception table of the broken routines, which are in assembler. */
#include <uaccess/extable.h>
