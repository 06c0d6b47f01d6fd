/* SPDX-License-Identifier: MIT */
/* Recovered faults, for people to read. */
#ifndef UACCESS_TOOLS_FAULT_REPORT_H
#define UACCESS_TOOLS_FAULT_REPORT_H

struct uaccess_fault;

/* Lines on standard output: what happened, the instruction, its entry and the fixup. */
void tool_report_fault(const struct uaccess_fault *fault);

#endif /* UACCESS_TOOLS_FAULT_REPORT_H */
