/* SPDX-License-Identifier: MIT */
/*
 * What the parts of `uaccess verify` share: the routine under test, one case, and
 * what the child that runs the cases leaves for the parent to see.
 */
#ifndef UACCESS_TOOLS_VERIFY_H
#define UACCESS_TOOLS_VERIFY_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct uaccess_routine;

/* How a routine takes its arguments and says what is left. */
enum verify_abi {
	VERIFY_ABI_UACCESS,  /* <uaccess/routine.h> */
	VERIFY_ABI_FUNCTION, /* a C function; returns what is left */
	VERIFY_ABI_REP, /* as a rep instruction: n and what is left in %rcx, %rax 0 for clear */
	VERIFY_ABIS
};

/* What is asked of it; each asks what the one before asks. */
enum verify_contract {
	VERIFY_CONTRACT_ROUTINE, /* all but the last left bytes are done, nothing outside */
	VERIFY_CONTRACT_KERNEL,	 /* the last left bytes are untouched; copies get on */
	VERIFY_CONTRACT_EXACT,	 /* left is exact */
	VERIFY_CONTRACTS
};

#define VERIFY_NO_LIMIT (~0u)

struct verify_target {
	char name[128];
	bool copy;
	enum verify_abi abi;
	enum verify_contract contract;
	unsigned int granularity; /* left may be this much too large; VERIFY_NO_LIMIT */
	void (*function)(void);
	bool row; /* of this library: its C tail makes it exact, which is checked, too */
};

/* What lies behind the accessible bytes of a buffer. */
enum verify_guard {
	VERIFY_PROT_NONE,
	VERIFY_UNMAPPED,
	VERIFY_PAST_END, /* of the file: SIGBUS */
	VERIFY_GUARD_REGION,
	VERIFY_READ_ONLY, /* destinations only; the last with memory before it */
	VERIFY_NULL,
	VERIFY_NON_CANONICAL,
	VERIFY_KERNEL_HALF,
	VERIFY_GUARDS
};
#define VERIFY_WINDOWS (VERIFY_READ_ONLY + 1)
const char *verify_guard_name(enum verify_guard guard);

/* One side of a call: where it begins, in bytes from the start of the accessible part. */
struct verify_side {
	long offset;
	enum verify_guard guard;
};

struct verify_case {
	unsigned long n;
	struct verify_side to, from;
};

#define VERIFY_PICTURE 64

/* Shared by the child, which writes it, and the parent. */
struct verify_result {
	atomic_ulong cases; /* begun */
	unsigned long total;
	bool done;
	struct verify_case now;

	unsigned long faults;	  /* in all */
	unsigned int granularity; /* the most that left was too large */
	/* Of a partial call with one bad side at a known address; of a row, with the C tail. */
	unsigned int least_faults, most_faults;
	uint32_t clobbered; /* general registers, bits in hardware order */
	uint32_t clobbered_xmm;
	bool no_progress; /* nothing done where something could be: allowed for a clear */
	bool no_huge;	  /* no address space for the sizes of many GiB */

	bool failed;
	char reason[200];
	unsigned long left, left_exact;
	/* The destination round the first wrong byte; picture_at is its first column. */
	long picture_at;
	char wanted[VERIFY_PICTURE + 1], got[VERIFY_PICTURE + 1];
};

/* verify_memory.c: the buffers. */
#define VERIFY_ROOM 20480 /* accessible bytes of a window */
bool verify_memory_prepare(struct verify_result *result);
bool verify_guard_usable(enum verify_guard guard);
unsigned char *verify_address(bool destination, const struct verify_side *side);
/* Accessible bytes from the start of a side on, at most n. */
unsigned long verify_accessible(const struct verify_side *side, unsigned long n);
/* What the window of a side holds when nothing was done: same place as its first accessible byte. */
const unsigned char *verify_fresh(bool destination);
/* The first accessible byte; NULL where there is none. */
unsigned char *verify_window(bool destination, enum verify_guard guard);

/* verify_cases.c: calls each() for every case until it returns false; returns how many. */
enum verify_effort {
	VERIFY_QUICK,
	VERIFY_NORMAL,
	VERIFY_THOROUGH
};
unsigned long verify_cases(const struct verify_target *target, enum verify_effort effort, bool huge,
			   bool (*each)(const struct verify_case *one, void *arg), void *arg);

/* verify_check.c: runs one case; false where the contract is broken, with result filled in. */
bool verify_check(const struct verify_target *target, const struct verify_case *one,
		  struct verify_result *result);

/* verify_call.S: calls with these registers, and what they were at the return. */
struct verify_registers {
	uint64_t general[16]; /* hardware order; [4] in: not used, out: how far off the stack is */
	uint64_t flags;
	uint64_t padding;
	unsigned char xmm[16][16];
};
void verify_call(void (*function)(void), const struct verify_registers *in,
		 struct verify_registers *out);

/* verify_target.c: from names; false with a message said. */
bool verify_target_of_row(struct verify_target *target, const struct uaccess_routine *row);
/* kind: enum uaccess_routine_kind, or -1 to guess it from the symbol. */
bool verify_target_of_file(struct verify_target *target, const char *file_and_symbol, int kind);

/* verify_report.c */
void verify_report(const struct verify_target *target, const struct verify_result *result);
void verify_report_counterexample(const struct verify_target *target,
				  const struct verify_result *result, const char *indent);
void verify_progress(const struct verify_target *target, const struct verify_result *result);

#endif /* UACCESS_TOOLS_VERIFY_H */
