/* SPDX-License-Identifier: MIT */
/* Code and tables made at run time. */
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "tests/asm/generated.h"
#include "tests/tap.h"

/* One stub: the access, a jump behind it, a jump at the fixup. */
#define STUB_SIZE 64ul
#define ACCESS	  10ul /* mov with a 64-bit address in the instruction */
#define FIXUP	  32ul

static size_t code_size(const struct generated *g)
{
	return (g->capacity * STUB_SIZE + 4095) & ~4095ul;
}

static size_t map_size(const struct generated *g)
{
	return code_size(g) + ((g->capacity * sizeof(*g->table) + 4095) & ~4095ul);
}

void generated_open(struct generated *g, size_t capacity)
{
	memset(g, 0, sizeof(*g));
	g->capacity = capacity;
	g->code =
		mmap(NULL, map_size(g), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (g->code == MAP_FAILED)
		tap_bail("no memory for code: %s", strerror(errno));
	g->table = (struct uaccess_extable_entry *)(void *)(g->code + code_size(g));
}

void generated_close(struct generated *g)
{
	munmap(g->code, map_size(g));
}

/* jmp *0(%rip), and the address. */
static void put_jump(unsigned char *p, void (*target)(void))
{
	static const unsigned char jump[] = {0xff, 0x25, 0, 0, 0, 0};
	uintptr_t address = (uintptr_t)target;

	memcpy(p, jump, sizeof(jump));
	memcpy(p + sizeof(jump), &address, sizeof(address));
}

size_t generated_add(struct generated *g, const void *address, bool store)
{
	unsigned char *stub = g->code + g->stubs * STUB_SIZE;

	if (g->stubs == g->capacity || g->sealed)
		tap_bail("no room for a stub");
	stub[0] = 0x48;
	stub[1] = store ? 0xa3 : 0xa1;
	memcpy(stub + 2, &address, sizeof(address));
	put_jump(stub + ACCESS, run_code_behind);
	put_jump(stub + FIXUP, run_code_fixup);
	return g->stubs++;
}

void generated_seal(struct generated *g)
{
	if (mprotect(g->code, code_size(g), PROT_READ | PROT_EXEC))
		tap_bail("no executable memory: %s", strerror(errno));
	g->sealed = true;
}

uintptr_t generated_insn(const struct generated *g, size_t stub)
{
	return (uintptr_t)g->code + stub * STUB_SIZE;
}

uintptr_t generated_fixup(const struct generated *g, size_t stub)
{
	return generated_insn(g, stub) + FIXUP;
}

void generated_entry(struct generated *g, size_t i, uintptr_t insn, uintptr_t fixup, uint32_t data)
{
	struct uaccess_extable_entry *entry = &g->table[i];

	entry->insn = (int32_t)(insn - (uintptr_t)&entry->insn);
	entry->fixup = (int32_t)(fixup - (uintptr_t)&entry->fixup);
	entry->data = data;
}

uint32_t generated_data(unsigned int type, unsigned int reg, unsigned int reg2, long imm)
{
	return type | reg << UACCESS_EX_REG_SHIFT | reg2 << UACCESS_EX_REG2_SHIFT |
	       (uint32_t)imm << UACCESS_EX_IMM_SHIFT;
}

struct uaccess_extable_module generated_record(const struct generated *g, size_t first,
					       size_t count)
{
	struct uaccess_extable_module record = {
		.size = sizeof(record),
		.version = UACCESS_EXTABLE_VERSION,
		.start = g->table + first,
		.stop = g->table + first + count,
		.name = "generated",
	};

	return record;
}

void generated_run(const struct generated *g, size_t stub, const struct registers *in,
		   struct registers *out)
{
	run_code_in = in;
	run_code_out = out;
	run_code(generated_insn(g, stub));
}

void generated_use_alternate_stack(void)
{
	stack_t stack = {.ss_size = 256 * 1024};

	stack.ss_sp = malloc(stack.ss_size);
	if (!stack.ss_sp || sigaltstack(&stack, NULL))
		tap_bail("no alternate signal stack");
}
