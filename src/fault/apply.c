/* SPDX-License-Identifier: MIT */
/*
 * What each type of entry does to the saved registers. Runs inside the fault
 * handler: no calls but to the architecture's facts, no state.
 */
#include "src/mcontext.h"
#include "src/fault/fault_internal.h"

static void set(ucontext_t *context, unsigned int number, uint64_t value)
{
	*mc_register(context, number) = (greg_t)value;
}

/*
 * A word load that ran into the next page: what lies before the page's end, the
 * rest as zero bytes. Anything but exactly that is no case for this entry.
 */
static bool apply_zeropad(const struct uaccess_extable_entry *entry,
			  const struct uaccess_fault *fault, ucontext_t *context)
{
	uintptr_t address = (uintptr_t)*mc_register(context, uaccess_extable_reg2(entry));
	uintptr_t aligned = address & ~(uintptr_t)7;

	if (address == aligned || !(fault->flags & UACCESS_FAULT_ADDRESS) ||
	    fault->address != aligned + 8)
		return false;
	/* The aligned word lies before the page that faulted, where the load began. */
	set(context, uaccess_extable_reg(entry),
	    *(const volatile uint64_t *)aligned >> (8 * (address & 7)));
	return true;
}

bool uaccess__fault_apply(const struct uaccess_extable_entry *entry, struct uaccess_fault *fault,
			  void *context)
{
	unsigned int reg = uaccess_extable_reg(entry), reg2 = uaccess_extable_reg2(entry);
	uint64_t imm = (uint64_t)uaccess_extable_imm(entry);
	ucontext_t *uc = context;

	switch (uaccess_extable_type(entry)) {
	case UACCESS_EX_TYPE_DEFAULT:
	case UACCESS_EX_TYPE_UACCESS:
	case UACCESS_EX_TYPE_DEFAULT_MCE_SAFE:
		break;
	case UACCESS_EX_TYPE_FAULT:
	case UACCESS_EX_TYPE_FAULT_MCE_SAFE:
		set(uc, reg, fault->trap);
		break;
	case UACCESS_EX_TYPE_POP_REG:
		*mc_register(uc, MC_STACK_POINTER) += (greg_t)sizeof(greg_t);
		set(uc, reg, imm);
		break;
	case UACCESS_EX_TYPE_IMM_REG:
		set(uc, reg, imm);
		break;
	case UACCESS_EX_TYPE_UCOPY_LEN:
		set(uc, MC_COUNT_REGISTER,
		    imm * (uint64_t)*mc_register(uc, MC_COUNT_REGISTER) +
			    (uint64_t)*mc_register(uc, reg));
		break;
	case UACCESS_EX_TYPE_ZEROPAD:
		if (!apply_zeropad(entry, fault, uc))
			return false;
		break;
	case UACCESS_EX_TYPE_ERR_ZERO:
		set(uc, reg2, 0);
		set(uc, reg, imm);
		break;
	case UACCESS_EX_TYPE_INFO:
		set(uc, reg2, fault->trap | (uint64_t)fault->error_code << 32);
		set(uc, reg, fault->flags & UACCESS_FAULT_ADDRESS ? fault->address : ~(uint64_t)0);
		break;
	default: /* registration refuses it */
		return false;
	}
	fault->fixup = uaccess_extable_fixup(entry);
	mc_set_pc(uc, fault->fixup);
	return true;
}
