/* SPDX-License-Identifier: MIT */
/* The rows as one page that needs nothing from outside: no script, no request, plots as SVG. */
#include <string.h>
#include "bench/plot.h"
#include "bench/published.h"

static const char head[] =
	"<!DOCTYPE html>\n<html lang=en><head><meta charset=utf-8>"
	"<meta name=viewport content=\"width=device-width,initial-scale=1\">"
	"<link rel=icon href=\"data:,\"><title>uaccess bench</title><style>\n"
	":root{color-scheme:light}\n"
	"body{font:16px/1.45 system-ui,sans-serif;max-width:75rem;margin:0 auto;padding:1rem;"
	"color:#1b1b1b;background:#fff}\n"
	"h1{font-size:1.5rem;margin:.2rem 0}h2{font-size:1.2rem;margin:1.6rem 0 .4rem;"
	"border-bottom:1px solid #ccc}\n"
	".plots{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,26rem),1fr));"
	"gap:1rem}\n"
	"figure{margin:0;break-inside:avoid}figcaption{font-weight:600}\n"
	"svg{width:100%;height:auto;display:block}svg text{font-size:12px;fill:#333}\n"
	".x{text-anchor:middle}.y{text-anchor:end}.g{stroke:#e4e4e4}.one{stroke:#888;"
	"stroke-width:1.5}\n"
	"polyline,.key path{fill:none;stroke-width:1.5}.auto{stroke-width:3!important}\n"
	".legend{list-style:none;display:flex;flex-wrap:wrap;gap:.1rem .9rem;margin:.2rem 0 0;"
	"padding:0;font-size:.85rem}\n"
	".key{display:inline-block;width:24px;height:8px;margin-right:.3rem}\n"
	".wide{overflow-x:auto}table{border-collapse:collapse;font-size:.85rem}\n"
	"th,td{padding:.15rem .5rem;text-align:right;border-bottom:1px solid #e4e4e4}\n"
	"th:first-child,td.t{text-align:left}\n"
	"summary{cursor:pointer;font-weight:600;margin-top:.6rem}\n"
	"@media print{body{max-width:none;padding:0;font-size:11px}details{display:none}"
	".plots{grid-template-columns:1fr 1fr}}\n"
	"</style></head><body>\n";

static void machine(const struct bench *b, FILE *file)
{
	const char *key, *value;
	unsigned int i;

	fputs("<div class=wide><table>", file);
	for (i = 0; (key = bench_machine(b, i, &value)); i++) {
		fprintf(file, "<tr><th>%s<td class=t>", key);
		bench_html_text(value, file);
	}
	fputs("</table></div>\n", file);
}

/* How the benches are shown; one that is not here gets one plot by size. */
static const struct bench_plot plots[] = {
	{"clear: hot, 1 to 64 bytes", "bytes", "ticks", "clear", 1, 64, false, false, false, NULL,
	 NULL, 0},
	{"clear: hot, from 64 bytes", "bytes", "ticks", "clear", 64, ~0ul, false, true, true, NULL,
	 NULL, 0},
	{"clear: ratio against glibc memset", "bytes", "times glibc", "clear", 1, ~0ul, false, true,
	 true, "glibc", NULL, 0},
	{"copy: hot, 1 to 64 bytes", "bytes", "ticks", "copy", 1, 64, false, false, false, NULL,
	 NULL, 0},
	{"copy: hot, from 64 bytes", "bytes", "ticks", "copy", 64, ~0ul, false, true, true, NULL,
	 NULL, 0},
	{"copy: ratio against glibc memcpy", "bytes", "times glibc", "copy", 1, ~0ul, false, true,
	 true, "glibc", NULL, 0},
	{"clear: sizes that vary", "largest size, bytes", "ticks", "clear_random", 0, ~0ul, false,
	 true, true, NULL, NULL, 0},
	{"copy: sizes that vary", "largest size, bytes", "ticks", "copy_random", 0, ~0ul, false,
	 true, true, NULL, NULL, 0},
	{"clear 1 KiB: destination off a page", "offset, bytes", "ticks", "clear_align", 1024, 1024,
	 true, false, false, NULL, NULL, 0},
	{"copy 1 KiB: destination off a page", "offset, bytes", "ticks", "copy_align", 1024, 1024,
	 true, false, false, NULL, NULL, 0},
	{"copy 1 KiB: source off a page", "offset, bytes", "ticks", "copy_align_from", 1024, 1024,
	 true, false, false, NULL, NULL, 0},
	{"copy 1 KiB: destination a multiple of 4 KiB and an offset behind the source",
	 "offset, bytes", "ticks", "copy_alias", 1024, 1024, true, false, false, NULL, NULL, 0},
	{"clear: in no cache", "bytes", "ticks", "clear_cold", 0, ~0ul, false, true, true, NULL,
	 NULL, 0},
	{"copy: in no cache", "bytes", "ticks", "copy_cold", 0, ~0ul, false, true, true, NULL, NULL,
	 0},
	{"/dev/zero: read() by the kernel, and clearing", "bytes", "ticks", "readzero", 0, ~0ul,
	 false, true, true, NULL, NULL, 0},
	{"look-up of an exception table entry", "entries", "ticks", "lookup", 0, ~0ul, false, true,
	 false, NULL, NULL, 0},
};

#define PLOTS (sizeof(plots) / sizeof(plots[0]))

static void draw(const struct bench *b, FILE *file)
{
	size_t i;

	fputs("<h2>Plots</h2><p>Ticks of the time stamp counter for one call, the least of many "
	      "short samples taken in turns; “auto” is what the library picks, through its public "
	      "calls. Lower is better.</p><div class=plots>\n",
	      file);
	for (i = 0; i < PLOTS; i++)
		bench_draw(b, &plots[i], file);
	fputs("</div>\n", file);
}

/* The routines of the kernel's history by name, beside what was published for them. */
static void published(const struct bench *b, FILE *file)
{
	const struct bench_published *p;
	static const struct bench_line lines[] = {
		{"rep movsb (vanilla)", bench_published_sizes, bench_published_rep_movsb, 65},
		{"short-string path (patched)", bench_published_sizes, bench_published_short_path,
		 65},
	};
	struct bench_plot plot = {.title = "Published: __copy_from_user, Xeon E5-2690 v4, 2017",
				  .x_label = "bytes",
				  .y_label = "ticks",
				  .lines = lines,
				  .line_count = 2};

	fputs("<h2>Published figures beside ours</h2><p>Other machines and units: only shapes and "
	      "ratios compare.</p><div class=plots>\n",
	      file);
	bench_draw(b, &plot, file);
	plot = (struct bench_plot){.title = "Here: the copy routines, 0 to 64 bytes",
				   .x_label = "bytes",
				   .y_label = "ticks",
				   .bench = "copy",
				   .high = 64};
	bench_draw(b, &plot, file);
	fputs("</div><div class=wide><table><tr><th>bench<th>bytes<th>before<th>after"
	      "<th>published<th>ratio<th>here, ticks<th>ratio<th class=t>published for\n",
	      file);
	for (p = bench_published; p->bench; p++) {
		const struct bench_row *before = bench_find(b, p->bench, p->size, 0, p->before);
		const struct bench_row *after = bench_find(b, p->bench, p->size, 0, p->after);

		fprintf(file, "<tr><td class=t>%s<td>%lu<td>%s<td>%s<td>%g → %g<td>%.2f", p->bench,
			p->size, p->before, p->after, p->published_before, p->published_after,
			p->published_after / p->published_before);
		if (before && after)
			fprintf(file, "<td>%.0f → %.0f<td>%.2f", before->ticks, after->ticks,
				after->ticks / before->ticks);
		else
			fputs("<td>not measured<td>", file);
		fputs("<td class=t>", file);
		bench_html_text(p->machine, file);
	}
	fputs("</table></div>\n", file);
}

/* All rows of one bench, folded. */
static void rows(const struct bench *b, const char *bench, FILE *file)
{
	const char *names[BENCH_SERIES];
	const struct bench_row *last = NULL;
	size_t count = bench_routines_of(b, bench, names, BENCH_SERIES), i, j;

	fputs("<details><summary>", file);
	bench_html_text(bench, file);
	fputs("</summary><div class=wide><table><tr><th>size<th>align", file);
	for (i = 0; i < count; i++) {
		fputs("<th>", file);
		bench_html_text(names[i], file);
	}
	for (i = 0; i < b->row_count; i++) {
		const struct bench_row *row = &b->rows[i];

		if (strcmp(row->bench, bench) ||
		    (last && last->size == row->size && last->align == row->align))
			continue;
		last = row;
		fprintf(file, "<tr><td class=t>%lu<td>%lu", row->size, row->align);
		for (j = 0; j < count; j++) {
			const struct bench_row *cell =
				bench_find(b, bench, row->size, row->align, names[j]);

			if (cell)
				fprintf(file, "<td>%.1f", cell->ticks);
			else
				fputs("<td>", file);
		}
	}
	fputs("</table></div></details>\n", file);
}

bool bench_write_html(const struct bench *b, FILE *file)
{
	size_t i, j;

	fputs(head, file);
	fputs("<h1>uaccess bench</h1>\n", file);
	machine(b, file);
	draw(b, file);
	published(b, file);
	fputs("<h2>All figures</h2>\n", file);
	for (i = 0; i < b->row_count; i++) {
		for (j = 0; j < i && strcmp(b->rows[i].bench, b->rows[j].bench); j++)
			;
		if (j == i)
			rows(b, b->rows[i].bench, file);
	}
	fputs("</body></html>\n", file);
	return !fflush(file) && !ferror(file);
}
