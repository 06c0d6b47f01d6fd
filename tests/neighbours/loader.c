/* SPDX-License-Identifier: MIT */
/*
 * Rows A10 to A12: a program that is not linked with the library loads it at run time, and lets it
 * go again.
 */
#include <dlfcn.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>

#include "tests/child.h"
#include "tests/memory.h"

static unsigned long (*copy_from)(void *to, const void *from, unsigned long n);
static size_t (*table_count)(void);
static int (*check)(void);
static void (*on_displaced)(int policy);
static void *library;
static char *closed;

static void *look_up(void *module, const char *name)
{
	void *symbol = dlsym(module, name);

	if (!symbol) {
		printf("no %s\n", name);
		_exit(1);
	}
	return symbol;
}

static void load_library(void)
{
	library = dlopen(child_sibling("../../.libs/libuaccess.so"), RTLD_NOW);
	if (!library)
		child_cannot(dlerror());
	*(void **)&copy_from = look_up(library, "uaccess_copy_from_user");
	*(void **)&table_count = look_up(library, "uaccess_extable_count");
	*(void **)&check = look_up(library, "uaccess_check");
	*(void **)&on_displaced = look_up(library, "uaccess_on_displaced");
	closed = memory_closed();
}

static bool recovers(void)
{
	char buffer[64];

	return copy_from(buffer, closed - 5, sizeof(buffer)) == 59;
}

static void *load_plugin(const char *name)
{
	void *plugin = dlopen(child_sibling(name), RTLD_NOW | RTLD_LOCAL);

	if (!plugin)
		child_cannot(dlerror());
	return plugin;
}

static bool plugin_recovers(void *plugin)
{
	int (*fn)(const char *p);

	*(void **)&fn = look_up(plugin, "plugin_recovers");
	return fn(closed);
}

/* --- A10: faults inside malloc() ---------------------------------------------------------- */

static atomic_bool fault_in_malloc;
static atomic_ulong malloc_faults, malloc_wrong;

#if defined(__GLIBC__) && !CHILD_SANITIZED
extern void *__libc_malloc(size_t size);

void *malloc(size_t size)
{
	if (atomic_load_explicit(&fault_in_malloc, memory_order_relaxed)) {
		atomic_fetch_add(&malloc_faults, 1);
		if (!recovers())
			atomic_fetch_add(&malloc_wrong, 1);
	}
	return __libc_malloc(size);
}
#define OWN_MALLOC 1
#else
#define OWN_MALLOC 0
#endif

static void *allocate_on(void *arg)
{
	int i;

	for (i = 0; i < 500; i++) {
		char *volatile p = malloc((size_t)i + 1);

		free(p);
	}
	return arg;
}

static int a10_in_malloc(void *arg)
{
	pthread_t threads[8];
	size_t i;

	(void)arg;
	if (!OWN_MALLOC)
		child_cannot(
			"malloc() belongs to the sanitizer, or the C library has no second name");
	load_library();
	atomic_store(&fault_in_malloc, true);
	for (i = 0; i < 8; i++)
		child_require(!pthread_create(&threads[i], NULL, allocate_on, NULL));
	for (i = 0; i < 20; i++) {
		void *plugin = load_plugin("plugin.so");

		child_require(plugin_recovers(plugin));
		child_require(!dlclose(plugin));
	}
	for (i = 0; i < 8; i++)
		child_require(!pthread_join(threads[i], NULL));
	return atomic_load(&malloc_wrong) || atomic_load(&malloc_faults) < 4000;
}

/* --- A11: unloaded ---------------------------------------------------------------------------- */

static int fault_after_close(void *arg)
{
	(void)arg;
	load_library();
	child_require(recovers());
	child_require(!dlclose(library));
	return memory_touch(arg);
}

static int a11_unloaded(void *arg)
{
	static struct child inner;
	char *bad = memory_closed();
	void *plugin;
	size_t count;

	(void)arg;
	if (CHILD_SANITIZED)
		child_cannot("the sanitizer has the signal behind us");
	load_library();
	count = table_count();
	plugin = load_plugin("plugin.so");
	child_require(table_count() > count && plugin_recovers(plugin));
	child_require(!dlclose(plugin));
	child_require(table_count() == count && recovers());
	child_call(&inner, CHILD_TRACED, 20, fault_after_close, bad);
	if (child_exited(&inner, CHILD_CANNOT))
		child_cannot("no ptrace");
	if (child_killed(&inner, SIGSEGV) && inner.last.si_addr == bad)
		return 0;
	child_diag(&inner);
	return 1;
}

/* --- A12: displaced by what is loaded --------------------------------------------------------------- */

static int a12_displaced(void *arg)
{
	(void)arg;
	load_library();
	child_require(recovers());
	load_plugin("taker.so");
	child_require(check() == -16); /* -EBUSY */
	on_displaced(1);	       /* UACCESS_DISPLACED_REINSTALL */
	child_require(!check());
	return !recovers();
}

static const struct child_case cases[] = {
	{"A10 the library loaded at run time, faults inside malloc()", a10_in_malloc, 0},
	{"A11 modules and the library unloaded", a11_unloaded, 0},
	{"A12 displaced by the constructor of a module", a12_displaced, 0},
};

int main(void)
{
	tap_plan(sizeof(cases) / sizeof(cases[0]));
	child_cases(cases, sizeof(cases) / sizeof(cases[0]));
	return tap_done();
}
