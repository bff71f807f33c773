/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * gres.h - the GPUs in Slurm's words for them: "gres:gpu:t4:4" (requests up to
 * 23.02), "gres/gpu:t4:4" (later), "gpu:t4:4(IDX:0-3)" (what a node gives).
 */
#ifndef BOA_GRES_H
#define BOA_GRES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct boa_gres {
	bool has_gpu;
	const char *type; /* borrowed from the text; NULL: no type given */
	size_t type_len;
	bool has_count;
	uint64_t count; /* 1 where none was given */
	bool has_other; /* something beside one GPU item was named */
};

/*
 * The GPU item in TEXT, a list of items separated by commas outside
 * parentheses; NULL is an empty list. A count may end in k, m or g (powers of
 * 1024). Of several GPU items the first is told and has_other set.
 */
struct boa_gres boa_gres_parse(const char *text);

#endif /* BOA_GRES_H */
