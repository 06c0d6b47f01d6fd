/* SPDX-License-Identifier: MIT */
/* The progress bar: how far, what is being measured, and the time that is left. */
#include <unistd.h>
#include "bench/bench.h"

#define WIDTH 30

static double shown; /* when the bar was last drawn; 0: never */

void bench_progress(const struct bench *b, const char *bench, unsigned long size)
{
	double now = bench_seconds(), done, left;
	char bar[WIDTH + 1];
	int i;

	/* Ten times a second is enough for an eye, and little work next to the measuring. */
	if (!isatty(STDERR_FILENO) || !b->cases_all || now - shown < 0.1)
		return;
	shown = now;
	done = (double)(b->cases_done - 1) / (double)b->cases_all;
	for (i = 0; i < WIDTH; i++)
		bar[i] = i < (int)(done * WIDTH) ? '#' : '.';
	bar[WIDTH] = '\0';
	left = done > 0 ? (now - b->begun) * (1 - done) / done : 0;
	fprintf(stderr, "\r[%s] %3.0f %%  %3.0f s left  %s %lu\033[K", bar, 100 * done, left, bench,
		size);
	fflush(stderr);
}

void bench_progress_end(void)
{
	if (shown > 0)
		fputs("\r\033[K", stderr);
	shown = 0;
}
