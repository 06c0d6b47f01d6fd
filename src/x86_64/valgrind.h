/* SPDX-License-Identifier: MIT */
/*
 * Faults under Valgrind. It translates a run of instructions at once, through
 * direct jumps and calls, and unrolls short loops; the first instruction behind
 * such a jump does not get its own address, so that a fault in it is reported at
 * the jump. (Seen with 3.19: a loop whose first instruction is the access, a
 * call of a function that begins with it; not with --vex-iropt-unroll-thresh=0
 * and --vex-guest-chase=no, which are not ours to ask for.)
 *
 * Runs inside the fault handler, and only there where Valgrind was found.
 */
#ifndef UACCESS_VALGRIND_H
#define UACCESS_VALGRIND_H

#include <stdbool.h>
#include <stdint.h>
#define UACCESS_NO_KERNEL_NAMES
#include <uaccess/uaccess.h>

/*
 * Valgrind's client request "are you there?": to any other processor the
 * rotations add up to nothing and the exchange does nothing.
 */
static inline bool valgrind_is_here(void)
{
	volatile uint64_t request[6] = {0x1001, 0, 0, 0, 0, 0};
	uint64_t answer = 0;

	__asm__ volatile("rolq $3, %%rdi\n\trolq $13, %%rdi\n\t"
			 "rolq $61, %%rdi\n\trolq $51, %%rdi\n\t"
			 "xchgq %%rbx, %%rbx"
			 : "+d"(answer)
			 : "a"(&request[0])
			 : "cc", "memory");
	return answer != 0;
}

/* Where the direct jump or call at pc goes: *target, and *next behind it. False: it is none. */
static inline bool valgrind_jump_at(uintptr_t pc, uintptr_t *target, uintptr_t *next)
{
	uint8_t opcode, second, distance8;
	uint32_t distance32;

	if (uaccess_arch_get_1(&opcode, (const void *)pc))
		return false;
	if ((opcode & 0xf0) == 0x70 || opcode == 0xeb) { /* jcc, jmp: 8 bits */
		if (uaccess_arch_get_1(&distance8, (const void *)(pc + 1)))
			return false;
		*next = pc + 2;
		*target = *next + (uintptr_t)(intptr_t)(int8_t)distance8;
		return true;
	}
	if (opcode == 0x0f) { /* jcc: 32 bits */
		if (uaccess_arch_get_1(&second, (const void *)(pc + 1)) || (second & 0xf0) != 0x80)
			return false;
		pc++;
	} else if (opcode != 0xe8 && opcode != 0xe9) { /* call, jmp */
		return false;
	}
	if (uaccess_arch_get_4(&distance32, (const void *)(pc + 1)))
		return false;
	*next = pc + 5;
	*target = *next + (uintptr_t)(intptr_t)(int32_t)distance32;
	return true;
}

#endif /* UACCESS_VALGRIND_H */
