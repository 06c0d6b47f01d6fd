/* SPDX-License-Identifier: MIT */
/*
 * The direct way from the handler to the fixup, without rt_sigreturn. Off unless
 * UACCESS_RETURN=direct is in the environment; uaccess__arch_return() runs inside
 * the handler, as its last act.
 *
 * What rt_sigreturn restores besides the registers is as it was: our handler runs
 * with SA_NODEFER and an empty mask, so that the signal mask is the interrupted
 * one, and the kernel tells from the stack pointer whether the alternate stack is in
 * use. The cases in which that is not so go the usual way:
 *   - an alternate stack with SS_AUTODISARM, which rt_sigreturn arms again;
 *   - a shadow stack, whose frame only rt_sigreturn takes away;
 *   - protection keys in the state: the frame might not be readable after XRSTOR;
 *   - single steps, other code segments, a frame without extended state.
 * A sanitizer or Valgrind keeps books on who is in a handler, so that it is not turned
 * on beside one.
 */
#include <cpuid.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>
#include "src/mcontext.h"

#define FLAG_TF		 0x100
#define FRAME_XSTATE	 1u	     /* uc_flags: the frame has extended state */
#define AUTODISARM	 (1u << 31)  /* of sigaltstack */
#define FRAME_MAGIC	 0x46505853u /* the kernel's marks round the extended state */
#define FRAME_MAGIC_END	 0x46505845u
#define FEATURE_PKRU	 (1ull << 9)
#define FEATURE_X87_SSE	 3ull
#define FRAME_DESCRIPTOR 464 /* bytes into the legacy area */

/* What the kernel says of the extended state in a frame. */
struct frame_descriptor {
	uint32_t magic, extended_size;
	uint64_t features;
	uint32_t size;
};

void uaccess__return_directly(const greg_t *gregs, const void *xsave, uint64_t features);
uintptr_t uaccess__shadow_stack(void);
/* Also for tests. */
bool uaccess__return_enable(bool direct);

/* A sanitizer's run-time is in the process. */
extern void __asan_init(void) __attribute__((weak));
extern void __tsan_init(void) __attribute__((weak));
extern void __msan_init(void) __attribute__((weak));

static atomic_bool direct_enabled;

void uaccess__arch_return(const void *context)
{
	const ucontext_t *uc = context;
	const char *state = (const char *)uc->uc_mcontext.fpregs;
	struct frame_descriptor frame;
	uint32_t mark;
	uint16_t code;

	if (!atomic_load_explicit(&direct_enabled, memory_order_relaxed))
		return;
	if (!(uc->uc_flags & FRAME_XSTATE) || !state || (uintptr_t)state % 64 ||
	    ((unsigned int)uc->uc_stack.ss_flags & AUTODISARM))
		return;
	memcpy(&frame, state + FRAME_DESCRIPTOR, sizeof(frame));
	if (frame.magic != FRAME_MAGIC || frame.extended_size < 4 ||
	    (frame.features & FEATURE_PKRU) ||
	    (frame.features & FEATURE_X87_SSE) != FEATURE_X87_SSE)
		return;
	memcpy(&mark, state + frame.extended_size - 4, sizeof(mark));
	if (mark != FRAME_MAGIC_END)
		return;
	__asm__("movw %%cs, %0" : "=r"(code));
	if ((uint16_t)uc->uc_mcontext.gregs[REG_CSGSFS] != code ||
	    (uc->uc_mcontext.gregs[REG_EFL] & FLAG_TF) || uaccess__shadow_stack())
		return;
	uaccess__return_directly(uc->uc_mcontext.gregs, state, frame.features);
}

/* Valgrind answers this sequence; the processor does nothing. */
static bool under_valgrind(void)
{
	volatile uintptr_t request[6] = {0x1001, 0, 0, 0, 0, 0};
	uintptr_t answer = 0;

	__asm__ volatile("rolq $3, %%rdi\n\trolq $13, %%rdi\n\t"
			 "rolq $61, %%rdi\n\trolq $51, %%rdi\n\t"
			 "xchgq %%rbx, %%rbx"
			 : "+d"(answer)
			 : "a"(request)
			 : "cc", "memory");
	return answer;
}

bool uaccess__return_enable(bool direct)
{
	unsigned int a, b, c = 0, d;

	__cpuid(1, a, b, c, d);
	if (direct &&
	    (!(c & bit_OSXSAVE) || __asan_init || __tsan_init || __msan_init || under_valgrind()))
		return false;
	atomic_store(&direct_enabled, direct);
	return true;
}

__attribute__((constructor(101))) static void choose_return(void)
{
	const char *wish = secure_getenv("UACCESS_RETURN");

	if (wish && !strcmp(wish, "direct"))
		(void)uaccess__return_enable(true);
}
