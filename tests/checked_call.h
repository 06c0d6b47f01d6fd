/* SPDX-License-Identifier: MIT */
/*
 * Calls a function with every register that a call must leave alone set to a known value, and
 * tells which of them came back changed. A fault inside the call is part of the call.
 */
#ifndef UACCESS_TESTS_CHECKED_CALL_H
#define UACCESS_TESTS_CHECKED_CALL_H

#include <stdint.h>

/* How the call is entered. */
#define CHECKED_CALL_DF 1u /* with the direction flag set, which the ABI forbids */

/* What was not as the ABI wants it when the call came back. */
#define CHECKED_RBX   0x001u
#define CHECKED_RBP   0x002u
#define CHECKED_R12   0x004u
#define CHECKED_R13   0x008u
#define CHECKED_R14   0x010u
#define CHECKED_R15   0x020u
#define CHECKED_RSP   0x040u
#define CHECKED_STACK 0x080u /* the caller's frame was written */
#define CHECKED_DF    0x100u /* the direction flag is set */
#define CHECKED_MXCSR 0x200u
#define CHECKED_FCW   0x400u /* the x87 control word, or its stack is not empty */
#define CHECKED_UPPER 0x800u /* upper halves of vector registers in use (where the CPU tells) */

struct checked_call {
	uintptr_t function;
	uint64_t argument[5];
	uint64_t result[2];   /* rax, rdx */
	uint32_t enter;	      /* CHECKED_CALL_* */
	uint32_t broken;      /* CHECKED_* */
	uint32_t tells_upper; /* set by checked_call() */
};

/* checked_enter.S */
void checked_call_enter(struct checked_call *call);

/* Makes the call; "broken" says what it left wrong. */
void checked_call(struct checked_call *call);

/* "rbx, DF": the names of the bits of broken, in a static buffer. */
const char *checked_call_broken(uint32_t broken);

#endif
