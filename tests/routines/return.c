/* SPDX-License-Identifier: MIT */
/*
 * The direct way back from the handler leaves everything as rt_sigreturn does: all
 * general, x87 and vector registers, flags, signal mask, alternate stack; and it is
 * not taken where it must not be.
 */
#include <cpuid.h>
#include <errno.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include <uaccess/uaccess.h>
#include "tests/tap.h"

#define STATE_MAX   16384
#define ROUNDS	    3000
#define FLAGS	    0xcd5u /* carry, parity, adjust, zero, sign, direction, overflow */
#define COMPONENTS  0xe7u  /* x87, SSE, AVX, AVX-512: what a program holds values in */
#define LEGACY_KEPT 416	   /* bytes of the legacy area that hold registers */
#define HEADER	    512
#ifndef SS_AUTODISARM
#define SS_AUTODISARM (1u << 31)
#endif

void return_probe(void);
bool uaccess__return_enable(bool direct);

uint64_t return_in[17], return_out[17], return_features;
void *return_before;
_Alignas(64) unsigned char return_state_in[STATE_MAX], return_state_out[STATE_MAX];
_Alignas(4096) unsigned char return_bad[4096];

static uint64_t random_state = 88172645463325252u;

static uint64_t next_random(void)
{
	random_state ^= random_state << 13;
	random_state ^= random_state >> 7;
	random_state ^= random_state << 17;
	return random_state;
}

static void fill(unsigned char *to, size_t n)
{
	while (n--)
		*to++ = (unsigned char)next_random();
}

/* Where a component lies in the standard format; its size. */
static size_t component(unsigned int i, size_t *offset)
{
	unsigned int a, b, c, d;

	__cpuid_count(13, i, a, b, c, d);
	*offset = b;
	return a;
}

static bool prepare(void)
{
	unsigned int a, b, c, d, low, high;

	__cpuid(1, a, b, c, d);
	if (!(c & bit_OSXSAVE))
		return false;
	__asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
	return_features = low & COMPONENTS;
	__cpuid_count(13, 0, a, b, c, d);
	return b <= STATE_MAX && !mprotect(return_bad, sizeof(return_bad), PROT_NONE);
}

/* Values for every register; at times a component is in its initial state. */
static void make_input(void)
{
	uint64_t present = return_features;
	unsigned int i;
	size_t offset, size;

	for (i = 0; i < 16; i++)
		return_in[i] = next_random();
	return_in[16] = (next_random() & FLAGS) | 0x202;
	memset(return_state_in, 0, STATE_MAX);
	memset(return_state_out, 0, STATE_MAX);
	return_state_in[0] = 0x7f; /* x87: exceptions masked, rounding and precision vary */
	return_state_in[1] = (unsigned char)(0x03 | (next_random() & 0x0c));
	return_state_in[4] = 0xff; /* all eight are in use */
	return_state_in[24] = (unsigned char)(0x80 | (next_random() & 0x3f));
	return_state_in[25] = (unsigned char)(0x1f | (next_random() & 0x60));
	for (i = 0; i < 8; i++)
		fill(return_state_in + 32 + 16 * i, 10);
	fill(return_state_in + 160, 256);
	for (i = 2; i < 8; i++) {
		if (!(present >> i & 1))
			continue;
		if (!(next_random() & 3)) {
			present &= ~(1ull << i);
			continue;
		}
		size = component(i, &offset);
		fill(return_state_in + offset, size);
	}
	memcpy(return_state_in + HEADER, &present, sizeof(present));
}

static bool same(void)
{
	uint64_t present;
	unsigned int i;
	size_t offset, size;

	for (i = 0; i < 16; i++)
		if (i != 4 && return_in[i] != return_out[i])
			return false;
	if (return_out[4] != (uint64_t)(uintptr_t)return_before ||
	    (return_in[16] & FLAGS) != (return_out[16] & FLAGS))
		return false;
	/* The instruction pointers of x87 are not kept by every processor. */
	if (memcmp(return_state_in, return_state_out, 6) ||
	    memcmp(return_state_in + 24, return_state_out + 24, 4) ||
	    memcmp(return_state_in + 32, return_state_out + 32, LEGACY_KEPT - 32))
		return false;
	memcpy(&present, return_state_out + HEADER, sizeof(present));
	for (i = 2; i < 8; i++) {
		static const unsigned char zeros[STATE_MAX];
		bool there = present >> i & 1;

		if (!(return_features >> i & 1))
			continue;
		size = component(i, &offset);
		if (memcmp(return_state_in + offset, there ? return_state_out + offset : zeros,
			   size))
			return false;
	}
	return true;
}

static unsigned int wrong_rounds(void)
{
	unsigned int i, wrong = 0;

	for (i = 0; i < ROUNDS; i++) {
		make_input();
		return_probe();
		wrong += !same();
	}
	return wrong;
}

static bool fault_once(void)
{
	unsigned char c = 1;

	return get_user(c, return_bad) == -EFAULT && !c;
}

/* Signal mask and alternate stack before and after a fault. */
static bool mask_and_stack_stay(void)
{
	sigset_t set, before, after;
	stack_t stack_before, stack_after;
	bool good;

	sigemptyset(&set);
	sigaddset(&set, SIGUSR2);
	sigaddset(&set, SIGALRM);
	sigprocmask(SIG_SETMASK, &set, NULL);
	sigprocmask(SIG_SETMASK, NULL, &before);
	sigaltstack(NULL, &stack_before);
	good = fault_once();
	sigaltstack(NULL, &stack_after);
	sigprocmask(SIG_SETMASK, NULL, &after);
	sigemptyset(&set);
	sigprocmask(SIG_SETMASK, &set, NULL);
	return good && !memcmp(&before, &after, 8) && stack_before.ss_sp == stack_after.ss_sp &&
	       stack_before.ss_flags == stack_after.ss_flags &&
	       stack_before.ss_size == stack_after.ss_size;
}

static volatile bool nested_good;

static void on_signal(int signo)
{
	(void)signo;
	nested_good = fault_once() && mask_and_stack_stay();
}

static bool inside_a_handler(void)
{
	struct sigaction action;

	memset(&action, 0, sizeof(action));
	action.sa_handler = on_signal;
	action.sa_flags = SA_ONSTACK;
	sigaction(SIGUSR1, &action, NULL);
	nested_good = false;
	raise(SIGUSR1);
	return nested_good && fault_once();
}

static bool use_stack(unsigned int flags)
{
	static unsigned char memory[65536];
	stack_t stack = {.ss_sp = memory, .ss_size = sizeof(memory), .ss_flags = (int)flags};

	return !sigaltstack(&stack, NULL);
}

static void both_ways(const char *way)
{
	tap_ok(!wrong_rounds(), "%s: every register and flag, %d times", way, ROUNDS);
	tap_ok(mask_and_stack_stay(), "%s: signal mask, no alternate stack", way);
	tap_ok(use_stack(0) && mask_and_stack_stay(), "%s: signal mask and alternate stack", way);
	tap_ok(!wrong_rounds(), "%s: registers, with an alternate stack", way);
	tap_ok(inside_a_handler(), "%s: inside a handler on the alternate stack", way);
	if (use_stack(SS_AUTODISARM))
		tap_ok(mask_and_stack_stay(), "%s: an alternate stack that disarms is armed again",
		       way);
	else
		tap_skip(1, "no SS_AUTODISARM");
	use_stack(SS_DISABLE);
}

int main(void)
{
	alarm(120);
	if (!prepare())
		tap_skip_all("no XSAVE");
	uaccess__return_enable(false);
	both_ways("rt_sigreturn");
	if (uaccess__return_enable(true))
		both_ways("direct");
	else
		tap_skip(6, "a sanitizer or Valgrind is in the process");
	/* A leak checker reads all of the program's data at the end. */
	mprotect(return_bad, sizeof(return_bad), PROT_READ);
	return tap_done();
}
