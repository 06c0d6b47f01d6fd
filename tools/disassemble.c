/* SPDX-License-Identifier: MIT */
/* One instruction in words, where Zydis is there to do it. */
#include "config.h"
#include <stdio.h>
#ifdef HAVE_ZYDIS
#include <Zydis/Zydis.h>
#endif
#include "tools/tool.h"

#ifdef HAVE_ZYDIS
/* An address that is only computed, or a hint, does not touch memory. */
static bool touches_memory(const ZydisDecodedInstruction *insn, const ZydisDecodedOperand *operands)
{
	int i;

	if (insn->mnemonic == ZYDIS_MNEMONIC_NOP)
		return false;
	for (i = 0; i < insn->operand_count; i++)
		if (operands[i].type == ZYDIS_OPERAND_TYPE_MEMORY &&
		    operands[i].mem.type == ZYDIS_MEMOP_TYPE_MEM)
			return true;
	return false;
}

enum tool_insn tool_disassemble(const uint8_t *code, size_t size, uintptr_t address, char *text,
				size_t text_size)
{
	ZydisDecodedOperand operands[ZYDIS_MAX_OPERAND_COUNT];
	ZydisDecodedInstruction insn;
	ZydisFormatter formatter;
	ZydisDecoder decoder;

	snprintf(text, text_size, "(not an instruction)");
	if (!ZYAN_SUCCESS(
		    ZydisDecoderInit(&decoder, ZYDIS_MACHINE_MODE_LONG_64, ZYDIS_STACK_WIDTH_64)) ||
	    !ZYAN_SUCCESS(ZydisFormatterInit(&formatter, ZYDIS_FORMATTER_STYLE_ATT)))
		return TOOL_INSN_UNKNOWN;
	if (!ZYAN_SUCCESS(ZydisDecoderDecodeFull(&decoder, code, size, &insn, operands)))
		return TOOL_INSN_INVALID;
	/* As the sources are written: AT&T syntax. */
	ZydisFormatterFormatInstruction(&formatter, &insn, operands, insn.operand_count_visible,
					text, text_size, address, NULL);
	return touches_memory(&insn, operands) ? TOOL_INSN_MEMORY : TOOL_INSN_NO_MEMORY;
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
