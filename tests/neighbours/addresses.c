/* SPDX-License-Identifier: MIT */
/* Rows C: addresses that are not reported as they are, and counts of bytes. */
#include <uaccess/extable.h>
#include <uaccess/region.h>

#include "tests/neighbours/neighbours.h"

#define PAGE 4096ul

static volatile unsigned long vary;

/* n that the compiler does not know: the routines, not code in place. */
static unsigned long unknown(unsigned long n)
{
	return n + vary;
}

/* --- C1: non-canonical addresses ---------------------------------------------------------- */

static bool wild(uintptr_t address, unsigned int trap)
{
	struct uaccess_fault fault;
	char to[64];
	uint64_t value = 1, *p = (uint64_t *)address;

	child_require(__get_user(value, p) == -EFAULT && !value); /* without the range check */
	child_require(!uaccess_last_fault(&fault) && fault.trap == trap);
	/* The processor says no address, and what it said last is not taken for one. */
	if (trap == 14)
		child_require((fault.flags & UACCESS_FAULT_ADDRESS) && fault.address == address);
	else
		child_require(!(fault.flags & UACCESS_FAULT_ADDRESS) && !fault.address);
	value = 1;
	child_require(get_user(value, p) == -EFAULT && !value);
	child_require(put_user(value, p) == -EFAULT);
	child_require(copy_from_user(to, p, unknown(64)) == 64);
	child_require(copy_to_user(p, to, unknown(64)) == 64);
	child_require(clear_user(p, unknown(64)) == 64);
	return true;
}

/* Through the frame pointer a wild address is a stack fault: SIGBUS without an address. */
static int through_frame_pointer(uintptr_t address)
{
	int error = 0;

	__asm__ volatile("push %%rbp\n\t"
			 "mov %1, %%rbp\n"
			 ".Lneighbour_%=:	movb (%%rbp), %%al\n"
			 "2:	pop %%rbp\n"
			 "	.pushsection __ex_table,\"ao?\",@progbits,.Lneighbour_%=\n"
			 "	.balign 4\n"
			 "	.long .Lneighbour_%= - ., 2b - ., %c2\n"
			 "	.popsection\n"
			 : "+c"(error)
			 : "r"(address), "i"(UACCESS_EX_TYPE_IMM_REG | 1 << UACCESS_EX_REG_SHIFT |
					     (uint32_t)-EFAULT << UACCESS_EX_IMM_SHIFT)
			 : "rax", "memory");
	return error;
}

static int c1_wild(void *arg)
{
	struct uaccess_fault fault;
	char byte = 1;

	(void)arg;
	child_require(get_user(byte, memory_closed()) == -EFAULT &&
		      !byte); /* leaves an address behind */
	child_require(wild(0x8000000000000000, 13));
	child_require(wild(0xffff7fffffffffff, 13));
	child_require(wild(0xffff800000000000, 14));
	child_require(wild(-8ul, 14));
	child_require(wild(0, 14));
	child_require(through_frame_pointer(0x8000000000000000) == -EFAULT);
	child_require(!uaccess_last_fault(&fault));
	child_require(fault.signo == SIGBUS && fault.trap == 12);
	return !!(fault.flags & UACCESS_FAULT_ADDRESS);
}

/* --- C2, C3, C4: counts ---------------------------------------------------------------------- */

static int c2_both_bad(void *arg)
{
	char *to = memory_before_guard(PAGE) + PAGE, *from = memory_before_guard(PAGE) + PAGE;
	unsigned long n, t, f;

	(void)arg;
	for (n = 1; n <= 200; n += 1 + n / 16)
		for (t = 0; t <= n; t += 1 + n / 9)
			for (f = 0; f <= n; f += 1 + n / 7) {
				unsigned long good = t < f ? t : f;

				child_require(copy_in_user(to - t, from - f, unknown(n)) ==
					      n - good);
			}
	return 0;
}

#define STRADDLES(type)                                                          \
	for (good = 1; good < sizeof(type); good++) {                            \
		type value = 1, *p = (type *)(edge - good);                      \
                                                                                 \
		memset(edge - 16, 'x', 16);                                      \
		child_require(get_user(value, p) == -EFAULT && !value);          \
		child_require(put_user(value, p) == -EFAULT && edge[-1] == 'x'); \
	}

/* More than 2 GiB: the same 2 MiB of a file over and over, and a hole in the end. */
#define CHUNK  (2ul << 20)
#define CHUNKS 1025ul

static char *huge(int file)
{
	char *map = mmap(NULL, (CHUNKS + 1) * CHUNK, PROT_NONE,
			 MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	size_t i;

	if (map == MAP_FAILED)
		child_cannot("no room for 2 GiB of addresses");
	for (i = 0; i < CHUNKS; i++)
		child_require(mmap(map + i * CHUNK, CHUNK, PROT_READ | PROT_WRITE,
				   MAP_SHARED | MAP_FIXED, file, 0) != MAP_FAILED);
	return map;
}

static int c3_values_and_gigabytes(void *arg)
{
	char *edge = memory_before_guard(PAGE) + PAGE, *to, *from;
	int file = memfd_create("huge", 0);
	unsigned long good;

	(void)arg;
	STRADDLES(uint16_t)
	STRADDLES(uint32_t)
	STRADDLES(uint64_t)
	if (CHILD_SANITIZED)
		child_cannot("the sanitizer has no room for the shadow of 4 GiB");
	child_require(file >= 0 && !ftruncate(file, CHUNK));
	to = huge(file);
	from = huge(file);
	child_require(copy_in_user(to + 3, from + 3, unknown(CHUNKS * CHUNK)) == 3);
	return clear_user(to + 5, unknown(CHUNKS * CHUNK)) != 5;
}

static char model_to[2 * PAGE];

static bool as_modelled(char *to, const char *from, unsigned long n, unsigned long good)
{
	unsigned long i;

	memset(to - 64, 'o', 64 + n);
	child_require(copy_to_user(to, from, unknown(n)) == n - good);
	for (i = 0; i < 64; i++)
		if (to[(long)i - 64] != 'o')
			return false;
	for (i = 0; i < n; i++)
		if (to[i] != (i < good ? from[i] : 'o'))
			return false;
	return true;
}

static int c4_model(void *arg)
{
	char *base = memory_before_guard(PAGE), *edge = base + PAGE;
	unsigned long n, f, good, i;

	(void)arg;
	for (i = 0; i < sizeof(model_to); i++)
		model_to[i] = (char)(i % 61 + 1);
	for (n = 1; n <= 300; n += 1 + n / 12)
		for (f = 0; f < 64; f += 7)
			for (good = 0; good < n; good += 1 + n / 24) {
				char *to = edge - good;

				memset(to - 64, 'o', 64 + good);
				child_require(copy_to_user(to, model_to + f, unknown(n)) ==
					      n - good);
				child_require(!memcmp(to, model_to + f, good) && to[-1] == 'o');
				/* The source faults: nothing behind the prefix has changed. */
				memcpy(edge - good, model_to + f, good);
				memset(base, 'o', 1024);
				child_require(copy_in_user(base + 64 + f, edge - good,
							   unknown(n)) == n - good);
				child_require(!memcmp(base + 64 + f, model_to + f, good));
				for (i = good; i < n; i++)
					child_require(base[64 + f + i] == 'o');
				child_require(base[63 + f] == 'o');
			}
	return !as_modelled(base + 2048, model_to + 1, 300, 300);
}

/* --- C5, C6: long copies and their order ------------------------------------------------------ */

static int c5_progress(void *arg)
{
	unsigned long whole = 8ul << 20;
	char *to = memory_before_guard(whole), *from = memory_before_guard(whole);

	(void)arg;
	memset(from, 'f', whole);
	child_require(copy_in_user(to + 1, from, unknown(whole)) == 1);
	child_require(to[whole - 1] == 'f' && !to[0]);
	child_require(copy_in_user(to, from + 77, unknown(whole)) == 77);
	child_require(clear_user(to + 9, unknown(whole)) == 9 && !to[whole - 1] && to[8] == 'f');
	return 0;
}

static uintptr_t reached;
static unsigned int pages_reached;

/* Watches: the pages come one after the other. */
static enum uaccess_region_answer watch(const struct uaccess_fault *fault, void *arg)
{
	uintptr_t page = fault->address & ~(PAGE - 1);

	(void)arg;
	if (page <= reached || mprotect((void *)page, PAGE, PROT_READ | PROT_WRITE))
		return UACCESS_REGION_REFUSE;
	reached = page;
	pages_reached++;
	return UACCESS_REGION_RETRY;
}

static int c6_ascending(void *arg)
{
	static char from[32 * PAGE];
	char *to = memory_before_guard(32 * PAGE);
	int clears;

	(void)arg;
	child_require(!uaccess_region_register(to, 32 * PAGE, watch, NULL));
	for (clears = 0; clears < 2; clears++) {
		reached = pages_reached = 0;
		child_require(!mprotect(to, 32 * PAGE, PROT_NONE));
		if (clears)
			child_require(!clear_user(to + 7, unknown(32 * PAGE - 7)));
		else
			child_require(!copy_to_user(to + 7, from, unknown(32 * PAGE - 7)));
		child_require(pages_reached == 32);
	}
	return 0;
}

/* --- C8: the direction flag -------------------------------------------------------------------- */

static int c8_direction(void *arg)
{
	char *edge = memory_before_guard(PAGE) + PAGE;
	unsigned long flags, error = 0;

	(void)arg;
	memset(edge - 64, 'x', 64);
	__asm__ volatile("std\n"
			 ".Lneighbour_%=:	movb (%2), %%al\n"
			 "2:	pushfq\n\t"
			 "pop %1\n\t"
			 "cld\n"
			 "	.pushsection __ex_table,\"ao?\",@progbits,.Lneighbour_%=\n"
			 "	.balign 4\n"
			 "	.long .Lneighbour_%= - ., 2b - ., %c3\n"
			 "	.popsection\n"
			 : "+c"(error), "=&r"(flags)
			 : "r"(edge), "i"(UACCESS_EX_TYPE_IMM_REG | 1 << UACCESS_EX_REG_SHIFT |
					  (uint32_t)-EFAULT << UACCESS_EX_IMM_SHIFT)
			 : "rax", "memory", "cc");
	child_require((int)error == -EFAULT);
	child_require(flags & 0x400); /* the program's own, as it was */
	child_require(copies_are_exact());
	child_require(clear_user(edge - 10, unknown(20)) == 10 && edge[-11] == 'x');
	return 0;
}

/* --- C9, C10: systems that report less ------------------------------------------------------------ */

static int pretended_code;
static bool without_address;

static void pretends(int signo, siginfo_t *info, void *context)
{
	if (pretended_code)
		info->si_code = pretended_code;
	if (without_address)
		info->si_addr = NULL;
	if (!uaccess_handle_fault(signo, info, context))
		_exit(55);
}

static bool exact_when_pretended(void)
{
	int i;

	child_require(!uaccess_fault_uninstall());
	for (i = 0; i < 2; i++)
		set_action(signals[i], pretends, SA_SIGINFO | SA_NODEFER);
	c2_both_bad(NULL);
	c4_model(NULL);
	return copies_are_exact() && recovers(SIGSEGV) && recovers(SIGBUS);
}

static int c9_codes(void *arg)
{
	(void)arg;
	pretended_code = SEGV_MAPERR; /* also where the page has no permission */
	return !exact_when_pretended();
}

static int c10_no_address(void *arg)
{
	(void)arg;
	without_address = true;
	return !exact_when_pretended();
}

static const struct child_case cases[] = {
	{"C1 non-canonical addresses, also through the frame pointer", c1_wild, 0},
	{"C2 both sides bad", c2_both_bad, 0},
	{"C3 values across a page's end, and 2 GiB before a hole", c3_values_and_gigabytes, 0},
	{"C4 memory and residue against a model", c4_model, 0},
	{"C5 long copies tell how far they came", c5_progress, 0},
	{"C6 ascending order, watched page by page", c6_ascending, 0},
	{"C8 the direction flag set at a fault", c8_direction, 0},
	{"C9 a system that reports SEGV_MAPERR for everything", c9_codes, 0},
	{"C10 a system that reports no address", c10_no_address, 0},
};

ROWS(cases)
