/* SPDX-License-Identifier: MIT */
/* Dies in the way its argument names; oops.sh looks at the report. */
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include <dlfcn.h>
#include <link.h>
#include <uaccess/fault.h>
#include <uaccess/oops.h>
#include <uaccess/uaccess.h>

#define VISIBLE __attribute__((noinline, visibility("default")))

VISIBLE void victim_write(volatile char *p);
VISIBLE void victim_write(volatile char *p)
{
	*p = 1;
}

VISIBLE int victim_read(volatile char *p);
VISIBLE int victim_read(volatile char *p)
{
	return *p + 1;
}

/* The faulting instruction is the function's first. */
__asm__(".globl victim_first\n"
	".type victim_first, @function\n"
	"victim_first:\n"
	".cfi_startproc\n"
	"	movl %eax, (%rdi)\n"
	"	ret\n"
	".cfi_endproc\n"
	".size victim_first, . - victim_first\n");
void victim_first(void *p);

VISIBLE void victim_inner(void (*fn)(void *), void *arg);
VISIBLE void victim_inner(void (*fn)(void *), void *arg)
{
	fn(arg);
	__asm__ volatile("" ::: "memory");
}

VISIBLE void victim_handler(int signo);
VISIBLE void victim_handler(int signo)
{
	(void)signo;
	victim_write(NULL);
	__asm__ volatile("" ::: "memory");
}

VISIBLE void victim_smash(char *room);
VISIBLE void victim_smash(char *room)
{
	memset(room, 0x41, 512);
}

VISIBLE void victim_smashed(void);
VISIBLE void victim_smashed(void)
{
	char room[16];

	victim_smash(room);
	__asm__ volatile("" : : "r"(room) : "memory");
}

static int hold_loader_lock(struct dl_phdr_info *info, size_t size, void *arg)
{
	(void)info;
	(void)size;
	*(volatile int *)arg = 1;
	for (;;)
		pause();
	return 0;
}

static void *loader_lock_thread(void *arg)
{
	dl_iterate_phdr(hold_loader_lock, arg);
	return NULL;
}

static int dies_of_loader_lock(void)
{
	volatile int held = 0;
	pthread_t thread;

	pthread_create(&thread, NULL, loader_lock_thread, (void *)&held);
	while (!held)
		usleep(1000);
	victim_write(NULL);
	return 1;
}

static void write_line(const char *line, size_t length, void *arg)
{
	fprintf(arg, "callback %zu: %s", length, line);
	fflush(arg);
}

static void write_and_fault(const char *line, size_t length, void *arg)
{
	static int lines;

	fwrite(line, 1, length, arg);
	fflush(arg);
	if (++lines == 4)
		victim_write((char *)0x8000000000000010);
}

int main(int argc, char **argv)
{
	const char *how = argc > 1 ? argv[1] : "";
	struct uaccess_oops_options options = {.size = sizeof(options), .fd = STDERR_FILENO};
	static char small[16384] __attribute__((aligned(16)));
	stack_t stack = {.ss_sp = small, .ss_size = sizeof(small)};
	char *page = mmap(NULL, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	FILE *file;

	alarm(30);
	if (argc > 2 && !strcmp(argv[2], "json"))
		options.format = UACCESS_OOPS_JSON;
	if (argc > 2 && !strcmp(argv[2], "callback")) {
		options.write = write_line;
		options.arg = stderr;
	}
	if (!strcmp(how, "fault-inside")) {
		options.write = write_and_fault;
		options.arg = stderr;
	}
	if (!(argc > 2 && !strcmp(argv[2], "environment")) && uaccess_oops_enable(&options))
		return 1;

	if (!strcmp(how, "null") || !strcmp(how, "fault-inside"))
		victim_write(NULL);
	else if (!strcmp(how, "read"))
		return victim_read((char *)0x123456789000);
	else if (!strcmp(how, "readonly"))
		victim_write(page + victim_read(page) + 7);
	else if (!strcmp(how, "non-canonical"))
		victim_write((char *)0x8000000000000010);
	else if (!strcmp(how, "first"))
		victim_inner(victim_first, NULL);
	else if (!strcmp(how, "call-null"))
		victim_inner(NULL, NULL);
	else if (!strcmp(how, "smash"))
		victim_smashed();
	else if (!strcmp(how, "in-handler")) {
		signal(SIGUSR1, victim_handler);
		raise(SIGUSR1);
	} else if (!strcmp(how, "loader-lock"))
		return dies_of_loader_lock();
	else if (!strcmp(how, "small-stack")) {
		sigaltstack(&stack, NULL);
		victim_write(NULL);
	} else if (!strcmp(how, "thread-stack")) {
		uaccess_thread_init();
		victim_write(NULL);
	} else if (!strcmp(how, "sigbus")) {
		file = tmpfile();
		page = mmap(NULL, 4096, PROT_READ, MAP_SHARED, fileno(file), 0);
		return victim_read(page);
	} else if (!strcmp(how, "kill"))
		kill(getpid(), SIGSEGV);
	else if (!strcmp(how, "recover")) {
		int x;

		if (get_user(x, (int *)page) || !get_user(x, (int *)NULL) || x ||
		    uaccess_oops_count())
			return 1;
		return 0;
	} else if (!strcmp(how, "warn"))
		return !uaccess_warn_on(argc > 1) || uaccess_warn_on(argc > 9);
	return 2;
}
