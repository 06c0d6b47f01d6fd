/* SPDX-License-Identifier: MIT */
/* Can this be an object? What a process can know of its stack and its text. */
#include <errno.h>
#include <link.h>
#include <pthread.h>
#include <stdatomic.h>
#define UACCESS_NO_KERNEL_NAMES
#include <uaccess/uaccess.h>
#include "src/log.h"

struct range {
	uintptr_t start, end; /* end 0: not known yet; both 1: cannot be known */
};

static _Thread_local struct range stack __attribute__((tls_model("initial-exec")));
static _Atomic uintptr_t text_start, text_end;

static bool refuse(const char *name, const char *detail, uintptr_t offset, unsigned long n,
		   bool to_user)
{
	uaccess__log(
		"usercopy: Kernel memory %s attempt detected %s %s%s%s%s (offset %lu, size %lu)!",
		to_user ? "exposure" : "overwrite", to_user ? "from" : "to", name,
		detail ? " '" : "", detail ? detail : "", detail ? "'" : "", (unsigned long)offset,
		n);
	return false;
}

static void find_stack(void)
{
	pthread_attr_t attributes;
	int saved = errno;
	size_t size;
	void *start;

	stack.start = stack.end = 1;
	if (!pthread_getattr_np(pthread_self(), &attributes)) {
		if (!pthread_attr_getstack(&attributes, &start, &size)) {
			stack.start = (uintptr_t)start;
			stack.end = (uintptr_t)start + size;
		}
		pthread_attr_destroy(&attributes);
	}
	errno = saved;
}

/* The first object is the program; its executable segment. */
static int program_text(struct dl_phdr_info *info, size_t size, void *arg)
{
	int i;

	(void)size;
	(void)arg;
	for (i = 0; i < info->dlpi_phnum; i++) {
		const ElfW(Phdr) *segment = &info->dlpi_phdr[i];

		if (segment->p_type == PT_LOAD && (segment->p_flags & PF_X)) {
			atomic_store(&text_start, info->dlpi_addr + segment->p_vaddr);
			atomic_store(&text_end,
				     info->dlpi_addr + segment->p_vaddr + segment->p_memsz);
			break;
		}
	}
	return 1;
}

bool uaccess_check_object(const void *p, unsigned long n, bool to_user)
{
	uintptr_t start = (uintptr_t)p, end = start + n;

	if (!n)
		return true;
	if (end - 1 < start)
		return refuse("wrapped address", NULL, 0, n, to_user);
	if (!p)
		return refuse("null address", NULL, 0, n, to_user);

	if (!stack.end)
		find_stack();
	if (start < stack.end && end > stack.start) {
		/* On another stack (a signal's, a coroutine's) "below" means nothing. */
		uintptr_t sp = (uintptr_t)__builtin_frame_address(0);
		bool here = sp >= stack.start && sp < stack.end;

		if (start < stack.start || end > stack.end)
			return refuse("process stack", NULL, 0, n, to_user);
		if (here && start < sp)
			return refuse("process stack", NULL, start - stack.start, n, to_user);
		return true;
	}

	if (!atomic_load(&text_end))
		dl_iterate_phdr(program_text, NULL);
	if (start < atomic_load(&text_end) && end > atomic_load(&text_start))
		return refuse("kernel text", NULL,
			      start < atomic_load(&text_start) ? 0
							       : start - atomic_load(&text_start),
			      n, to_user);
	return true;
}
