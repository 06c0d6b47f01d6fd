/* SPDX-License-Identifier: MIT */
/*
 * Which cases `uaccess verify` runs: every length of the small ones with every
 * stop position, then what lies round the sizes at which routines change their
 * ways, other kinds of guard, wild addresses and sizes of many GiB.
 */
#include "tools/verify.h"

struct run {
	const struct verify_target *target;
	bool (*each)(const struct verify_case *one, void *arg);
	void *arg;
	unsigned long count;
	bool stopped;
};

/* Sides of which neither gets in the way of the other begin here, plus an alignment. */
#define MIDDLE 4096

static void run(struct run *run, unsigned long n, struct verify_side to, struct verify_side from)
{
	struct verify_case one = {.n = n, .to = to, .from = from};

	if (run->stopped)
		return;
	run->count++;
	run->stopped = !run->each(&one, run->arg);
}

/* The side with "before" bytes in front of its guard; negative: it begins inside the guard. */
static struct verify_side stops(long before, enum verify_guard guard)
{
	return (struct verify_side){VERIFY_ROOM - before, guard};
}

static struct verify_side aligned(unsigned long alignment)
{
	return (struct verify_side){MIDDLE + (long)alignment, VERIFY_PROT_NONE};
}

/* One side stops after "before" bytes, the other one never and is aligned so. */
static void run_stop(struct run *r, unsigned long n, long before, enum verify_guard guard,
		     unsigned long alignment)
{
	if (r->target->copy && guard != VERIFY_READ_ONLY)
		run(r, n, aligned(alignment), stops(before, guard));
	run(r, n, stops(before, guard), aligned(alignment));
}

/* The same with the other side at several alignments where there is one that matters. */
static void run_alignments(struct run *r, unsigned long n, long before, enum verify_guard guard,
			   unsigned long alignments)
{
	unsigned long i;

	if (!r->target->copy)
		alignments = 1;
	/* All of them, or one that changes from case to case. */
	for (i = 0; i < alignments; i++)
		run_stop(r, n, before, guard,
			 alignments > 1 ? i : (n * 7 + (unsigned long)before * 5) % 64);
}

/* Nothing in the way. */
static void complete(struct run *r, unsigned long n, unsigned long alignments)
{
	unsigned long i, j;

	for (i = 0; i < 64; i++) {
		if (!r->target->copy) {
			run(r, n, aligned(i), aligned(0));
			continue;
		}
		for (j = 0; j < alignments; j++)
			run(r, n, aligned(i),
			    aligned(alignments > 1 ? j * 64 / alignments + i : n * 7 % 64));
		/* 1..63 bytes apart modulo the page, where some processors stumble. */
		run(r, n, aligned(0), (struct verify_side){2 * MIDDLE + (long)i, VERIFY_PROT_NONE});
	}
	/* Up to the very last byte. */
	run(r, n, stops((long)n, VERIFY_PROT_NONE), aligned(0));
	run(r, n, aligned(0), stops((long)n, VERIFY_PROT_NONE));
}

/* Both sides stop, at every pair of places. */
static void both(struct run *r, unsigned long n)
{
	unsigned long i, j;

	for (i = 0; r->target->copy && i < n; i++)
		for (j = 0; j < n; j++)
			run(r, n, stops((long)i, VERIFY_PROT_NONE),
			    stops((long)j, VERIFY_PROT_NONE));
}

/* Begins before the first accessible byte, or in the guard behind the last one. */
static void begins_outside(struct run *r, unsigned long n)
{
	static const long by[] = {1, 3, 4, 7, 8, 9, 15, 16, 31, 32, 63, 64, 100, 256};
	unsigned int i;

	for (i = 0; i < sizeof(by) / sizeof(by[0]); i++) {
		struct verify_side front = {-by[i], VERIFY_PROT_NONE};

		if (!n)
			break;
		run_stop(r, n, -by[i], VERIFY_PROT_NONE, n % 64);
		run(r, n, front, aligned(n % 64));
		if (r->target->copy)
			run(r, n, aligned(n % 64), front);
	}
}

static void small(struct run *r, unsigned long longest, unsigned long dense, unsigned long pairs)
{
	unsigned long n, before;

	for (n = 0; n <= longest; n++) {
		complete(r, n, n <= dense ? 16 : 1);
		begins_outside(r, n);
		for (before = 0; before < n; before++)
			run_alignments(r, n, (long)before, VERIFY_PROT_NONE, n <= dense ? 16 : 1);
		if (n <= pairs)
			both(r, n);
	}
}

static void other_guards(struct run *r, unsigned long longest)
{
	int guard;
	unsigned long n, before;

	for (guard = VERIFY_PROT_NONE + 1; guard < VERIFY_WINDOWS; guard++) {
		if (!verify_guard_usable(guard))
			continue;
		for (n = 1; n <= longest; n++)
			for (before = 0; before < n; before++)
				run_alignments(r, n, (long)before, guard, 1);
	}
}

static void large(struct run *r, bool thorough)
{
	static const unsigned long sizes[] = {512, 1024, 2048, 4096, 8192, 12288};
	const unsigned long near = 132, step = thorough ? 1 : 37;
	unsigned int i;
	unsigned long n, before;

	for (i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
		for (n = sizes[i] - 1; n <= sizes[i] + 1; n++) {
			complete(r, n, thorough ? 16 : 1);
			for (before = 0; before < n; before++) {
				if (before >= near && before + near < n && before % step)
					continue;
				run_alignments(r, n, (long)before, VERIFY_PROT_NONE, 1);
			}
		}
	}
}

static void wild(struct run *r)
{
	static const unsigned long sizes[] = {1, 2, 7, 8, 15, 16, 63, 64, 65, 128, 300, 5000};
	int guard;
	unsigned int i;
	long offset;

	for (guard = VERIFY_WINDOWS; guard < VERIFY_GUARDS; guard++)
		for (i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++)
			for (offset = 0; offset < 16; offset++) {
				struct verify_side side = {offset, guard};

				run(r, sizes[i], side, aligned(0));
				if (r->target->copy)
					run(r, sizes[i], aligned(0), side);
			}
}

/* More than 32 bits can hold, in bytes and in words. The guard ends the call soon. */
static void huge_sizes(struct run *r)
{
	static const unsigned long sizes[] = {1ul << 31, 1ul << 32, 1ul << 35};
	static const long befores[] = {0, 5, 8, 100, 4096, 10000};
	unsigned int i, b;
	unsigned long more;

	for (i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++)
		for (more = 0; more <= 72; more += more < 9 ? 1 : 9)
			for (b = 0; b < sizeof(befores) / sizeof(befores[0]); b++)
				run_stop(r, sizes[i] + more, befores[b], VERIFY_PROT_NONE, 0);
}

unsigned long verify_cases(const struct verify_target *target, enum verify_effort effort, bool huge,
			   bool (*each)(const struct verify_case *one, void *arg), void *arg)
{
	static const struct {
		unsigned long longest, dense, pairs, other;
	} sizes[] = {
		[VERIFY_QUICK] = {140, 20, 20, 70},
		[VERIFY_NORMAL] = {300, 72, 66, 132},
		[VERIFY_THOROUGH] = {1030, 300, 160, 300},
	};
	struct run r = {.target = target, .each = each, .arg = arg};

	small(&r, sizes[effort].longest, sizes[effort].dense, sizes[effort].pairs);
	other_guards(&r, sizes[effort].other);
	large(&r, effort == VERIFY_THOROUGH);
	wild(&r);
	if (huge)
		huge_sizes(&r);
	return r.count;
}
