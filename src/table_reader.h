/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * table_reader.h - the parts of the width table's reader; for table_json.c,
 * table_json_class.c and table_json_limit.c alone.
 */
#ifndef BOA_TABLE_READER_H
#define BOA_TABLE_READER_H

#include "src/json.h"
#include "src/table.h"

/*
 * Read the array NODE as the classes of TABLE, which has none yet. Returns 0 or
 * what json.h does; TABLE can be freed in either case.
 */
int boa_table_read_classes(const struct boa_json *doc, uint32_t node,
			   struct boa_table *table, struct boa_err *err);

/* The same for the limits beside the budget. */
int boa_table_read_limits(const struct boa_json *doc, uint32_t node,
			  struct boa_table *table, struct boa_err *err);

#endif /* BOA_TABLE_READER_H */
