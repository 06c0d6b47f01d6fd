/* SPDX-License-Identifier: MIT */
/*
 * The address that an instruction would have used, for faults that report none.
 * By Zydis, which decodes without allocating. Runs inside the fault handler,
 * under uaccess_try().
 */
#include <config.h>
#define UACCESS_NO_KERNEL_NAMES
#include <uaccess/uaccess.h>
#include "src/mcontext.h"
#include "src/oops/oops_internal.h"

#ifdef HAVE_ZYDIS
#include <Zydis/Zydis.h>

/*
 * Weak, because systems ship Zydis as a shared object only: a static program links
 * without it, and its reports say "unknown".
 */
#pragma weak ZydisDecoderInit
#pragma weak ZydisDecoderDecodeFull
#pragma weak ZydisCalcAbsoluteAddressEx

#define INSTRUCTION_MAX 15

static bool operand_address(const ucontext_t *context, const ZydisDecodedInstruction *instruction,
			    const ZydisDecodedOperand *operand, uintptr_t *address)
{
	ZydisRegisterContext registers = {{0}};
	ZyanU64 result;
	unsigned int i;

	for (i = 0; i < 16; i++)
		registers.values[ZYDIS_REGISTER_RAX + i] =
			(ZyanU64)*mc_register((ucontext_t *)(uintptr_t)context, i);
	if (!ZYAN_SUCCESS(ZydisCalcAbsoluteAddressEx(instruction, operand, mc_pc(context),
						     &registers, &result)))
		return false;
	*address = result;
	return true;
}

bool uaccess__decode_address(const ucontext_t *context, uintptr_t *address)
{
	ZydisDecodedOperand operands[ZYDIS_MAX_OPERAND_COUNT];
	ZydisDecodedInstruction instruction;
	uint8_t code[INSTRUCTION_MAX];
	ZydisDecoder decoder;
	unsigned long n;
	int i;

	if (!ZydisDecoderInit || !ZydisDecoderDecodeFull || !ZydisCalcAbsoluteAddressEx)
		return false;
	n = sizeof(code) -
	    uaccess_raw_copy_from_user(code, (const void *)mc_pc(context), sizeof(code));
	if (!n ||
	    !ZYAN_SUCCESS(
		    ZydisDecoderInit(&decoder, ZYDIS_MACHINE_MODE_LONG_64, ZYDIS_STACK_WIDTH_64)) ||
	    !ZYAN_SUCCESS(ZydisDecoderDecodeFull(&decoder, code, n, &instruction, operands)))
		return false;
	for (i = 0; i < instruction.operand_count; i++)
		if (operands[i].type == ZYDIS_OPERAND_TYPE_MEMORY &&
		    operands[i].mem.type == ZYDIS_MEMOP_TYPE_MEM &&
		    operand_address(context, &instruction, &operands[i], address))
			return true;
	return false;
}
#else
bool uaccess__decode_address(const ucontext_t *context, uintptr_t *address)
{
	(void)context;
	(void)address;
	return false;
}
#endif
