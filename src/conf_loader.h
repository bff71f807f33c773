/* SPDX-License-Identifier: GPL-3.0-or-later */
/* conf_loader.h - a boa.conf being loaded; for conf_load.c and conf_line.c. */
#ifndef BOA_CONF_LOADER_H
#define BOA_CONF_LOADER_H

#include "src/conf_key.h"
#include "src/conf_source.h"

/* Where something was set first. */
struct boa_conf_spot {
	const char *file; /* NULL: nowhere yet */
	unsigned line;
};

struct boa_conf_loader {
	const char *path;
	struct boa_conf conf; /* being filled */
	struct boa_conf_report report;
	struct boa_conf_source source;
	struct boa_conf_spot
		seen[BOA_CONF_TABLE_MAX];         /* by row of boa_conf_keys */
	struct boa_conf_spot type[BOA_TYPES_MAX]; /* of conf.type */
	struct boa_conf_spot account[BOA_ACCOUNTS_MAX];
	bool has_type; /* a GpuType line, good or bad, was met */
};

/* One line: PAIR, [n], of the source. */
struct boa_conf_line {
	const struct boa_conf_pair *pair;
	size_t n;
};

#define BOA_CONF_COMPLAIN(load, spot, ...)                                     \
	boa_conf_report(&(load)->report, BOA_ERANGE, (spot).file, (spot).line, \
			__VA_ARGS__)

/* Report that memory ran out. */
void boa_conf_lack_memory(struct boa_conf_loader *load);

/* Take what LINE says; what is wrong with it goes to the report. */
void boa_conf_take_line(struct boa_conf_loader *load,
			const struct boa_conf_line *line);

#endif /* BOA_CONF_LOADER_H */
