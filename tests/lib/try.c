/* SPDX-License-Identifier: MIT */
/* uaccess_try(): what comes back after a fault, nesting, and everything it must leave as it was. */
#include <alloca.h>
#include <errno.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include <xmmintrin.h>
#include <uaccess/fault.h>
#include <uaccess/uaccess.h>
#include "tests/tap.h"

static char *good, *bad; /* two pages, the second without access */

/* Several threads write the same byte, and mean to. */
__attribute__((no_sanitize_thread)) static void touch(void *arg)
{
	*(volatile char *)arg = 1;
}

static void nothing(void *arg)
{
	++*(int *)arg;
}

static void call_null(void *arg)
{
	void (*volatile null)(void) = (void (*)(void))arg;

	null();
}

/* Does what compiled code may do with a stack that the ABI says is aligned. */
static void aligned_store(void *arg)
{
	char room[64] __attribute__((aligned(16)));

	__asm__ volatile("movaps %%xmm0, %0\n\tmovb $0, %0" : "=m"(room) : : "memory");
	*(uintptr_t *)arg = (uintptr_t)__builtin_frame_address(0) & 15;
}

struct nest {
	int depth, inner_result, came_back;
	struct uaccess_fault inner;
};

static void nest_and_fault(void *arg)
{
	struct nest *nest = arg;

	if (nest->depth-- > 0) {
		nest->inner_result += uaccess_try(nest_and_fault, nest, &nest->inner) == -EFAULT;
		nest->came_back++;
	}
	touch(bad);
}

static void change_control_words(void *arg)
{
	unsigned short control = 0x0c7f;

	_mm_setcsr(0xffc0); /* other rounding, all masked */
	__asm__ volatile("fldcw %0\n\tfld1\n\tstd" : : "m"(control) : "st");
	touch(arg);
}

static void guarded_inside(void *arg)
{
	unsigned long *left = arg;

	*left = clear_user(bad - 3, (size_t)*left);
	touch(bad);
}

static jmp_buf jump;

static void leave_by_longjmp(void *arg)
{
	(void)arg;
	longjmp(jump, 1);
}

static volatile sig_atomic_t previous_ran;

static void previous(int signo)
{
	(void)signo;
	previous_ran = 1;
	mprotect(bad, 4096, PROT_READ | PROT_WRITE);
}

static void *in_thread(void *arg)
{
	int i, wrong = 0;

	(void)arg;
	for (i = 0; i < 10000; i++)
		wrong += uaccess_try(touch, i & 1 ? bad : (char *)16, NULL) != -EFAULT;
	return (void *)(intptr_t)wrong;
}

/* Every callee-saved register holds a known value across the call. */
static int registers_kept(void (*fn)(void *), void *arg, int *result)
{
	uint64_t wrong = 0;

	/* The compiler sees no call, and may keep variables below the stack pointer. */
	__asm__ volatile(
		"leaq -128(%%rsp), %%rsp\n\t"
		"pushq %%rbx\n\tpushq %%rbp\n\tpushq %%r12\n\tpushq %%r13\n\t"
		"pushq %%r14\n\tpushq %%r15\n\tpushq %[result]\n\tpushq %%rax\n\t"
		"movq $0x11, %%rbx\n\tmovq $0x22, %%rbp\n\tmovq $0x33, %%r12\n\t"
		"movq $0x44, %%r13\n\tmovq $0x55, %%r14\n\tmovq $0x66, %%r15\n\t"
		"movq %%rsp, 8(%%rsp)\n\t"
		"xorl %%edx, %%edx\n\tcall uaccess_try\n\t"
		"cmpq 8(%%rsp), %%rsp\n\tje 1f\n\tud2\n1:\t"
		"xorq $0x11, %%rbx\n\txorq $0x22, %%rbp\n\txorq $0x33, %%r12\n\t"
		"xorq $0x44, %%r13\n\txorq $0x55, %%r14\n\txorq $0x66, %%r15\n\t"
		"orq %%rbp, %%rbx\n\torq %%r12, %%rbx\n\torq %%r13, %%rbx\n\t"
		"orq %%r14, %%rbx\n\torq %%r15, %%rbx\n\tmovq %%rbx, %%rcx\n\t"
		"addq $16, %%rsp\n\tpopq %%r15\n\tpopq %%r14\n\tpopq %%r13\n\tpopq %%r12\n\t"
		"popq %%rbp\n\tpopq %%rbx\n\tleaq 128(%%rsp), %%rsp"
		: "=a"(*result), "=c"(wrong), "+D"(fn), "+S"(arg)
		: [result] "r"(result)
		: "rdx", "r8", "r9", "r10", "r11", "memory", "cc");
	return !wrong;
}

int main(void)
{
	struct uaccess_fault fault;
	struct sigaction action = {.sa_handler = previous};
	unsigned int csr = _mm_getcsr();
	unsigned short control, control_after;
	unsigned long flags, left = 20;
	sigset_t mask, mask_after;
	stack_t stack, stack_after;
	struct nest nest = {.depth = 20};
	pthread_t thread[4];
	uintptr_t misaligned = 1;
	int count = 0, result, i, wrong;
	void *value;

	good = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	bad = good + 4096;
	mprotect(bad, 4096, PROT_NONE);

	tap_ok(uaccess_try(nothing, &count, NULL) == 0 && count == 1,
	       "no fault: 0, and fn ran once");
	memset(&fault, 0x55, sizeof(fault));
	tap_ok(uaccess_try(nothing, &count, &fault) == 0 && fault.signo == 0x55555555,
	       "no fault: *fault is left alone");

	tap_ok(uaccess_try(aligned_store, &misaligned, NULL) == 0 && misaligned == 0,
	       "fn gets an aligned stack");

	tap_ok(uaccess_try(touch, bad + 5, &fault) == -EFAULT, "a fault: -EFAULT");
	tap_ok(fault.signo == SIGSEGV && (fault.flags & UACCESS_FAULT_ADDRESS) &&
		       fault.address == (uintptr_t)bad + 5 && (fault.flags & UACCESS_FAULT_WRITE) &&
		       !fault.entry && fault.pc >= (uintptr_t)touch &&
		       fault.pc < (uintptr_t)touch + 64,
	       "a fault: details");
	tap_ok(uaccess_try(touch, (void *)0x8000000000000000, &fault) == -EFAULT &&
		       !(fault.flags & UACCESS_FAULT_ADDRESS),
	       "a non-canonical address: -EFAULT, address unknown");
	tap_ok(uaccess_try(call_null, NULL, &fault) == -EFAULT && fault.pc == 0,
	       "a call through NULL");

	tap_ok(uaccess_try(nest_and_fault, &nest, &fault) == -EFAULT && nest.inner_result == 20 &&
		       nest.came_back == 20,
	       "twenty nested calls end one by one");

	sigemptyset(&mask);
	sigaddset(&mask, SIGUSR1);
	pthread_sigmask(SIG_SETMASK, &mask, NULL);
	stack.ss_sp = mmap(NULL, 65536, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	stack.ss_size = 65536;
	stack.ss_flags = 0;
	sigaltstack(&stack, NULL);
	for (i = wrong = 0; i < 100; i++)
		wrong += uaccess_try(touch, bad, NULL) != -EFAULT;
	pthread_sigmask(SIG_SETMASK, NULL, &mask_after);
	sigaltstack(NULL, &stack_after);
	tap_ok(!wrong, "a hundred in a row");
	tap_ok(!memcmp(&mask, &mask_after, 8), "the signal mask is as before");
	tap_ok(stack_after.ss_sp == stack.ss_sp && stack_after.ss_flags == 0,
	       "the alternate stack is as before and free");

	__asm__ volatile("fnstcw %0" : "=m"(control));
	tap_ok(uaccess_try(change_control_words, bad, NULL) == -EFAULT, "fn changed control words");
	__asm__ volatile("fnstcw %0" : "=m"(control_after));
	__asm__ volatile("pushfq\n\tpopq %0" : "=r"(flags));
	tap_ok(_mm_getcsr() == csr, "MXCSR is as before");
	tap_ok(control == control_after, "x87 control word is as before");
	tap_ok(!(flags & 0x400), "the direction flag is clear");

	tap_ok(registers_kept(touch, good, &result) && !result, "callee-saved registers, no fault");
	tap_ok(registers_kept(touch, bad, &result) && result == -EFAULT,
	       "callee-saved registers and the stack, a fault");

	tap_ok(uaccess_try(guarded_inside, &left, &fault) == -EFAULT && left == 17,
	       "an access with an entry is the table's, the next one ours");

	for (i = 0; i < 4; i++)
		pthread_create(&thread[i], NULL, in_thread, NULL);
	for (i = wrong = 0; i < 4; i++) {
		pthread_join(thread[i], &value);
		wrong += (int)(intptr_t)value;
	}
	tap_ok(!wrong, "four threads, ten thousand faults each");

	/* A frame left behind by longjmp() is not gone back to: the previous handler gets the fault. */
	uaccess_fault_uninstall();
	sigaction(SIGSEGV, &action, NULL);
	uaccess_fault_install();
	if (!setjmp(jump))
		uaccess_try(leave_by_longjmp, NULL, NULL);
	memset(alloca(4096), 0, 4096);
	touch(bad);
	tap_ok(previous_ran, "a frame that was left by longjmp() is not gone back to");
	tap_ok(uaccess_try(nothing, &count, NULL) == 0, "and the next call works");
	return tap_done();
}
