/* SPDX-License-Identifier: MIT */
/*
 * The hooks: a layer between the bulk calls and the selected routine, there only while
 * injection is enabled.
 */
#include <errno.h>
#include <stdatomic.h>
#include <stdlib.h>
#include "inject/inject_internal.h"
#include "src/usercopy/routine_internal.h"

static struct uaccess_inject_attr fail_usercopy = UACCESS_INJECT_ATTR_INITIALIZER("fail_usercopy");
static _Atomic unsigned int enabled;

static uaccess_clear_fn layer_clear;
static uaccess_copy_fn layer_copy;
static struct uaccess__layer layer = {.clear = layer_clear, .copy = layer_copy};

/* The kernel's hooks all say 1, whatever is copied. */
static bool fails(unsigned int hook, const void *caller)
{
	return (atomic_load_explicit(&enabled, memory_order_relaxed) & hook) &&
	       uaccess__inject_decide(&fail_usercopy, 1, caller);
}

/* As if the first byte faulted: the call's end then has no byte to look at. */
static struct uaccess_progress nothing_done(const void *start, unsigned long n)
{
	struct uaccess_progress progress = {n, (uintptr_t)start};

	return progress;
}

static struct uaccess_progress layer_clear(void *to, unsigned long n)
{
	if (fails(UACCESS_INJECT_CLEAR, __builtin_return_address(0)))
		return nothing_done(to, n);
	return atomic_load_explicit(&layer.next_clear, memory_order_relaxed)(to, n);
}

static struct uaccess_progress layer_copy(void *to, const void *from, unsigned long n)
{
	if (fails(UACCESS_INJECT_COPY, __builtin_return_address(0)))
		return nothing_done(to, n);
	return atomic_load_explicit(&layer.next_copy, memory_order_relaxed)(to, from, n);
}

struct uaccess_inject_attr *uaccess_inject_fail_usercopy(void)
{
	return &fail_usercopy;
}

unsigned int uaccess_inject_enabled(void)
{
	return atomic_load(&enabled);
}

int uaccess_inject_enable(unsigned int hooks)
{
	int error;

	if (hooks & ~UACCESS_INJECT_ALL)
		return -EINVAL;
	error = uaccess_routine_inject(hooks ? &layer : NULL);
	if (!error)
		atomic_store(&enabled, hooks);
	return error;
}

__attribute__((constructor)) static void at_start(void)
{
	const char *parameter = secure_getenv("UACCESS_FAIL_USERCOPY");
	const char *seed = secure_getenv("UACCESS_INJECT_SEED");

	if (seed)
		uaccess_inject_seed(strtoull(seed, NULL, 0));
	if (!parameter)
		return;
	if (uaccess_inject_setup(&fail_usercopy, parameter))
		uaccess__inject_say("FAULT_INJECTION: failed to parse arguments\n");
	else if (uaccess_inject_enable(UACCESS_INJECT_COPY))
		uaccess__inject_say("FAULT_INJECTION: the bulk calls cannot be hooked\n");
}
