/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * class_reader.h - the parts of the class file reader; for class_json.c and
 * class_json_types.c alone. All functions return 0 or what json.h does.
 */
#ifndef BOA_CLASS_READER_H
#define BOA_CLASS_READER_H

#include "src/class.h"
#include "src/json.h"

struct boa_class_reader {
	const struct boa_json *doc;
	struct boa_classes *set; /* being filled; room for BOA_TYPES_MAX */
	struct boa_err *err;
};

/* A whole number of GPUs. */
int boa_class_read_gpus(const struct boa_class_reader *r, uint32_t node,
			unsigned *gpus);

/* Read the types that array NODE lists. */
int boa_class_read_types(const struct boa_class_reader *r, uint32_t node);

/*
 * Collect the types that the curves of array CLASSES mention, at price 1. What
 * has another shape than expected is passed over: reading the classes will
 * say what it is.
 */
int boa_class_mention_types(const struct boa_class_reader *r, uint32_t classes);

/* The index of the known type that KEY names, to *H. */
int boa_class_find_type(const struct boa_class_reader *r, uint32_t key,
			size_t *h);

#endif /* BOA_CLASS_READER_H */
