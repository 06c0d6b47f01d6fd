/* SPDX-License-Identifier: MIT */
/*
 * Addresses that no process can have: non-canonical ones (#GP, through %rbp and %rsp #SS, both
 * without an address), the kernel's half, the end of the user range, NULL, and ranges that wrap.
 * What the processor says of the bits above the user range depends on the size of its page tables,
 * so it is asked first.
 */
#include <signal.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>
#include <uaccess/fault.h>
#include <uaccess/uaccess.h>

#include "tests/asm/residue.h"
#include "tests/tap.h"

#define TRAP_STACK   12u
#define TRAP_GENERAL 13u
#define TRAP_PAGE    14u

static const struct {
	uint64_t address;
	const char *name;
} wild[] = {
	{0, "NULL"},
	{8, "near NULL"},
	{0x00007ffffffff000, "end of the user range"},
	{0x00007fffffffffff, "last canonical byte"},
	{0x0000800000000000, "2^47"},
	{0x0100000000000000, "2^56"},
	{0x7fffffffffffffff, "last byte of the lower half"},
	{0x8000000000000000, "2^63"},
	{0xfeffffffffffff00, "below the kernel's half"},
	{0xffff800000000000, "start of the kernel's half"},
	{0xffff888000000000, "kernel's direct map"},
	{0xffffffff81000000, "kernel text"},
	{0xffffffffff600000, "vsyscall page"},
	{0xfffffffffffff000, "last page"},
	{0xfffffffffffffff8, "-8"},
	{0xffffffffffffffff, "-1"},
};
#define WILD (sizeof(wild) / sizeof(wild[0]))

static const unsigned long sizes[] = {1, 2, 3, 8, 15, 16, 31, 63, 64, 65, 200, 1000, 5000};
#define SIZES (sizeof(sizes) / sizeof(sizes[0]))

static unsigned char buffer[5000 + 64], expected[5000 + 64];

/* The page there may be readable (vsyscall=emulate). */
static bool may_be_mapped(uint64_t address)
{
	return (address & ~4095ull) == 0xffffffffff600000;
}

static bool buffer_is(unsigned char value, size_t n)
{
	memset(expected, ORACLE_CANARY, sizeof(expected));
	memset(expected + 32, value, n);
	return !memcmp(buffer, expected, n + 64);
}

static void checked_calls(const struct uaccess_routine *row)
{
	unsigned long wrong = 0, cases = 0;
	size_t w, s;

	if (uaccess_routine_select(row->kind, row->name))
		tap_bail("%s is not to be had", row->name);
	for (w = 0; w < WILD; w++) {
		void *p = (void *)wild[w].address;

		for (s = 0; s < SIZES; s++, cases++) {
			unsigned long n = sizes[s];
			bool good;

			memset(buffer, ORACLE_CANARY, sizeof(buffer));
			if (row->kind == UACCESS_ROUTINE_CLEAR)
				good = clear_user(p, n) == n;
			else
				good = copy_to_user(p, buffer, n) == n &&
				       copy_in_user(p, buffer, n) == n &&
				       copy_in_user(buffer + 32, p, n) == n &&
				       buffer_is(ORACLE_CANARY, 0) &&
				       copy_from_user(buffer + 32, p, n) == n && buffer_is(0, n);
			if (!good && wrong++ < 3)
				tap_diag("%lu bytes at %s went", n, wild[w].name);
		}
	}
	tap_ok(!wrong, "wild addresses, %s %s: %lu cases, %lu wrong",
	       uaccess_routine_kind_name(row->kind), row->name, cases, wrong);
}

/* No range check: every access really faults. */
static void raw_calls(const struct uaccess_routine *row)
{
	unsigned long wrong = 0, cases = 0;
	size_t w, s;

	for (w = 0; w < WILD; w++) {
		void *p = (void *)wild[w].address;

		if (may_be_mapped(wild[w].address))
			continue;
		for (s = 0; s < SIZES; s++, cases++) {
			unsigned long n = sizes[s];
			bool good;

			/* A range that wraps is the caller's mistake. */
			if (wild[w].address + n < wild[w].address)
				continue;
			memset(buffer, ORACLE_CANARY, sizeof(buffer));
			if (row->kind == UACCESS_ROUTINE_CLEAR)
				good = __clear_user(p, n) == n;
			else
				good = __copy_to_user(p, buffer, n) == n &&
				       raw_copy_from_user(buffer + 32, p, n) == n &&
				       buffer_is(ORACLE_CANARY, 0);
			if (!good && wrong++ < 3)
				tap_diag("%lu bytes at %s went", n, wild[w].name);
		}
	}
	tap_ok(!wrong, "wild addresses without a range check, %s %s: %lu cases, %lu wrong",
	       uaccess_routine_kind_name(row->kind), row->name, cases, wrong);
}

static void test_row(const struct uaccess_routine *row)
{
	checked_calls(row);
	raw_calls(row);
}

static void singles(void)
{
	size_t w;

	for (w = 0; w < WILD; w++) {
		uint64_t *p = (uint64_t *)wild[w].address, x = 1;
		uint8_t *p1 = (uint8_t *)wild[w].address, x1 = 1;
		bool good = get_user(x, p) == -14 && x == 0 && get_user(x1, p1) == -14 && x1 == 0;

		good = good && put_user(1, p) == -14 && put_user(1, p1) == -14;
		if (!may_be_mapped(wild[w].address))
			good = good && __get_user(x, p) == -14 && __get_user(x1, p1) == -14 &&
			       __put_user(1, p) == -14 && __put_user(1, p1) == -14;
		tap_ok(good, "single accesses at %s", wild[w].name);
	}
}

/* The compiler may go through %rbp: then it is a stack fault. */
static bool not_canonical(const struct uaccess_fault *fault)
{
	return ((fault->trap == TRAP_GENERAL && fault->signo == SIGSEGV) ||
		(fault->trap == TRAP_STACK && fault->signo == SIGBUS)) &&
	       fault->code == SI_KERNEL && fault->flags == UACCESS_FAULT_RECOVERED &&
	       fault->address == 0;
}

/* What is said of an access at each kind of address. */
static void reports(void)
{
	struct uaccess_fault fault;
	uint64_t x __attribute__((unused));

	(void)!__get_user(x, (uint64_t *)0x8000000000000000);
	uaccess_last_fault(&fault);
	tap_ok(not_canonical(&fault), "2^63: no page fault, address unknown (trap %u)", fault.trap);
	(void)!__put_user(1, (uint64_t *)0xffff888000000000);
	uaccess_last_fault(&fault);
	tap_ok(fault.trap == TRAP_PAGE && fault.signo == SIGSEGV &&
		       fault.flags == (UACCESS_FAULT_ADDRESS | UACCESS_FAULT_WRITE |
				       UACCESS_FAULT_RECOVERED) &&
		       fault.address == 0xffff888000000000,
	       "kernel's half: a page fault at the address");
	(void)!__get_user(x, (uint64_t *)0x0000800000000000);
	uaccess_last_fault(&fault);
	tap_diag("2^47 is %s here", fault.trap == TRAP_PAGE ? "canonical (57-bit addresses)"
							    : "not canonical (48-bit addresses)");
	tap_ok(fault.trap == TRAP_PAGE ? fault.address == 0x0000800000000000
				       : not_canonical(&fault),
	       "2^47: reported as what it is (trap %u)", fault.trap);
	/* CR2 still holds the address of the page fault before; it must not be believed. */
	(void)!__get_user(x, (uint64_t *)(void *)buffer);
	(void)!__put_user(1, (uint64_t *)0xffff888000000000);
	(void)!__get_user(x, (uint64_t *)0x8000000000000000);
	uaccess_last_fault(&fault);
	tap_ok(fault.address == 0 && !(fault.flags & UACCESS_FAULT_ADDRESS),
	       "no stale address after a general protection fault");
}

/* --- the end of the user range -------------------------------------------------- */

static void end_of_range(void)
{
	volatile uintptr_t end = UACCESS_USER_PTR_MAX;
	volatile unsigned long one = 1;
	unsigned char *top = (unsigned char *)end;
	unsigned char *page;
	unsigned long n, good = 0, cases = 0;
	uint64_t x = 1;

	tap_ok(access_ok(top, 0) && access_ok(top - 8, 8) && !access_ok(top, one),
	       "access_ok at the end of the user range");
	page = mmap(top - 4096, 4096, PROT_READ | PROT_WRITE,
		    MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
	if (page != top - 4096) {
		if (page != MAP_FAILED)
			munmap(page, 4096);
		tap_skip(3, "the last page of the user range cannot be mapped");
		return;
	}
	for (n = 1; n <= 300; n++) {
		memset(page, ORACLE_CANARY, 4096);
		/* One that fits, one that leaves the range: nothing goes. */
		good += clear_user(top - n, n) == 0 && oracle_all(top - n, 0, n);
		memset(page, ORACLE_CANARY, 4096);
		good += clear_user(top - n, n + 1) == n + 1 &&
			oracle_all(page, ORACLE_CANARY, 4096);
		/* No range check: exactly up to the end. */
		good += __clear_user(top - n, n + 300) == 300 && oracle_all(top - n, 0, n);
		cases += 3;
	}
	tap_ok(good == cases, "bulk calls at the end of the user range: %lu of %lu", good, cases);
	memset(page, 0x11, 4096);
	tap_ok(get_user(x, (uint64_t *)(void *)(top - 8)) == 0 && x == 0x1111111111111111 &&
		       get_user(x, (uint64_t *)(void *)(top - 4)) == -14 && x == 0,
	       "single accesses at and across the end of the user range");
	tap_ok(clear_user(top - 16, 32) == 16 || clear_user(top - 16, 32) == 32,
	       "a small constant size across the end of the user range");
	munmap(page, 4096);
}

static void wrapping(void)
{
	volatile unsigned long huge = ~0ul;
	unsigned char *plain = buffer;
	struct guard guard;
	unsigned long bits;
	bool good = true;

	/* Of a size that the compiler does not know: here it is the range that matters. */
	__asm__("" : "+r"(plain));
	if (guard_open(&guard, GUARD_PROT_NONE, 4096))
		tap_bail("no guarded page");
	memset(guard.start, ORACLE_CANARY, 4096);
	for (bits = 0; bits < 17; bits++) {
		unsigned long n = huge - (bits ? (1ul << bits) - 1 : 0);
		unsigned long to_zero = -(uintptr_t)guard.start + bits;

		good = good && clear_user(guard.start, n) == n &&
		       clear_user(guard.start, to_zero) == to_zero &&
		       copy_to_user(guard.start, plain, n) == n &&
		       copy_in_user(guard.start, plain, n) == n &&
		       copy_in_user(plain, guard.start, n) == n &&
		       copy_to_user(guard.start, plain, to_zero) == to_zero;
	}
	tap_ok(good && oracle_all(guard.start, ORACLE_CANARY, 4096),
	       "ranges that wrap move nothing");
	guard_close(&guard);
}

/* --- the stack segment ---------------------------------------------------------- */

/* A load through %rbp; the info word: trap number and error code. */
static uint64_t load_through_rbp(uint64_t address, uint64_t *fault_address)
{
	uint64_t info = 0, where = 0;

	__asm__ volatile(UACCESS_ASM_BEGIN
			 "movq %%rbp, %%r12\n\t"
			 "movq %[address], %%rbp\n"
			 "1:\tmovq (%%rbp), %%r13\n"
			 "2:\tmovq %%r12, %%rbp\n\t" UACCESS_ASM_EXTABLE_REG(
				 "1b", "2b", UACCESS_EX_TYPE_INFO, "%%rsi", "%%rdi", 0)
			 : "+D"(info), "+S"(where)
			 : [address] "r"(address)
			 : "r12", "r13", "memory");
	*fault_address = where;
	return info;
}

static uint64_t load_through_rsp(uint64_t address, uint64_t *fault_address)
{
	uint64_t info = 0, where = 0;

	__asm__ volatile(UACCESS_ASM_BEGIN
			 "subq %%rsp, %[address]\n"
			 "1:\tmovq (%%rsp,%[address]), %%r13\n"
			 "2:\t" UACCESS_ASM_EXTABLE_REG("1b", "2b", UACCESS_EX_TYPE_INFO, "%%rsi",
							"%%rdi", 0)
			 : "+D"(info), "+S"(where), [address] "+r"(address)
			 :
			 : "r13", "memory", "cc");
	*fault_address = where;
	return info;
}

static void stack_segment(const char *name, uint64_t (*load)(uint64_t, uint64_t *))
{
	struct uaccess_fault fault;
	uint64_t where, info = load(0x8000000000000000, &where);

	uaccess_last_fault(&fault);
	tap_ok(info == TRAP_STACK && where == ~0ull && fault.trap == TRAP_STACK &&
		       fault.signo == SIGBUS && !(fault.flags & UACCESS_FAULT_ADDRESS),
	       "through %s: a stack fault, SIGBUS, address unknown (trap %u)", name,
	       (unsigned int)info);
	info = load(16, &where);
	tap_ok((uint32_t)info == TRAP_PAGE && where == 16, "through %s: a page fault at 16", name);
}

int main(void)
{
	alarm(120);
	residue_each_row(UACCESS_ROUTINE_CLEAR, test_row);
	residue_each_row(UACCESS_ROUTINE_COPY, test_row);
	singles();
	reports();
	end_of_range();
	wrapping();
	stack_segment("%rbp", load_through_rbp);
	stack_segment("%rsp", load_through_rsp);
	return tap_done();
}
