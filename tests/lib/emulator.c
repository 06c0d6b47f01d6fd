/* SPDX-License-Identifier: MIT */
/*
 * What emulators get wrong about a fault: the instruction behind a jump, and the
 * registers in the middle of a rep. Short, to be run under Valgrind; natively it
 * must pass as well.
 */
#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <uaccess/uaccess.h>
#include "tests/tap.h"

#define PAGE 4096ul

static char *page;

/* The access is the first instruction of the loop: Valgrind unrolls it. */
__attribute__((noinline)) static unsigned long count_readable(const char *p, unsigned long n)
{
	unsigned long i;
	char c __attribute__((unused));

	for (i = 0; i < n; i++)
		if (get_user(c, p + i))
			break;
	return i;
}

__attribute__((noinline)) static unsigned long count_writable(char *p, unsigned long n)
{
	unsigned long i;

	for (i = 0; i < n; i++)
		if (put_user((char)1, p + i))
			break;
	return i;
}

/* The access is the function's first instruction: Valgrind follows the call into it. */
int emulator_first(void *p);
__asm__(".text\n"
	"emulator_first:\n"
	"1:	movl $0, (%rdi)\n"
	"	xorl %eax, %eax\n"
	"	ret\n"
	"2:	movl $-14, %eax\n"
	"	ret\n"
	".pushsection __ex_table,\"ao?\",@progbits,emulator_first\n"
	".balign 4\n"
	".long 1b - ., 2b - ., 3\n"
	".popsection\n");

static unsigned long sweep(void)
{
	static char buffer[2 * PAGE];
	unsigned long wrong = 0, before, n, done;

	for (before = 0; before < 300; before += before < 20 ? 1 : 37) {
		for (n = 0; n < 600; n += n < 20 ? 1 : 29) {
			char *p = page + PAGE - before;

			done = n < before ? n : before;
			memset(page, 0x5a, PAGE);
			wrong += copy_from_user(buffer, p, n) != n - done;
			wrong += clear_user(p, n) != n - done;
			wrong +=
				done && (p[0] || p[done - 1] || (done < before && p[done] != 0x5a));
			wrong += copy_to_user(p, buffer, n) != n - done;
		}
	}
	n = 3000;
	wrong += clear_user(page + PAGE - 2900, n) != 100;
	wrong += copy_from_user(buffer, page + PAGE - 2900, n) != 100;
	return wrong;
}

int main(void)
{
	const struct uaccess_routine *row;
	size_t count, i;

	page = mmap(NULL, 2 * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	mprotect(page + PAGE, PAGE, PROT_NONE);
	for (i = 1; i < 20; i++) {
		if (count_readable(page + PAGE - i, 100) != i ||
		    count_writable(page + PAGE - i, 100) != i)
			break;
	}
	tap_ok(i == 20, "loops of single accesses stop where they must (%zu)", i);
	for (i = 0; i < 4; i++)
		if (emulator_first(page + PAGE) != -EFAULT || emulator_first(page))
			break;
	tap_ok(i == 4, "an access that is its function's first instruction");

	row = uaccess_routine_table(&count);
	for (i = 0; i < count; i++) {
		unsigned long wrong;

		/*
		 * Ours take the residue from pointers and the address; the kernel's
		 * routines take it from registers that an emulator may not keep.
		 */
		if (strncmp(row[i].origin, "libuaccess", 10) ||
		    uaccess_routine_select(row[i].kind, row[i].name))
			continue;
		wrong = sweep();
		tap_ok(!wrong, "%s %s (%lu wrong)", uaccess_routine_kind_name(row[i].kind),
		       row[i].name, wrong);
		uaccess_routine_select(row[i].kind, NULL);
	}
	return tap_done();
}
