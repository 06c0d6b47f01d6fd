/* SPDX-License-Identifier: MIT */
/*
 * An array of 16 million numbers of which only a short description exists: a page
 * is filled from it when it is first touched, and given back when there are many.
 *
 *	demand_array
 *
 * The code that uses the array knows nothing of this: it reads numbers. A copy of
 * the library from the array works too, as each of its faults is answered.
 */
#include <stdint.h>
#include <stdio.h>
#include <sys/mman.h>
#include <uaccess/region.h>
#include <uaccess/uaccess.h>

#define NUMBERS	  (16u << 20)
#define PAGE	  4096u
#define PER_PAGE  (PAGE / sizeof(uint32_t))
#define IN_MEMORY 8u

/* Run-length coded: "count" times a number that grows by "step". */
struct run {
	uint32_t count, first, step;
};

struct array {
	uint32_t *numbers;
	const struct run *runs;
	void *pages[IN_MEMORY]; /* filled ones, the oldest overwritten first */
	unsigned int filled;
};

static uint32_t unpack(const struct run *run, uint32_t index)
{
	while (index >= run->count)
		index -= run++->count;
	return run->first + index * run->step;
}

/* Inside the fault handler: what the interrupted code could do, this may do. */
static enum uaccess_region_answer fill(const struct uaccess_fault *fault, void *arg)
{
	struct array *array = arg;
	uint32_t *page = (uint32_t *)(fault->address & ~(uintptr_t)(PAGE - 1));
	uint32_t first = (uint32_t)(page - array->numbers), i;
	void **place = &array->pages[array->filled % IN_MEMORY];

	if (fault->flags & UACCESS_FAULT_WRITE)
		return UACCESS_REGION_REFUSE; /* there is nothing to write to */
	if (mprotect(page, PAGE, PROT_READ | PROT_WRITE))
		return UACCESS_REGION_REFUSE;
	for (i = 0; i < PER_PAGE; i++)
		page[i] = unpack(array->runs, first + i);
	mprotect(page, PAGE, PROT_READ);
	if (*place) {
		madvise(*place, PAGE, MADV_DONTNEED);
		mprotect(*place, PAGE, PROT_NONE);
	}
	*place = page;
	array->filled++;
	return UACCESS_REGION_RETRY;
}

int main(void)
{
	static const struct run runs[] = {
		{1000000, 7, 0}, {5000000, 0, 3}, {NUMBERS - 6000000, 1, 1}};
	struct array array = {.runs = runs};
	size_t size = NUMBERS * sizeof(uint32_t);
	uint32_t copy[3000];
	unsigned long left;

	array.numbers =
		mmap(NULL, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	if (array.numbers == MAP_FAILED ||
	    uaccess_region_register(array.numbers, size, fill, &array))
		return 1;
	printf("%u, %u, %u\n", array.numbers[5], array.numbers[1000002],
	       array.numbers[NUMBERS - 1]);
	left = copy_from_user(copy, &array.numbers[3000000], sizeof(copy));
	printf("copied but for %lu bytes: %u to %u\n", left, copy[0], copy[2999]);
	printf("a write: error %d\n", put_user(1u, &array.numbers[5]));
	printf("%u pages filled\n", array.filled);
	return uaccess_region_unregister(array.numbers);
}
