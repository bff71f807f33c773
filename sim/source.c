/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sim/source.h"

void boa_source_fini(struct boa_source *source)
{
	if (source->free)
		source->free(source->state);
	*source = (struct boa_source){ 0 };
}
