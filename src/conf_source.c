/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "src/conf_lexer.h"
#include "src/conf_source.h"
#include "src/file.h"
#include "src/text.h"

static bool is_key_char(int c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
	       (c >= '0' && c <= '9') || c == '_' || c == '.';
}

/* --- one file --------------------------------------------------------- */

struct reader {
	struct boa_conf_source *source;
	struct boa_conf_report *report;
	unsigned depth;
};

struct file {
	const char *path;
	struct boa_conf_lexer x;
	bool is_first; /* the next pair is the first of its line */
};

static void lack_memory(const struct reader *r, const char *path)
{
	boa_conf_report(r->report, BOA_ENOMEM, path, 0, "out of memory");
}

static void complain(const struct reader *r, const struct file *f,
		     const char *what)
{
	boa_conf_report(r->report, BOA_EPARSE, f->path, f->x.line, "%s", what);
}

/* Read characters that IS_PART accepts: new text, NULL without memory. */
static char *read_word(struct boa_conf_lexer *x, bool (*is_part)(int c))
{
	struct boa_text text = { 0 };

	boa_text_add(&text, "%s", "");
	while (is_part(boa_conf_peek(x)))
		boa_text_add(&text, "%c", boa_conf_next(x) & 0xff);
	return boa_text_take(&text);
}

static bool is_value_char(int c)
{
	return c != BOA_CONF_END && !boa_conf_is_blank(c);
}

static bool is_quoted_char(int c)
{
	return c != BOA_CONF_END && c != '"';
}

/* A value, in quotes or not, to *VALUE. False: the line is not well formed. */
static bool read_value(const struct reader *r, struct file *f, char **value)
{
	bool is_quoted = boa_conf_peek(&f->x) == '"';

	if (!is_quoted) {
		*value = read_word(&f->x, is_value_char);
		return true;
	}
	boa_conf_next(&f->x);
	*value = read_word(&f->x, is_quoted_char);
	if (boa_conf_next(&f->x) == '"' && !is_value_char(boa_conf_peek(&f->x)))
		return true;
	complain(r, f, "a quoted value does not end in '\"' and a blank");
	return false;
}

static void add_pair(const struct reader *r, struct file *f, unsigned line,
		     char *key, char *value)
{
	struct boa_conf_source *source = r->source;
	struct boa_conf_pair *more;

	more = key && value ? realloc(source->pair,
				      (source->n_pair + 1) * sizeof(*more))
			    : NULL;
	if (!more) {
		free(key);
		free(value);
		lack_memory(r, f->path);
		return;
	}
	source->pair = more;
	source->pair[source->n_pair++] = (struct boa_conf_pair){
		.is_first = f->is_first,
		.file = f->path,
		.line = line,
		.key = key,
		.value = value,
	};
	f->is_first = false;
}

static void read_file(const struct reader *r, char *path,
		      const struct file *from);

/* "Include FILE": the blank after it has not been read. */
static void include(const struct reader *r, struct file *f)
{
	char *name, *path;

	boa_conf_skip_blanks(&f->x);
	name = read_word(&f->x, is_value_char);
	boa_conf_skip_blanks(&f->x);
	if (!name) {
		lack_memory(r, f->path);
	} else if (!*name || boa_conf_peek(&f->x) != BOA_CONF_END) {
		complain(r, f,
			 "expected Include and one file, alone on a line");
	} else if (r->source->n_file == BOA_CONF_N_FILE_MAX) {
		complain(r, f,
			 "too many files are included, expected at most "
			 "256");
	} else if (r->depth == BOA_CONF_DEPTH_MAX) {
		complain(r, f,
			 "too many files include one another, expected "
			 "at most 8 (does one include itself?)");
	} else {
		path = boa_conf_resolve(f->path, name);
		if (path)
			read_file(r, path, f);
		else
			lack_memory(r, f->path);
	}
	free(name);
}

/* Read one pair, or an Include. False: no more on this line. */
static bool read_pair(const struct reader *r, struct file *f)
{
	unsigned line;
	char *key, *value = NULL;

	boa_conf_skip_blanks(&f->x);
	if (boa_conf_peek(&f->x) == BOA_CONF_END)
		return false;
	line = f->x.line;
	key = read_word(&f->x, is_key_char);
	if (key && f->is_first && !strcasecmp(key, "include") &&
	    boa_conf_is_blank(boa_conf_peek(&f->x))) {
		free(key);
		include(r, f);
		return false;
	}
	boa_conf_skip_blanks(&f->x);
	if (key && (!*key || boa_conf_next(&f->x) != '=')) {
		boa_conf_report(r->report, BOA_EPARSE, f->path, f->x.line,
				"expected Key=Value%s%.40s",
				*key ? ", found no '=' after " : "", key);
		free(key);
		return false;
	}
	boa_conf_skip_blanks(&f->x);
	if (!read_value(r, f, &value)) {
		free(key);
		free(value);
		return false;
	}
	add_pair(r, f, line, key, value);
	return true;
}

/* A byte no configuration has, for a message; NULL when there is none. */
static const char *find_rubbish(const char *text, size_t len)
{
	size_t i;

	for (i = 0; i < len; i++) {
		unsigned char c = (unsigned char)text[i];

		if ((c < 0x20 && !strchr("\t\r\n", c)) || !c || c == 0x7f)
			return text + i;
	}
	return NULL;
}

static void read_text(const struct reader *r, const char *path,
		      const char *text, size_t len)
{
	struct file f = {
		.path = path,
		.x = { .text = text, .len = len, .line = 1 },
	};
	const char *rubbish = find_rubbish(text, len);

	if (rubbish) {
		while (f.x.pos < (size_t)(rubbish - text))
			f.x.line += text[f.x.pos++] == '\n';
		boa_conf_report(r->report, BOA_EPARSE, path, f.x.line,
				"there is a byte 0x%02x, expected text",
				(unsigned)*rubbish & 0xff);
		return;
	}
	while (f.x.pos < len && r->report->rc != BOA_ENOMEM &&
	       r->report->errors.n < BOA_CONF_ERRORS_MAX) {
		f.is_first = true;
		while (read_pair(r, &f))
			;
		boa_conf_skip_line(&f.x);
	}
}

/* Take PATH into the source, or free it. False: memory ran out. */
static bool add_path(const struct reader *r, char *path)
{
	struct boa_conf_source *source = r->source;
	char **more = NULL;

	if (path)
		more = realloc(source->file,
			       (source->n_file + 1) * sizeof(*more));
	if (!more) {
		lack_memory(r, path ? path : "boa.conf");
		free(path);
		return false;
	}
	source->file = more;
	source->file[source->n_file++] = path;
	return true;
}

/* Read PATH, which is taken; FROM includes it, or is NULL. */
static void read_file(const struct reader *r, char *path,
		      const struct file *from)
{
	const struct reader deeper = { r->source, r->report, r->depth + 1 };
	struct boa_err err = { 0 };
	char *text;
	size_t len;
	int rc;

	if (!add_path(r, path))
		return;
	rc = boa_file_read(path, BOA_CONF_FILE_MAX, &text, &len, &err);
	if (rc) {
		if (from)
			boa_conf_report(r->report, rc, from->path, from->x.line,
					"Include: %s", err.text);
		else
			boa_conf_report(r->report, rc, NULL, 0, "%s", err.text);
		return;
	}
	read_text(&deeper, path, text, len);
	free(text);
}

void boa_conf_source_read(const char *path, struct boa_conf_source *source,
			  struct boa_conf_report *report)
{
	const struct reader r = { .source = source, .report = report };

	*source = (struct boa_conf_source){ 0 };
	read_file(&r, strdup(path), NULL);
}

void boa_conf_source_parse(const char *text, size_t len, const char *path,
			   struct boa_conf_source *source,
			   struct boa_conf_report *report)
{
	const struct reader r = { source, report, 1 };

	*source = (struct boa_conf_source){ 0 };
	if (add_path(&r, strdup(path)))
		read_text(&r, source->file[0], text, len);
}

void boa_conf_source_free(struct boa_conf_source *source)
{
	size_t i;

	for (i = 0; i < source->n_pair; i++) {
		free(source->pair[i].key);
		free(source->pair[i].value);
	}
	for (i = 0; i < source->n_file; i++)
		free(source->file[i]);
	free(source->pair);
	free(source->file);
	*source = (struct boa_conf_source){ 0 };
}

char *boa_conf_resolve(const char *file, const char *name)
{
	const char *slash = strrchr(file, '/');

	if (*name == '/' || !slash)
		return strdup(name);
	return boa_text_new("%.*s%s", (int)(slash + 1 - file), file, name);
}
