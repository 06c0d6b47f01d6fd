/* SPDX-License-Identifier: MIT */
/*
 * What a call leaves alone: callee-saved registers, stack, direction flag, control words, and upper
 * halves of vector registers; every row and exported call, with and without a fault. And entered
 * with the direction flag set, which breaks the ABI: the bytes must be right all the same.
 */
#include <stdio.h>
#include <unistd.h>
#include <uaccess/uaccess.h>

#include "tests/asm/residue.h"
#include "tests/checked_call.h"
#include "tests/tap.h"

static struct guard to, from;

/* The call that the sweep makes now. */
static struct {
	uintptr_t function;
	bool clears, is_row;
	uint32_t enter, broken;
} now;

static unsigned long checked(uintptr_t function, uint64_t a, uint64_t b, uint64_t c, uint64_t d,
			     uint64_t e, uintptr_t *second)
{
	struct checked_call call = {
		.function = function, .argument = {a, b, c, d, e}, .enter = now.enter};

	checked_call(&call);
	now.broken |= call.broken;
	*second = call.result[1];
	return call.result[0];
}

static unsigned long call_now(void *to_p, const void *from_p, unsigned long n)
{
	uint64_t t = (uintptr_t)to_p, f = (uintptr_t)from_p;
	uintptr_t address, second;
	unsigned long left;

	if (now.clears)
		left = checked(now.function, t, n, 0, 0, 0, &address);
	else
		left = checked(now.function, t, f, n, 0, 0, &address);
	if (!now.is_row || !left)
		return left;
	if (now.clears)
		return checked((uintptr_t)uaccess_routine_clear_finish, t, n, left, address, 0,
			       &second);
	return checked((uintptr_t)uaccess_routine_copy_finish, t, f, n, left, address, &second);
}

static void sweep_stops(const char *name, bool zeroes_rest)
{
	struct sweep sweep = {.call = call_now, .clears = now.clears, .zeroes_rest = zeroes_rest};
	size_t i, stop;

	snprintf(sweep.name, sizeof(sweep.name), "%s%s", name,
		 now.enter & CHECKED_CALL_DF ? ", entered with DF set" : "");
	now.broken = 0;
	for (i = 0; i < residue_lengths(); i++) {
		size_t n = residue_length(i);

		for (stop = 0; stop <= n; stop++) {
			if (!zeroes_rest)
				residue_case(&sweep, residue_at_end(&to, stop),
					     residue_inside(&from, stop % 64), n);
			if (!now.clears)
				residue_case(&sweep, residue_inside(&to, stop % 64),
					     residue_at_end(&from, stop), n);
			if (n > 300 && stop > 8 && n - stop > 8)
				stop += 6;
		}
	}
	/* What came in set may go out set where no fixup was needed. */
	if (now.enter & CHECKED_CALL_DF)
		now.broken &= ~CHECKED_DF;
	tap_ok(residue_sweep_passed(&sweep, &to) && !now.broken,
	       "%s: %lu cases, %lu wrong; registers changed: %s", sweep.name, sweep.cases,
	       sweep.failures, now.broken ? checked_call_broken(now.broken) : "none");
}

static void test_function(const char *name, uintptr_t function, bool clears, bool is_row,
			  bool zeroes_rest)
{
	now.function = function;
	now.clears = clears;
	now.is_row = is_row;
	now.enter = 0;
	sweep_stops(name, zeroes_rest);
	now.enter = CHECKED_CALL_DF;
	sweep_stops(name, zeroes_rest);
}

static void test_row(const struct uaccess_routine *row)
{
	bool clears = row->kind == UACCESS_ROUTINE_CLEAR;
	char name[64];

	snprintf(name, sizeof(name), "%s %s", uaccess_routine_kind_name(row->kind), row->name);
	test_function(name, clears ? (uintptr_t)row->function.clear : (uintptr_t)row->function.copy,
		      clears, true, false);
}

/* One access in front of and behind the edge, both through the exported functions. */
static void test_single(uint32_t enter)
{
	static const struct {
		uintptr_t get, put;
		size_t size;
	} sizes[] = {
		{(uintptr_t)uaccess_get_user_1, (uintptr_t)uaccess_put_user_1, 1},
		{(uintptr_t)uaccess_get_user_2, (uintptr_t)uaccess_put_user_2, 2},
		{(uintptr_t)uaccess_get_user_4, (uintptr_t)uaccess_put_user_4, 4},
		{(uintptr_t)uaccess_get_user_8, (uintptr_t)uaccess_put_user_8, 8},
	};
	size_t s, stop, wrong = 0;
	uintptr_t second;
	uint64_t x;

	now.enter = enter;
	now.broken = 0;
	for (s = 0; s < sizeof(sizes) / sizeof(sizes[0]); s++) {
		for (stop = 0; stop <= 8; stop++) {
			int expected = stop < sizes[s].size ? -14 : 0;

			wrong += (int)checked(sizes[s].put, 0x77, (uintptr_t)to.end - stop, 0, 0, 0,
					      &second) != expected;
			wrong += (int)checked(sizes[s].get, (uintptr_t)&x,
					      (uintptr_t)from.end - stop, 0, 0, 0,
					      &second) != expected;
		}
	}
	/* As it came in, DF may go out. */
	if (enter & CHECKED_CALL_DF)
		now.broken &= ~CHECKED_DF;
	tap_ok(!wrong && !now.broken, "get_user and put_user%s: %zu wrong; registers changed: %s",
	       enter & CHECKED_CALL_DF ? ", entered with DF set" : "", wrong,
	       now.broken ? checked_call_broken(now.broken) : "none");
	memset(to.end - 8, ORACLE_CANARY, 8);
}

/* Calls that break each rule: the checker must see them. */
__attribute__((naked)) static void break_rbx(void)
{
	__asm__("incq %rbx; ret");
}

__attribute__((naked)) static void break_r15_and_stack(void)
{
	__asm__("decq %r15; movb $1, 8(%rsp); ret");
}

__attribute__((naked)) static void break_df(void)
{
	__asm__("std; ret");
}

__attribute__((naked)) static void break_rsp(void)
{
	__asm__("pushq (%rsp); ret");
}

__attribute__((naked)) static void break_fpu(void)
{
	__asm__("fld1; ret");
}

__attribute__((naked)) static void break_mxcsr(void)
{
	__asm__("movl $0x1f80, -8(%rsp); ldmxcsr -8(%rsp); ret");
}

__attribute__((naked)) static void break_upper(void)
{
	__asm__("vpcmpeqd %xmm0, %xmm0, %xmm0; vinsertf128 $1, %xmm0, %ymm0, %ymm0; ret");
}

static void test_checker(void)
{
	static const struct {
		void (*function)(void);
		uint32_t broken;
	} breakers[] = {
		{break_rbx, CHECKED_RBX},     {break_r15_and_stack, CHECKED_R15 | CHECKED_STACK},
		{break_df, CHECKED_DF},	      {break_rsp, CHECKED_RSP},
		{break_fpu, CHECKED_FCW},     {break_mxcsr, CHECKED_MXCSR},
		{break_upper, CHECKED_UPPER},
	};
	size_t i;

	for (i = 0; i < sizeof(breakers) / sizeof(breakers[0]); i++) {
		struct checked_call call = {.function = (uintptr_t)breakers[i].function};

		if (breakers[i].broken == CHECKED_UPPER) {
			struct checked_call probe = {.function = (uintptr_t)break_df};

			checked_call(&probe);
			if (!probe.tells_upper) {
				tap_skip(1, "the CPU does not tell which upper halves are in use");
				continue;
			}
		}
		checked_call(&call);
		tap_ok(call.broken == breakers[i].broken, "the checker sees: %s",
		       checked_call_broken(breakers[i].broken));
	}
}

int main(void)
{
	alarm(600);
	test_checker();
	residue_open_to(&to, GUARD_PROT_NONE);
	residue_open_from(&from, GUARD_PROT_NONE);
	residue_each_row(UACCESS_ROUTINE_CLEAR, test_row);
	residue_each_row(UACCESS_ROUTINE_COPY, test_row);
	test_function("clear_user", (uintptr_t)uaccess_clear_user, true, false, false);
	test_function("copy_to_user", (uintptr_t)uaccess_copy_to_user, false, false, false);
	test_function("copy_from_user", (uintptr_t)uaccess_copy_from_user, false, false, true);
	test_function("copy_in_user", (uintptr_t)uaccess_copy_in_user, false, false, false);
	test_single(0);
	test_single(CHECKED_CALL_DF);
	return tap_done();
}
