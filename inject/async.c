/* SPDX-License-Identifier: MIT */
/* Asynchronous injection by the trap flag. */
#include <signal.h>
#include <stddef.h>
#include <string.h>
#include <ucontext.h>
#include "inject/async.h"

#define TRAP_FLAG 0x100

/* Of the call under way. */
static volatile unsigned long boundaries;
static unsigned long wanted;
static void (*to_interrupt)(void *context, void *what);
static void *to_what;

#if defined(__x86_64__)

static void on_trap(int signo, siginfo_t *info, void *context)
{
	ucontext_t *uc = context;

	(void)signo;
	(void)info;
	if (wanted == boundaries || wanted == INJECT_ASYNC_EVERY) {
		to_interrupt(context, to_what);
		if (wanted != INJECT_ASYNC_EVERY)
			uc->uc_mcontext.gregs[REG_EFL] &= ~(greg_t)TRAP_FLAG;
	}
	boundaries++;
}

/* The compiler does not know that traps read and write memory. */
#define BARRIER() __asm__ volatile("" : : : "memory")

static void trap_on(void)
{
	BARRIER();
	__builtin_ia32_writeeflags_u64(__builtin_ia32_readeflags_u64() | TRAP_FLAG);
	BARRIER();
}

static void trap_off(void)
{
	BARRIER();
	__builtin_ia32_writeeflags_u64(__builtin_ia32_readeflags_u64() &
				       ~(unsigned long long)TRAP_FLAG);
	BARRIER();
}

unsigned long inject_async(void (*call)(void *arg), void *arg, unsigned long at,
			   void (*interrupt)(void *context, void *what), void *what)
{
	struct sigaction action, old;

	memset(&action, 0, sizeof(action));
	action.sa_sigaction = on_trap;
	action.sa_flags = SA_SIGINFO;
	/* A signal that the interrupt sends comes at the boundary, not in the interrupt. */
	sigfillset(&action.sa_mask);
	sigdelset(&action.sa_mask, SIGSEGV);
	sigdelset(&action.sa_mask, SIGBUS);
	sigaction(SIGTRAP, &action, &old);
	boundaries = 0;
	wanted = at;
	to_interrupt = interrupt;
	to_what = what;
	trap_on();
	call(arg);
	trap_off();
	sigaction(SIGTRAP, &old, NULL);
	return boundaries;
}

static void nothing(void *arg)
{
	(void)arg;
}

static void no_interrupt(void *context, void *what)
{
	(void)context;
	(void)what;
}

bool inject_async_usable(void)
{
#if defined(__SANITIZE_THREAD__)
	return false;
#endif
	return inject_async(nothing, NULL, INJECT_ASYNC_EVERY, no_interrupt, NULL) > 0;
}

#else

unsigned long inject_async(void (*call)(void *arg), void *arg, unsigned long at,
			   void (*interrupt)(void *context, void *what), void *what)
{
	(void)at;
	(void)interrupt;
	(void)what;
	call(arg);
	return 0;
}

bool inject_async_usable(void)
{
	return false;
}

#endif
