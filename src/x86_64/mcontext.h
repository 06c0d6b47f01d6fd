/* SPDX-License-Identifier: MIT */
/*
 * The facts of x86-64 that the fault handler needs: where a signal's context
 * keeps the registers and what the processor says of a fault. Runs inside the
 * handler: no calls, no state.
 */
#ifndef UACCESS_MCONTEXT_H
#define UACCESS_MCONTEXT_H

#include <stdbool.h>
#include <stdint.h>
#include <ucontext.h>

#define TRAP_STACK_SEGMENT 12
#define TRAP_GENERAL	   13
#define TRAP_PAGE_FAULT	   14
#define TRAP_ALIGNMENT	   17

#define PAGE_FAULT_WRITE 0x2u /* in a page fault's error code */

#define MC_COUNT_REGISTER 1 /* rcx, for UCOPY_LEN */
#define MC_STACK_POINTER  4
#define MC_FRAME_POINTER  5

/* A register by its hardware number, 0..15. */
static inline greg_t *mc_register(ucontext_t *context, unsigned int number)
{
	static const unsigned char index[16] = {
		REG_RAX, REG_RCX, REG_RDX, REG_RBX, REG_RSP, REG_RBP, REG_RSI, REG_RDI,
		REG_R8,	 REG_R9,  REG_R10, REG_R11, REG_R12, REG_R13, REG_R14, REG_R15,
	};

	return &context->uc_mcontext.gregs[index[number & 15]];
}

static inline uintptr_t mc_pc(const ucontext_t *context)
{
	return (uintptr_t)context->uc_mcontext.gregs[REG_RIP];
}

static inline void mc_set_pc(ucontext_t *context, uintptr_t pc)
{
	context->uc_mcontext.gregs[REG_RIP] = (greg_t)pc;
}

static inline uint32_t mc_trap(const ucontext_t *context)
{
	return (uint32_t)context->uc_mcontext.gregs[REG_TRAPNO];
}

static inline uint32_t mc_error_code(const ucontext_t *context)
{
	return (uint32_t)context->uc_mcontext.gregs[REG_ERR];
}

/*
 * Only a page fault has an address. The others report 0, and the register that
 * would hold it (CR2) still has the one of an earlier page fault.
 */
static inline bool mc_has_address(const ucontext_t *context)
{
	return mc_trap(context) == TRAP_PAGE_FAULT;
}

/* Is this the address that the context tells, if it tells one? */
static inline bool mc_agrees_with_address(const ucontext_t *context, uintptr_t address)
{
	return !mc_has_address(context) ||
	       (uintptr_t)context->uc_mcontext.gregs[REG_CR2] == address;
}

/* Did the access write? Known for page faults only. */
static inline bool mc_is_write(const ucontext_t *context)
{
	return mc_error_code(context) & PAGE_FAULT_WRITE;
}

/*
 * Was this handler, whose __builtin_frame_address(0) is frame, entered by the
 * kernel with context, and not called by another handler? The kernel puts the
 * context right above the return address.
 */
static inline bool mc_entered_by_kernel(const void *frame, const void *context)
{
	return (const char *)context == (const char *)frame + 2 * sizeof(void *);
}

/*
 * return_direct.c: the last act of a handler that the kernel entered: goes on with context
 * without the system call, and comes back where that is off or not allowed.
 */
void uaccess__arch_return(const void *context);

#endif /* UACCESS_MCONTEXT_H */
