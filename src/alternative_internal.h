/* SPDX-License-Identifier: MIT */
/* Between the alternatives and the architecture that knows how its instructions move. */
#ifndef UACCESS_ALTERNATIVE_INTERNAL_H
#define UACCESS_ALTERNATIVE_INTERNAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * src/<arch>/move_code.c: writes the n instruction bytes at from, whole
 * instructions, to "to" as if they stood at site, and fills the rest of length with
 * instructions that do nothing. What is relative to the place of an instruction
 * still means the same. False: they cannot be moved; *to may be half written.
 */
bool uaccess__arch_move_code(uint8_t *to, const uint8_t *site, size_t length, const uint8_t *from,
			     size_t n);

#endif /* UACCESS_ALTERNATIVE_INTERNAL_H */
