/* SPDX-License-Identifier: MIT */
/*
 * Each type of entry, by real faults in generated code: all registers as "reg" and as "reg2", the
 * constants at their limits, a table in no order; every register is compared with what the type
 * says. And that exactly the instruction of an entry is found, and no byte next to it.
 */
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include <uaccess/fault.h>

#include "tests/asm/generated.h"
#include "tests/guard.h"
#include "tests/oracle.h"
#include "tests/tap.h"

#define CAPACITY 4096
#define TRAP	 14ull
#define READ	 4ull /* error codes: user, not present; and a write */
#define WRITE	 6ull

static struct test {
	unsigned int type, reg, reg2;
	long imm;
	bool store;
	const unsigned char *address;
} tests[CAPACITY];
static size_t count;

static struct guard guard;

static void add(struct generated *g, struct test test)
{
	if (!test.address)
		test.address = guard.end + 40;
	tests[count] = test;
	if (generated_add(g, test.address, test.store) != count)
		tap_bail("stubs and tests disagree");
	count++;
}

static void add_all(struct generated *g)
{
	static const unsigned int plain[] = {UACCESS_EX_TYPE_DEFAULT, UACCESS_EX_TYPE_UACCESS,
					     UACCESS_EX_TYPE_DEFAULT_MCE_SAFE};
	static const unsigned int one[] = {UACCESS_EX_TYPE_FAULT, UACCESS_EX_TYPE_FAULT_MCE_SAFE,
					   UACCESS_EX_TYPE_POP_REG, UACCESS_EX_TYPE_IMM_REG,
					   UACCESS_EX_TYPE_UCOPY_LEN};
	static const long imms[] = {0, 1, -14, 8, 0x1fff, -0x2000};
	unsigned int t, reg, reg2, store;
	size_t i, offset;

	for (store = 0; store < 2; store++)
		for (t = 0; t < sizeof(plain) / sizeof(plain[0]); t++)
			add(g, (struct test){.type = plain[t], .store = store});
	for (t = 0; t < sizeof(one) / sizeof(one[0]); t++)
		for (reg = 0; reg < REGISTERS; reg++)
			for (i = 0; i < sizeof(imms) / sizeof(imms[0]); i++)
				add(g, (struct test){.type = one[t], .reg = reg, .imm = imms[i]});
	/* Of one register for both the header promises nothing. */
	for (reg = 0; reg < REGISTERS; reg++) {
		for (reg2 = 0; reg2 < REGISTERS; reg2++) {
			if (reg == reg2)
				continue;
			add(g, (struct test){.type = UACCESS_EX_TYPE_INFO,
					     .reg = reg,
					     .reg2 = reg2,
					     .store = reg2 & 1});
			for (i = 1; i < 3; i++)
				add(g, (struct test){.type = UACCESS_EX_TYPE_ERR_ZERO,
						     .reg = reg,
						     .reg2 = reg2,
						     .imm = imms[i]});
			offset = 1 + (reg + reg2) % 7;
			add(g, (struct test){.type = UACCESS_EX_TYPE_ZEROPAD,
					     .reg = reg,
					     .reg2 = reg2,
					     .address = guard.end - offset});
		}
	}
}

/* What the type says, byte by byte where there are bytes. */
static void expect(const struct test *test, struct registers *r)
{
	uint64_t imm = (uint64_t)test->imm, word = 0;
	size_t i;

	switch (test->type) {
	case UACCESS_EX_TYPE_FAULT:
	case UACCESS_EX_TYPE_FAULT_MCE_SAFE:
		r->r[test->reg] = TRAP;
		break;
	case UACCESS_EX_TYPE_POP_REG:
		r->r[REG_SP] += 8;
		r->r[test->reg] = imm;
		break;
	case UACCESS_EX_TYPE_IMM_REG:
		r->r[test->reg] = imm;
		break;
	case UACCESS_EX_TYPE_UCOPY_LEN:
		r->r[1] = imm * r->r[1] + r->r[test->reg];
		break;
	case UACCESS_EX_TYPE_ERR_ZERO:
		r->r[test->reg] = imm;
		r->r[test->reg2] = 0;
		break;
	case UACCESS_EX_TYPE_INFO:
		r->r[test->reg] = (uintptr_t)test->address;
		r->r[test->reg2] = TRAP | (test->store ? WRITE : READ) << 32;
		break;
	case UACCESS_EX_TYPE_ZEROPAD:
		for (i = 0; test->address + i < guard.end; i++)
			word |= (uint64_t)test->address[i] << (8 * i);
		r->r[test->reg] = word;
		break;
	default:
		break;
	}
	r->went_on = 1;
}

static bool run_one(const struct generated *g, size_t i)
{
	struct registers in, out, expected;
	unsigned int n;

	for (n = 0; n < REGISTERS; n++)
		in.r[n] = 0x1000000000000001ull * (n + 1) + 0x55aa00;
	in.went_on = 0;
	if (tests[i].type == UACCESS_EX_TYPE_ZEROPAD)
		in.r[tests[i].reg2] = (uintptr_t)tests[i].address;
	expected = in;
	expect(&tests[i], &expected);
	generated_run(g, i, &in, &out);
	for (n = 0; n < REGISTERS; n++)
		if (out.r[n] != expected.r[n])
			tap_diag("type %u, reg %u, reg2 %u, imm %ld: register %u is %#lx, not %#lx",
				 tests[i].type, tests[i].reg, tests[i].reg2, tests[i].imm, n,
				 (unsigned long)out.r[n], (unsigned long)expected.r[n]);
	return !memcmp(&out, &expected, sizeof(out));
}

static void test_types(const struct generated *g)
{
	static const unsigned int types[] = {
		UACCESS_EX_TYPE_DEFAULT,	UACCESS_EX_TYPE_FAULT,
		UACCESS_EX_TYPE_UACCESS,	UACCESS_EX_TYPE_DEFAULT_MCE_SAFE,
		UACCESS_EX_TYPE_FAULT_MCE_SAFE, UACCESS_EX_TYPE_POP_REG,
		UACCESS_EX_TYPE_IMM_REG,	UACCESS_EX_TYPE_UCOPY_LEN,
		UACCESS_EX_TYPE_ZEROPAD,	UACCESS_EX_TYPE_ERR_ZERO,
		UACCESS_EX_TYPE_INFO,
	};
	size_t t, i;

	for (t = 0; t < sizeof(types) / sizeof(types[0]); t++) {
		unsigned long ran = 0, wrong = 0;

		for (i = 0; i < count; i++) {
			if (tests[i].type != types[t])
				continue;
			ran++;
			wrong += !run_one(g, i);
		}
		tap_ok(ran && !wrong, "type %u: %lu faults, %lu wrong", types[t], ran, wrong);
	}
}

/* A table in no order: the entries of the stubs, dealt out with a step that meets each once. */
static void register_all(struct generated *g)
{
	struct uaccess_extable_module record = generated_record(g, 0, count);
	size_t i;

	for (i = 0; i < count; i++) {
		size_t stub = i * 1009 % count;
		const struct test *test = &tests[stub];

		generated_entry(g, i, generated_insn(g, stub), generated_fixup(g, stub),
				generated_data(test->type, test->reg, test->reg2, test->imm));
	}
	if (count % 1009 == 0)
		tap_bail("choose another step");
	tap_ok(uaccess_extable_register(&record) == 0, "%zu entries in no order registered", count);
}

static void test_search(const struct generated *g)
{
	unsigned long wrong = 0;
	size_t i;
	int delta;

	for (i = 0; i < count; i++) {
		uintptr_t insn = generated_insn(g, i);
		const struct uaccess_extable_entry *entry = uaccess_extable_search(insn);

		if (!entry || uaccess_extable_insn(entry) != insn ||
		    uaccess_extable_fixup(entry) != generated_fixup(g, i))
			wrong++;
		for (delta = -15; delta <= 15; delta++)
			if (delta && uaccess_extable_search(insn + (uintptr_t)(intptr_t)delta))
				wrong++;
	}
	tap_ok(!wrong, "exactly the instructions are found: %lu wrong", wrong);
}

/* A ZEROPAD entry does not answer a fault of another kind: that one kills. */
static void test_zeropad_refuses(struct generated *g, size_t stub, uint64_t address,
				 const char *what)
{
	struct registers in = {.r = {0}}, out;
	int status = 0;
	pid_t child = fork();

	if (child < 0)
		tap_bail("no child");
	if (!child) {
		alarm(10);
		in.r[REG_SP] = (uintptr_t)guard.end - 8;
		in.r[3] = address;
		generated_run(g, stub, &in, &out);
		_exit(0);
	}
	waitpid(child, &status, 0);
	tap_ok(WIFSIGNALED(status) && WTERMSIG(status) == SIGSEGV, "ZEROPAD leaves %s alone", what);
}

static void test_zeropad(void)
{
	struct generated g;
	struct uaccess_extable_module record;
	size_t aligned, far;

	generated_open(&g, 2);
	aligned = generated_add(&g, guard.end, false);
	far = generated_add(&g, guard.end + 8, false);
	generated_seal(&g);
	generated_entry(&g, 0, generated_insn(&g, aligned), generated_fixup(&g, aligned),
			generated_data(UACCESS_EX_TYPE_ZEROPAD, 0, 3, 0));
	generated_entry(&g, 1, generated_insn(&g, far), generated_fixup(&g, far),
			generated_data(UACCESS_EX_TYPE_ZEROPAD, 0, 3, 0));
	record = generated_record(&g, 0, 2);
	tap_ok(uaccess_extable_register(&record) == 0, "two more entries registered");
	test_zeropad_refuses(&g, aligned, (uintptr_t)guard.end, "an aligned word");
	test_zeropad_refuses(&g, far, (uintptr_t)guard.end - 3, "a fault at another address");
	tap_ok(uaccess_extable_unregister(record.start) == 0, "and taken away");
	generated_close(&g);
}

int main(void)
{
	struct generated g;

	alarm(60);
	generated_use_alternate_stack();
	if (guard_open(&guard, GUARD_PROT_NONE, 4096))
		tap_bail("no guarded page");
	oracle_fill(guard.start, 4096, 5);
	generated_open(&g, CAPACITY);
	add_all(&g);
	generated_seal(&g);
	register_all(&g);
	test_search(&g);
	test_types(&g);
	test_zeropad();
	tap_ok(uaccess_extable_unregister(g.table) == 0 &&
		       !uaccess_extable_search(generated_insn(&g, 0)),
	       "unregistered, nothing is found");
	generated_close(&g);
	return tap_done();
}
