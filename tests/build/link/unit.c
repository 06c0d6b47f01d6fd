/* SPDX-License-Identifier: MIT */
/* The second unit of the link matrix's program. */

#include "probe.h"

int unit_probe(const void *p)
{
	PROBE(p, MARK_UNIT);
}

int unit_probe_shared(const void *p)
{
	return probe_shared(p);
}

int unit_dead(const void *p)
{
	PROBE(p, MARK_DEAD);
}
