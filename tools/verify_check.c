/* SPDX-License-Identifier: MIT */
/* One case of `uaccess verify`: the call, and everything that must be true after it. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <uaccess/fault.h>
#include <uaccess/routine.h>
#include "tools/verify.h"

#define AROUND	    128 /* bytes on either side that are looked at after each call */
#define EVERY	    256 /* calls between two looks at everything */
#define FLAG_DF	    (1u << 10)
#define REGISTER_AX 0
#define REGISTER_CX 1
#define REGISTER_DX 2
#define REGISTER_SI 6
#define REGISTER_DI 7
#define SAVED	    0xf028u /* rbx, rbp, r12..r15 */

/* One case, as the checks see it. */
struct view {
	const struct verify_target *target;
	const struct verify_case *one;
	struct verify_result *result;
	unsigned char *to;
	const unsigned char *from;
	const unsigned char *fresh;   /* what was at to before */
	const unsigned char *content; /* what is at from */
	unsigned long n, reachable;   /* bytes that can be done */
	unsigned long writable;	      /* accessible bytes of the destination, at most n */
	long below, above;	      /* what is compared: [to + below, to + above) */
};

static unsigned char right(const struct view *view, unsigned long i)
{
	return view->target->copy ? view->content[i] : 0;
}

/* Draws the destination round column "at" as it should be, with left as promised, and as it is. */
static void draw(const struct view *view, long at, unsigned long done)
{
	struct verify_result *result = view->result;
	long first = at - VERIFY_PICTURE / 2, i;

	if (first < view->below)
		first = view->below;
	result->picture_at = first;
	for (i = 0; i < VERIFY_PICTURE; i++) {
		long column = first + i;
		bool inside = column >= 0 && (unsigned long)column < view->n;
		bool is_fresh, is_right;
		char *wanted = &result->wanted[i], *got = &result->got[i];

		if (column < view->below || column >= view->above) {
			*wanted = *got = '#';
			continue;
		}
		is_fresh = view->to[column] == view->fresh[column];
		is_right = inside && (unsigned long)column < view->reachable &&
			   view->to[column] == right(view, (unsigned long)column);
		*wanted = inside && (unsigned long)column < done ? '=' : '.';
		*got = is_right ? '=' : is_fresh ? '.' : '!';
	}
	result->wanted[i] = result->got[i] = '\0';
}

__attribute__((format(printf, 4, 5))) static bool fail(const struct view *view, long at,
						       unsigned long done, const char *format, ...)
{
	struct verify_result *result = view->result;
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(result->reason, sizeof(result->reason), format, arguments);
	va_end(arguments);
	result->left_exact = view->n - view->reachable;
	draw(view, at, done);
	result->failed = true;
	return false;
}

/* The first byte of [start, stop) that is not as before. -1: none. */
static bool changed(const struct view *view, long start, long stop, long *at)
{
	if (start >= stop || !memcmp(view->to + start, view->fresh + start, (size_t)(stop - start)))
		return false;
	for (*at = start; view->to[*at] == view->fresh[*at]; ++*at)
		;
	return true;
}

static bool is_done(const struct view *view, unsigned long done, unsigned long *at)
{
	static const unsigned char zeros[VERIFY_ROOM];

	if (!done || !memcmp(view->to, view->target->copy ? view->content : zeros, done))
		return true;
	for (*at = 0; view->to[*at] == right(view, *at); ++*at)
		;
	return false;
}

/* What is true of the memory after a call that left so much. */
static bool check_memory(const struct view *view, unsigned long left, bool untouched)
{
	unsigned long done = view->n - left, i;
	long behind = (long)view->writable, at;

	if (!is_done(view, done, &i))
		return fail(view, (long)i, done, "byte %lu is %#04x, not %#04x as it should be", i,
			    view->to[i], right(view, i));
	if (changed(view, view->below, view->above < 0 ? view->above : 0, &at))
		return fail(view, at, done,
			    "byte %ld, before the destination, was changed to %#04x", at,
			    view->to[at]);
	if (changed(view, behind > view->below ? behind : view->below, view->above, &at))
		return fail(view, at, done,
			    "byte %ld, behind the destination, was changed to %#04x", at,
			    view->to[at]);
	if (!changed(view, (long)done, behind, &at))
		return true;
	if (untouched)
		return fail(view, at, done, "byte %ld was changed, but is said to be left", at);
	for (i = done; i < view->writable; i++)
		if (view->to[i] != view->fresh[i] &&
		    (i >= view->reachable || view->to[i] != right(view, i)))
			return fail(view, (long)i, done,
				    "byte %lu was changed to %#04x, which is wrong", i,
				    view->to[i]);
	return true;
}

static bool check_left(const struct view *view, unsigned long left)
{
	const struct verify_target *target = view->target;
	unsigned long exact = view->n - view->reachable, excess = left - exact;
	unsigned int limit = target->contract == VERIFY_CONTRACT_EXACT ? 0 : target->granularity;

	if (left > view->n)
		return fail(view, (long)view->reachable, view->reachable,
			    "%#lx bytes are said to be left of %#lx", left, view->n);
	if (left < exact)
		return fail(view, (long)view->reachable, view->n - left,
			    "%lu bytes are said to be done, but %lu can be reached", view->n - left,
			    view->reachable);
	if (!exact && left)
		return fail(view, (long)(view->n - left), view->n,
			    "%lu bytes are said to be left, but all can be reached", left);
	if (excess && left == view->n) {
		view->result->no_progress = true;
		if (target->contract == VERIFY_CONTRACT_KERNEL && target->copy)
			return fail(view, 0, view->reachable,
				    "nothing is said to be done, but %lu bytes can be reached",
				    view->reachable);
	}
	if (excess > limit)
		return fail(view, (long)(view->n - left), view->reachable,
			    "left is %lu too large, more than the %u it may be", excess, limit);
	if (excess > view->result->granularity)
		view->result->granularity = (unsigned int)excess;
	return true;
}

static bool check_registers(const struct view *view, const struct verify_registers *in,
			    const struct verify_registers *out)
{
	static const char *const names[] = {"rax", "rcx", "rdx", "rbx", "rsp", "rbp", "rsi", "rdi",
					    "r8",  "r9",  "r10", "r11", "r12", "r13", "r14", "r15"};
	const long at = (long)view->reachable;
	unsigned int i;

	for (i = 0; i < 16; i++) {
		if (i == 4) {
			if (out->general[i])
				return fail(view, at, view->reachable,
					    "came back with the stack pointer %ld off",
					    (long)out->general[i]);
			continue;
		}
		if (out->general[i] == in->general[i])
			continue;
		view->result->clobbered |= 1u << i;
		if (SAVED & 1u << i)
			return fail(view, at, view->reachable,
				    "%s, which belongs to the caller, is %#lx, not %#lx", names[i],
				    (unsigned long)out->general[i], (unsigned long)in->general[i]);
	}
	for (i = 0; i < 16; i++)
		if (memcmp(out->xmm[i], in->xmm[i], 16))
			view->result->clobbered_xmm |= 1u << i;
	if (out->flags & FLAG_DF)
		return fail(view, at, view->reachable, "came back with the direction flag set");
	if (view->target->abi == VERIFY_ABI_REP && !view->target->copy && out->general[REGISTER_AX])
		return fail(view, at, view->reachable, "%%rax came back as %#lx, not 0",
			    (unsigned long)out->general[REGISTER_AX]);
	return true;
}

/* Every register gets a value of its own; the rest is what the interface says. */
static void set_registers(const struct view *view, struct verify_registers *in)
{
	unsigned int i;

	for (i = 0; i < 16; i++) {
		in->general[i] = 0x5a5a0000c3c30000u + i * 0x0101010101u;
		memset(in->xmm[i], (int)(0xa0 + i), sizeof(in->xmm[i]));
	}
	in->general[REGISTER_DI] = (uintptr_t)view->to;
	if (view->target->abi == VERIFY_ABI_REP) {
		in->general[REGISTER_CX] = view->n;
		if (!view->target->copy)
			in->general[REGISTER_AX] = 0;
	}
	if (view->target->copy) {
		in->general[REGISTER_SI] = (uintptr_t)view->from;
		if (view->target->abi != VERIFY_ABI_REP)
			in->general[REGISTER_DX] = view->n;
	} else if (view->target->abi != VERIFY_ABI_REP) {
		in->general[REGISTER_SI] = view->n;
	}
}

static unsigned long faults_so_far(void)
{
	struct uaccess_fault fault;

	return uaccess_last_fault(&fault) ? 0 : fault.count;
}

static unsigned long finish(const struct view *view, unsigned long left, uintptr_t address)
{
	if (view->target->copy)
		return uaccess_routine_copy_finish(view->to, view->from, view->n, left, address);
	return uaccess_routine_clear_finish(view->to, view->n, left, address);
}

static void count_faults(struct verify_result *result, unsigned long faults, bool partial)
{
	result->faults += faults;
	if (!partial)
		return;
	if (faults > result->most_faults)
		result->most_faults = (unsigned int)faults;
	if (!result->least_faults || faults < result->least_faults)
		result->least_faults = (unsigned int)faults;
}

static bool call_and_check(const struct view *view)
{
	const struct verify_target *target = view->target;
	struct verify_registers in, out;
	unsigned long before, left;
	bool good, partial;

	set_registers(view, &in);
	before = faults_so_far();
	verify_call(target->function, &in, &out);
	left = out.general[target->abi == VERIFY_ABI_REP ? REGISTER_CX : REGISTER_AX];
	view->result->left = left;
	good = check_registers(view, &in, &out) && check_left(view, left) &&
	       check_memory(view, left, target->contract != VERIFY_CONTRACT_ROUTINE);
	if (!good)
		return false;
	if (target->row && left) {
		left = finish(view, left, out.general[REGISTER_DX]);
		view->result->left = left;
		if (left != view->n - view->reachable)
			return fail(view, (long)view->reachable, view->reachable,
				    "the call, made exact in C, says %lu left", left);
		if (!check_memory(view, left, true))
			return false;
	}
	/*
	 * Two bad sides are two faults. A non-canonical address is not reported: where
	 * it is has to be found by a second fault.
	 */
	partial = view->reachable < view->n && view->one->to.guard != VERIFY_NON_CANONICAL &&
		  view->one->from.guard != VERIFY_NON_CANONICAL &&
		  (!target->copy || view->writable == view->n ||
		   verify_accessible(&view->one->from, view->n) == view->n);
	count_faults(view->result, faults_so_far() - before, partial);
	return true;
}

/* Every byte of the windows that cases use most, and the source of this one. */
static bool check_everything(const struct view *view)
{
	const struct verify_case *one = view->one;
	int destination;

	for (destination = 0; destination < 2; destination++) {
		unsigned char *window =
			verify_window(destination, destination ? one->to.guard : one->from.guard);

		if (window && memcmp(window, verify_fresh(destination), VERIFY_ROOM))
			return fail(
				view, 0, view->reachable,
				"a byte of the %s's page was changed, now or up to %d calls ago",
				destination ? "destination" : "source", EVERY);
	}
	return true;
}

bool verify_check(const struct verify_target *target, const struct verify_case *one,
		  struct verify_result *result)
{
	struct view view = {.target = target, .one = one, .result = result, .n = one->n};

	view.to = verify_address(true, &one->to);
	view.from = verify_address(false, &one->from);
	view.writable = view.reachable = verify_accessible(&one->to, one->n);
	if (target->copy && verify_accessible(&one->from, one->n) < view.reachable)
		view.reachable = verify_accessible(&one->from, one->n);
	view.fresh = verify_fresh(true) + one->to.offset;
	view.content = verify_fresh(false) + one->from.offset;
	if (one->to.guard < VERIFY_WINDOWS) {
		view.below = one->to.offset < AROUND ? -one->to.offset : -AROUND;
		view.above = (long)view.writable + AROUND;
		if (view.above > VERIFY_ROOM - one->to.offset)
			view.above = VERIFY_ROOM - one->to.offset;
		/* Begins outside: the window is still looked at. */
		if (one->to.offset < 0)
			view.above = AROUND - one->to.offset;
	}
	if (!call_and_check(&view))
		return false;
	if (view.above > view.below)
		memcpy(view.to + view.below, view.fresh + view.below,
		       (size_t)(view.above - view.below));
	return atomic_load(&result->cases) % EVERY || check_everything(&view);
}
