/* SPDX-License-Identifier: MIT */
/*
 * The report as the kernel shapes it, line by line (its oops of x86-64, what a
 * process can know of it). Runs inside the fault handler, under uaccess_try().
 */
#include <sched.h>
#include <string.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/utsname.h>
#include <unistd.h>
#define UACCESS_NO_KERNEL_NAMES
#include <uaccess/uaccess.h>
#include "src/mcontext.h"
#include "src/oops/oops_internal.h"

#define S(s)	     uaccess__text_string(text, s)
#define H(v, digits) uaccess__text_hex(text, v, digits)
#define D(v)	     uaccess__text_decimal(text, v)
#define END()	     uaccess__text_end_line(text)

#define CODE_BEFORE 42 /* bytes of code shown before the faulting one, and after */
#define CODE_AFTER  21

static void print_symbol(struct text *text, uintptr_t pc, bool is_return)
{
	struct symbol symbol;

	/* A return address may lie behind the function that will not be returned to. */
	uaccess__symbol_find(&symbol, pc - is_return);
	if (!*symbol.module) {
		S("0x");
		H(pc, 0);
		return;
	}
	if (*symbol.name) {
		S(symbol.name);
		S("+0x");
		H(symbol.offset + is_return, 0);
		S("/0x");
		H(symbol.size, 0);
	} else {
		S("0x");
		H(symbol.offset + is_return, 0);
	}
	S(" [");
	S(symbol.module);
	S("]");
}

/* What went wrong, from the page fault's error code; other traps have a line of their own. */
static void print_page_fault(struct report *report)
{
	struct text *text = &report->text;
	uint32_t code = report->fault.error_code;

	if (report->fault.address < 4096)
		S("BUG: NULL pointer dereference, address: ");
	else
		S("BUG: unable to handle page fault for address: ");
	H(report->fault.address, 16);
	END();
	S("#PF: user ");
	S(code & 16 ? "instruction fetch" : code & 2 ? "write access" : "read access");
	S(" in user mode");
	END();
	S("#PF: error_code(0x");
	H(code, 4);
	S(") - ");
	if (report->fault.signo == SIGBUS)
		S("beyond the end of the mapped object");
	else if (!(code & 1))
		S("not-present page");
	else if (code & 8)
		S("reserved bit violation");
	else if (code & 32)
		S("protection keys violation");
	else
		S("permissions violation");
	END();
}

static void print_oops_line(struct report *report)
{
	struct text *text = &report->text;
	uintptr_t address;

	S("Oops: ");
	switch (report->fault.trap) {
	case TRAP_PAGE_FAULT:
		S("Oops");
		break;
	case TRAP_GENERAL:
	case TRAP_STACK_SEGMENT:
		S(report->fault.trap == TRAP_GENERAL ? "general protection fault"
						     : "stack segment fault");
		if (report->fault.error_code) {
			S(", segment-related");
		} else if (uaccess__decode_address(report->context, &address)) {
			bool canonical = address + ((uintptr_t)1 << 47) < (uintptr_t)1 << 48;

			S(canonical ? ", maybe for address 0x"
				    : ", probably for non-canonical address 0x");
			H(address, 0);
		}
		break;
	case TRAP_ALIGNMENT:
		S("alignment check");
		break;
	default:
		S("trap ");
		D(report->fault.trap);
		break;
	}
	S(": ");
	H(report->fault.error_code & 0xffff, 4);
	S(" [#");
	D(report->number);
	S("]");
	END();
}

static void print_process(struct report *report)
{
	struct text *text = &report->text;
	char comm[17] = "";
	struct utsname name;

	prctl(PR_GET_NAME, comm, 0, 0, 0);
	S("CPU: ");
	D((uint64_t)sched_getcpu());
	S(" UID: ");
	D(getuid());
	S(" PID: ");
	D((uint64_t)report->pid);
	S(" TID: ");
	D((uint64_t)report->tid);
	S(" Comm: ");
	S(comm);
	if (!uname(&name)) {
		S(" Not tainted ");
		S(name.release);
		S(" ");
		S(name.version);
	}
	END();
}

static void print_code(struct report *report)
{
	struct text *text = &report->text;
	const uint8_t *pc = (const uint8_t *)report->fault.pc;
	uint8_t byte;
	int i;

	S("Code: ");
	if (uaccess_get_user(byte, pc)) {
		S("Unable to access opcode bytes at 0x");
		H(report->fault.pc - CODE_BEFORE, 0);
		S(".");
		END();
		return;
	}
	for (i = -CODE_BEFORE; i <= CODE_AFTER; i++) {
		if (i > -CODE_BEFORE)
			S(" ");
		if (uaccess_get_user(byte, pc + i)) {
			S("??");
			continue;
		}
		if (!i)
			S("<");
		H(byte, 2);
		if (!i)
			S(">");
	}
	END();
}

static void print_registers(struct report *report)
{
	static const struct {
		const char *name;
		unsigned int number;
	} lines[5][3] = {
		{{"RAX", 0}, {" RBX", 3}, {" RCX", 1}},
		{{"RDX", 2}, {" RSI", 6}, {" RDI", 7}},
		{{"RBP", 5}, {" R08", 8}, {" R09", 9}},
		{{"R10", 10}, {" R11", 11}, {" R12", 12}},
		{{"R13", 13}, {" R14", 14}, {" R15", 15}},
	};
	struct text *text = &report->text;
	greg_t *gregs = report->context->uc_mcontext.gregs;
	int i, j;

	S("RSP: ");
	H((uint64_t)gregs[REG_CSGSFS] >> 48 & 0xffff, 4);
	S(":");
	H((uint64_t)gregs[REG_RSP], 16);
	S(" EFLAGS: ");
	H((uint64_t)gregs[REG_EFL], 8);
	END();
	for (i = 0; i < 5; i++) {
		for (j = 0; j < 3; j++) {
			S(lines[i][j].name);
			S(": ");
			H((uint64_t)*mc_register(report->context, lines[i][j].number), 16);
		}
		END();
	}
	S("CS:  ");
	H((uint64_t)gregs[REG_CSGSFS] & 0xffff, 4);
	if (report->fault.flags & UACCESS_FAULT_ADDRESS) {
		S(" CR2: ");
		H(report->fault.address, 16);
	}
	END();
}

/* Why nobody answered: what the exception tables say of this instruction. */
static void print_verdict(struct report *report)
{
	struct text *text = &report->text;
	const struct uaccess_extable_entry *entry = uaccess_extable_search(report->fault.pc);

	S("extable: ");
	if (entry) {
		S("entry of type ");
		D(uaccess_extable_type(entry));
		S(" does not fit this fault");
	} else {
		entry = uaccess__nearest_entry(report->fault.pc);
		S("no entry for this instruction");
		if (entry) {
			S("; nearest ");
			print_symbol(text, uaccess_extable_insn(entry), false);
		}
	}
	END();
}

static void print_frame(uintptr_t pc, bool reliable, void *arg)
{
	struct report *report = arg;
	struct text *text = &report->text;
	bool first = pc == mc_pc(report->context);

	S(reliable ? " " : " ? ");
	print_symbol(text, pc, !first);
	END();
}

static void print_trace(struct report *report)
{
	struct text *text = &report->text;

	S("Call Trace:");
	END();
	if (!report->with_symbols) {
		S(" (left out: no helper process to be had)");
		END();
		return;
	}
	S(" <TASK>");
	END();
	uaccess__trace(report->context, print_frame, report);
	S(" </TASK>");
	END();
}

static void print_pc(struct report *report)
{
	struct text *text = &report->text;

	S("RIP: ");
	H((uint64_t)report->context->uc_mcontext.gregs[REG_CSGSFS] & 0xffff, 4);
	S(":");
	if (report->with_symbols) {
		print_symbol(text, mc_pc(report->context), false);
	} else {
		S("0x");
		H(mc_pc(report->context), 0);
	}
	END();
}

static void print_page_fault_if_one(struct report *report)
{
	if (report->fault.trap == TRAP_PAGE_FAULT)
		print_page_fault(report);
}

static void print_verdict_if_known(struct report *report)
{
	if (report->with_symbols)
		print_verdict(report);
}

static void print_cut_here(struct report *report)
{
	struct text *text = &report->text;

	S("------------[ cut here ]------------");
	END();
	S("WARNING: CPU: ");
	D((uint64_t)sched_getcpu());
	S(" PID: ");
	D((uint64_t)report->pid);
	S(" at ");
	S(report->file);
	S(":");
	D((uint64_t)report->line);
	S(" ");
	S(report->function);
	END();
}

static void print_end(struct report *report)
{
	struct text *text = &report->text;

	S("---[ end trace 0000000000000000 ]---");
	END();
}

typedef void section_fn(struct report *report);

struct section {
	section_fn *print;
	struct report *report;
};

static void print_section(void *arg)
{
	struct section *section = arg;

	section->print(section->report);
}

/* A fault in one section ends that one: the stack may be smashed and the registers still be good. */
static void print_sections(struct report *report, section_fn *const *sections, size_t n)
{
	struct text *text = &report->text;
	size_t i;

	for (i = 0; i < n; i++) {
		struct section section = {sections[i], report};

		if (!uaccess_try(print_section, &section, NULL))
			continue;
		S(" (a fault ended this part of the report)");
		END();
	}
}

void uaccess__report_text(struct report *report)
{
	static section_fn *const sections[] = {
		print_page_fault_if_one,
		print_oops_line,
		print_process,
		print_pc,
		print_code,
		print_registers,
		print_verdict_if_known,
		print_trace,
		print_end,
	};

	print_sections(report, sections, sizeof(sections) / sizeof(sections[0]));
}

void uaccess__report_warning(struct report *report)
{
	static section_fn *const sections[] = {
		print_cut_here, print_process, print_pc, print_registers, print_trace, print_end,
	};

	print_sections(report, sections, sizeof(sections) / sizeof(sections[0]));
}

void uaccess__report_broken_off(struct report *report)
{
	struct text *text = &report->text;

	if (text->sink.format == UACCESS_OOPS_TEXT)
		S(" (the time limit ended the report)");
	END();
}
