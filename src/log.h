/* SPDX-License-Identifier: MIT */
/* One line for a person, through the log hook. Not for the recovery path. */
#ifndef UACCESS_LOG_H
#define UACCESS_LOG_H

void uaccess__log(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif /* UACCESS_LOG_H */
