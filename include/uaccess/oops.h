/* SPDX-License-Identifier: MIT */
/*
 * Oops: a report, in the kernel's shape, of a fault that nobody handles, before
 * the process dies of it as it would have. And the WARN form for a program's own
 * checks.
 *
 * Off until enabled, by the call or by UACCESS_OOPS in the environment: 1 or text,
 * json, or off. A previous handler that exists is asked instead; the report comes
 * where the default action would.
 */
#ifndef UACCESS_OOPS_H
#define UACCESS_OOPS_H

#include <stddef.h>
#include <uaccess/compiler.h>
#include <uaccess/fault.h>

UACCESS_EXTERN_C_BEGIN

enum uaccess_oops_format {
	UACCESS_OOPS_TEXT, /* lines as the kernel prints them */
	UACCESS_OOPS_JSON, /* one object on one line */
};

/*
 * Where a report goes: each line, with its newline and a NUL behind it, to write,
 * or where that is NULL to the descriptor fd. Runs in the helper process, on
 * the memory of the faulting one.
 */
struct uaccess_oops_options {
	size_t size; /* sizeof(struct uaccess_oops_options) as compiled */
	enum uaccess_oops_format format;
	int fd;
	void (*write)(const char *line, size_t length, void *arg);
	void *arg;
};

/*
 * Reports from now on; NULL: as text on standard error. The options are copied.
 * Returns 0 or -EINVAL. Not async-signal-safe (it warms the unwinder up).
 *
 * A report allocates nothing and is made by a helper process that shares the
 * memory, so that it needs little of the handler's stack, and ends after some
 * seconds whatever locks are held; a fault of its own ends the part it is in.
 * Then the process dies of the fault that was reported. Where no helper can be
 * made (a sandbox, Valgrind), symbols and the stack trace are left out.
 */
UACCESS_API int uaccess_oops_enable(const struct uaccess_oops_options *options);
UACCESS_API void uaccess_oops_disable(void);

/* Reports made by this process so far. */
UACCESS_API unsigned int uaccess_oops_count(void);

/*
 * Where condition holds: a warning with the place, the registers and a stack
 * trace, to where reports go (standard error while none is enabled), and the
 * program goes on. The value is that of the condition.
 */
#define uaccess_warn_on(condition)                                  \
	__extension__({                                             \
		int uaccess__condition = !!(condition);             \
                                                                    \
		if (UACCESS_UNLIKELY(uaccess__condition))           \
			uaccess_warn(__FILE__, __LINE__, __func__); \
		uaccess__condition;                                 \
	})
UACCESS_API void uaccess_warn(const char *file, int line, const char *function);

UACCESS_EXTERN_C_END

#endif /* UACCESS_OOPS_H */
