/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * conf_key.h - the keys of boa.conf, one row each. What reads, checks, prints
 * and frees a configuration goes by these rows; boa.conf(5) tells the same.
 */
#ifndef BOA_CONF_KEY_H
#define BOA_CONF_KEY_H

#include "src/conf.h"

enum boa_conf_kind {
	BOA_CONF_REAL,    /* double */
	BOA_CONF_COUNT,   /* unsigned; UNLIMITED is UINT_MAX where it may be */
	BOA_CONF_PATH,    /* char * */
	BOA_CONF_NAME,    /* char *, a name (name.h) */
	BOA_CONF_WORD,    /* char *, one of words */
	BOA_CONF_CHOICE,  /* enum: the index of one of words */
	BOA_CONF_BUDGET,  /* struct boa_budget */
	BOA_CONF_UNKNOWN, /* unknown_class and unknown_class_name */
};

struct boa_conf_key {
	const char *name; /* as documented; files may use any case */
	size_t offset; /* of the field in the struct the row's table is for */
	enum boa_conf_kind kind;
	bool is_required;
	const char *initial; /* default, as in a file; NULL: none, the field is
				then NULL or NAN */
	double least;        /* REAL, COUNT: the range, both ends included */
	double most;
	const char *unit;         /* of a REAL, or NULL */
	const char *const *words; /* WORD, CHOICE: ends with NULL */
};

struct boa_conf_table {
	size_t n;
	const struct boa_conf_key *key; /* [n] */
};

extern const struct boa_conf_table boa_conf_keys;         /* struct boa_conf */
extern const struct boa_conf_table boa_conf_type_keys;    /* ..._type */
extern const struct boa_conf_table boa_conf_account_keys; /* ..._account */

#define BOA_CONF_TABLE_MAX 32 /* rows a table may have */

/* The row called NAME (LEN bytes, in any case), or NULL. */
const struct boa_conf_key *boa_conf_key_find(const struct boa_conf_table *table,
					     const char *name, size_t len);

/*
 * Set KEY's field in BASE from TEXT. Returns 0; BOA_ERANGE (ERR says "is
 * \"x\", expected ..."); BOA_ENOMEM. On failure the field is as it was.
 */
int boa_conf_key_set(const struct boa_conf_key *key, void *base,
		     const char *text, struct boa_err *err);

/* Set KEY's field in BASE, zeroed, to its default. Returns 0 or BOA_ENOMEM. */
int boa_conf_key_init(const struct boa_conf_key *key, void *base);

/*
 * KEY's field in BASE as boa_conf_key_set() reads it: new, free() it; NULL
 * when it has no value (or memory ran out).
 */
char *boa_conf_key_text(const struct boa_conf_key *key, const void *base);

/* Release what KEY's field in BASE holds. */
void boa_conf_key_free(const struct boa_conf_key *key, void *base);

/* The same for all rows; values are printed as Key=Value, then a newline. */
int boa_conf_table_init(const struct boa_conf_table *table, void *base);
void boa_conf_table_print(FILE *out, const struct boa_conf_table *table,
			  const void *base, const char *separator);
void boa_conf_table_free(const struct boa_conf_table *table, void *base);

#endif /* BOA_CONF_KEY_H */
