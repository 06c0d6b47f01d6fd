/* SPDX-License-Identifier: MIT */
/* Guarded buffers: each kind faults as it says, where it says; thousands at once; nothing is left. */
#include <errno.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include <uaccess/fault.h>
#include <uaccess/guard.h>
#include <uaccess/uaccess.h>
#include "tests/tap.h"

#define PAGE 4096ul

/* Mappings of the process in the buffers' part of it. */
static unsigned int mappings(void)
{
	FILE *maps = fopen("/proc/self/maps", "re");
	unsigned int count = 0;
	char line[512];

	while (maps && fgets(line, sizeof(line), maps))
		count += !strncmp(line, "551", 3) || !strncmp(line, "552", 3);
	if (maps)
		fclose(maps);
	return count;
}

/* Exactly the bytes that the buffer says can be used: neighbours fault, and as they should. */
static bool edges(struct uaccess_guard *guard)
{
	bool reads = uaccess_guard_stops_reads(guard->kind);
	const unsigned char *bad[] = {guard->start - 1, guard->start - UACCESS_GUARD_REACH,
				      guard->end, guard->end + UACCESS_GUARD_REACH - 1};
	unsigned char byte __attribute__((unused));
	unsigned int i;
	int code = 0;

	for (i = 0; i < 4; i++) {
		struct uaccess_fault fault;

		if (put_user((unsigned char)1, (unsigned char *)(uintptr_t)bad[i]) != -EFAULT)
			return false;
		if (uaccess_last_fault(&fault) ||
		    fault.signo != uaccess_guard_signal(guard->kind, &code) || fault.code != code)
			return false;
		if ((get_user(byte, bad[i]) == -EFAULT) != reads)
			return false;
	}
	return !put_user((unsigned char)1, guard->start) &&
	       !put_user((unsigned char)1, guard->end - 1);
}

static bool residues(enum uaccess_guard_kind kind, size_t size)
{
	struct uaccess_guard guard;
	unsigned char copy[200];
	bool good;

	if (uaccess_guard_alloc(&guard, kind, UACCESS_GUARD_AT_END, size))
		return false;
	good = guard.size == size && guard.data + size == guard.end && guard.data >= guard.start &&
	       (uintptr_t)guard.start % PAGE == 0 && edges(&guard) &&
	       clear_user(guard.data, size + 100) == 100 &&
	       copy_from_user(copy, guard.end - 1, 150) ==
		       (uaccess_guard_stops_reads(kind) ? 149 : 0);
	uaccess_guard_free(&guard);
	if (guard.data || guard.map)
		return false;
	if (uaccess_guard_alloc(&guard, kind, UACCESS_GUARD_AT_START, size))
		return false;
	good = good && guard.data == guard.start && edges(&guard) &&
	       clear_user(guard.data - 1, size + 1) == size + 1;
	uaccess_guard_free(&guard);
	uaccess_guard_free(&guard);
	return good;
}

static bool have(enum uaccess_guard_kind kind)
{
	struct uaccess_guard guard;
	int error = uaccess_guard_alloc(&guard, kind, UACCESS_GUARD_AT_END, 1);

	uaccess_guard_free(&guard);
	return error != -EOPNOTSUPP;
}

static const size_t sizes[] = {0, 1, 7, 64, 4095, 4096, 4097, 12288, 3000000};

static void each_kind(void)
{
	enum uaccess_guard_kind kind;
	unsigned int i;

	for (kind = UACCESS_GUARD_PROT_NONE; kind < UACCESS_GUARD_NON_CANONICAL; kind++) {
		const char *name = uaccess_guard_kind_name(kind);
		bool good = true;

		if (!have(kind)) {
			tap_skip(1, "%s: not in this kernel", name);
			continue;
		}
		for (i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++)
			good = residues(kind, sizes[i]) && good;
		tap_ok(good, "%s: both places, each size", name);
	}
}

static void non_canonical(void)
{
	struct uaccess_guard guard;
	struct uaccess_fault fault;
	char byte __attribute__((unused));
	int code;

	tap_ok(uaccess_guard_alloc(&guard, UACCESS_GUARD_NON_CANONICAL, UACCESS_GUARD_AT_END, 1) ==
			       -EINVAL &&
		       !uaccess_guard_alloc(&guard, UACCESS_GUARD_NON_CANONICAL,
					    UACCESS_GUARD_AT_END, 0) &&
		       __get_user(byte, (char *)guard.data) == -EFAULT &&
		       !uaccess_last_fault(&fault) &&
		       fault.signo == uaccess_guard_signal(guard.kind, &code) && fault.code == code,
	       "non-canonical: an address without a byte");
	uaccess_guard_free(&guard);
}

#define MANY 4000

static void many(void)
{
	static struct uaccess_guard guards[MANY];
	unsigned int i, made, wrong = 0, before = mappings();
	int round;

	/* Twice, and every other one freed early: slots are found again. */
	for (round = 0; round < 2; round++) {
		for (made = 0; made < MANY; made++) {
			if (uaccess_guard_alloc(&guards[made],
						made % 2 ? UACCESS_GUARD_UNMAPPED
							 : UACCESS_GUARD_PROT_NONE,
						UACCESS_GUARD_AT_END, made + 1))
				break;
			memset(guards[made].data, (int)made, made + 1);
		}
		wrong += made != MANY || mappings() < MANY;
		/* What comes after does not fill the holes. */
		for (i = 0; i < 200; i++) {
			void *other = mmap(NULL, 16 * PAGE, PROT_READ | PROT_WRITE,
					   MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
			wrong += other == MAP_FAILED;
		}
		for (i = 0; i < made; i++) {
			unsigned char byte __attribute__((unused));

			wrong += guards[i].data[i] != (unsigned char)i;
			wrong += get_user(byte, guards[i].end) != -EFAULT;
			wrong += get_user(byte, guards[i].start - 1) != -EFAULT;
		}
		for (i = 0; i < made; i += 2)
			uaccess_guard_free(&guards[i]);
		for (i = 1; i < made; i += 2)
			uaccess_guard_free(&guards[i]);
	}
	tap_ok(!wrong, "%d at once, %u wrong", MANY, wrong);
	tap_ok(mappings() == before, "nothing is left mapped");
}

/* More address space in all than the area has: slots come round, live ones are passed over. */
static void round_and_round(void)
{
	struct uaccess_guard live, big;
	unsigned int i, wrong = 0;

	wrong += !!uaccess_guard_alloc(&live, UACCESS_GUARD_UNMAPPED, UACCESS_GUARD_AT_END, 1);
	for (i = 0; i < 40; i++) {
		if (uaccess_guard_alloc(&big, UACCESS_GUARD_PROT_NONE, UACCESS_GUARD_AT_START,
					10ul << 30)) {
			wrong++;
			continue;
		}
		wrong += big.data < live.end && live.start < big.end;
		uaccess_guard_free(&big);
	}
	tap_ok(!wrong && clear_user(live.data, 2) == 1, "the area is used again and again");
	uaccess_guard_free(&live);
}

int main(void)
{
	struct uaccess_guard guard;

	alarm(120);
	each_kind();
	non_canonical();
	many();
	round_and_round();
	errno = 77;
	tap_ok(uaccess_guard_alloc(&guard, UACCESS_GUARD_KINDS, UACCESS_GUARD_AT_END, 1) ==
			       -EINVAL &&
		       uaccess_guard_alloc(&guard, UACCESS_GUARD_PROT_NONE,
					   (enum uaccess_guard_place)9, 1) == -EINVAL &&
		       uaccess_guard_alloc(&guard, UACCESS_GUARD_PROT_NONE, UACCESS_GUARD_AT_END,
					   ~0ul) == -ENOMEM &&
		       !guard.data && !uaccess_guard_kind_name(UACCESS_GUARD_KINDS) &&
		       !uaccess_guard_signal(UACCESS_GUARD_KINDS, NULL) && errno == 77,
	       "what cannot be made is refused");
	return tap_done();
}
