/* SPDX-License-Identifier: MIT */
/* Copies of special memory, checksums and loads that run out of a page. */
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>
#include <uaccess/fault.h>
#include <uaccess/uaccess.h>
#include "tests/calls/pages.h"

#ifndef MADV_HWPOISON
#define MADV_HWPOISON 100
#endif

static unsigned long cases, failures;
static char *left_area, *right_area; /* a page each, without access around them */

typedef unsigned long copy_fn(void *to, const void *from, unsigned long n);

static unsigned long flushcache(void *to, const void *from, unsigned long n)
{
	return uaccess_copy_from_user_flushcache(to, from, n);
}

static unsigned long nontemporal_from_user(void *to, const void *from, unsigned long n)
{
	return uaccess_copy_from_user_inatomic_nontemporal(to, from, n);
}

static unsigned long mc_to_user(void *to, const void *from, unsigned long n)
{
	return uaccess_copy_mc_to_user(to, from, n);
}

static const struct {
	const char *name;
	copy_fn *copy;
} copies[] = {
	{"copy_mc_to_kernel", uaccess_copy_mc_to_kernel},
	{"copy_mc_to_user", mc_to_user},
	{"copy_to_nontemporal", uaccess_copy_to_nontemporal},
	{"copy_from_user_inatomic_nontemporal", nontemporal_from_user},
	{"copy_from_user_flushcache", flushcache},
};

static void check(copy_fn *copy, char *to, const char *from, unsigned long n, unsigned long room)
{
	char *first = to - left_area < 8 ? to : to - 8;
	unsigned long expected = n > room ? n - room : 0, left, i;

	memset(left_area, 0xa5, PAGE);
	left = copy(to, from, n);
	cases++;
	if (left != expected)
		failures++;
	failures += memcmp(to, from, n - expected) != 0;
	for (i = 0; first + i < to && first + i < left_area + PAGE; i++)
		failures += (unsigned char)first[i] != 0xa5;
	for (to += n - expected, i = 0; i < 80 && to + i < left_area + PAGE; i++)
		failures += (unsigned char)to[i] != 0xa5;
}

/* 512 bytes that begin 0..512 before a fault, in the source, the destination, or nowhere. */
static void injected(unsigned int which)
{
	copy_fn *copy = copies[which].copy;
	unsigned long i, n;

	for (i = 0; i < PAGE; i++)
		right_area[i] = (char)(i * 13 + (i >> 8));
	for (i = 0; i <= 512; i++) {
		check(copy, left_area + 64 + i % 64, right_area + PAGE - i, 512, i);
		check(copy, left_area + PAGE - i, right_area + i % 61, 512, i);
		check(copy, left_area + 64 + i % 67, right_area + i, 512, 512);
	}
	for (n = 0; n <= 300; n += n < 140 ? 1 : 13)
		for (i = 0; i < 64; i += 3) {
			check(copy, left_area + 64 + i, right_area + i * 7 % 64, n, n);
			check(copy, left_area + PAGE - n + i % 9, right_area + 1, n,
			      i % 9 > n ? 0 : n - i % 9);
			check(copy, left_area + 100 + i, right_area + PAGE - n + i % 9, n,
			      i % 9 > n ? 0 : n - i % 9);
		}
	point(&cases, &failures, copies[which].name);
}

static void ranges(void)
{
	char to[8] = {0};

	tap_ok(copy_mc_to_user((void *)(1ul << 63), to, 8) == 8, "copy_mc_to_user: range");
	tap_ok(__copy_from_user_inatomic_nocache(to, (void *)-8, 8) == 8, "nocache: range");
	tap_ok(copy_from_user_flushcache(to, (void *)-8, 8) == 8, "flushcache: range");
	tap_ok(copy_to_nontemporal((void *)(1ul << 63), to, 8) == 8, "nontemporal: no address");
	memcpy_flushcache(left_area + 3, right_area + 5, 1000);
	tap_ok(!memcmp(left_area + 3, right_area + 5, 1000), "memcpy_flushcache");
}

/* --- memory errors -------------------------------------------------------------------- */

static volatile sig_atomic_t errors_elsewhere;

static void on_bus(int signo, siginfo_t *info, void *context)
{
	(void)signo;
	(void)context;
	if (info->si_code == BUS_MCEERR_AO)
		errors_elsewhere++;
	else
		_exit(98);
}

/* "Action optional" is about memory that nobody has touched: it is the program's handler's. */
static void memory_error_elsewhere(void)
{
	struct sigaction action = {.sa_sigaction = on_bus, .sa_flags = SA_SIGINFO};
	siginfo_t info = {0};

	if (uaccess_fault_uninstall() || sigaction(SIGBUS, &action, NULL) ||
	    uaccess_fault_install())
		tap_bail("cannot install");
	info.si_signo = SIGBUS;
	info.si_code = BUS_MCEERR_AO;
	info.si_addr = left_area;
	tap_ok(!syscall(SYS_rt_tgsigqueueinfo, getpid(), syscall(SYS_gettid), SIGBUS, &info) &&
		       errors_elsewhere == 1,
	       "BUS_MCEERR_AO goes to the program's handler");
}

static int find_mce_safe(const struct uaccess_extable_info *info, void *arg)
{
	size_t i;

	for (i = 0; i < info->count; i++)
		if (uaccess_extable_type(&info->start[i]) == UACCESS_EX_TYPE_DEFAULT_MCE_SAFE) {
			*(const struct uaccess_extable_entry **)arg = &info->start[i];
			return 1;
		}
	return 0;
}

/* The signal of a memory error at the entry's instruction, as the kernel would describe it. */
static void memory_error_made_up(void)
{
	const struct uaccess_extable_entry *entry = NULL;
	siginfo_t info = {0};
	ucontext_t context;
	bool answered;

	if (uaccess_extable_for_each(find_mce_safe, &entry) != 1)
		tap_bail("no entry");
	memset(&context, 0, sizeof(context));
	context.uc_mcontext.gregs[REG_RIP] = (greg_t)uaccess_extable_insn(entry);
	context.uc_mcontext.gregs[REG_TRAPNO] = 14;
	context.uc_mcontext.gregs[REG_ERR] = 4;
	info.si_signo = SIGBUS;
	info.si_code = BUS_MCEERR_AR;
	info.si_addr = right_area;
	answered = uaccess_handle_fault(SIGBUS, &info, &context);
	tap_ok(answered &&
		       context.uc_mcontext.gregs[REG_RIP] == (greg_t)uaccess_extable_fixup(entry),
	       "BUS_MCEERR_AR at an entry goes on at its fixup");
	info.si_code = BUS_MCEERR_AO;
	context.uc_mcontext.gregs[REG_RIP] = (greg_t)uaccess_extable_insn(entry);
	tap_ok(!uaccess_handle_fault(SIGBUS, &info, &context), "BUS_MCEERR_AO does not");
}

static void memory_error(void)
{
	struct uaccess_fault fault;
	char *p = pages(2), *to = left_area;

	memset(p, 'm', 2 * PAGE);
	if (geteuid() || madvise(p + PAGE, PAGE, MADV_HWPOISON)) {
		tap_skip(4, "no MADV_HWPOISON: %s", geteuid() ? "not root" : strerror(errno));
		return;
	}
	tap_ok(copy_mc_to_kernel(to, p + PAGE - 100, 300) == 200, "copy_mc_to_kernel stops there");
	tap_ok(!uaccess_last_fault(&fault) && fault.signo == SIGBUS && fault.code == BUS_MCEERR_AR,
	       "at a memory error");
	tap_ok(copy_mc_to_user(to, p + PAGE - 33, 34) == 1, "copy_mc_to_user");
	tap_ok(copy_from_user(to, p + PAGE - 33, 40) == 7, "copy_from_user");
}

/* --- checksums ------------------------------------------------------------------------- */

/* RFC 1071, section 4.1, byte by byte. */
static uint16_t model(const unsigned char *p, unsigned long n)
{
	uint64_t sum = 0;
	unsigned long i;

	for (i = 0; i < n; i++)
		sum += i & 1 ? (uint64_t)p[i] << 8 : p[i];
	while (sum >> 16)
		sum = (sum & 0xffff) + (sum >> 16);
	return (uint16_t)~sum;
}

/* Equal as ones' complement sums, where 0 and all ones are the same. */
static bool same_sum(uint16_t a, uint16_t b)
{
	return a == b || ((a == 0 || a == 0xffff) && (b == 0 || b == 0xffff));
}

static void csum(void)
{
	const unsigned char rfc[8] = {0x00, 0x01, 0xf2, 0x03, 0xf4, 0xf5, 0xf6, 0xf7};
	int n, at, kind;

	/* The RFC's example: the sum is ddf2 in network order. */
	tap_ok(csum_fold(csum_partial(rfc, 8, 0)) == (uint16_t)~0xf2dd, "the example of RFC 1071");
	for (kind = 0; kind < 3; kind++)
		for (n = 0; n <= 512; n++)
			for (at = 0; at < 9; at++) {
				char *from = right_area + PAGE - 512 + (512 - n) * (at & 1), *to;
				uint16_t expected;
				uint32_t sum;
				int i;

				/* Every addition carries; none does; some do. */
				for (i = 0; i < n; i++)
					from[i] = (char)(kind == 0   ? 0xff
							 : kind == 1 ? (i ? 0 : 4)
								     : i * 37 + n);
				expected = model((unsigned char *)from, (unsigned long)n);
				to = left_area + at;
				memset(left_area, 0, PAGE);
				sum = csum_and_copy_from_user(from, to, n);
				failures += !sum || !same_sum(csum_fold(sum), expected) ||
					    memcmp(to, from, (size_t)n) != 0;
				memset(left_area, 0, PAGE);
				to = left_area + PAGE - n;
				sum = csum_and_copy_to_user(from, to, n);
				failures += !sum || !same_sum(csum_fold(sum), expected) ||
					    memcmp(to, from, (size_t)n) != 0;
				failures +=
					!same_sum(csum_fold(csum_partial(from, n, 0)), expected);
				cases += 3;
			}
	point(&cases, &failures, "sums: every carry, none, some");
	for (n = 1; n <= 300; n++)
		for (at = 0; at < n; at += 7) {
			failures +=
				csum_and_copy_from_user(right_area + PAGE - at, left_area, n) != 0;
			failures +=
				csum_and_copy_to_user(right_area, left_area + PAGE - at, n) != 0;
			cases += 2;
		}
	point(&cases, &failures, "0 after a fault");
	tap_ok(!csum_and_copy_from_user((void *)-9, left_area, 3), "0 for a bad range");
	tap_ok(!csum_and_copy_to_user(left_area, (void *)-9, 3), "and for the other side");
	tap_ok(!csum_and_copy_from_user(right_area, left_area, -1), "and for a negative length");
	{
		char *big = calloc(3, PAGE), *to = calloc(3, PAGE);
		int i;

		for (i = 0; i < 3 * (int)PAGE; i++)
			big[i] = (char)(i * 11);
		tap_ok(same_sum(csum_fold(csum_and_copy_from_user(big, to, 3 * (int)PAGE - 1)),
				model((unsigned char *)big, 3 * PAGE - 1)),
		       "more than one piece");
		free(big);
		free(to);
	}
}

static void zeropad(void)
{
	unsigned char *end = (unsigned char *)right_area + PAGE;
	unsigned long distance, i;

	for (i = 1; i <= 16; i++)
		end[-(long)i] = (unsigned char)(0xf0 + i);
	for (distance = 1; distance <= 16; distance++) {
		unsigned long expected = 0;

		for (i = 0; i < 8 && i < distance; i++)
			expected |= (unsigned long)end[(long)i - (long)distance] << (8 * i);
		failures += load_unaligned_zeropad(end - distance) != expected;
		cases++;
	}
	point(&cases, &failures, "load_unaligned_zeropad");
}

int main(void)
{
	unsigned int i;

	alarm(60);
	left_area = pages(1);
	right_area = pages(1);
	for (i = 0; i < sizeof(copies) / sizeof(copies[0]); i++)
		injected(i);
	ranges();
	memory_error_elsewhere();
	memory_error_made_up();
	memory_error();
	csum();
	zeropad();
	return tap_done();
}
