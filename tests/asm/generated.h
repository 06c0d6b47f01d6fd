/* SPDX-License-Identifier: MIT */
/*
 * Code made at run time, with a table beside it: stubs of one load or store each that faults or
 * not, run with every general register set and every one looked at afterwards.
 *
 * A stub holds no register of its own: it loads rax from, or stores it to, an address that is part
 * of the instruction.
 */
#ifndef UACCESS_TESTS_GENERATED_H
#define UACCESS_TESTS_GENERATED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <uaccess/extable.h>

#define REGISTERS 16 /* in hardware order: ax cx dx bx sp bp si di r8..r15 */
#define REG_SP	  4

struct registers {
	uint64_t r[REGISTERS];
	uint64_t went_on; /* 1: at the fixup, 0: behind the access */
};

struct generated {
	unsigned char *code;
	struct uaccess_extable_entry *table;
	size_t stubs, capacity;
	bool sealed; /* the code is executable, and no longer writable */
};

/* Room for a number of stubs and as many entries. */
void generated_open(struct generated *g, size_t capacity);
void generated_close(struct generated *g);
/* Adds an access to address; its number. */
size_t generated_add(struct generated *g, const void *address, bool store);
/* From RW to RX: stubs can run now, and none can be added. */
void generated_seal(struct generated *g);

/* The access of a stub, and where its entry goes on. */
uintptr_t generated_insn(const struct generated *g, size_t stub);
uintptr_t generated_fixup(const struct generated *g, size_t stub);

/* Writes entry number i of the table. */
void generated_entry(struct generated *g, size_t i, uintptr_t insn, uintptr_t fixup, uint32_t data);
uint32_t generated_data(unsigned int type, unsigned int reg, unsigned int reg2, long imm);

/* A record for the entries [first, first + count). */
struct uaccess_extable_module generated_record(const struct generated *g, size_t first,
					       size_t count);

/*
 * Runs a stub with in's registers, the stack pointer among them, and tells them as they were
 * afterwards. Needs an alternate signal stack: generated_use_alternate_stack(), once.
 */
void generated_run(const struct generated *g, size_t stub, const struct registers *in,
		   struct registers *out);
void generated_use_alternate_stack(void);

/* run_code.S */
extern const struct registers *run_code_in;
extern struct registers *run_code_out;
void run_code(uintptr_t code);
void run_code_behind(void);
void run_code_fixup(void);

#endif
