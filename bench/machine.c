/* SPDX-License-Identifier: MIT */
/* The machine: pinning, warming, the rate of its time stamp, and its description. */
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>
#ifdef __GLIBC__
#include <gnu/libc-version.h>
#endif
#include <uaccess/uaccess.h>
#include "bench/bench.h"

double bench_seconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

int bench_pin(int cpu)
{
	cpu_set_t set;
	int i;

	if (cpu < 0) {
		if (sched_getaffinity(0, sizeof(set), &set))
			return -1;
		/* The first one also serves most interrupts. */
		for (i = CPU_SETSIZE - 1; i >= 0 && cpu < 0; i--)
			if (CPU_ISSET(i, &set))
				cpu = i;
	}
	CPU_ZERO(&set);
	CPU_SET(cpu, &set);
	return sched_setaffinity(0, sizeof(set), &set) ? -1 : cpu;
}

/* A clock that sleeps takes some milliseconds of work to come up. */
void bench_calibrate(struct bench *b)
{
	double start, now;
	uint64_t ticks;

	start = bench_seconds();
	ticks = bench_ticks();
	do {
		now = bench_seconds();
	} while (now - start < 0.05);
	b->ticks_per_second = (double)(bench_ticks() - ticks) / (now - start);
}

/* The value of the first line that begins with key in a "key : value" file. */
static bool from_file(const char *path, const char *key, char *value, size_t size)
{
	char line[4096];
	bool found = false;
	FILE *file = fopen(path, "re");

	if (!file)
		return false;
	while (!found && fgets(line, sizeof(line), file)) {
		char *start = key ? strchr(line, ':') : line;

		if (!start || (key && strncmp(line, key, strlen(key))))
			continue;
		start += key ? strspn(start, ": \t") : 0;
		start[strcspn(start, "\n")] = '\0';
		snprintf(value, size, "%s", start);
		found = true;
	}
	fclose(file);
	return found;
}

static void features(char *value, size_t size)
{
	uint32_t bit, all = uaccess_cpu_features();
	size_t at = 0;

	value[0] = '\0';
	for (bit = 1; bit && uaccess_cpu_feature_name(bit); bit <<= 1)
		if ((all & bit) && at < size)
			at += (size_t)snprintf(value + at, size - at, "%s%s", at ? " " : "",
					       uaccess_cpu_feature_name(bit));
}

static void caches(char *value, size_t size)
{
#ifdef _SC_LEVEL1_DCACHE_SIZE
	static const int names[] = {_SC_LEVEL1_DCACHE_SIZE, _SC_LEVEL2_CACHE_SIZE,
				    _SC_LEVEL3_CACHE_SIZE};

	snprintf(value, size, "%ld KiB L1d, %ld KiB L2, %ld KiB L3", sysconf(names[0]) / 1024,
		 sysconf(names[1]) / 1024, sysconf(names[2]) / 1024);
#else
	snprintf(value, size, "unknown: this C library does not say");
#endif
}

const char *bench_machine(const struct bench *b, unsigned int number, const char **value)
{
	static char text[512];
	struct utsname system;
	int kind;

	*value = text;
	switch (number) {
	case 0:
		if (!from_file("/proc/cpuinfo", "model name", text, sizeof(text)))
			snprintf(text, sizeof(text), "unknown");
		return "cpu";
	case 1:
		features(text, sizeof(text));
		return "features";
	case 2:
		caches(text, sizeof(text));
		return "caches";
	case 3:
		snprintf(text, sizeof(text), "%ld", sysconf(_SC_NPROCESSORS_ONLN));
		return "processors";
	case 4:
		if (b->cpu < 0)
			snprintf(text, sizeof(text), "none");
		else
			snprintf(text, sizeof(text), "%d", b->cpu);
		return "pinned_to";
	case 5:
		snprintf(text, sizeof(text), "%.0f", b->ticks_per_second);
		return "ticks_per_second";
	case 6:
		if (uname(&system))
			return NULL;
		snprintf(text, sizeof(text), "%s %s", system.sysname, system.release);
		return "kernel";
	case 7:
#ifdef __GLIBC__
		snprintf(text, sizeof(text), "glibc %s", gnu_get_libc_version());
#else
		snprintf(text, sizeof(text), "unknown");
#endif
		return "libc";
	case 8:
		snprintf(text, sizeof(text), "%s", __VERSION__);
		return "compiler";
	case 9:
		snprintf(text, sizeof(text), "%s", UACCESS_VERSION);
		return "libuaccess";
	case 10: {
		size_t at = 0;

		for (kind = 0; kind < UACCESS_ROUTINE_KINDS && at < sizeof(text); kind++)
			at += (size_t)snprintf(text + at, sizeof(text) - at, "%s%s=%s",
					       at ? "," : "", uaccess_routine_kind_name(kind),
					       uaccess_routine_selected(kind)->name);
		return "selected";
	}
	default:
		return NULL;
	}
}
