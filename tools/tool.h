/* SPDX-License-Identifier: MIT */
/*
 * What the subcommands of `uaccess` share. A subcommand is one file that defines
 * its struct tool_command, and one row in main.c.
 */
#ifndef UACCESS_TOOLS_TOOL_H
#define UACCESS_TOOLS_TOOL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <uaccess/extable.h>

/* Exit statuses: done and as promised; not as promised, or no output; called wrongly. */
enum {
	TOOL_OK = 0,
	TOOL_FAILED = 1,
	TOOL_USAGE = 2
};

struct tool_command {
	const char *name;
	const char *arguments;		   /* as the usage shows them, "" for none */
	const char *summary;		   /* one line, no full stop */
	const char *details;		   /* what --help adds, whole lines; "" for nothing */
	int (*run)(int argc, char **argv); /* argv[0] is the subcommand's name */
};

extern const struct tool_command tool_bench, tool_demo, tool_extable, tool_info, tool_verify;

/* main.c: the usage of one subcommand on stderr; returns TOOL_USAGE. */
int tool_misused(const struct tool_command *command);
/* A message on stderr, behind "uaccess: "; returns TOOL_FAILED. */
int tool_error(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* style.c: escape sequences, empty strings where standard output is no terminal or NO_COLOR is set. */
enum tool_style {
	TOOL_PLAIN,
	TOOL_BOLD,
	TOOL_GREEN,
	TOOL_RED
};
const char *tool_style(enum tool_style style);

/* place.c: where an address lies. */
struct tool_place {
	char object[256]; /* the file's path; "" where no loaded file holds it */
	char symbol[128]; /* the function; "" where not known */
	uintptr_t offset; /* from the symbol, else from the object's load address */
};
void tool_find_place(uintptr_t address, struct tool_place *place);
/* "function+0x12", "libfoo.so+0x1234" or "0x1234", in text. */
const char *tool_place_text(uintptr_t address, char *text, size_t size);
/* The last component of a path. */
const char *tool_basename(const char *path);

/* disassemble.c: one instruction in the assembler's words. */
enum tool_insn {
	TOOL_INSN_UNKNOWN, /* built without Zydis: text is empty */
	TOOL_INSN_INVALID, /* no instruction begins there */
	TOOL_INSN_NO_MEMORY,
	TOOL_INSN_MEMORY, /* it reads or writes memory */
};
#define TOOL_LONGEST_INSN 16 /* bytes, rounded up */
/* size bytes of code that lie at address. */
enum tool_insn tool_disassemble(const uint8_t *code, size_t size, uintptr_t address, char *text,
				size_t text_size);

/* words.c: names of numbers, never NULL. */
const char *tool_entry_type_name(unsigned int type); /* "unknown" for no type */
const char *tool_register_name(unsigned int number);
const char *tool_signal_name(int signo);
const char *tool_signal_code_name(int signo, int code);
const char *tool_trap_name(unsigned int trap);

#endif /* UACCESS_TOOLS_TOOL_H */
