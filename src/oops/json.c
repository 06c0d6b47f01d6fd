/* SPDX-License-Identifier: MIT */
/*
 * The report as one JSON object on one line. Written by hand and not by a JSON
 * library, because it runs inside the fault handler and must not allocate.
 */
#include <signal.h>
#include <sys/prctl.h>
#define UACCESS_NO_KERNEL_NAMES
#include <uaccess/uaccess.h>
#include "src/mcontext.h"
#include "src/oops/oops_internal.h"

static void key(struct text *text, const char *name, bool first)
{
	if (!first)
		uaccess__text_char(text, ',');
	uaccess__text_quoted(text, name);
	uaccess__text_char(text, ':');
}

static void number(struct text *text, const char *name, uint64_t value)
{
	key(text, name, false);
	uaccess__text_decimal(text, value);
}

/* 64-bit values as strings: JSON's numbers lose their low bits in most readers. */
static void hex(struct text *text, const char *name, uint64_t value)
{
	key(text, name, false);
	uaccess__text_string(text, "\"0x");
	uaccess__text_hex(text, value, 0);
	uaccess__text_char(text, '"');
}

static void string(struct text *text, const char *name, const char *value)
{
	key(text, name, false);
	uaccess__text_quoted(text, value);
}

struct frames {
	struct report *report;
	bool any;
};

static void frame(uintptr_t pc, bool reliable, void *arg)
{
	struct frames *frames = arg;
	struct text *text = &frames->report->text;
	bool is_return = pc != mc_pc(frames->report->context);
	struct symbol symbol;

	if (frames->any)
		uaccess__text_char(text, ',');
	frames->any = true;
	uaccess__symbol_find(&symbol, pc - is_return);
	uaccess__text_char(text, '{');
	key(text, "reliable", true);
	uaccess__text_string(text, reliable ? "true" : "false");
	hex(text, "pc", pc);
	if (*symbol.name)
		string(text, "symbol", symbol.name);
	number(text, "offset", symbol.offset + is_return);
	string(text, "module", symbol.module);
	uaccess__text_char(text, '}');
}

static void registers(struct report *report)
{
	static const char *const names[16] = {
		"rax", "rcx", "rdx", "rbx", "rsp", "rbp", "rsi", "rdi",
		"r8",  "r9",  "r10", "r11", "r12", "r13", "r14", "r15",
	};
	struct text *text = &report->text;
	unsigned int i;

	key(text, "registers", false);
	uaccess__text_char(text, '{');
	key(text, "rip", true);
	uaccess__text_string(text, "\"0x");
	uaccess__text_hex(text, mc_pc(report->context), 0);
	uaccess__text_char(text, '"');
	for (i = 0; i < 16; i++)
		hex(text, names[i], (uint64_t)*mc_register(report->context, i));
	hex(text, "eflags", (uint64_t)report->context->uc_mcontext.gregs[REG_EFL]);
	uaccess__text_char(text, '}');
}

void uaccess__report_json(struct report *report)
{
	struct frames frames = {.report = report};
	struct text *text = &report->text;
	char comm[17] = "";
	uintptr_t address;

	prctl(PR_GET_NAME, comm, 0, 0, 0);
	uaccess__text_char(text, '{');
	key(text, "type", true);
	uaccess__text_quoted(text, "oops");
	number(text, "number", report->number);
	string(text, "signal", report->fault.signo == SIGBUS ? "SIGBUS" : "SIGSEGV");
	key(text, "code", false);
	if (report->fault.code < 0)
		uaccess__text_char(text, '-');
	uaccess__text_decimal(text, (uint64_t)(report->fault.code < 0 ? -report->fault.code
								      : report->fault.code));
	number(text, "trap", report->fault.trap);
	number(text, "error_code", report->fault.error_code);
	if (report->fault.flags & UACCESS_FAULT_ADDRESS)
		hex(text, "address", report->fault.address);
	else if (uaccess__decode_address(report->context, &address))
		hex(text, "decoded_address", address);
	if (report->fault.flags & (UACCESS_FAULT_READ | UACCESS_FAULT_WRITE))
		string(text, "access",
		       report->fault.flags & UACCESS_FAULT_WRITE ? "write" : "read");
	number(text, "pid", (uint64_t)report->pid);
	string(text, "comm", comm);
	registers(report);
	key(text, "extable", false);
	uaccess__text_quoted(text, uaccess_extable_search(report->fault.pc) ? "does not fit"
									    : "no entry");
	key(text, "trace", false);
	uaccess__text_char(text, '[');
	if (report->with_symbols)
		uaccess__trace(report->context, frame, &frames);
	uaccess__text_string(text, "]}");
	uaccess__text_end_line(text);
}
