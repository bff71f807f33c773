/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "src/share_impl.h"
#include "src/text.h"

static int no_memory(struct boa_err *err)
{
	boa_err_set(err, BOA_ENOMEM, "no memory for the share counters");
	return BOA_ENOMEM;
}

/* --- print ------------------------------------------------------------ */

static void add_account(const char *account, struct boa_text *text)
{
	const char *at;

	if (!*account)
		boa_text_add(text, "-");
	for (at = account; *at; at++) {
		unsigned char byte = (unsigned char)*at;

		if (byte <= ' ' || byte == 0x7f || byte == '%' || byte == '-')
			boa_text_add(text, "%%%02X", byte);
		else
			boa_text_add(text, "%c", byte);
	}
}

int boa_shares_print(const struct boa_shares *shares, char **text,
		     struct boa_err *err)
{
	struct boa_text out = { 0 };
	char *whole;
	size_t i, j;

	boa_text_add(&out, "%s", "");
	for (i = 0; i < shares->n_group; i++) {
		const struct boa_share_group *group = &shares->group[i];

		for (j = 0; j < group->n_credit; j++) {
			boa_text_add(&out, "%s ", group->class);
			add_account(group->account, &out);
			boa_text_add(&out, " %016" PRIx64 " %" PRId64 "\n",
				     group->credit[j].key,
				     group->credit[j].units);
		}
	}
	whole = boa_text_take(&out);
	if (!whole)
		return no_memory(err);
	*text = whole;
	return 0;
}

/* --- parse ------------------------------------------------------------ */

enum { CLASS, ACCOUNT, KEY, CREDIT, N_WORD };

/* Split LINE, which is written to, at single spaces into N_WORD words. */
static bool split(char *line, char *word[N_WORD])
{
	char *at = line;
	int i;

	for (i = 0; i < N_WORD; i++) {
		word[i] = at;
		at = strchr(at, ' ');
		if (!at != (i == N_WORD - 1))
			return false;
		if (at)
			*at++ = '\0';
		if (!*word[i])
			return false;
	}
	return true;
}

static int hex_digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	if (c >= 'a' && c <= 'f')
		return c - 'a' + 10;
	if (c >= 'A' && c <= 'F')
		return c - 'A' + 10;
	return -1;
}

/* Undo the percent encoding of ACCOUNT where it stands. */
static bool decode(char *account)
{
	char *from = account, *to = account;

	if (!strcmp(account, "-")) {
		*account = '\0';
		return true;
	}
	while (*from) {
		int high, low;

		if (*from != '%') {
			*to++ = *from++;
			continue;
		}
		high = hex_digit(from[1]);
		low = high < 0 ? -1 : hex_digit(from[2]);
		if (low < 0 || 16 * high + low == 0)
			return false;
		*to++ = (char)(16 * high + low);
		from += 3;
	}
	*to = '\0';
	return true;
}

static bool read_key(const char *word, uint64_t *key)
{
	uint64_t value = 0;
	size_t i;

	for (i = 0; word[i]; i++) {
		int digit = hex_digit(word[i]);

		if (digit < 0 || i >= 16)
			return false;
		value = value << 4 | (unsigned)digit;
	}
	*key = value;
	return i == 16;
}

static bool read_units(const char *word, int64_t *units)
{
	const int64_t most = BOA_CREDIT_MAX * BOA_CREDIT_UNIT;
	bool minus = *word == '-';
	int64_t value = 0;

	word += minus;
	if (!*word)
		return false;
	for (; *word; word++) {
		if (*word < '0' || *word > '9')
			return false;
		value = 10 * value + (*word - '0');
		if (value > most)
			return false;
	}
	*units = minus ? -value : value;
	return true;
}

/* Put the credit of LINE into SHARES; *BAD says that it is not well formed. */
static int take_line(struct boa_shares *shares, char *line, bool *bad)
{
	struct boa_share_group *group;
	struct boa_credit credit, *grown;
	char *word[N_WORD];

	*bad = !split(line, word) ||
	       !boa_name_is_valid(word[CLASS], strlen(word[CLASS])) ||
	       !decode(word[ACCOUNT]) || !read_key(word[KEY], &credit.key) ||
	       !read_units(word[CREDIT], &credit.units);
	if (*bad)
		return BOA_EPARSE;
	group = boa_shares_group(shares, word[CLASS], word[ACCOUNT]);
	if (!group)
		return BOA_ENOMEM;
	grown = realloc(group->credit, (group->n_credit + 1) * sizeof(*grown));
	if (!grown)
		return BOA_ENOMEM;
	group->credit = grown;
	group->credit[group->n_credit++] = credit;
	return 0;
}

int boa_shares_parse(const char *text, struct boa_shares **shares,
		     struct boa_err *err)
{
	struct boa_shares *made = NULL;
	char *copy = strdup(text), *at = copy;
	unsigned n_line = 0;
	int rc = copy ? boa_shares_new(&made, err) : no_memory(err);

	while (!rc && *at) {
		char *end = strchr(at, '\n');
		bool bad = false;

		n_line++;
		if (end)
			*end = '\0';
		rc = take_line(made, at, &bad);
		if (bad)
			boa_err_set(err, rc,
				    "share counters: line %u: expected "
				    "CLASS ACCOUNT KEY CREDIT",
				    n_line);
		else if (rc)
			no_memory(err);
		at = end ? end + 1 : at + strlen(at);
	}
	if (!rc) {
		*shares = made;
		made = NULL;
	}
	boa_shares_free(made);
	free(copy);
	return rc;
}
