/* SPDX-License-Identifier: MIT */
/*
 * The registry of tables: an immutable array of modules sorted by address,
 * behind one atomic pointer.
 *
 * Readers are fault handlers. They announce themselves (grace.h), load the
 * pointer, search and leave: wait-free, no lock, no TLS. Writers take a lock,
 * publish a new array, and free the old one when every reader that could hold it
 * has left.
 */
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include "extable/extable_internal.h"
#include "extable/grace.h"
#include "src/fault/fault_internal.h"
#include "src/log.h"

struct module {
	struct uaccess_extable_info info;
	uintptr_t highest_so_far;		    /* of this module and those before it */
	const struct uaccess_extable_entry **order; /* NULL: the table is sorted itself */
	atomic_ulong *hits; /* one for each entry as it stands in the table, and their sum */
	bool main_program;
};

struct registry {
	size_t count;
	struct module module[];
};

static _Atomic(struct registry *) current;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static bool prepared, watching_exit;
static atomic_bool exiting;

/* --- readers: inside the handler ------------------------------------------------ */

/* Modules that cover pc end at the last one that begins at or below it. */
static const struct module *search(const struct registry *registry, uintptr_t pc,
				   const struct uaccess_extable_entry **entry)
{
	size_t low = 0, high = registry ? registry->count : 0;

	*entry = NULL;
	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (registry->module[middle].info.lowest <= pc)
			low = middle + 1;
		else
			high = middle;
	}
	/* One step, unless tables of generated code interleave. */
	while (low-- && registry->module[low].highest_so_far >= pc) {
		const struct module *module = &registry->module[low];

		if (pc > module->info.highest)
			continue;
		*entry = uaccess__extable_search_table(module->info.start, module->order,
						       module->info.count, pc);
		if (*entry)
			return module;
	}
	return NULL;
}

const struct uaccess_extable_entry *uaccess_extable_search(uintptr_t pc)
{
	unsigned int side = uaccess__reader_enter();
	const struct uaccess_extable_entry *entry;

	search(atomic_load(&current), pc, &entry);
	uaccess__reader_leave(side);
	return entry;
}

void uaccess__extable_count_hit(const struct uaccess_extable_entry *counted)
{
	unsigned int side = uaccess__reader_enter();
	const struct uaccess_extable_entry *entry;
	const struct module *module =
		search(atomic_load(&current), uaccess_extable_insn(counted), &entry);

	if (entry) {
		atomic_fetch_add_explicit(&module->hits[entry - module->info.start], 1,
					  memory_order_relaxed);
		atomic_fetch_add_explicit(&module->hits[module->info.count], 1,
					  memory_order_relaxed);
	}
	uaccess__reader_leave(side);
}

/* --- writers -------------------------------------------------------------------- */

static void before_fork(void)
{
	pthread_mutex_lock(&lock);
}

static void after_fork(void)
{
	pthread_mutex_unlock(&lock);
}

/* Threads that were reading are not in the child, and will not leave. */
static void after_fork_in_child(void)
{
	uaccess__forget_readers();
	pthread_mutex_unlock(&lock);
}

static void note_exit(void)
{
	atomic_store(&exiting, true);
}

/*
 * exit() runs the modules' destructors while other threads go on and may fault.
 * A function given to atexit() once the program's own constructors run comes
 * before them; one given earlier, while libraries are set up, comes after.
 */
static void prepare(bool main_program)
{
	if (!prepared) {
		prepared = true;
		pthread_atfork(before_fork, after_fork, after_fork_in_child);
		atexit(note_exit);
	}
	if (main_program && !watching_exit) {
		watching_exit = true;
		atexit(note_exit);
	}
}

static int compare_modules(const void *a, const void *b)
{
	const struct module *x = a, *y = b;

	return (x->info.lowest > y->info.lowest) - (x->info.lowest < y->info.lowest);
}

/* Publishes next and frees what was there. False: somebody may still read the old one. */
static bool publish(struct registry *next)
{
	struct registry *old;
	uintptr_t highest = 0;
	bool quiet;
	size_t i;

	qsort(next->module, next->count, sizeof(next->module[0]), compare_modules);
	for (i = 0; i < next->count; i++) {
		if (next->module[i].info.highest > highest)
			highest = next->module[i].info.highest;
		next->module[i].highest_so_far = highest;
	}
	old = atomic_exchange(&current, next);
	quiet = uaccess__wait_for_readers();
	if (quiet)
		free(old); /* else kept for good: a stopped reader may hold it */
	return quiet;
}

/* A copy of the present registry with room for one more. */
static struct registry *copy_registry(void)
{
	const struct registry *old = atomic_load(&current);
	size_t count = old ? old->count : 0;
	struct registry *next = malloc(sizeof(*next) + (count + 1) * sizeof(next->module[0]));

	if (!next)
		return NULL;
	next->count = count;
	if (count)
		memcpy(next->module, old->module, count * sizeof(next->module[0]));
	return next;
}

static const struct uaccess_extable_entry *entry_at(const struct module *module, size_t i)
{
	return module->order ? module->order[i] : &module->info.start[i];
}

/* Fills in a module from its record, which was checked and is not empty. */
static int fill_module(struct module *module, const struct uaccess_extable_module *record)
{
	struct uaccess_extable_info *info = &module->info;

	memset(module, 0, sizeof(*module));
	info->start = record->start;
	info->count = (size_t)(record->stop - record->start);
	info->flags = record->flags;
	info->name = uaccess__extable_module_name(record->start, &module->main_program);
	if (record->name || !info->name)
		info->name = record->name ? record->name : "?";
	if (!uaccess__extable_is_sorted(info->start, info->count)) {
		module->order = uaccess__extable_sort(info->start, info->count);
		if (!module->order)
			return -ENOMEM;
		info->flags |= UACCESS_EXTABLE_WAS_UNSORTED;
	}
	/* Zeroed and never written until a fault comes: no memory is taken for it. */
	module->hits = calloc(info->count + 1, sizeof(*module->hits));
	if (!module->hits) {
		free(module->order);
		return -ENOMEM;
	}
	info->lowest = uaccess_extable_insn(entry_at(module, 0));
	info->highest = uaccess_extable_insn(entry_at(module, info->count - 1));
	return 0;
}

/* What is wrong with a table beside the others; said once the lock is free: a hook may ask us. */
struct conflict {
	uintptr_t insn; /* the second entry is for this one; 0: the table is registered already */
	int error;	/* 0: nothing is wrong */
};

static void say_conflict(const struct module *module, const struct conflict *conflict)
{
	const char *name = *module->info.name ? module->info.name : "the program";

	if (conflict->insn)
		uaccess__log(
			"exception table of %s refused: a second entry for the instruction at %#lx",
			name, (unsigned long)conflict->insn);
	else
		uaccess__log("exception table of %s refused: it is registered", name);
}

/* One instruction, one entry: within the new table, and between it and those registered. */
static struct conflict find_conflict(const struct registry *registry, const struct module *module)
{
	const struct uaccess_extable_info *info = &module->info;
	size_t i, m;

	for (i = 1; i < info->count; i++) {
		uintptr_t insn = uaccess_extable_insn(entry_at(module, i));

		if (insn == uaccess_extable_insn(entry_at(module, i - 1)))
			return (struct conflict){insn, -EINVAL};
	}
	for (m = 0; m < registry->count; m++) {
		const struct uaccess_extable_info *other = &registry->module[m].info;

		if (other->start == info->start)
			return (struct conflict){0, -EEXIST};
		if (other->highest < info->lowest || other->lowest > info->highest)
			continue;
		for (i = 0; i < info->count; i++) {
			const struct uaccess_extable_entry *there;
			uintptr_t insn = uaccess_extable_insn(entry_at(module, i));

			if (search(registry, insn, &there))
				return (struct conflict){insn, -EEXIST};
		}
	}
	return (struct conflict){0, 0};
}

int uaccess_extable_register(const struct uaccess_extable_module *record)
{
	struct conflict conflict = {0, 0};
	struct registry *next;
	struct module module;
	int error;

	error = uaccess__extable_check(record);
	if (error)
		return error;
	if (record->start == record->stop) {
		uaccess__fault_auto_install();
		return 0;
	}
	error = fill_module(&module, record);
	if (error)
		return error;

	pthread_mutex_lock(&lock);
	prepare(module.main_program);
	next = copy_registry();
	if (next)
		conflict = find_conflict(next, &module);
	error = next ? conflict.error : -ENOMEM;
	if (!error) {
		next->module[next->count++] = module;
		publish(next);
		next = NULL;
	}
	pthread_mutex_unlock(&lock);

	free(next);
	if (conflict.error)
		say_conflict(&module, &conflict);
	if (error) {
		free(module.order);
		free(module.hits);
		return error;
	}
	uaccess__fault_auto_install();
	return 0;
}

int uaccess_extable_unregister(const struct uaccess_extable_entry *start)
{
	struct registry *next;
	struct module taken;
	int error = -ENOENT;
	size_t i;

	pthread_mutex_lock(&lock);
	next = copy_registry();
	for (i = 0; next && i < next->count; i++) {
		if (next->module[i].info.start != start)
			continue;
		error = 0;
		if ((next->module[i].info.flags & UACCESS_EXTABLE_OF_MODULE) &&
		    (next->module[i].main_program || atomic_load(&exiting)))
			break; /* its text stays, and other threads may still run it */
		taken = next->module[i];
		next->module[i] = next->module[--next->count];
		if (publish(next)) {
			free(taken.order);
			free(taken.hits);
		}
		next = NULL;
	}
	if (!next && error)
		error = -ENOMEM;
	pthread_mutex_unlock(&lock);
	free(next);
	return error;
}

int uaccess_extable_for_each(int (*fn)(const struct uaccess_extable_info *info, void *arg),
			     void *arg)
{
	const struct registry *registry;
	int result = 0;
	size_t i;

	pthread_mutex_lock(&lock);
	registry = atomic_load(&current);
	for (i = 0; registry && i < registry->count && !result; i++) {
		struct uaccess_extable_info info = registry->module[i].info;

		info.hits = (const unsigned long *)registry->module[i].hits;
		result = fn(&info, arg);
	}
	pthread_mutex_unlock(&lock);
	return result;
}

static int add_count(const struct uaccess_extable_info *info, void *arg)
{
	*(size_t *)arg += info->count;
	return 0;
}

size_t uaccess_extable_count(void)
{
	size_t count = 0;

	uaccess_extable_for_each(add_count, &count);
	return count;
}

static int add_hits(const struct uaccess_extable_info *info, void *arg)
{
	*(unsigned long *)arg += info->hits[info->count];
	return 0;
}

unsigned long uaccess_faults_recovered(void)
{
	unsigned long count = 0;

	uaccess_extable_for_each(add_hits, &count);
	return count;
}
