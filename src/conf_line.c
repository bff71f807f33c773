/* SPDX-License-Identifier: GPL-3.0-or-later */
/* conf_line.c - one line of boa.conf: keys, a GpuType, an Account. */
#include "config.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "src/conf_loader.h"

static struct boa_conf_spot spot_of(const struct boa_conf_pair *pair)
{
	return (struct boa_conf_spot){ pair->file, pair->line };
}

/* --- one pair --------------------------------------------------------- */

static void list_keys(const struct boa_conf_table *table, char *text,
		      size_t size)
{
	size_t k, len = 0;

	for (k = 0; k < table->n && len < size; k++)
		len += (size_t)snprintf(text + len, size - len, "%s%s",
					k ? ", " : "", table->key[k].name);
}

static void refuse_key(struct boa_conf_loader *load,
		       const struct boa_conf_table *table,
		       const struct boa_conf_pair *pair)
{
	const struct boa_conf_spot spot = spot_of(pair);
	char list[384] = "";

	list_keys(table, list, sizeof(list));
	BOA_CONF_COMPLAIN(load, spot,
			  "%.40s is not a key here, expected one of: %s",
			  pair->key, list);
}

/* Set what PAIR says in BASE; SEEN has a spot per row of TABLE. */
static void take_pair(struct boa_conf_loader *load,
		      const struct boa_conf_table *table, void *base,
		      struct boa_conf_spot *seen,
		      const struct boa_conf_pair *pair)
{
	const struct boa_conf_key *key;
	struct boa_err err;
	char *path = NULL;
	size_t k;
	int rc;

	key = boa_conf_key_find(table, pair->key, strlen(pair->key));
	if (!key) {
		refuse_key(load, table, pair);
		return;
	}
	k = (size_t)(key - table->key);
	if (seen[k].file) {
		BOA_CONF_COMPLAIN(load, spot_of(pair),
				  "%s is set twice, first at %s:%u", key->name,
				  seen[k].file, seen[k].line);
		return;
	}
	seen[k] = spot_of(pair);
	if (key->kind == BOA_CONF_PATH && *pair->value) {
		path = boa_conf_resolve(load->path, pair->value);
		if (!path) {
			boa_conf_lack_memory(load);
			return;
		}
	}
	rc = boa_conf_key_set(key, base, path ? path : pair->value, &err);
	if (rc)
		boa_conf_report(&load->report, rc, pair->file, pair->line,
				"%s %s", key->name, err.text);
	free(path);
}

/* --- records ---------------------------------------------------------- */

/*
 * Read LINE as a record of TABLE to BASE, zeroed. False: it has errors, and
 * BASE holds nothing.
 */
static bool take_record(struct boa_conf_loader *load,
			const struct boa_conf_table *table, void *base,
			const struct boa_conf_line *line)
{
	struct boa_conf_spot seen[BOA_CONF_TABLE_MAX] = { 0 };
	size_t n_error = load->report.errors.n, i;

	if (boa_conf_table_init(table, base))
		boa_conf_lack_memory(load);
	for (i = 0; i < line->n; i++)
		take_pair(load, table, base, seen, &line->pair[i]);
	for (i = 0; i < table->n; i++)
		if (table->key[i].is_required && !seen[i].file)
			BOA_CONF_COMPLAIN(
				load, spot_of(line->pair),
				"%s=%.64s has no %s, expected that key",
				table->key[0].name, line->pair->value,
				table->key[i].name);
	if (load->report.errors.n == n_error && load->report.rc != BOA_ENOMEM)
		return true;
	boa_conf_table_free(table, base);
	return false;
}

/* Is TYPE, read at SPOT, at odds with those before it? */
static bool type_clashes(struct boa_conf_loader *load,
			 const struct boa_conf_type *type,
			 struct boa_conf_spot spot)
{
	const struct boa_conf *conf = &load->conf;
	ptrdiff_t at;

	if (conf->n_type == BOA_TYPES_MAX) {
		BOA_CONF_COMPLAIN(
			load, spot,
			"GpuType=%s is one too many, expected at most %d",
			type->name, BOA_TYPES_MAX);
		return true;
	}
	at = boa_conf_find_type(conf, type->name);
	if (at >= 0) {
		BOA_CONF_COMPLAIN(
			load, spot, "GpuType=%s stands twice, first at %s:%u",
			type->name, load->type[at].file, load->type[at].line);
		return true;
	}
	at = boa_conf_find_partition(conf, type->partition);
	if (at >= 0)
		BOA_CONF_COMPLAIN(
			load, spot,
			"Partition %s belongs to GpuType=%s at %s:%u, "
			"expected another",
			type->partition, conf->type[at].name,
			load->type[at].file, load->type[at].line);
	return at >= 0;
}

static void take_type(struct boa_conf_loader *load,
		      const struct boa_conf_line *line)
{
	struct boa_conf *conf = &load->conf;
	struct boa_conf_type type = { 0 };

	load->has_type = true;
	if (!take_record(load, &boa_conf_type_keys, &type, line))
		return;
	if (!type.partition)
		type.partition = strdup(type.name);
	if (!type.partition) {
		boa_conf_lack_memory(load);
	} else if (!type_clashes(load, &type, spot_of(line->pair))) {
		load->type[conf->n_type] = spot_of(line->pair);
		conf->type[conf->n_type++] = type;
		return;
	}
	boa_conf_table_free(&boa_conf_type_keys, &type);
}

static bool account_clashes(struct boa_conf_loader *load,
			    const struct boa_conf_account *account,
			    struct boa_conf_spot spot)
{
	const struct boa_conf *conf = &load->conf;
	ptrdiff_t at;

	if (conf->n_account == BOA_ACCOUNTS_MAX) {
		BOA_CONF_COMPLAIN(
			load, spot,
			"Account=%s is one too many, expected at most %d",
			account->name, BOA_ACCOUNTS_MAX);
		return true;
	}
	at = boa_names_find(conf->account, sizeof(*account), conf->n_account,
			    NULL, account->name, strlen(account->name));
	if (at >= 0) {
		BOA_CONF_COMPLAIN(load, spot,
				  "Account=%s stands twice, first at %s:%u",
				  account->name, load->account[at].file,
				  load->account[at].line);
		return true;
	}
	if (isnan(account->share) != isnan(account->budget.amount))
		return false;
	BOA_CONF_COMPLAIN(
		load, spot, "Account=%s has %s, expected Share or Budget",
		account->name,
		isnan(account->share) ? "neither Share nor Budget" : "both");
	return true;
}

static void take_account(struct boa_conf_loader *load,
			 const struct boa_conf_line *line)
{
	struct boa_conf *conf = &load->conf;
	struct boa_conf_account account = { 0 };

	if (!take_record(load, &boa_conf_account_keys, &account, line))
		return;
	if (account_clashes(load, &account, spot_of(line->pair))) {
		boa_conf_table_free(&boa_conf_account_keys, &account);
		return;
	}
	load->account[conf->n_account] = spot_of(line->pair);
	conf->account[conf->n_account++] = account;
}

/* --- a line ----------------------------------------------------------- */

void boa_conf_take_line(struct boa_conf_loader *load,
			const struct boa_conf_line *line)
{
	size_t i;

	if (!strcasecmp(line->pair->key, boa_conf_type_keys.key->name))
		take_type(load, line);
	else if (!strcasecmp(line->pair->key, boa_conf_account_keys.key->name))
		take_account(load, line);
	else
		for (i = 0; i < line->n; i++)
			take_pair(load, &boa_conf_keys, &load->conf, load->seen,
				  &line->pair[i]);
}
