/* SPDX-License-Identifier: MIT */
/*
 * Leaving a faulting uaccess_try(): runs inside the fault handler. The way in and
 * both ways out are in the architecture's try.S.
 */
#include <stddef.h>
#include "src/mcontext.h"
#include "src/fault/fault_internal.h"

/* The top of what try.S pushes, lowest address first. */
struct try_frame {
	struct try_frame *outer;
	uintptr_t self; /* its own address: a frame that somebody left by longjmp() has lost it */
	struct uaccess_fault *fault;
};

_Static_assert(offsetof(struct uaccess__thread, try_frame) == 0, "try.S relies on it");
_Static_assert(sizeof(struct uaccess__thread) <= 192, "the TLS block is shared with irqflags");

/* try.S: where a frame is taken down after a fault. */
extern const char uaccess__try_landing[];

/* The frame may be one that was left by longjmp(): AddressSanitizer would object to the look. */
__attribute__((no_sanitize_address)) bool uaccess__try_fault(struct uaccess_fault *fault,
							     void *context)
{
	struct try_frame *frame = uaccess__thread.try_frame;

	if (!frame || frame->self != (uintptr_t)frame)
		return false;
	fault->fixup = (uintptr_t)uaccess__try_landing;
	fault->flags |= UACCESS_FAULT_RECOVERED;
	if (frame->fault)
		*frame->fault = *fault;
	*mc_register(context, MC_STACK_POINTER) = (greg_t)(uintptr_t)frame;
	mc_set_pc(context, fault->fixup);
	return true;
}
