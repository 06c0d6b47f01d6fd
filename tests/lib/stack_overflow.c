/* SPDX-License-Identifier: MIT */
/* uaccess_stack_overflow_register(): what it is called for, what it is not, and the ways out of it. */
#include <setjmp.h>
#include <sys/resource.h>

#include "tests/neighbours/neighbours.h"

static sigjmp_buf out;
static volatile int depth, called, depth_at_first;
static bool leaves, makes_room;
static struct uaccess_fault told;

__attribute__((noinline)) static int deeper(int n)
{
	volatile char room[512];

	room[0] = (char)n;
	depth = n;
	return depth < 0 ? 0 : deeper(n + 1) + room[0];
}

static bool on_overflow(const struct uaccess_fault *fault, void *arg)
{
	*(struct uaccess_fault *)arg = *fault;
	if (!called++) {
		depth_at_first = depth;
		if (makes_room)
			return !mprotect((void *)(fault->address & ~4095ul), 4096,
					 PROT_READ | PROT_WRITE);
	}
	if (leaves)
		siglongjmp(out, 1);
	(void)!write(STDOUT_FILENO, "full\n", 5);
	return false;
}

static void prepare(void)
{
	begin_default();
	child_require(!uaccess_thread_init());
	child_require(!uaccess_stack_overflow_register(on_overflow, &told));
}

/* Three times in a row, on a thread; nothing is left behind. */
static void *left(void *arg)
{
	volatile int i;
	sigset_t before, after;

	leaves = true;
	prepare();
	sigprocmask(SIG_SETMASK, NULL, &before);
	for (i = 1; i <= 3; i++) {
		if (!sigsetjmp(out, 1))
			deeper(1);
		child_require(called == i && depth > 100);
		child_require((told.flags & UACCESS_FAULT_ADDRESS) && told.signo == SIGSEGV);
		sigprocmask(SIG_SETMASK, NULL, &after);
		child_require(!memcmp(&before, &after, 8));
	}
	child_require(copies_are_exact() && called == 3);
	return arg;
}

static int on_thread(void *arg)
{
	(void)arg;
	return !row_in_thread(left, &out);
}

static int on_main_thread(void *arg)
{
	struct rlimit limit = {1 << 20, 1 << 20};

	if (CHILD_SANITIZED)
		child_cannot("the sanitizer looks at the stack's limit itself");
	child_require(!setrlimit(RLIMIT_STACK, &limit));
	(void)arg;
	return !left(&limit);
}

/* The guard page becomes part of the stack: on to the next one. */
static void *room_made(void *arg)
{
	leaves = makes_room = true;
	prepare();
	if (!sigsetjmp(out, 1))
		deeper(1);
	child_require(called == 2 && depth > depth_at_first);
	return arg;
}

static int with_room(void *arg)
{
	pthread_attr_t attributes;
	pthread_t thread;
	void *result;

	(void)arg;
	child_require(!pthread_attr_init(&attributes));
	child_require(!pthread_attr_setguardsize(&attributes, 8192));
	child_require(!pthread_create(&thread, &attributes, room_made, &out));
	child_require(!pthread_join(thread, &result));
	return result != &out;
}

static void overflow(void *arg)
{
	(void)arg;
	deeper(1);
}

static void *in_try(void *arg)
{
	prepare();
	child_require(uaccess_try(overflow, NULL, NULL) == -EFAULT && !called);
	return arg;
}

static int try_first(void *arg)
{
	(void)arg;
	return !row_in_thread(in_try, &out);
}

static void *declines(void *arg)
{
	prepare();
	deeper(1);
	return arg;
}

static int declined(void *arg)
{
	(void)arg;
	row_in_thread(declines, &out);
	return 0;
}

static int declined_dies(void *arg)
{
	static struct child inner;

	(void)arg;
	child_call(&inner, 0, 20, declined, NULL);
	if (child_killed(&inner, SIGSEGV) && !strcmp(inner.output, "full\n"))
		return 0;
	child_diag(&inner);
	return 1;
}

/* Nothing is said for these. */
static int other_fault(void *arg)
{
	(void)arg;
	prepare();
	return memory_touch(memory_closed());
}

static void *without(void *arg)
{
	prepare();
	child_require(!uaccess_stack_overflow_register(NULL, NULL));
	deeper(1);
	return arg;
}

static int taken_away(void *arg)
{
	(void)arg;
	return !row_in_thread(without, &out);
}

static int others_die(void *arg)
{
	static struct child inner;

	(void)arg;
	child_call(&inner, 0, 20, other_fault, NULL);
	child_require(child_killed(&inner, SIGSEGV) && !inner.length);
	child_call(&inner, 0, 20, taken_away, NULL);
	return !child_killed(&inner, SIGSEGV) || inner.length;
}

static const struct child_case cases[] = {
	{"three in a row are left, on a thread", on_thread, 0},
	{"three in a row are left, on the main thread", on_main_thread, 0},
	{"room is made, and the access runs again", with_room, 0},
	{"in a uaccess_try() that ends it", try_first, 0},
	{"declined: the plain death", declined_dies, 0},
	{"another fault is not taken for one, and none when it was taken away", others_die, 0},
};

ROWS(cases)
