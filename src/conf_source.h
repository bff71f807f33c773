/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * conf_source.h - the text of boa.conf taken apart: pairs, by line and file.
 *
 * As in slurm.conf: a line is a row of Key=Value pairs; blanks may stand on
 * both sides of '='; a value with blanks is put in '"'. '#' begins a comment,
 * '\' at the end of a line continues it, before any other character it takes
 * away that one's meaning. "Include FILE" stands alone on its line; a FILE
 * that is not absolute is taken from the folder of the file that names it.
 */
#ifndef BOA_CONF_SOURCE_H
#define BOA_CONF_SOURCE_H

#include "src/conf_report.h"

#define BOA_CONF_FILE_MAX   (1UL << 20) /* bytes of a file */
#define BOA_CONF_DEPTH_MAX  8           /* files that include one another */
#define BOA_CONF_N_FILE_MAX 256         /* files in all */

struct boa_conf_pair {
	bool is_first;    /* of its line */
	const char *file; /* borrowed from the source */
	unsigned line;    /* where the key stands, from 1 */
	char *key;
	char *value;
};

struct boa_conf_source {
	size_t n_file;
	char **file; /* [n_file], paths; the first is boa.conf's own */
	size_t n_pair;
	struct boa_conf_pair *pair; /* [n_pair], in the order of the text */
};

/*
 * Take apart the file PATH and all it includes. What is wrong goes to REPORT,
 * and reading goes on with the next line. SOURCE is written always; release it
 * with boa_conf_source_free().
 */
void boa_conf_source_read(const char *path, struct boa_conf_source *source,
			  struct boa_conf_report *report);

/* The same, where PATH's text is TEXT (LEN bytes) and is not read. */
void boa_conf_source_parse(const char *text, size_t len, const char *path,
			   struct boa_conf_source *source,
			   struct boa_conf_report *report);
void boa_conf_source_free(struct boa_conf_source *source);

/* NAME taken from the folder of FILE, unless it is absolute: new, or NULL. */
char *boa_conf_resolve(const char *file, const char *name);

#endif /* BOA_CONF_SOURCE_H */
