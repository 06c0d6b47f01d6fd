/* SPDX-License-Identifier: MIT */
/* One plot as SVG: axes, a line for each routine, and a legend that wraps. */
#include <math.h>
#include <string.h>
#include "bench/plot.h"

#define WIDTH  460
#define HEIGHT 290
#define LEFT   52
#define RIGHT  10
#define TOP    10
#define BOTTOM 40

#define POINTS 512

struct series {
	const char *name;
	double x[POINTS], y[POINTS];
	size_t count;
};

static struct series all[BENCH_SERIES];

/* Told apart by colour, and where that fails (print, eyes) by dashes. */
static const char *const colours[] = {"#c0392b", "#1f4e9c", "#2e8b57", "#d98200", "#7b3fa0",
				      "#008b8b", "#8b4513", "#e0559a", "#556b2f", "#444444"};
static const char *const dashes[] = {"none", "7 3", "2 2", "9 3 2 3"};

#define COLOURS (sizeof(colours) / sizeof(colours[0]))
#define DASHES	(sizeof(dashes) / sizeof(dashes[0]))

struct axis {
	double low, high;
	bool log;
};

void bench_html_text(const char *text, FILE *file)
{
	for (; *text; text++) {
		if (*text == '<')
			fputs("&lt;", file);
		else if (*text == '>')
			fputs("&gt;", file);
		else if (*text == '&')
			fputs("&amp;", file);
		else if (*text == '"')
			fputs("&quot;", file);
		else
			putc(*text, file);
	}
}

static size_t collect(const struct bench *b, const struct bench_plot *plot)
{
	const char *names[BENCH_SERIES];
	size_t count = plot->bench ? bench_routines_of(b, plot->bench, names, BENCH_SERIES) : 0;
	size_t i, j, used = 0;

	for (i = 0; i < count; i++) {
		struct series *s = &all[used];

		s->name = names[i];
		s->count = 0;
		for (j = 0; j < b->row_count && s->count < POINTS; j++) {
			const struct bench_row *row = &b->rows[j];
			double y = row->ticks;

			if (strcmp(row->bench, plot->bench) || strcmp(row->routine, names[i]) ||
			    row->size < plot->low ||
			    row->size > (plot->by_align ? plot->low : plot->high))
				continue;
			if (plot->against)
				y = bench_ratio(b, plot->bench, row->size, row->align, names[i],
						plot->against);
			if (y <= 0)
				continue;
			s->x[s->count] = (double)(plot->by_align ? row->align : row->size);
			s->y[s->count++] = y;
		}
		used += s->count > 0;
	}
	for (i = 0; i < plot->line_count && used < BENCH_SERIES; i++, used++) {
		all[used].name = plot->lines[i].name;
		all[used].count = plot->lines[i].count;
		memcpy(all[used].x, plot->lines[i].x, plot->lines[i].count * sizeof(double));
		memcpy(all[used].y, plot->lines[i].y, plot->lines[i].count * sizeof(double));
	}
	return used;
}

static double place(const struct axis *axis, double value, double from, double to)
{
	double low = axis->low, high = axis->high;

	if (axis->log) {
		low = log2(low);
		high = log2(high);
		value = log2(value < axis->low ? axis->low : value);
	}
	return from + (to - from) * (value - low) / (high - low);
}

static double x_of(const struct axis *axis, double value)
{
	return place(axis, value, LEFT, WIDTH - RIGHT);
}

static double y_of(const struct axis *axis, double value)
{
	return place(axis, value, HEIGHT - BOTTOM, TOP);
}

static void number(double value, bool bytes, FILE *file)
{
	if (bytes && value >= 1048576)
		fprintf(file, "%.0fM", value / 1048576);
	else if (bytes && value >= 1024)
		fprintf(file, "%.0fK", value / 1024);
	else if (value >= 1e6)
		fprintf(file, "%.3gM", value / 1e6);
	else if (value >= 1e4)
		fprintf(file, "%.3gk", value / 1e3);
	else
		fprintf(file, "%g", value);
}

/* Steps of 1, 2 or 5 times a power of ten, about count of them. */
static double step_of(double range, int count)
{
	double power = pow(10, floor(log10(range / count))), rest = range / count / power;

	return power * (rest > 5 ? 10 : rest > 2 ? 5 : rest > 1 ? 2 : 1);
}

static void tick(const struct axis *axis, double value, bool x, FILE *file)
{
	double at = x ? x_of(axis, value) : y_of(axis, value);

	if (x)
		fprintf(file, "<path class=g d=\"M%.1f %dV%d\"/><text x=%.1f y=%d class=x>", at,
			TOP, HEIGHT - BOTTOM, at, HEIGHT - BOTTOM + 15);
	else
		fprintf(file, "<path class=g d=\"M%d %.1fH%d\"/><text x=%d y=%.1f class=y>", LEFT,
			at, WIDTH - RIGHT, LEFT - 5, at + 4);
	number(value, x, file);
	fputs("</text>", file);
}

static void ticks(const struct axis *axis, bool x, FILE *file)
{
	double value, factor = 2;

	if (axis->log) {
		while (log2(axis->high / axis->low) / log2(factor) > 8)
			factor *= 2;
		for (value = axis->low; value <= axis->high * 1.001; value *= factor)
			tick(axis, value, x, file);
		return;
	}
	factor = step_of(axis->high - axis->low, x ? 8 : 6);
	if (x && axis->high == 64)
		factor = 8;
	for (value = axis->low; value <= axis->high + factor / 100; value += factor)
		tick(axis, value, x, file);
}

/* The range of the values; a logarithmic one ends at powers of two. */
static struct axis axis_of(size_t count, bool x, bool log)
{
	struct axis axis = {0, 0, log};
	double low = INFINITY, high = 0;
	size_t i, j;

	for (i = 0; i < count; i++)
		for (j = 0; j < all[i].count; j++) {
			double value = x ? all[i].x[j] : all[i].y[j];

			high = value > high ? value : high;
			low = value < low ? value : low;
		}
	if (log) {
		axis.low = exp2(floor(log2(low > 0 ? low : 1)));
		axis.high = exp2(ceil(log2(high)));
		if (axis.high <= axis.low)
			axis.high = 2 * axis.low;
	} else {
		double step = step_of(high > 0 ? high : 1, 6);

		axis.high = x ? high : ceil(high / step) * step;
		if (axis.high <= 0)
			axis.high = 1;
	}
	return axis;
}

static const char *colour(size_t i)
{
	return colours[i % COLOURS];
}

bool bench_draw(const struct bench *b, const struct bench_plot *plot, FILE *file)
{
	size_t count = collect(b, plot), i, j, longest = 0;
	struct axis x, y;

	for (i = 0; i < count; i++)
		longest = all[i].count > longest ? all[i].count : longest;
	if (longest < 2)
		return false;
	x = axis_of(count, true, plot->log_x);
	y = axis_of(count, false, plot->log_y);

	fputs("<figure><figcaption>", file);
	bench_html_text(plot->title, file);
	fprintf(file, "</figcaption><svg viewBox=\"0 0 %d %d\" role=img aria-label=\"", WIDTH,
		HEIGHT);
	bench_html_text(plot->title, file);
	fputs("\">", file);
	ticks(&x, true, file);
	ticks(&y, false, file);
	if (plot->against)
		fprintf(file, "<path class=one d=\"M%d %.1fH%d\"/>", LEFT, y_of(&y, 1),
			WIDTH - RIGHT);
	for (i = 0; i < count; i++) {
		fprintf(file, "<polyline stroke=\"%s\" stroke-dasharray=\"%s\"%s points=\"",
			colour(i), dashes[i / COLOURS % DASHES],
			!strcmp(all[i].name, "auto") ? " class=auto" : "");
		for (j = 0; j < all[i].count; j++)
			fprintf(file, "%s%.1f,%.1f", j ? " " : "", x_of(&x, all[i].x[j]),
				y_of(&y, all[i].y[j]));
		fputs("\"/>", file);
	}
	fprintf(file, "<text x=%d y=%d class=x>", (LEFT + WIDTH - RIGHT) / 2, HEIGHT - 6);
	bench_html_text(plot->x_label, file);
	fprintf(file, "</text><text transform=\"translate(12 %d) rotate(-90)\" class=x>",
		(TOP + HEIGHT - BOTTOM) / 2);
	bench_html_text(plot->y_label, file);
	fputs("</text></svg><ul class=legend>", file);
	for (i = 0; i < count; i++) {
		fprintf(file,
			"<li><svg viewBox=\"0 0 24 8\" class=key><path d=\"M0 4H24\" stroke=\"%s\" "
			"stroke-dasharray=\"%s\"%s/></svg>",
			colour(i), dashes[i / COLOURS % DASHES],
			!strcmp(all[i].name, "auto") ? " class=auto" : "");
		bench_html_text(all[i].name, file);
		fputs("</li>", file);
	}
	fputs("</ul></figure>\n", file);
	return true;
}
