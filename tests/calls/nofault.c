/* SPDX-License-Identifier: MIT */
/* The kernel accessors, the all-or-nothing calls, prefaulting, and the user limit. */
#include <errno.h>
#include <pthread.h>
#include <unistd.h>
#define UACCESS_USER_LIMIT
#include <uaccess/region.h>
#include <uaccess/uaccess.h>
#include "tests/calls/pages.h"

static unsigned long cases, failures;

static void copies(char *area)
{
	char *end = area + PAGE, to[130], from[130];
	size_t distance, n, i;

	for (i = 0; i < PAGE; i++)
		area[i] = (char)(i * 7);
	for (distance = 0; distance <= 130; distance++)
		for (n = 0; n <= 130; n++) {
			unsigned long left = n > distance ? n - distance : 0;
			long expected = left ? -EFAULT : 0;
			char *p = end - distance;

			memset(to, 0x33, sizeof(to));
			failures += copy_from_kernel_nofault(to, p, n) != expected ||
				    memcmp(to, p, n - left) != 0;
			failures += copy_from_user_nofault(to, p, n) != expected;
			memset(to, 0x33, sizeof(to));
			failures += copy_from_user_nmi(to, p, n) != left;
			for (i = n - left; i < sizeof(to); i++)
				failures += to[i] != 0x33;
			memset(from, 0x44, sizeof(from));
			memcpy(to, p, distance);
			failures += copy_to_kernel_nofault(p, from, n) != expected ||
				    memcmp(p, from, n - left) != 0;
			failures += copy_to_user_nofault(p, to, n) != expected ||
				    memcmp(p, to, n - left) != 0;
			cases += 5;
		}
	point(&cases, &failures, "whole or -EFAULT, every length and distance");
	tap_ok(copy_from_user_nmi(to, (char *)-64, 9) == 9, "nmi: range");
	tap_ok(copy_to_user_nofault((char *)-64, to, 9) == -EFAULT, "to_user: range");
	tap_ok(copy_from_kernel_nofault(to, (char *)-64, 9) == -EFAULT, "the kernel's half faults");
	{
		struct {
			char c[24];
		} object;

		tap_ok(get_kernel_nofault(object, (void *)area) == 0 && !memcmp(&object, area, 24),
		       "get_kernel_nofault of a struct");
		tap_ok(get_kernel_nofault(object, (void *)(end - 23)) == -EFAULT,
		       "get_kernel_nofault of one byte too many");
	}
}

static void kernel_strings(char *area)
{
	long distance, length, count, i;
	char *end = area + PAGE;

	for (distance = 0; distance <= 20; distance++)
		for (length = 0; length <= 24; length++)
			for (count = -1; count <= 24; count++) {
				char to[32], *s = end - distance;
				long expected;

				memset(area, 'k', PAGE);
				if (length < distance)
					s[length] = '\0';
				memset(to, 'x', sizeof(to));
				expected = count <= 0				 ? 0
					   : length < distance && length < count ? length + 1
					   : count <= distance			 ? count
										 : -EFAULT;
				failures += strncpy_from_kernel_nofault(to, s, count) != expected;
				/* What is written always ends in a zero byte. */
				i = expected < 0 ? distance : expected - 1;
				if (count > 0)
					failures += to[i] != '\0' || to[i + 1] != 'x' ||
						    memcmp(to, s, (size_t)i) != 0;
				else
					failures += to[0] != 'x';
				cases++;
			}
	point(&cases, &failures, "strncpy_from_kernel_nofault");
}

static void prefault(void)
{
	char *area = pages(3);
	size_t start, n;

	/* Three pages, then none: the bytes from the start of the first bad page are missing. */
	for (start = 0; start < 3 * PAGE; start += start % PAGE == 1 ? PAGE - 2 : 1)
		for (n = 0; n < 5 * PAGE; n += n % PAGE == 1 ? PAGE - 2 : 1) {
			size_t missing = start + n > 3 * PAGE ? start + n - 3 * PAGE : 0;
			size_t i;

			if (start % PAGE > 2 && start % PAGE < PAGE - 1)
				continue;
			memset(area, 0x66, 3 * PAGE);
			failures += fault_in_readable(area + start, n) != missing;
			failures += fault_in_safe_writeable(area + start, n) != missing;
			for (i = 0; i < 3 * PAGE; i++)
				failures += area[i] != 0x66;
			failures += fault_in_writeable(area + start, n) != missing;
			for (i = 0; i < 3 * PAGE; i++)
				failures +=
					area[i] != (n && i < start + n &&
								    (i == start ||
								     (i > start && i % PAGE == 0))
							    ? 0
							    : 0x66);
			cases++;
		}
	point(&cases, &failures, "fault_in_*");
	tap_ok(fault_in_readable((char *)-64, 5) == 5, "range");
	tap_ok(fault_in_writeable(area - 1, 5) == 5, "a bad start");
	mprotect(area, PAGE, PROT_READ);
	tap_ok(fault_in_readable(area, 5) == 0, "a read-only page is readable");
	tap_ok(fault_in_safe_writeable(area, PAGE + 5) == PAGE + 5, "and not writable");
	tap_ok(fault_in_writeable(area, 5) == 5, "nor with the other call");
}

static enum uaccess_region_answer open_page(const struct uaccess_fault *fault, void *arg)
{
	(void)fault;
	return mprotect(arg, PAGE, PROT_READ | PROT_WRITE) ? UACCESS_REGION_REFUSE
							   : UACCESS_REGION_RETRY;
}

static void disabled(void)
{
	char *area = pages(1), to[8], *bad = area + PAGE;

	if (uaccess_region_register(bad, PAGE, open_page, bad))
		tap_bail("no region");
	tap_ok(copy_from_kernel_nofault(to, bad, 8) == -EFAULT, "nofault: no callback");
	tap_ok(strnlen_user_nofault(bad, 8) == 0, "nofault: none for strings");
	tap_ok(!pagefault_disabled(), "enabled again");
	pagefault_disable();
	tap_ok(copy_from_user(to, bad, 8) == 8, "disabled: no callback");
	pagefault_enable();
	tap_ok(copy_from_user(to, bad, 8) == 0, "enabled: the callback opens the page");
	uaccess_region_unregister(bad);
}

static void *other_thread(void *p)
{
	int x = 0;

	return get_user(x, (int *)p) || x != 7 ? p : NULL;
}

static void limit(void)
{
	int on_stack = 7, x = 9;
	pthread_t thread;
	void *arena = NULL, *result;
	char *end, to[8];

	tap_ok(uaccess_user_arena(0, &arena) == -EINVAL, "an arena of nothing");
	tap_ok(uaccess_user_arena(~0ul, &arena) == -ENOMEM, "an arena of everything");
	if (!tap_ok(uaccess_user_arena(2 * PAGE - 9, &arena) == 0, "an arena"))
		tap_bail("no arena");
	end = (char *)arena + 2 * PAGE;
	memset(arena, 0, 2 * PAGE);
	tap_ok((char *)arena < (char *)&on_stack && (uintptr_t)arena < (uintptr_t)limit,
	       "below stack and text");
	tap_ok(copy_to_user(end - 4, to, 8) == 4, "a bad page behind it");

	tap_ok(uaccess_set_user_limit((uintptr_t)end) == 0 &&
		       uaccess_user_limit() == (uintptr_t)end,
	       "set");
	tap_ok(get_user(x, &on_stack) == -EFAULT && x == 0, "get_user refuses the stack");
	tap_ok(put_user(1, &on_stack) == -EFAULT && on_stack == 7, "put_user refuses it");
	tap_ok(get_user(x, (int *)arena) == 0, "and takes the arena");
	tap_ok(copy_from_user(to, &on_stack, 4) == 4 && !to[0], "copy_from_user");
	tap_ok(copy_to_user(end - 4, to, 5) == 5, "a range that leaves the user memory");
	tap_ok(uaccess_copy_to_user(&on_stack, to, 4) == 4, "the exported function");
	tap_ok(uaccess_get_user_4((uint32_t *)&x, (uint32_t *)&on_stack) == -EFAULT, "and another");
	tap_ok(strnlen_user("kernel", 9) == 0, "strnlen_user");
	tap_ok(check_zeroed_user(&on_stack, 4) == -EFAULT, "check_zeroed_user");
	tap_ok(clear_user(&on_stack, 4) == 4, "clear_user");
	tap_ok(mask_user_address(&on_stack) == (void *)UACCESS_USER_PTR_MAX, "masking");
	tap_ok(copy_from_kernel_nofault(to, arena, 4) == -ERANGE,
	       "kernel accessors refuse the arena");
	tap_ok(copy_from_kernel_nofault(to, &on_stack, 4) == 0 && to[0] == 7, "and read the stack");
	memset(end - 4, 'e', 4);
	tap_ok(strncpy_from_user(to, end - 4, 8) == -EFAULT, "a string that meets the limit");
	tap_ok(strncpy_from_user(to, end - 4, 4) == 4, "one that ends there");

	tap_ok(uaccess_set_user_limit_of_thread(UACCESS_USER_PTR_MAX) == 0, "this thread's own");
	tap_ok(get_user(x, &on_stack) == 0 && x == 7, "the stack is user memory here");
	if (pthread_create(&thread, NULL, other_thread, &on_stack) || pthread_join(thread, &result))
		tap_bail("no thread");
	tap_ok(result == &on_stack, "and not on another thread");
	tap_ok(uaccess_set_user_limit(0) == 0, "no limit");
	if (pthread_create(&thread, NULL, other_thread, &on_stack) || pthread_join(thread, &result))
		tap_bail("no thread");
	tap_ok(!result, "it is there as well");
	tap_ok(uaccess_set_user_limit(UACCESS_USER_PTR_MAX + 1) == -EINVAL, "too large");
	tap_ok(uaccess_set_user_limit_of_thread(~0ul) == -EINVAL, "too large for a thread");
	tap_ok(uaccess_set_user_limit_of_thread(0) == 0 &&
		       uaccess_user_limit() == UACCESS_USER_PTR_MAX,
	       "as it was");
}

int main(void)
{
	char *one = pages(1);

	alarm(60);
	copies(one);
	kernel_strings(one);
	prefault();
	disabled();
	limit();
	return tap_done();
}
