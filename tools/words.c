/* SPDX-License-Identifier: MIT */
/* Numbers in words: entry types, signals, their codes, traps. */
#include <signal.h>
#include <uaccess/uaccess.h>
#include "tools/tool.h"

struct word {
	long number;
	const char *text;
};

static const char *find(const struct word *words, size_t count, long number, const char *otherwise)
{
	size_t i;

	for (i = 0; i < count; i++)
		if (words[i].number == number)
			return words[i].text;
	return otherwise;
}

#define FIND(words, number, otherwise) \
	find(words, sizeof(words) / sizeof((words)[0]), number, otherwise)

const char *tool_entry_type_name(unsigned int type)
{
	static const struct word words[] = {
		{UACCESS_EX_TYPE_DEFAULT, "DEFAULT"},
		{UACCESS_EX_TYPE_FAULT, "FAULT"},
		{UACCESS_EX_TYPE_UACCESS, "UACCESS"},
		{UACCESS_EX_TYPE_DEFAULT_MCE_SAFE, "DEFAULT_MCE_SAFE"},
		{UACCESS_EX_TYPE_FAULT_MCE_SAFE, "FAULT_MCE_SAFE"},
		{UACCESS_EX_TYPE_POP_REG, "POP_REG"},
		{UACCESS_EX_TYPE_IMM_REG, "IMM_REG"},
		{UACCESS_EX_TYPE_UCOPY_LEN, "UCOPY_LEN"},
		{UACCESS_EX_TYPE_ZEROPAD, "ZEROPAD"},
		{UACCESS_EX_TYPE_ERR_ZERO, "ERR_ZERO"},
		{UACCESS_EX_TYPE_INFO, "INFO"},
	};

	return FIND(words, type, "unknown");
}

const char *tool_register_name(unsigned int number)
{
	static const char *const names[UACCESS_EX_REGISTERS] = {
#if defined(__x86_64__)
		"rax",
		"rcx",
		"rdx",
		"rbx",
		"rsp",
		"rbp",
		"rsi",
		"rdi",
		"r8",
		"r9",
		"r10",
		"r11",
		"r12",
		"r13",
		"r14",
		"r15",
#endif
	};

	return number < UACCESS_EX_REGISTERS ? names[number] : "no register";
}

const char *tool_signal_name(int signo)
{
	static const struct word words[] = {{SIGSEGV, "SIGSEGV"}, {SIGBUS, "SIGBUS"}};

	return FIND(words, signo, "another signal");
}

const char *tool_signal_code_name(int signo, int code)
{
	static const struct word segv[] = {
		{SEGV_MAPERR, "SEGV_MAPERR"}, {SEGV_ACCERR, "SEGV_ACCERR"}, {3, "SEGV_BNDERR"},
		{4, "SEGV_PKUERR"},	      {SI_KERNEL, "SI_KERNEL"},
	};
	static const struct word bus[] = {
		{BUS_ADRALN, "BUS_ADRALN"}, {BUS_ADRERR, "BUS_ADRERR"},
		{BUS_OBJERR, "BUS_OBJERR"}, {BUS_MCEERR_AR, "BUS_MCEERR_AR"},
		{SI_KERNEL, "SI_KERNEL"},
	};

	return signo == SIGBUS ? FIND(bus, code, "unknown code") : FIND(segv, code, "unknown code");
}

const char *tool_trap_name(unsigned int trap)
{
#if defined(__x86_64__)
	static const struct word words[] = {
		{12, "stack segment fault"}, {13, "general protection"}, {14, "page fault"},
		{17, "alignment check"},     {18, "machine check"},
	};

	return FIND(words, trap, "trap");
#else
	(void)trap;
	return "fault";
#endif
}
