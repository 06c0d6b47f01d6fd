/* SPDX-License-Identifier: MIT */
/*
 * Everything at once, for a while: faults on several threads while files are truncated, pages
 * change their permissions, modules, tables and regions come and go, and the process forks.
 *
 * Each worker counts its turns and what went wrong in them; a watchdog sees to it that all go on.
 * UACCESS_SOAK_SECONDS in the environment says how long: 10 without.
 */
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/wait.h>
#include <time.h>

#include <uaccess/fault.h>
#include <uaccess/region.h>
#include <uaccess/uaccess.h>

#include "tests/child.h"
#include "tests/memory.h"
#include "tests/stress/generated.h"

#define PAGE  4096ul
#define PAGES 16ul

/* A worker without a turn for so long hangs; seconds. */
#define PATIENCE 60

static char *closed, *beyond, *changing, *file_map;
static int file;
static struct generated block;
static atomic_bool stop;
static volatile unsigned long vary;

struct worker {
	const char *what;
	bool (*turn)(struct worker *worker); /* false: it went wrong */
	bool (*finish)(struct worker *worker);
	bool exact; /* each turn is one fault, and what the thread counted must be its turns */
	atomic_ulong turns, wrong;
	void *state;
	pthread_t thread;
	unsigned long seen; /* the watchdog's */
	unsigned int idle;
};

/* --- one fault a turn ---------------------------------------------------------------------- */

static bool fault_once(struct worker *worker)
{
	unsigned long i = atomic_load(&worker->turns), good = i % 190, n = 200 + vary;
	char buffer[200] = {0}, byte = 1;
	uint64_t value = 1;

	switch (i % 7) {
	case 0:
		return get_user(byte, closed) == -EFAULT && !byte;
	case 1:
		return put_user(byte, beyond) == -EFAULT;
	case 2:
		return copy_from_user(buffer, closed - good, n) == n - good;
	case 3:
		return clear_user(beyond, n) == n;
	case 4:
		return __get_user(value, (uint64_t *)(1ul << 63)) == -EFAULT && !value;
	case 5:
		return generated_function(&block, i % 64 * 2)(closed) == 1;
	default:
		return copy_to_user(beyond, buffer, n) == n;
	}
}

static bool counted(struct worker *worker)
{
	struct uaccess_fault last;

	return !uaccess_last_fault(&last) && last.count == atomic_load(&worker->turns);
}

/* --- what changes under the others ------------------------------------------------------------ */

static bool truncate_file(struct worker *worker)
{
	unsigned long i = atomic_load(&worker->turns);

	return !ftruncate(file, (off_t)((1 + i * 7 % PAGES) * PAGE));
}

/* The first page is always there. */
static bool copy_file(struct worker *worker)
{
	static char copy[PAGES * PAGE];
	unsigned long left = atomic_load(&worker->turns) % 2
				     ? copy_from_user(copy, file_map, sizeof(copy))
				     : clear_user(file_map, sizeof(copy));

	return left <= sizeof(copy) - PAGE;
}

static bool change_permissions(struct worker *worker)
{
	static const int protections[] = {PROT_NONE, PROT_READ, PROT_READ | PROT_WRITE};

	return !mprotect(changing, PAGE, protections[atomic_load(&worker->turns) % 3]);
}

static bool touch_changing(struct worker *worker)
{
	char buffer[64] = {0};
	unsigned long n = sizeof(buffer) + vary;
	int error, value = 1;

	(void)worker;
	if (copy_from_user(buffer, changing, n) > n || copy_to_user(changing + 64, buffer, n) > n)
		return false;
	error = get_user(value, (int *)(void *)changing);
	return !error || (error == -EFAULT && !value);
}

/* --- what comes and goes -------------------------------------------------------------------------- */

static bool load_module(struct worker *worker)
{
	void *module = dlopen(worker->state, RTLD_NOW | RTLD_LOCAL);
	int (*fn)(const char *p);
	bool good;

	if (!module)
		return false;
	*(void **)&fn = dlsym(module, "plugin_recovers");
	good = fn && fn(closed);
	return !dlclose(module) && good;
}

static bool change_tables(struct worker *worker)
{
	(void)worker;
	return !uaccess_extable_register(&block.record[1]) &&
	       generated_function(&block, 1)(closed) == 1 &&
	       !uaccess_extable_unregister(block.table[1]);
}

static enum uaccess_region_answer open_page(const struct uaccess_fault *fault, void *arg)
{
	++*(int *)arg;
	return mprotect((void *)(fault->address & ~(PAGE - 1)), PAGE, PROT_READ | PROT_WRITE)
		       ? UACCESS_REGION_REFUSE
		       : UACCESS_REGION_RETRY;
}

static bool change_regions(struct worker *worker)
{
	char *pages = worker->state;
	int asked = 0;

	if (mprotect(pages, 4 * PAGE, PROT_NONE) ||
	    uaccess_region_register(pages, 2 * PAGE, open_page, &asked))
		return false;
	if (clear_user(pages, 3 * PAGE + vary) != PAGE || asked != 2)
		return false;
	return !uaccess_region_unregister(pages);
}

static bool fork_child(struct worker *worker)
{
	char byte = 1;
	int status;
	pid_t pid = fork();

	(void)worker;
	if (!pid) {
		alarm(30);
		_exit(get_user(byte, closed) != -EFAULT || byte ||
		      put_user(byte, beyond) != -EFAULT);
	}
	return pid > 0 && waitpid(pid, &status, 0) == pid && !status;
}

/* --- the workers ---------------------------------------------------------------------------------- */

static struct worker workers[] = {
	{.what = "faults", .turn = fault_once, .finish = counted, .exact = true},
	{.what = "faults", .turn = fault_once, .finish = counted, .exact = true},
	{.what = "faults", .turn = fault_once, .finish = counted, .exact = true},
	{.what = "copies of a file that is truncated", .turn = copy_file},
	{.what = "truncations", .turn = truncate_file},
	{.what = "accesses to a page whose permissions change", .turn = touch_changing},
	{.what = "changes of permissions", .turn = change_permissions},
	{.what = "tables registered and taken back", .turn = change_tables},
	{.what = "regions registered and taken back", .turn = change_regions},
	{.what = "modules loaded and unloaded", .turn = load_module},
	{.what = "forked children", .turn = fork_child},
};
#define WORKERS (sizeof(workers) / sizeof(workers[0]))

static void *work(void *arg)
{
	struct worker *worker = arg;

	while (!atomic_load(&stop)) {
		if (!worker->turn(worker))
			atomic_fetch_add(&worker->wrong, 1);
		atomic_fetch_add(&worker->turns, 1);
	}
	if (worker->finish && !worker->finish(worker))
		atomic_fetch_add(&worker->wrong, 1);
	return NULL;
}

static void prepare(void)
{
	size_t i;

	closed = memory_closed();
	beyond = memory_past_end();
	changing = memory_before_guard(PAGE);
	file = memfd_create("truncated", 0);
	if (file < 0 || ftruncate(file, PAGES * PAGE))
		tap_bail("no file in memory");
	file_map = mmap(NULL, PAGES * PAGE, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
	generated_make(&block);
	for (i = 0; i < 128; i += 2)
		generated_entry(&block, 0, i);
	generated_entry(&block, 1, 1);
	if (file_map == MAP_FAILED || uaccess_extable_register(&block.record[0]))
		tap_bail("no memory, or no table");
}

/* Why this one cannot work here; NULL: it can. */
static const char *cannot(struct worker *worker)
{
	if (worker->turn == change_regions)
		worker->state = memory_before_guard(4 * PAGE);
	if (worker->turn == fork_child && CHILD_SANITIZED)
		return "a sanitizer does not like forks of many threads";
	if (worker->turn == load_module) {
		worker->state = strdup(child_sibling("../neighbours/.libs/plugin.so"));
		if (CHILD_SANITIZED || access(worker->state, R_OK) || !load_module(worker))
			return "no module that can be loaded";
	}
	return NULL;
}

/* Resident memory, in KiB. */
static long resident(void)
{
	char line[128];
	long size = 0;
	FILE *status = fopen("/proc/self/status", "r");

	while (status && fgets(line, sizeof(line), status))
		sscanf(line, "VmRSS: %ld", &size);
	if (status)
		fclose(status);
	return size;
}

/* Every second: has each of them had a turn since? */
static void watch(const char *const *why)
{
	size_t i;

	for (i = 0; i < WORKERS; i++) {
		struct worker *worker = &workers[i];
		unsigned long turns = atomic_load(&worker->turns);

		if (why[i])
			continue;
		worker->idle = turns == worker->seen ? worker->idle + 1 : 0;
		worker->seen = turns;
		if (worker->idle > PATIENCE)
			tap_bail("%s: none for %d s", worker->what, PATIENCE);
	}
}

int main(void)
{
	const char *asked = getenv("UACCESS_SOAK_SECONDS"), *why[WORKERS];
	long seconds = asked ? atol(asked) : 10, second, before = 0, after;
	size_t i;

	if (seconds < 2)
		seconds = 2;
	alarm((unsigned int)seconds + 3 * PATIENCE);
	tap_plan(WORKERS + 2);
	prepare();
	for (i = 0; i < WORKERS; i++) {
		why[i] = cannot(&workers[i]);
		if (!why[i] && pthread_create(&workers[i].thread, NULL, work, &workers[i]))
			tap_bail("no thread");
	}
	for (second = 0; second < seconds; second++) {
		sleep(1);
		watch(why);
		if (second == seconds / 4)
			before = resident();
	}
	after = resident();
	atomic_store(&stop, true);
	for (i = 0; i < WORKERS; i++) {
		struct worker *worker = &workers[i];
		unsigned long turns, wrong;

		if (why[i]) {
			tap_skip(1, "%s: %s", worker->what, why[i]);
			continue;
		}
		pthread_join(worker->thread, NULL);
		turns = atomic_load(&worker->turns);
		wrong = atomic_load(&worker->wrong);
		tap_ok(turns && !wrong, "%lu %s%s, %lu wrong", turns, worker->what,
		       worker->exact ? ", as many counted" : "", wrong);
	}
	if (CHILD_SANITIZED)
		tap_skip(1, "memory: a sanitizer keeps what was freed");
	else
		tap_ok(after < before + 4096,
		       "resident memory: %ld KiB, after a quarter of the time %ld", after, before);
	tap_ok(!uaccess_check(), "the handler is in place");
	return tap_done();
}
