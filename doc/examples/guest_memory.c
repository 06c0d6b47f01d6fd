/* SPDX-License-Identifier: MIT */
/*
 * A machine with 64 KiB of memory, part of it missing: each access of its program
 * is one guarded access of ours, and a fault becomes a trap of the machine.
 *
 *	guest_memory
 *
 * An emulator that asked "is this address mapped?" before each access would pay
 * for the question every time. Here the memory management unit answers it, and a
 * good access costs what a plain one does.
 */
#include <stdint.h>
#include <stdio.h>
#include <sys/mman.h>
#include <uaccess/uaccess.h>

#define GUEST_SIZE 65536u

struct guest {
	unsigned char *memory; /* GUEST_SIZE bytes of address space */
	uint32_t accumulator;
	uint32_t trap_address; /* of the last trap */
	unsigned int traps;
};

enum operation {
	LOAD,
	ADD,
	STORE,
	HALT
};

struct instruction {
	enum operation operation;
	uint16_t address;
};

static void trap(struct guest *guest, uint16_t address)
{
	guest->traps++;
	guest->trap_address = address;
	printf("trap: no memory at %#x\n", address);
}

/* A trapped instruction is left out. */
static void step(struct guest *guest, const struct instruction *instruction)
{
	uint32_t *host = (uint32_t *)(void *)(guest->memory + instruction->address);
	uint32_t value;

	switch (instruction->operation) {
	case LOAD:
	case ADD:
		if (get_user(value, host)) {
			trap(guest, instruction->address);
			return;
		}
		guest->accumulator =
			value + (instruction->operation == ADD ? guest->accumulator : 0);
		return;
	case STORE:
		if (put_user(guest->accumulator, host))
			trap(guest, instruction->address);
		return;
	case HALT:
		return;
	}
}

int main(void)
{
	/* 0x8000..0xbfff is read-only, 0xc000 and up is missing. */
	static const struct instruction program[] = {
		{LOAD, 0x0100}, {ADD, 0x0104},	 {STORE, 0x0108}, {STORE, 0x8000}, {LOAD, 0x8000},
		{LOAD, 0xc000}, {STORE, 0xbffe}, {LOAD, 0x0108},  {HALT, 0},
	};
	const struct instruction *next;
	struct guest guest = {0};

	guest.memory =
		mmap(NULL, GUEST_SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (guest.memory == MAP_FAILED)
		return 1;
	guest.memory[0x0100] = 40;
	guest.memory[0x0104] = 2;
	if (mprotect(guest.memory + 0x8000, 0x4000, PROT_READ) ||
	    mprotect(guest.memory + 0xc000, 0x4000, PROT_NONE))
		return 1;
	for (next = program; next->operation != HALT; next++)
		step(&guest, next);
	printf("halted with %u after %u traps\n", guest.accumulator, guest.traps);
	return guest.accumulator != 42 || guest.traps != 3;
}
