/* SPDX-License-Identifier: MIT */
/* One plot as SVG, for html.c. */
#ifndef BENCH_PLOT_H
#define BENCH_PLOT_H

#include "bench/bench.h"

#define BENCH_SERIES 32

/* A line that does not come from the rows: published figures. */
struct bench_line {
	const char *name;
	const double *x, *y;
	size_t count;
};

struct bench_plot {
	const char *title, *x_label, *y_label;
	const char *bench;	 /* whose rows; NULL: lines only */
	unsigned long low, high; /* sizes; where by_align, the only size is low */
	bool by_align;		 /* align on the x axis, not size */
	bool log_x, log_y;
	const char *against; /* divide by the ticks of this routine; NULL: ticks */
	const struct bench_line *lines;
	size_t line_count;
};

/* Writes the plot with its legend; false, and nothing, where fewer than two points are there. */
bool bench_draw(const struct bench *b, const struct bench_plot *plot, FILE *file);
/* Text with the characters that HTML reserves replaced. */
void bench_html_text(const char *text, FILE *file);

#endif /* BENCH_PLOT_H */
