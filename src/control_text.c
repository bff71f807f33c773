/* SPDX-License-Identifier: GPL-3.0-or-later */
/* control_text.c - a control as text, for the state file. */
#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "src/control_impl.h"
#include "src/ledger_text.h"

static int no_memory(struct boa_err *err)
{
	return boa_err_set(err, BOA_ENOMEM, "no memory for the budget control");
}

static void put_purse(struct boa_text *text, const struct boa_purse *purse)
{
	boa_text_put(text, "purse");
	boa_word_put(text, purse->account);
	boa_word_put_real(text, purse->start_s);
	boa_word_put_real(text, purse->granted);
	boa_word_put_real(text, purse->spent);
	boa_word_put_real(text, purse->billed);
	boa_word_put_real(text, purse->modelled);
	boa_word_put_real(text, purse->recent_s);
	boa_word_put_real(text, purse->recent_billed);
	boa_word_put_real(text, purse->recent_modelled);
	boa_word_put_real(text, purse->phi);
	boa_text_put(text, "\n");
}

int boa_control_print(const struct boa_control *control, char **text,
		      struct boa_err *err)
{
	struct boa_text out = { 0 };
	char *whole;
	size_t i;

	boa_text_put(&out, "control 1");
	boa_word_put_real(&out, control->now_s);
	boa_word_put_real(&out, control->begin_s);
	boa_word_put_real(&out, control->unowned);
	boa_text_put(&out, "\n");
	for (i = 0; i < control->n_purse; i++)
		put_purse(&out, &control->purse[i]);
	whole = boa_text_take(&out);
	if (!whole)
		return no_memory(err);
	*text = whole;
	return 0;
}

/* --- parse ------------------------------------------------------------ */

static bool take_head(struct boa_control *control, char *line)
{
	struct boa_words words = { .rest = line };

	if (strcmp(boa_word_take(&words), "control") != 0 ||
	    boa_word_take_whole(&words, 1) != 1)
		return false;
	control->now_s = boa_word_take_real(&words);
	control->begin_s = boa_word_take_real(&words);
	control->unowned = boa_word_take_real(&words);
	return !words.bad && !boa_word_is_left(&words) &&
	       isfinite(control->now_s) && isfinite(control->begin_s) &&
	       isfinite(control->unowned);
}

static bool is_sound(const struct boa_purse *purse)
{
	return purse->start_s >= 0 && isfinite(purse->start_s) &&
	       isfinite(purse->granted) && isfinite(purse->spent) &&
	       isfinite(purse->billed) && isfinite(purse->modelled) &&
	       purse->recent_s >= 0 && isfinite(purse->recent_s) &&
	       isfinite(purse->recent_billed) &&
	       isfinite(purse->recent_modelled) && purse->phi > 0 &&
	       isfinite(purse->phi);
}

/* Add the purse of LINE; *BAD says that it is not well formed. */
static int take_purse(struct boa_control *control, char *line, bool *bad)
{
	struct boa_words words = { .rest = line };
	struct boa_purse purse = { 0 }, *grown;
	const char *account;

	*bad = true;
	if (strcmp(boa_word_take(&words), "purse") != 0)
		return BOA_EPARSE;
	account = boa_word_take(&words);
	purse.start_s = boa_word_take_real(&words);
	purse.granted = boa_word_take_real(&words);
	purse.spent = boa_word_take_real(&words);
	purse.billed = boa_word_take_real(&words);
	purse.modelled = boa_word_take_real(&words);
	purse.recent_s = boa_word_take_real(&words);
	purse.recent_billed = boa_word_take_real(&words);
	purse.recent_modelled = boa_word_take_real(&words);
	purse.phi = boa_word_take_real(&words);
	if (words.bad || boa_word_is_left(&words) || !is_sound(&purse))
		return BOA_EPARSE;
	/* the whole first, then by name, none twice */
	if (control->n_purse
		    ? strcmp(control->purse[control->n_purse - 1].account,
			     account) >= 0
		    : *account != '\0')
		return BOA_EPARSE;
	*bad = false;
	purse.account = strdup(account);
	grown = realloc(control->purse,
			(control->n_purse + 1) * sizeof(*grown));
	if (grown)
		control->purse = grown;
	if (!grown || !purse.account) {
		free(purse.account);
		return BOA_ENOMEM;
	}
	control->purse[control->n_purse++] = purse;
	return 0;
}

static int take_lines(struct boa_control *control, char *text,
		      struct boa_err *err)
{
	unsigned n_line = 0;
	char *line = text;
	int rc = 0;

	while (!rc && *line) {
		char *end = strchrnul(line, '\n');
		char *next = end + (*end == '\n');
		bool bad;

		*end = '\0';
		if (!n_line++)
			rc = (bad = !take_head(control, line)) ? BOA_EPARSE : 0;
		else
			rc = take_purse(control, line, &bad);
		if (bad)
			boa_err_set(err, rc,
				    "budget control: line %u: expected %s",
				    n_line,
				    n_line == 1 ? "control 1 and 3 numbers"
						: "purse, an account and 9 "
						  "numbers");
		else if (rc)
			no_memory(err);
		line = next;
	}
	return rc;
}

int boa_control_parse(const char *text, struct boa_control **control,
		      struct boa_err *err)
{
	struct boa_control *made = NULL;
	char *copy = strdup(text);
	int rc = copy ? boa_control_new(&made, err) : no_memory(err);

	if (!rc)
		rc = take_lines(made, copy, err);
	if (!rc) {
		*control = made;
		made = NULL;
	}
	boa_control_free(made);
	free(copy);
	return rc;
}
