/* SPDX-License-Identifier: MIT */
/* Recovered faults are counted by entry, by module, by thread and in all. */
#include <errno.h>
#include <pthread.h>
#include <uaccess/fault.h>
#include <uaccess/uaccess.h>
#include "tests/tap.h"

#define THREADS 4
#define EACH	5000ul

static char *volatile nowhere = (char *)64;

/* One place, however compilers copy what calls it. */
__attribute__((noinline)) static int take_one(void)
{
	int x __attribute__((unused));

	return get_user(x, (int *)nowhere);
}

static void *take_faults(void *arg)
{
	struct uaccess_fault fault;
	unsigned long i, wrong = 0;

	(void)arg;
	for (i = 0; i < EACH; i++)
		wrong += take_one() != -EFAULT;
	uaccess_last_fault(&fault);
	return (void *)(wrong || fault.count != EACH ? 1ul : 0ul);
}

struct counted {
	uintptr_t pc;
	unsigned long of_entry, of_entries, of_module;
	size_t entries_with_hits;
};

static int look(const struct uaccess_extable_info *info, void *arg)
{
	struct counted *counted = arg;
	unsigned long sum = 0;
	size_t i;

	for (i = 0; i < info->count; i++) {
		sum += info->hits[i];
		counted->entries_with_hits += info->hits[i] != 0;
		if (uaccess_extable_insn(&info->start[i]) == counted->pc)
			counted->of_entry = info->hits[i];
	}
	counted->of_entries += sum;
	counted->of_module += info->hits[info->count];
	return 0;
}

int main(void)
{
	struct uaccess_fault fault;
	struct counted counted = {0};
	unsigned long before, wrong = 0;
	pthread_t thread[THREADS];
	void *result;
	int i;

	tap_ok(uaccess_last_fault(&fault) == -ENOENT, "a thread begins with none");
	before = uaccess_faults_recovered();
	for (i = 0; i < THREADS; i++)
		pthread_create(&thread[i], NULL, take_faults, NULL);
	for (i = 0; i < THREADS; i++) {
		pthread_join(thread[i], &result);
		wrong += result != NULL;
	}
	tap_ok(!wrong, "each thread counts its own");
	tap_ok(uaccess_faults_recovered() - before == THREADS * EACH, "and the process all");
	tap_ok(uaccess_last_fault(&fault) == -ENOENT, "this thread had none");

	take_faults(NULL);
	uaccess_last_fault(&fault);
	counted.pc = fault.pc;
	uaccess_extable_for_each(look, &counted);
	tap_ok(counted.of_entry == (THREADS + 1) * EACH, "one entry answered them (%lu)",
	       counted.of_entry);
	tap_ok(counted.entries_with_hits == 1, "and no other");
	tap_ok(counted.of_entries == counted.of_module &&
		       counted.of_module == uaccess_faults_recovered(),
	       "the sums agree");
	return tap_done();
}
