/* SPDX-License-Identifier: MIT */
/* One instruction in words, where Capstone is there to do it. */
#include "config.h"
#include <stdio.h>
#ifdef HAVE_CAPSTONE
#include <capstone.h>
#endif
#include <uaccess/uaccess.h>
#include "tools/tool.h"

#ifdef HAVE_CAPSTONE
#define LONGEST 16 /* bytes of an instruction, rounded up */

bool tool_disassemble(uintptr_t address, char *text, size_t size)
{
	uint8_t code[LONGEST] = {0};
	unsigned long left;
	cs_insn *insn;
	csh handle;

	/* It may be the last one before the end of its mapping. */
	left = copy_from_user(code, (const void __user *)address, sizeof(code));
	if (cs_open(CS_ARCH_X86, CS_MODE_64, &handle) != CS_ERR_OK)
		return false;
	cs_option(handle, CS_OPT_SYNTAX, CS_OPT_SYNTAX_ATT); /* as the sources are written */
	if (cs_disasm(handle, code, sizeof(code) - left, address, 1, &insn) != 1) {
		cs_close(&handle);
		return false;
	}
	snprintf(text, size, "%s %s", insn->mnemonic, insn->op_str);
	cs_free(insn, 1);
	cs_close(&handle);
	return true;
}
#else
bool tool_disassemble(uintptr_t address, char *text, size_t size)
{
	(void)address;
	(void)text;
	(void)size;
	return false;
}
#endif
