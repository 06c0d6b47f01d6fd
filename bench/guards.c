/* SPDX-License-Identifier: MIT */
/*
 * `uaccess bench guards`: what it costs to guard any code, where nothing faults, and to find the
 * region of an address.
 *
 * guard	a call of a small function: plain, in uaccess_try(), and behind sigsetjmp() with a
 *		list of jump buffers, as others guard code; with and without saving the mask
 * region	a fault at a page of one of size regions that is made accessible; "tree" is what others
 *		do: a handler of its own that searches a balanced tree by address
 */
#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <uaccess/fault.h>
#include <uaccess/region.h>
#include "bench/subcommands.h"

#define CALLS	1024 /* in one loop */
#define PAGE	4096ul
#define TOUCHES 64

/* --- guard ----------------------------------------------------------------------------- */

static void guarded(void *arg)
{
	++*(volatile unsigned long *)arg;
}

static void (*volatile guarded_fn)(void *arg) = guarded;

static void run_plain(void *arg, unsigned long loops)
{
	for (loops *= CALLS; loops; loops--)
		guarded_fn(arg);
}

static void run_try(void *arg, unsigned long loops)
{
	for (loops *= CALLS; loops; loops--)
		if (uaccess_try(guarded_fn, arg, NULL))
			bench_die("uaccess_try");
}

/* The jump buffers of a thread: the handler would leave the innermost. */
struct frame {
	struct frame *outer;
	sigjmp_buf buffer;
};
static _Thread_local struct frame *volatile innermost;

#define RUN_JUMP(name, save_mask)                                  \
	static void name(void *arg, unsigned long loops)           \
	{                                                          \
		for (loops *= CALLS; loops; loops--) {             \
			struct frame frame = {.outer = innermost}; \
                                                                   \
			innermost = &frame;                        \
			if (!sigsetjmp(frame.buffer, save_mask))   \
				guarded_fn(arg);                   \
			innermost = frame.outer;                   \
		}                                                  \
	}
RUN_JUMP(run_jump, 0)
RUN_JUMP(run_jump_mask, 1)

/* --- region ------------------------------------------------------------------------------ */

/* A tree by address, balanced as it is made at once: the depth of an AVL tree at its best. */
struct node {
	struct node *left, *right;
	uintptr_t first, last;
};

static struct {
	char *memory;
	size_t regions;
	struct node *nodes, *root;
	struct sigaction before;
	uint32_t order[TOUCHES];
} ground;

static struct node *make_tree(size_t from, size_t to)
{
	size_t middle = from + (to - from) / 2;
	struct node *node = &ground.nodes[middle];

	if (from == to)
		return NULL;
	node->first = (uintptr_t)ground.memory + middle * 2 * PAGE;
	node->last = node->first + PAGE - 1;
	node->left = make_tree(from, middle);
	node->right = make_tree(middle + 1, to);
	return node;
}

static void open_page(uintptr_t address)
{
	if (mprotect((void *)(address & ~(PAGE - 1)), PAGE, PROT_READ))
		abort();
}

static void search_tree(int signo, siginfo_t *info, void *context)
{
	uintptr_t address = (uintptr_t)info->si_addr;
	const struct node *node = ground.root;

	(void)signo;
	(void)context;
	while (node && (address < node->first || address > node->last))
		node = address < node->first ? node->left : node->right;
	if (!node)
		abort();
	open_page(address);
}

static enum uaccess_region_answer answer(const struct uaccess_fault *fault, void *arg)
{
	(void)arg;
	open_page(fault->address);
	return UACCESS_REGION_RETRY;
}

static void run_touch(void *arg, unsigned long loops)
{
	size_t i;

	(void)arg;
	for (; loops; loops--)
		for (i = 0; i < TOUCHES; i++)
			(void)*(volatile char *)(ground.memory + ground.order[i] * 2 * PAGE);
}

/* Each page can be touched once. */
static void close_pages(void *arg, unsigned long loops)
{
	(void)loops;
	if (mprotect(ground.memory, ground.regions * 2 * PAGE, PROT_NONE))
		bench_die("mprotect");
	if (arg) {
		struct sigaction action;

		memset(&action, 0, sizeof(action));
		action.sa_sigaction = search_tree;
		action.sa_flags = SA_SIGINFO;
		sigaction(SIGSEGV, &action, &ground.before);
	}
}

static void put_back(void *arg)
{
	if (arg)
		sigaction(SIGSEGV, &ground.before, NULL);
}

static void make_regions(size_t regions)
{
	size_t i;

	ground.regions = regions;
	ground.memory = mmap(NULL, regions * 2 * PAGE, PROT_NONE,
			     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	ground.nodes = calloc(regions, sizeof(*ground.nodes));
	if (ground.memory == MAP_FAILED || !ground.nodes)
		bench_die("memory for regions");
	ground.root = make_tree(0, regions);
	for (i = 0; i < TOUCHES; i++)
		ground.order[i] = (uint32_t)(i * 2654435761ul % regions);
	for (i = 0; i < regions; i++)
		if (uaccess_region_register(ground.memory + i * 2 * PAGE, PAGE, answer, NULL))
			bench_die("uaccess_region_register");
}

static void drop_regions(void)
{
	size_t i;

	for (i = 0; i < ground.regions; i++)
		if (uaccess_region_unregister(ground.memory + i * 2 * PAGE))
			bench_die("uaccess_region_unregister");
	munmap(ground.memory, ground.regions * 2 * PAGE);
	free(ground.nodes);
}

static void scale(struct bench *b, size_t first, double by)
{
	for (; first < b->row_count; first++) {
		b->rows[first].ticks /= by;
		b->rows[first].median /= by;
	}
}

int bench_guards(struct bench *b)
{
	static unsigned long counter;
	static const struct bench_entry guards[] = {
		{"plain", run_plain, &counter, NULL, NULL},
		{"uaccess_try", run_try, &counter, NULL, NULL},
		{"sigsetjmp", run_jump, &counter, NULL, NULL},
		{"sigsetjmp, mask", run_jump_mask, &counter, NULL, NULL},
	};
	static const struct bench_entry regions[] = {
		{"region", run_touch, NULL, close_pages, put_back},
		{"tree", run_touch, &ground, close_pages, put_back},
	};
	size_t first = b->row_count, size;

	bench_measure(b, &(struct bench_case){.bench = "guard", .entries = guards, .count = 4});
	scale(b, first, CALLS);
	for (size = 100; size <= 10000; size *= 10) {
		if (!b->dry)
			make_regions(size);
		first = b->row_count;
		bench_measure(b, &(struct bench_case){.bench = "region",
						      .size = size,
						      .entries = regions,
						      .count = 2,
						      .loops = 1});
		scale(b, first, TOUCHES);
		if (!b->dry)
			drop_regions();
	}
	return 0;
}

void bench_guards_report(const struct bench *b, FILE *file)
{
	const struct bench_row *plain = bench_find(b, "guard", 0, 0, "plain");
	const struct bench_row *tried = bench_find(b, "guard", 0, 0, "uaccess_try");

	bench_print_table(b, "guard", NULL, file);
	bench_print_table(b, "region", NULL, file);
	fputs("(size: regions; each touch is a fault, a lookup and an mprotect())\n", file);
	if (plain && tried)
		fprintf(file, "uaccess_try() adds %.1f ns to a call that does not fault\n",
			(tried->ticks - plain->ticks) * 1e9 / b->ticks_per_second);
}
