/* SPDX-License-Identifier: MIT */
/*
 * Alternatives: what is chosen, that moved code still means the same, the red
 * zone, one entry for every alternative, and systems that refuse the change.
 *
 * Features and refusals take a process of their own: the program runs itself.
 */
#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
#include <uaccess/clear_user_inline.h>
#include "src/alternative_internal.h"
#include "tests/tap.h"

/* What replacements call and read: %eax := 77; 4711. */
__asm__(".pushsection .text\n"
	".globl alternative_target\n.hidden alternative_target\n"
	".type alternative_target, @function\n"
	"alternative_target:\n\tmovl $77, %eax\n\tret\n"
	".size alternative_target, . - alternative_target\n"
	".popsection\n");
extern const int alternative_value;
__attribute__((used, visibility("hidden"))) const int alternative_value = 4711;

#define CHOOSE(...)                                                 \
	__extension__({                                             \
		int chosen = 0;                                     \
		__asm__ volatile(__VA_ARGS__ : "+a"(chosen)::"cc"); \
		chosen;                                             \
	})
#define SET(n) "movl $" #n ", %%eax"

static int chosen_of_1(void)
{
	return CHOOSE(UACCESS_ALTERNATIVE(SET(1), SET(2), UACCESS_ALT_ALWAYS));
}

/* Live data below the stack pointer of a leaf, round a call in the replacement. */
__attribute__((noinline)) static int red_zone(int seed)
{
	volatile int data[24];
	int i, result = seed, sum = 0;

	for (i = 0; i < 24; i++)
		data[i] = seed + i;
	__asm__ volatile(UACCESS_ALTERNATIVE("nop", UACCESS_ALT_CALL("alternative_target"),
					     UACCESS_ALT_ALWAYS)
			 : "+a"(result)::"cc");
	for (i = 0; i < 24; i++)
		sum += data[i] == seed + i;
	return result == 77 ? sum : -1;
}

static void choices(void)
{
	tap_ok(chosen_of_1() == 2, "a feature that is there: the replacement");
	tap_ok(CHOOSE(UACCESS_ALTERNATIVE(SET(1), SET(2), UACCESS_ALT_NEVER)) == 1,
	       "a feature that is not: the default");
	tap_ok(CHOOSE(UACCESS_ALTERNATIVE(SET(1), SET(2), UACCESS_ALT_NOT(UACCESS_ALT_ALWAYS))) ==
		       1,
	       "not a feature that is there: the default");
	tap_ok(CHOOSE(UACCESS_ALTERNATIVE(SET(1), SET(2), UACCESS_ALT_NOT(UACCESS_ALT_NEVER))) == 2,
	       "not a feature that is not: the replacement");
	tap_ok(CHOOSE(UACCESS_ALTERNATIVE_2(SET(1), SET(2), UACCESS_ALT_ALWAYS, SET(3),
					    UACCESS_ALT_ALWAYS)) == 3,
	       "of two that fit the last");
	tap_ok(CHOOSE(UACCESS_ALTERNATIVE_2(SET(1), SET(2), UACCESS_ALT_ALWAYS, SET(3),
					    UACCESS_ALT_NEVER)) == 2,
	       "of two the one that fits");
	tap_ok(CHOOSE(UACCESS_ALTERNATIVE_3(SET(1), SET(2), UACCESS_ALT_NEVER, SET(3),
					    UACCESS_ALT_ALWAYS, SET(4), UACCESS_ALT_NEVER)) == 3,
	       "of three the one that fits");
	tap_ok(CHOOSE(ALTERNATIVE("movl $1, %%eax\n\taddl $1, %%eax\n\taddl $1, %%eax",
				  "incl %%eax", UACCESS_ALT_ALWAYS)) == 1,
	       "a shorter replacement is padded");
	tap_ok(CHOOSE(ALTERNATIVE("", "movl $1, %%eax\n\tshll $4, %%eax\n\torl $5, %%eax",
				  UACCESS_ALT_ALWAYS)) == 21,
	       "nothing is replaced by something");
	tap_ok(CHOOSE(ALTERNATIVE_2("incl %%eax", "nop", ALT_NOT(UACCESS_ALT_NEVER),
				    "movl $9, %%eax\n\taddl $90, %%eax", UACCESS_ALT_NEVER)) == 0,
	       "the padding of a longer one that does not fit does nothing");
	tap_ok(CHOOSE(ALTERNATIVE("nop", "movl alternative_value(%%rip), %%eax",
				  UACCESS_ALT_ALWAYS)) == 4711,
	       "memory relative to the instruction pointer");
	tap_ok(CHOOSE(ALTERNATIVE("nop", "cmpl $4711, alternative_value(%%rip)\n\tsete %%al",
				  UACCESS_ALT_ALWAYS)) == 1,
	       "the same with a constant behind it");
	tap_ok(CHOOSE(ALTERNATIVE("nop", "testl %%eax, %%eax\n\tjz 1f\n\tud2\n1:\tmovl $8, %%eax",
				  UACCESS_ALT_ALWAYS)) == 8,
	       "a jump inside the replacement");
	tap_ok(red_zone(3) == 24, "a call, and the red zone of a leaf is as before");
}

/* --- one clear at every stop position, whatever was chosen ------------------------ */

static bool clears_exactly(void)
{
	unsigned char *area = mmap(NULL, 3 * 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	unsigned long n, before, i;

	if (area == MAP_FAILED || mprotect(area, 2 * 4096, PROT_READ | PROT_WRITE))
		return false;
	for (n = 0; n <= 300; n++) {
		for (before = n ? 0 : 1; before <= n + 1; before++) {
			unsigned char *p = area + 2 * 4096 - before;
			unsigned long done = before < n ? before : n, left;

			memset(area + 4096, 0xee, 4096);
			left = clear_user_inline(p, n);
			if (left != n - done)
				return false;
			for (i = 0; i < before; i++)
				if (p[i] != (i < done ? 0 : 0xee))
					return false;
			if (p[-1] != 0xee)
				return false;
		}
	}
	if (clear_user_inline((void *)(uintptr_t)-8, 4) != 4)
		return false;
	return !munmap(area, 3 * 4096);
}

/* No page of the program is writable and executable, and text changed or did not. */
static bool text_is(bool changed)
{
	FILE *maps = fopen("/proc/self/maps", "re");
	bool both = false, anonymous = false;
	char line[512], flags[5], file[256];

	while (maps && fgets(line, sizeof(line), maps)) {
		unsigned long inode = 0;

		if (sscanf(line, "%*s %4s %*s %*s %lu %255s", flags, &inode, file) < 2)
			continue;
		both |= flags[1] == 'w' && flags[2] == 'x';
		if (flags[2] == 'x' && !inode && !strchr(line, '['))
			anonymous = true;
	}
	if (maps)
		fclose(maps);
	return maps && !both && anonymous == changed;
}

/* --- other processes -------------------------------------------------------------- */

enum filter {
	NO_FILTER,
	REFUSE_EXECUTABLE, /* mprotect() that makes executable: EACCES */
	KILL_BOTH	   /* memory that is writable and executable at once */
};

/* A system call's third argument is the protection, for mmap() and mprotect(). */
static bool install_filter(enum filter filter)
{
	const uint32_t act = filter == KILL_BOTH ? SECCOMP_RET_KILL : SECCOMP_RET_ERRNO | EACCES;
	const uint32_t both = filter == KILL_BOTH ? PROT_WRITE | PROT_EXEC : PROT_EXEC;
	struct sock_filter code[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_mprotect, 2, 0),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K,
			 filter == KILL_BOTH ? SYS_mmap : (uint32_t)SYS_mprotect, 1, 0),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[2])),
		BPF_STMT(BPF_ALU | BPF_AND | BPF_K, both),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, both, 0, 1),
		BPF_STMT(BPF_RET | BPF_K, act),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	struct sock_fprog program = {sizeof(code) / sizeof(code[0]), code};

	return filter == NO_FILTER || (!prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) &&
				       !prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program));
}

/* Runs this program as a child that checks "mode" and returns 0. */
static bool again(const char *mode, const char *clear, enum filter filter)
{
	int status;
	pid_t pid = fork();

	if (!pid) {
		alarm(60);
		if (clear)
			setenv("UACCESS_CLEARCPUID", clear, 1);
		if (!install_filter(filter))
			_exit(77);
		execl("/proc/self/exe", "alternative", mode, (char *)NULL);
		_exit(99);
	}
	return pid > 0 && waitpid(pid, &status, 0) == pid && WIFEXITED(status) &&
	       WEXITSTATUS(status) == 0;
}

static int child(const char *mode)
{
	if (!strcmp(mode, "refused"))
		return !(chosen_of_1() == 1 && red_zone(5) == -1 && clears_exactly() &&
			 text_is(false));
	return !(chosen_of_1() == 2 && red_zone(5) == 24 && clears_exactly() && text_is(true));
}

/* --- the length of instructions --------------------------------------------------- */

struct bytes {
	const uint8_t *start, *end;
};
extern const struct bytes __start_alternative_insns[], __stop_alternative_insns[];

/* Each line is one instruction that can be moved. */
#define ONE(text)                                                                 \
	"1:\t" text "\n2:\n\t.pushsection alternative_insns,\"aw\",@progbits\n\t" \
	".balign 8\n\t.quad 1b, 2b\n\t.popsection\n\t"

__asm__(".pushsection .text\n\t" /* never run */
	ONE("nop") ONE("ret") ONE("pushq %r12") ONE("popq %rax") ONE("cld") ONE("ud2") ONE("addl $1, %eax") ONE(
		"addb $1, %al") ONE("addq $1000, %rax") ONE("addw $1000, %ax") ONE("movb $0, (%rdi)") ONE("movw $300, 5(%rdi)")
		ONE("movl $0, 500(%rdi,%rcx,8)") ONE("movq $0, (%rsp)") ONE("movq $0, 0x1000(,%rcx,8)") ONE(
			"movabsq $0x123456789, %r10") ONE("movl $5, %r10d") ONE("movb $5, %r10b") ONE("leaq 8(%rdi), %rdi")
			ONE("movq %rax, (%r13)") ONE("movq (%r12), %rax") ONE("movzbl (%rsi), %eax") ONE(
				"movslq %ecx, %rcx") ONE("imulq $7, %rcx, %rdx") ONE("imulq $700, %rcx, %rdx")
				ONE("imulq %rcx, %rdx") ONE("shrq $3, %rcx") ONE("shrl %cl, %eax") ONE(
					"testb $1, (%rdi)") ONE("testl $4, %ecx") ONE("testw $4, %cx")
					ONE("notq %rax") ONE("incq %rdi") ONE("jmp *%rax") ONE(
						"call *8(%rax)") ONE("rep stosb") ONE("rep stosq")
						ONE("rep movsb") ONE("lock cmpxchgl %ecx, (%rdi)") ONE(
							"xaddq %rax, (%rdi)") ONE("bswapq %rax") ONE("btq $3, %rax")
							ONE("btsq %rcx, %rax") ONE("shldq $3, %rax, %rcx") ONE(
								"sete %al") ONE("cmovzq %rax, %rcx")
								ONE("cpuid") ONE("lfence") ONE(
									"prefetcht0 (%rdi)") ONE("movnti %rax, (%rdi)") ONE("popcntq %rax, %rcx") ONE("movups (%rsi), %xmm0") ONE("movdqu %xmm15, 16(%rdi)") ONE("pxor %xmm0, %xmm0") ONE("pshufd $3, %xmm1, %xmm0") ONE("psrldq $3, %xmm1") ONE("shufps $1, %xmm1, %xmm2") ONE("pshufb %xmm1, %xmm0") ONE("palignr $3, %xmm1, %xmm0") ONE("crc32q %rax, %rcx") ONE("vpxor %xmm0, %xmm0, %xmm0") ONE("vmovdqu (%rsi,%r9), %ymm1") ONE("vzeroupper") ONE("vmovdqu %ymm9, -32(%rdi,%rsi)") ONE("vpshufb %ymm9, %ymm1, %ymm2") ONE("vinserti128 $1, (%rsi), %ymm1, %ymm2") ONE("bzhiq %rsi, %rax, %rax") ONE("vpshufd $1, %ymm1, %ymm2") ONE("kmovq %rax, %k1") ONE("vpxorq %xmm16, %xmm16, %xmm16") ONE("vmovdqu8 %zmm16, (%rdi){%k1}") ONE("vmovdqu64 %zmm16, 0x12340(%rdi)") ONE("vpcmpub $1, %zmm1, %zmm2, %k1") ONE("vpalignr $1, %zmm1, %zmm2, %zmm3")
									ONE("movl %fs:0x28, %eax") ONE(
										"movq %gs:(%rdi), %rax") ONE("addr32 movl (%edi), %eax")
										ONE("syscall") ONE("leave") ONE("xchgq %rax, (%rdi)") ONE(
											"pushq $5") ONE("pushq $500")
											ONE("jmp alternative_target") ONE(
												"call alternative_target")
												ONE("jz alternative_target") ONE(
													"movl alternative_value(%rip), %eax")
													ONE("vmovdqu alternative_value(%rip), %xmm1") ".popsection\n");

static void lengths(void)
{
	const struct bytes *one;
	unsigned int wrong = 0;
	uint8_t to[32];

	for (one = __start_alternative_insns; one < __stop_alternative_insns; one++) {
		size_t n = (size_t)(one->end - one->start), cut;
		/* A place near by, so that distances fit. */
		const uint8_t *site = one->start + 64;
		bool good = uaccess__arch_move_code(to, site, sizeof(to), one->start, n);

		for (cut = 1; cut < n && good; cut++)
			/* Only what is whole without its prefixes' operand may pass. */
			good = !uaccess__arch_move_code(to, site, sizeof(to), one->start, cut) ||
			       one->start[0] == 0x0f;
		if (!good) {
			wrong++;
			tap_diag("instruction %zu of %zu bytes: %02x %02x %02x",
				 (size_t)(one - __start_alternative_insns), n, one->start[0],
				 one->start[1], one->start[2]);
		}
	}
	tap_ok(!wrong, "the length of each of %zu instructions",
	       (size_t)(__stop_alternative_insns - __start_alternative_insns));
	tap_ok(!uaccess__arch_move_code(to, to, 3, (const uint8_t *)"\x90\x90\x90\x90", 4),
	       "more than the site holds is refused");
	tap_ok(!uaccess__arch_move_code(to, to, 8, (const uint8_t *)"\xeb\x20", 2),
	       "a short jump out of the replacement is refused");
	tap_ok(!uaccess__arch_move_code(to, to, 8, (const uint8_t *)"\x06", 1),
	       "what is no instruction is refused");
}

static void refusals(void)
{
	struct uaccess_alternative_module module = {sizeof(module), UACCESS_ALTERNATIVE_VERSION,
						    NULL, NULL};
	static const struct uaccess_alternative record = {.length = 4, .replacement_length = 2};

	tap_ok(!uaccess_alternatives_apply(&module), "a module without alternatives");
	module.size--;
	tap_ok(uaccess_alternatives_apply(&module) == -EINVAL, "a record of another size");
	module.size++;
	module.version++;
	tap_ok(uaccess_alternatives_apply(&module) == -EINVAL, "a record of another version");
	module.version--;
	module.start = &record;
	module.stop = &record + 1;
	tap_ok(uaccess_alternatives_apply(&module) == -EINVAL, "a site that is no code");
}

int main(int argc, char **argv)
{
	if (argc > 1)
		return child(argv[1]);
	alarm(120);
	choices();
	lengths();
	refusals();
	tap_ok(again("usual", NULL, NO_FILTER), "clear_user_inline() with all that the CPU has");
	tap_ok(again("usual", "fsrm", NO_FILTER), "without FSRM: the ERMS routine");
	tap_ok(again("usual", "fsrm,erms", NO_FILTER), "without ERMS: the REP_GOOD routine");
	tap_ok(again("usual", "fsrm,erms,rep_good", NO_FILTER), "without REP_GOOD: the loop");
	tap_ok(again("usual", "fsrm", KILL_BOTH), "no page is ever writable and executable");
	tap_ok(again("refused", "fsrm", REFUSE_EXECUTABLE),
	       "where mprotect() is refused the default stays and works");
	return tap_done();
}
