/* SPDX-License-Identifier: MIT */
/* One instruction in words, where Capstone is there to do it. */
#include "config.h"
#include <stdio.h>
#ifdef HAVE_CAPSTONE
#include <capstone.h>
#endif
#include "tools/tool.h"

#ifdef HAVE_CAPSTONE
/* An address that is only computed, or a hint, does not touch memory. */
static bool touches_memory(const cs_insn *insn)
{
	const cs_x86 *x86 = &insn->detail->x86;
	int i;

	if (insn->id == X86_INS_LEA || insn->id == X86_INS_NOP)
		return false;
	if (insn->id == X86_INS_PUSH || insn->id == X86_INS_POP)
		return true; /* by way of the stack pointer */
	for (i = 0; i < x86->op_count; i++)
		if (x86->operands[i].type == X86_OP_MEM)
			return true;
	return false;
}

enum tool_insn tool_disassemble(const uint8_t *code, size_t size, uintptr_t address, char *text,
				size_t text_size)
{
	enum tool_insn result = TOOL_INSN_INVALID;
	cs_insn *insn;
	csh handle;

	snprintf(text, text_size, "(not an instruction)");
	if (cs_open(CS_ARCH_X86, CS_MODE_64, &handle) != CS_ERR_OK)
		return TOOL_INSN_UNKNOWN;
	cs_option(handle, CS_OPT_SYNTAX, CS_OPT_SYNTAX_ATT); /* as the sources are written */
	cs_option(handle, CS_OPT_DETAIL, CS_OPT_ON);
	if (cs_disasm(handle, code, size, address, 1, &insn) == 1) {
		result = touches_memory(insn) ? TOOL_INSN_MEMORY : TOOL_INSN_NO_MEMORY;
		snprintf(text, text_size, "%s %s", insn->mnemonic, insn->op_str);
		cs_free(insn, 1);
	}
	cs_close(&handle);
	return result;
}
#else
enum tool_insn tool_disassemble(const uint8_t *code, size_t size, uintptr_t address, char *text,
				size_t text_size)
{
	(void)code;
	(void)size;
	(void)address;
	snprintf(text, text_size, "%s", "");
	return TOOL_INSN_UNKNOWN;
}
#endif
