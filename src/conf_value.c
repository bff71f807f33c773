/* SPDX-License-Identifier: GPL-3.0-or-later */
/* conf_value.c - the values of boa.conf's keys, by kind. */
#include "config.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "src/conf_key.h"
#include "src/number.h"
#include "src/text.h"

static void *field_of(const struct boa_conf_key *key, void *base)
{
	return (char *)base + key->offset;
}

static int fail(struct boa_err *err, const char *text, const char *what)
{
	return boa_err_set(err, BOA_ERANGE, "is \"%.80s\", expected %s", text,
			   what);
}

/* --- numbers ---------------------------------------------------------- */

/* TEXT as a number within KEY's range, or BOA_ERANGE. */
static int read_number(const struct boa_conf_key *key, const char *text,
		       double *value)
{
	size_t bad, n = boa_number_len(text, strlen(text), &bad);

	if (!n || text[n])
		return BOA_ERANGE;
	*value = boa_number_value(text);
	return *value >= key->least && *value <= key->most ? 0 : BOA_ERANGE;
}

static int set_real(const struct boa_conf_key *key, double *field,
		    const char *text, struct boa_err *err)
{
	char least[BOA_NUMBER_MAX], most[BOA_NUMBER_MAX], what[128];
	double value;

	if (!read_number(key, text, &value)) {
		*field = value;
		return 0;
	}
	boa_number_print(key->least, 10, least);
	boa_number_print(key->most, 10, most);
	snprintf(what, sizeof(what), "a number%s%s from %s to %s",
		 key->unit ? " of " : "", key->unit ? key->unit : "", least,
		 most);
	return fail(err, text, what);
}

static int set_count(const struct boa_conf_key *key, unsigned *field,
		     const char *text, struct boa_err *err)
{
	bool may_lack_limit = key->most >= UINT_MAX;
	char what[96];
	double value;

	if (may_lack_limit && !strcasecmp(text, "UNLIMITED")) {
		*field = UINT_MAX;
		return 0;
	}
	if (!read_number(key, text, &value) && boa_number_is_whole(value)) {
		*field = (unsigned)value;
		return 0;
	}
	snprintf(what, sizeof(what), "a whole number from %.0f to %.0f%s",
		 key->least, key->most, may_lack_limit ? ", or UNLIMITED" : "");
	return fail(err, text, what);
}

/* --- text ------------------------------------------------------------- */

static int set_text(char **field, const char *text, struct boa_err *err)
{
	char *copy = strdup(text);

	if (!copy)
		return boa_err_set(err, BOA_ENOMEM, "out of memory");
	free(*field);
	*field = copy;
	return 0;
}

static int set_name(char **field, const char *text, struct boa_err *err)
{
	if (!boa_name_is_valid(text, strlen(text)))
		return fail(err, text, BOA_NAME_RULE);
	return set_text(field, text, err);
}

/* The index of TEXT among KEY's words, in any case, to *I. */
static int find_word(const struct boa_conf_key *key, const char *text,
		     unsigned *i, struct boa_err *err)
{
	char what[96];
	size_t len = 0;
	unsigned k;

	for (k = 0; key->words[k]; k++) {
		if (!strcasecmp(text, key->words[k])) {
			*i = k;
			return 0;
		}
		if (len < sizeof(what))
			len += (size_t)snprintf(
				what + len, sizeof(what) - len, "%s%s",
				k ? ", " : "one of: ", key->words[k]);
	}
	return fail(err, text, what);
}

static int set_word(const struct boa_conf_key *key, char **field,
		    const char *text, struct boa_err *err)
{
	unsigned i = 0;
	int rc = find_word(key, text, &i, err);

	return rc ? rc : set_text(field, key->words[i], err);
}

static int set_unknown(struct boa_conf *conf, const char *text,
		       struct boa_err *err)
{
	bool is_pass = !strcasecmp(text, "pass");
	bool is_reject = !strcasecmp(text, "reject");
	int rc;

	if (is_pass || is_reject) {
		free(conf->unknown_class_name);
		conf->unknown_class_name = NULL;
		conf->unknown_class =
			is_pass ? BOA_UNKNOWN_PASS : BOA_UNKNOWN_REJECT;
		return 0;
	}
	if (!boa_name_is_valid(text, strlen(text)))
		return fail(err, text, "pass, reject or " BOA_NAME_RULE);
	rc = set_text(&conf->unknown_class_name, text, err);
	if (!rc)
		conf->unknown_class = BOA_UNKNOWN_AS;
	return rc;
}

/* --- by kind ---------------------------------------------------------- */

int boa_conf_key_set(const struct boa_conf_key *key, void *base,
		     const char *text, struct boa_err *err)
{
	void *field = field_of(key, base);

	switch (key->kind) {
	case BOA_CONF_REAL:
		return set_real(key, field, text, err);
	case BOA_CONF_COUNT:
		return set_count(key, field, text, err);
	case BOA_CONF_PATH:
		return *text ? set_text(field, text, err)
			     : fail(err, text, "a path");
	case BOA_CONF_NAME:
		return set_name(field, text, err);
	case BOA_CONF_WORD:
		return set_word(key, field, text, err);
	case BOA_CONF_CHOICE:
		return find_word(key, text, field, err);
	case BOA_CONF_BUDGET:
		return boa_budget_parse(text, field, err);
	case BOA_CONF_UNKNOWN:
		return set_unknown(base, text, err);
	}
	return BOA_EINVAL;
}

int boa_conf_key_init(const struct boa_conf_key *key, void *base)
{
	void *field = field_of(key, base);

	if (key->initial)
		return boa_conf_key_set(key, base, key->initial, NULL);
	if (key->kind == BOA_CONF_REAL)
		*(double *)field = NAN;
	if (key->kind == BOA_CONF_BUDGET)
		((struct boa_budget *)field)->amount = NAN;
	return 0;
}

/* Does KEY's field hold a char *? */
static bool is_text(const struct boa_conf_key *key)
{
	return key->kind == BOA_CONF_PATH || key->kind == BOA_CONF_NAME ||
	       key->kind == BOA_CONF_WORD;
}

void boa_conf_key_free(const struct boa_conf_key *key, void *base)
{
	if (is_text(key)) {
		char **field = field_of(key, base);

		free(*field);
		*field = NULL;
	} else if (key->kind == BOA_CONF_UNKNOWN) {
		struct boa_conf *conf = base;

		free(conf->unknown_class_name);
		conf->unknown_class_name = NULL;
	}
}

static const char *unknown_text(const struct boa_conf *conf)
{
	return conf->unknown_class == BOA_UNKNOWN_AS ? conf->unknown_class_name
	       : conf->unknown_class == BOA_UNKNOWN_REJECT ? "reject"
							   : "pass";
}

/* TEXT as a value of a file, quoted where it must be: new, or NULL. */
static char *quote(const char *text)
{
	const char *mark = strpbrk(text, " \t") ? "\"" : "";
	struct boa_text out = { 0 };

	boa_text_add(&out, "%s", mark);
	for (; *text; text++)
		boa_text_add(&out, "%s%c", strchr("\\#\"", *text) ? "\\" : "",
			     *text);
	boa_text_add(&out, "%s", mark);
	return boa_text_take(&out);
}

char *boa_conf_key_text(const struct boa_conf_key *key, const void *base)
{
	const void *field = (const char *)base + key->offset;
	char number[BOA_BUDGET_TEXT_MAX] = "";

	switch (key->kind) {
	case BOA_CONF_REAL:
		if (isnan(*(const double *)field))
			return NULL;
		boa_number_print_short(*(const double *)field, number);
		break;
	case BOA_CONF_COUNT:
		if (*(const unsigned *)field == UINT_MAX)
			return strdup("UNLIMITED");
		snprintf(number, sizeof(number), "%u",
			 *(const unsigned *)field);
		break;
	case BOA_CONF_PATH:
	case BOA_CONF_NAME:
	case BOA_CONF_WORD:
		return *(char *const *)field ? quote(*(char *const *)field)
					     : NULL;
	case BOA_CONF_CHOICE:
		return strdup(key->words[*(const unsigned *)field]);
	case BOA_CONF_BUDGET:
		if (isnan(((const struct boa_budget *)field)->amount))
			return NULL;
		boa_budget_print(field, number);
		break;
	case BOA_CONF_UNKNOWN:
		return strdup(unknown_text(base));
	}
	return strdup(number);
}
