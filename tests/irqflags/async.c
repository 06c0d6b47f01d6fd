/* SPDX-License-Identifier: MIT */
/*
 * An interrupt at every instruction boundary of clear_user(), copy_to_user() and copy_from_user(),
 * in every routine: it takes the page away that the call is about to reach, gives it back, or
 * faults in user accesses of its own. The residue contract holds at each of them, with one
 * difference: of a page that is taken away in the middle, bytes behind the residue may have been
 * written while it was there. They have the right value then.
 *
 * UACCESS_TEST_FULL=1: at every boundary. Else at every eighth, another one in each case.
 *
 *	| first page ... start | reach ... second page |
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include <uaccess/routine.h>
#include <uaccess/uaccess.h>
#include "inject/async.h"
#include "tests/oracle.h"
#include "tests/tap.h"

#define PAGE  4096ul
#define SLACK 64ul /* behind the user buffer, watched */

enum call {
	CLEAR,
	TO_USER,
	FROM_USER
};
enum act {
	TAKE_AWAY,
	GIVE_BACK,
	FAULT
};

static unsigned char *user_pages, *bad, source[PAGE], target[PAGE], pattern[PAGE];
static const unsigned char zeroes[PAGE];
static unsigned int stride;

static struct trial {
	enum call call;
	enum act act;
	unsigned char *user;
	unsigned long n, reach, residue; /* reach: bytes in the first page */
	bool inner_wrong;
} trial;

static void protect(int protection)
{
	if (mprotect(user_pages + PAGE, PAGE, protection))
		abort();
}

static void run_call(void *arg)
{
	struct trial *t = arg;

	switch (t->call) {
	case CLEAR:
		t->residue = uaccess_clear_user(t->user, t->n);
		break;
	case TO_USER:
		t->residue = uaccess_copy_to_user(t->user, source, t->n);
		break;
	case FROM_USER:
		t->residue = uaccess_copy_from_user(target, t->user, t->n);
		break;
	}
}

/* Each kind of recovery, inside of whatever was interrupted. */
static void fault_in_user_accesses(struct trial *t)
{
	unsigned char here[40] = {0};
	int value = 7;

	t->inner_wrong |= get_user(value, (int *)bad) != -EFAULT || value != 0;
	t->inner_wrong |= put_user(1, (int *)bad) != -EFAULT;
	t->inner_wrong |= uaccess_clear_user(bad - 3, 40) != 37;
	t->inner_wrong |= uaccess_copy_to_user(bad - 5, here, 40) != 35;
	t->inner_wrong |= uaccess_copy_from_user(here, bad - 9, 40) != 31;
}

static void interrupt(void *context, void *what)
{
	struct trial *t = what;

	(void)context;
	if (t->act == TAKE_AWAY)
		protect(PROT_NONE);
	else if (t->act == GIVE_BACK)
		protect(PROT_READ | PROT_WRITE);
	else
		fault_in_user_accesses(t);
}

static void prepare(struct trial *t)
{
	protect(PROT_READ | PROT_WRITE);
	if (t->call == FROM_USER) {
		memcpy(t->user, pattern, t->n);
		memset(target, ORACLE_CANARY, sizeof(target));
	} else {
		memset(t->user - SLACK, ORACLE_CANARY, t->n + 2 * SLACK);
	}
	if (t->act == GIVE_BACK)
		protect(PROT_NONE);
	t->inner_wrong = false;
}

/* Bytes behind the residue: untouched, or those of a page that was there when they were written. */
static bool untouched(const struct trial *t, unsigned long done, const unsigned char *wanted)
{
	unsigned long i;

	if (t->act != TAKE_AWAY)
		return oracle_all(t->user + done, ORACLE_CANARY, t->residue);
	for (i = done; i < t->n; i++)
		if (t->user[i] != ORACLE_CANARY && t->user[i] != wanted[i])
			return false;
	return true;
}

static bool surroundings(const struct trial *t)
{
	return oracle_all(t->user - SLACK, ORACLE_CANARY, SLACK) &&
	       oracle_all(t->user + t->n, ORACLE_CANARY, SLACK);
}

/* What is in place, what is untouched, and that the call stopped where it had to. */
static bool right(struct trial *t)
{
	unsigned long done = t->n - t->residue;

	protect(PROT_READ | PROT_WRITE);
	if (t->residue > t->n || t->inner_wrong)
		return false;
	if (t->residue && (t->act == FAULT || done < t->reach))
		return false;
	switch (t->call) {
	case CLEAR:
		return oracle_all(t->user, 0, done) && untouched(t, done, zeroes) &&
		       surroundings(t);
	case TO_USER:
		return !memcmp(t->user, source, done) && untouched(t, done, source) &&
		       surroundings(t);
	case FROM_USER:
		return !memcmp(target, pattern, done) && oracle_all(target + done, 0, t->residue) &&
		       oracle_all(target + t->n, ORACLE_CANARY, SLACK);
	}
	return false;
}

static unsigned long boundaries, stopped, wrong;

static void every_boundary(enum call call, enum act act, unsigned long n, unsigned long reach,
			   const char *routine)
{
	struct trial *t = &trial;
	static unsigned int turn;
	unsigned long at, came;

	t->call = call;
	t->act = act;
	t->n = n;
	t->reach = reach;
	t->user = user_pages + PAGE - reach;
	for (at = turn++ % stride;; at += stride) {
		prepare(t);
		came = inject_async(run_call, t, at, interrupt, t);
		if (came <= at)
			break;
		boundaries++;
		if (right(t)) {
			stopped += t->residue > 0;
			continue;
		}
		if (wrong++ < 5)
			tap_diag("%s: call %d, act %d, %lu bytes, %lu in reach, boundary %lu: "
				 "residue %lu",
				 routine, call, act, n, reach, at, t->residue);
	}
}

static void row(const struct uaccess_routine *routine)
{
	static const unsigned long sizes[] = {7, 40, 150};
	unsigned int i, act;

	boundaries = stopped = wrong = 0;
	for (i = 0; i < sizeof(sizes) / sizeof(*sizes); i++)
		for (act = TAKE_AWAY; act <= FAULT; act++) {
			unsigned long reach = sizes[i] * 2 / 3;

			if (routine->kind == UACCESS_ROUTINE_CLEAR) {
				every_boundary(CLEAR, act, sizes[i], reach, routine->name);
				continue;
			}
			every_boundary(TO_USER, act, sizes[i], reach, routine->name);
			every_boundary(FROM_USER, act, sizes[i], reach, routine->name);
		}
	tap_ok(!wrong && stopped, "%s %s: %lu boundaries, %lu stopped half way, %lu wrong",
	       uaccess_routine_kind_name(routine->kind), routine->name, boundaries, stopped, wrong);
}

int main(void)
{
	const struct uaccess_routine *table;
	const char *full = getenv("UACCESS_TEST_FULL");
	size_t count, i;

	if (!inject_async_usable())
		tap_skip_all("no trap flag here");
	user_pages =
		mmap(NULL, 3 * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	bad = mmap(NULL, 2 * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (user_pages == MAP_FAILED || bad == MAP_FAILED || mprotect(bad + PAGE, PAGE, PROT_NONE))
		tap_bail("no memory");
	bad += PAGE;
	stride = full && strcmp(full, "0") != 0 ? 1 : 8;
	oracle_fill(source, sizeof(source), 1);
	oracle_fill(pattern, sizeof(pattern), 2);
	table = uaccess_routine_table(&count);
	for (i = 0; i < count; i++) {
		if (uaccess_routine_select(table[i].kind, table[i].name))
			tap_skip(1, "%s: not on this CPU", table[i].name);
		else
			row(&table[i]);
		uaccess_routine_select(table[i].kind, NULL);
	}
	return tap_done();
}
