/* SPDX-License-Identifier: MIT */
/* The checks of one partial call, and what the sweeps over them share. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <uaccess/fault.h>

#include "tests/asm/residue.h"
#include "tests/tap.h"

/* Failures of one sweep that are shown. */
#define SHOWN 5

static unsigned long long faults(void)
{
	struct uaccess_fault fault;

	return uaccess_last_fault(&fault) ? 0 : fault.count;
}

struct outcome {
	unsigned long left;
	unsigned long long faults;
	const char *broken; /* the promise that the routine itself broke */
};

static bool in_bad_part(struct place place, size_t n, uintptr_t address)
{
	return address - (uintptr_t)place.p < n && address - (uintptr_t)place.p >= place.reach;
}

/* A row's promise: routine.h. Then the exact end, as the public calls add it. */
static struct outcome run_row(const struct sweep *sweep, struct place to, struct place from,
			      size_t n, size_t done)
{
	const struct uaccess_routine *row = sweep->row;
	struct outcome outcome = {0, faults(), NULL};
	unsigned long residue = n - done;
	struct uaccess_progress progress;
	uintptr_t address;

	progress =
		sweep->clears ? row->function.clear(to.p, n) : row->function.copy(to.p, from.p, n);
	address = progress.address;
	if (!progress.left != !residue)
		outcome.broken = "reports a residue of 0 wrongly";
	else if (progress.left > n)
		outcome.broken = "reports more than n";
	else if (progress.left < residue)
		outcome.broken = "claims bytes that cannot be done";
	else if (progress.left - residue > row->granularity)
		outcome.broken = "reports more than its granularity above the residue";
	else if (sweep->clears ? !oracle_all(to.p, 0, n - progress.left)
			       : memcmp(to.p, from.p, n - progress.left))
		outcome.broken = "claims bytes that are not in place";
	else if (residue && address != UACCESS_ADDRESS_UNKNOWN && !in_bad_part(to, n, address) &&
		 (sweep->clears || !in_bad_part(from, n, address)))
		outcome.broken = "names an address that did not fault";
	else if (residue && sweep->one_fault && address == UACCESS_ADDRESS_UNKNOWN)
		outcome.broken = "does not name the address that faulted";
	outcome.left = progress.left;
	if (progress.left && !outcome.broken)
		outcome.left = sweep->clears ? uaccess_routine_clear_finish(to.p, n, progress.left,
									    progress.address)
					     : uaccess_routine_copy_finish(to.p, from.p, n,
									   progress.left, address);
	outcome.faults = faults() - outcome.faults;
	return outcome;
}

static struct outcome run_call(const struct sweep *sweep, struct place to, struct place from,
			       size_t n)
{
	struct outcome outcome = {0, faults(), NULL};

	outcome.left = sweep->call(to.p, from.p, n);
	outcome.faults = faults() - outcome.faults;
	return outcome;
}

static const char *check(const struct sweep *sweep, struct outcome outcome, struct place to,
			 struct place from, size_t n, size_t done)
{
	bool to_stops = to.reach < n, from_stops = !sweep->clears && from.reach < n;
	size_t usable = n < to.reach ? n : to.reach;
	size_t behind = to.reach - usable < RESIDUE_MARGIN ? to.reach - usable : RESIDUE_MARGIN;

	if (outcome.broken)
		return outcome.broken;
	if (outcome.left != n - done)
		return "the residue is wrong";
	if (sweep->clears ? !oracle_all(to.p, 0, done) : memcmp(to.p, from.p, done))
		return "the bytes done are wrong";
	if (!oracle_all(to.p + done, sweep->zeroes_rest ? 0 : ORACLE_CANARY, usable - done))
		return sweep->zeroes_rest ? "the rest is not zero" : "the rest was written";
	if (!oracle_all(to.p - to.before, ORACLE_CANARY, to.before))
		return "bytes before the destination were written";
	if (!oracle_all(to.p + usable, ORACLE_CANARY, behind))
		return "bytes behind the destination were written";
	if (!to_stops && !from_stops ? outcome.faults : !outcome.faults)
		return "the number of faults is wrong";
	if (sweep->one_fault && to_stops + from_stops == 1 && outcome.faults != 1)
		return "one bad side took more than one fault";
	return NULL;
}

bool residue_case(struct sweep *sweep, struct place to, struct place from, size_t n)
{
	size_t done = oracle_done(n, to.reach, sweep->clears ? ORACLE_ALL : from.reach);
	size_t usable = n < to.reach ? n : to.reach;
	struct outcome outcome;
	const char *wrong;

	if (to.before > RESIDUE_MARGIN)
		to.before = RESIDUE_MARGIN;
	outcome = sweep->row ? run_row(sweep, to, from, n, done) : run_call(sweep, to, from, n);
	wrong = check(sweep, outcome, to, from, n, done);
	sweep->cases++;
	if (!wrong) {
		memset(to.p, ORACLE_CANARY, usable);
		return true;
	}
	if (sweep->failures++ < SHOWN)
		tap_diag("%s: n %zu, to %p good for %#zx, from %p good for %#zx, %zu can be done: "
			 "%s (left %lu, %llu faults)",
			 sweep->name, n, (void *)to.p, to.reach, (void *)from.p, from.reach, done,
			 wrong, outcome.left, outcome.faults);
	/* Whatever it did near the destination. */
	if (usable < to.reach)
		usable += to.reach - usable < RESIDUE_MARGIN ? to.reach - usable : RESIDUE_MARGIN;
	memset(to.p - to.before, ORACLE_CANARY, to.before + usable);
	return false;
}

enum residue_level residue_level(void)
{
	const char *level = getenv("UACCESS_TEST_LEVEL");

	if (level && !strcmp(level, "quick"))
		return RESIDUE_QUICK;
	return level && !strcmp(level, "full") ? RESIDUE_FULL : RESIDUE_NORMAL;
}

size_t residue_lengths(void)
{
	return residue_level() == RESIDUE_QUICK ? 140 : 301 + 5 * 3;
}

size_t residue_length(size_t i)
{
	if (i <= 300)
		return i;
	i -= 301;
	return ((size_t)512 << i / 3) + i % 3 - 1;
}

size_t residue_alignments(const struct uaccess_routine *row, size_t n)
{
	size_t alignments = 1;
	size_t most = residue_is_own(row) || residue_level() == RESIDUE_FULL ? 64 : 8;

	if (residue_level() == RESIDUE_QUICK)
		return 1;
	while (alignments < n && alignments < most)
		alignments *= 2;
	return alignments;
}

bool residue_all_alignments(size_t n, size_t stop)
{
	return residue_level() == RESIDUE_FULL || n <= 300 || stop < 576 || n - stop < 576;
}

unsigned int residue_each_row(enum uaccess_routine_kind kind,
			      void (*fn)(const struct uaccess_routine *row))
{
	unsigned int rows = 0;
	size_t count, i;
	const struct uaccess_routine *table = uaccess_routine_table(&count);

	for (i = 0; i < count; i++) {
		if (table[i].kind != kind || table[i].features & ~uaccess_cpu_features())
			continue;
		fn(&table[i]);
		rows++;
	}
	return rows;
}

bool residue_is_own(const struct uaccess_routine *row)
{
	return row->priority >= 10;
}

static bool open_buffer(struct guard *guard, enum guard_kind kind)
{
	int error = guard_open(guard, kind, RESIDUE_ROOM);

	if (!error)
		return true;
	if (error != -EINVAL || kind != GUARD_INSTALLED)
		tap_bail("no guarded buffer, %s: %s", guard_kind_name(kind), strerror(-error));
	return false;
}

bool residue_open_to(struct guard *guard, enum guard_kind kind)
{
	if (!open_buffer(guard, kind))
		return false;
	memset(guard->start, ORACLE_CANARY, (size_t)(guard->end - guard->start));
	return true;
}

bool residue_open_from(struct guard *guard, enum guard_kind kind)
{
	if (!open_buffer(guard, kind))
		return false;
	oracle_fill(guard->start, (size_t)(guard->end - guard->start), 1);
	return true;
}

struct place residue_at_end(const struct guard *guard, size_t stop)
{
	struct place place = {guard->end - stop, RESIDUE_MARGIN, stop};

	return place;
}

struct place residue_inside(const struct guard *guard, size_t alignment)
{
	struct place place = {guard->start + 4096 + alignment, RESIDUE_MARGIN, 0};

	place.reach = (size_t)(guard->end - place.p);
	return place;
}

bool residue_sweep_passed(const struct sweep *sweep, const struct guard *to)
{
	bool clean = oracle_all(to->start, ORACLE_CANARY, (size_t)(to->end - to->start));

	if (!clean)
		tap_diag("%s: bytes far from the destination were written", sweep->name);
	return !sweep->failures && clean;
}
