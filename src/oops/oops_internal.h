/* SPDX-License-Identifier: MIT */
/* What the parts of an oops report share. All of it runs inside the fault handler. */
#ifndef UACCESS_OOPS_INTERNAL_H
#define UACCESS_OOPS_INTERNAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>
#include <ucontext.h>
#include <uaccess/fault.h>
#include <uaccess/oops.h>

/* --- text.c: lines without stdio ------------------------------------------------------ */

struct text {
	struct uaccess_oops_options sink;
	size_t length;
	char line[512]; /* what does not fit is written in pieces */
};

void uaccess__text_string(struct text *text, const char *s);
void uaccess__text_char(struct text *text, char c);
void uaccess__text_hex(struct text *text, uint64_t value,
		       int digits); /* digits 0: as many as needed */
void uaccess__text_decimal(struct text *text, uint64_t value);
void uaccess__text_end_line(struct text *text);
/* A JSON string, quoted and escaped. */
void uaccess__text_quoted(struct text *text, const char *s);

/* --- trace.c ----------- ------------------------------------------------------------------ */

struct symbol {
	const char *module;	/* base name of the file; "" if not known */
	uintptr_t offset, size; /* in the symbol; size 0: not known */
	char name[128];		/* "" if not known; then offset is that in the module */
};

void uaccess__symbol_find(struct symbol *symbol, uintptr_t pc);

#define UACCESS_TRACE_MAX 64 /* frames */

/* Calls fn for each frame, the faulting one first; reliable is false for a guess. */
typedef void trace_fn(uintptr_t pc, bool reliable, void *arg);
void uaccess__trace(ucontext_t *context, trace_fn *fn, void *arg);
/* Makes the unwinder do what it does once, so that it is not done in a handler. */
void uaccess__trace_warm_up(void);

/* --- decode.c ---------------------------------------------------------------------------- */

/* The address of the memory operand at pc, from the saved registers; false: not found out. */
bool uaccess__decode_address(const ucontext_t *context, uintptr_t *address);

/* --- report.c, json.c ------------------------------------------------------------------- */

struct report {
	struct text text;
	struct uaccess_fault fault;
	ucontext_t *context;
	pid_t pid, tid; /* whose fault it is; a helper makes the report */
	unsigned int number;
	bool with_symbols; /* the loader may be asked */
	/* a warning: */
	const char *file, *function;
	int line;
};

void uaccess__report_text(struct report *report);
void uaccess__report_json(struct report *report);
void uaccess__report_warning(struct report *report);
/* Ends a report that did not come to its end. */
void uaccess__report_broken_off(struct report *report);

/* The entry nearest below or above pc in any table, or NULL. */
const struct uaccess_extable_entry *uaccess__nearest_entry(uintptr_t pc);

#endif /* UACCESS_OOPS_INTERNAL_H */
