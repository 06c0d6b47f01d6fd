/* SPDX-License-Identifier: MIT */
/*
 * Grace periods: freeing what fault handlers may be reading.
 *
 * A reader counts itself in before it loads a published pointer and out when it
 * is done with what it found. A writer publishes the new pointer, waits, and
 * frees the old one.
 */
#ifndef UACCESS_GRACE_H
#define UACCESS_GRACE_H

#include <stdbool.h>

/* Async-signal-safe, wait-free; what enter returned goes to leave. */
unsigned int uaccess__reader_enter(void);
void uaccess__reader_leave(unsigned int side);

/*
 * Waits until no reader can hold what was unpublished before the call. One
 * writer at a time. False after about a second: a debugger stopped a reader, or
 * a raw fork() left one behind; then the old thing has to be kept for good.
 */
bool uaccess__wait_for_readers(void);

/* In a child after fork(): the threads that were reading are not there. */
void uaccess__forget_readers(void);

#endif /* UACCESS_GRACE_H */
