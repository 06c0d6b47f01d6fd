/* SPDX-License-Identifier: MIT */
/*
 * A call in the manner of a system call: its argument is a struct that grows, in
 * memory of a caller who may be older or newer, and who may be wrong.
 *
 *	struct_call
 *
 * A plugin, a sandboxed guest or a client over shared memory is such a caller.
 */
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <uaccess/uaccess.h>

/* The first version had 8 bytes; "flags" came later, and "limit" after it. */
struct sum_request {
	uint32_t a;
	uint32_t b;
	uint64_t flags;
	uint64_t limit;
};
#define SUM_REQUEST_FIRST 8
#define SUM_NEGATE	  1u

/* 0 and the sum in *result, or what a system call would say. */
static int sum_call(const void __user *argument, size_t size, int64_t __user *result)
{
	struct sum_request request;
	int64_t sum;
	int error;

	if (size < SUM_REQUEST_FIRST)
		return -EINVAL;
	if (size > 4096)
		return -E2BIG;
	/* An older caller's missing members are 0; what a newer one adds must be. */
	error = copy_struct_from_user(&request, sizeof(request), argument, size);
	if (error)
		return error;
	/* From here on only our copy is looked at: the caller may change his. */
	if (request.flags & ~(uint64_t)SUM_NEGATE)
		return -EINVAL;
	sum = (int64_t)request.a + request.b;
	if (request.limit && (uint64_t)sum > request.limit)
		return -ERANGE;
	if (request.flags & SUM_NEGATE)
		sum = -sum;
	return put_user(sum, result);
}

static void say(const char *caller, const void *argument, size_t size, int64_t *result)
{
	int64_t sum;
	int error = sum_call(argument, size, result);

	if (error)
		printf("%s: %s\n", caller, strerror(-error));
	else if (get_user(sum, result) == 0)
		printf("%s: %lld\n", caller, (long long)sum);
}

int main(void)
{
	struct {
		struct sum_request request;
		uint64_t from_the_future;
	} newer = {.request = {.a = 3, .b = 4, .flags = SUM_NEGATE}};
	int64_t sum;

	say("today's caller", &newer.request, sizeof(newer.request), &sum);
	say("a caller of the first version", &newer.request, SUM_REQUEST_FIRST, &sum);
	say("a newer caller who asks for nothing new", &newer, sizeof(newer), &sum);
	newer.from_the_future = 1;
	say("a newer caller who does", &newer, sizeof(newer), &sum);
	say("a caller with a bad pointer", (void *)16, sizeof(newer.request), &sum);
	say("a caller with no room for the result", &newer.request, sizeof(newer.request), NULL);
	return 0;
}
