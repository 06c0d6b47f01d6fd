/* SPDX-License-Identifier: MIT */
/*
 * Planted errors, and how they are found: a driver's command that works, whose error
 * paths nobody ever ran. uaccess_inject_each() runs each of them.
 *
 * Three things are wrong in set_name(): a copy that fails forgets memory, the residue of
 * one is ignored, and one leaves the lock held.
 */
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <uaccess/inject.h>
#include <uaccess/uaccess.h>

struct device {
	bool locked;
	char *name;
	char label[64];
};

/* As the caller passes it; all in user memory. */
struct request {
	char *name, *label, *old_name, *scratch;
	unsigned long name_size, label_size, scratch_size;
};

static int set_name(struct device *device, const struct request *user, unsigned long size)
{
	struct request request = {0};
	int error = -EFAULT;
	char *name;

	if (size > sizeof(request) || copy_from_user(&request, user, size))
		return -EFAULT;
	if (request.label_size > sizeof(device->label) || request.name_size > 4096)
		return -EINVAL;
	name = malloc(request.name_size + 1);
	if (!name)
		return -ENOMEM;
	device->locked = true;
	if (copy_from_user(name, request.name, request.name_size)) {
		free(name);
		goto out;
	}
	name[request.name_size] = '\0';
	if (copy_from_user(device->label, request.label, request.label_size))
		goto out; /* and the name? */
	if (copy_to_user(request.old_name, device->name, strlen(device->name) + 1))
		error = 0; /* who would look at the old name? */
	if (clear_user(request.scratch, request.scratch_size)) {
		free(name);
		return -EFAULT; /* and the lock? */
	}
	free(device->name);
	device->name = name;
	error = 0;
out:
	device->locked = false;
	return error;
}

/* What is run once for each point: set-up, the command, the invariant, the end. */
static int scenario(void *arg)
{
	static char name[200], label[50], old_name[100], scratch[300];
	static struct request request = {name,	       label,	      old_name,	      scratch,
					 sizeof(name), sizeof(label), sizeof(scratch)};
	struct device device = {.name = strdup("none")};
	volatile unsigned long size = sizeof(request);
	int error;

	(void)arg;
	error = device.name ? set_name(&device, &request, size) : -ENOMEM;
	free(device.name);
	return device.locked ? 1 : error;
}

static void found(const struct uaccess_inject_report *report)
{
	printf("point %u: %s%s\n", report->point, uaccess_inject_finding_name(report->finding),
	       report->finding == UACCESS_INJECT_INVARIANT ? " (the lock is held)" : "");
}

int main(void)
{
	struct uaccess_inject_report report = {.checks = UACCESS_INJECT_CHECK_SUCCESS |
							 UACCESS_INJECT_CHECK_MEMORY |
							 UACCESS_INJECT_CHECK_DESCRIPTORS};
	int error;

	printf("without a failing call: %d findings\n", scenario(NULL) != 0);
	error = uaccess_inject_each(scenario, NULL, &report);
	if (error < 0) {
		fprintf(stderr, "this system cannot tell: %s\n", strerror(-error));
		return 1;
	}
	printf("%u points\n", report.points);
	report.found = found;
	uaccess_inject_each(scenario, NULL, &report);
	return 0;
}
