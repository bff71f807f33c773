/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "src/record.h"

struct span {
	const char *at; /* NULL: absent */
	size_t len;
};

enum key {
	CLASS,
	PLAN,
	TYPE,
	WIDTHS,
	EPOCH,
	WIDTH,
	RUN,
	GEN,
	FIRST,
	RESIZES,
	HELD,
	FAILS,
	SINCE,
	WAIT
};

static const struct rule {
	const char *name;
	bool required;
	uint64_t most; /* of a number; 0: not one */
} rules[] = {
	[CLASS] = { "class", true, 0 },
	[PLAN] = { "plan", true, UINT_MAX },
	[TYPE] = { "type", true, 0 },
	[WIDTHS] = { "widths", true, 0 },
	[EPOCH] = { "epoch", true, BOA_EPOCHS_MAX },
	[WIDTH] = { "width", false, BOA_GPUS_MAX },
	[RUN] = { "run", false, UINT_MAX },
	[GEN] = { "gen", false, UINT64_MAX },
	[FIRST] = { "first", false, INT64_MAX },
	[RESIZES] = { "resizes", false, UINT_MAX },
	[HELD] = { "held", false, BOA_HELD_NO_MORE },
	[FAILS] = { "fails", false, UINT_MAX },
	[SINCE] = { "since", false, INT64_MAX },
	[WAIT] = { "wait", false, INT64_MAX },
};

#define N_KEY (sizeof(rules) / sizeof(*rules))

/* The words of a record, and what the numbers among them say. */
struct words {
	struct span span[N_KEY];
	uint64_t number[N_KEY];
	struct span why;
};

static int damaged(struct boa_err *err, const char *key, const char *want)
{
	boa_err_set(err, BOA_EPARSE, "job record: %s: expected %s", key, want);
	return BOA_EPARSE;
}

static int no_memory(struct boa_err *err)
{
	boa_err_set(err, BOA_ENOMEM, "no memory for a job's record");
	return BOA_ENOMEM;
}

static bool read_number(struct span span, uint64_t most, uint64_t *number)
{
	uint64_t value = 0;
	size_t i;

	for (i = 0; i < span.len; i++) {
		unsigned digit = (unsigned)span.at[i] - '0';

		if (digit > 9 || value > (most - digit) / 10)
			return false;
		value = 10 * value + digit;
	}
	*number = value;
	return span.len > 0 && value <= most;
}

/* --- words ------------------------------------------------------------ */

static int take_word(struct span word, struct words *words, struct boa_err *err)
{
	const char *equals = memchr(word.at, '=', word.len);
	size_t len = equals ? (size_t)(equals - word.at) : word.len;
	size_t i;

	if (!equals)
		return damaged(err, "a word without =", "key=value");
	for (i = 0; i < N_KEY; i++)
		if (strlen(rules[i].name) == len &&
		    !memcmp(rules[i].name, word.at, len))
			break;
	if (i == N_KEY)
		return 0;
	if (words->span[i].at)
		return damaged(err, rules[i].name, "it once");
	words->span[i] = (struct span){ equals + 1, word.len - len - 1 };
	if (rules[i].most &&
	    !read_number(words->span[i], rules[i].most, &words->number[i]))
		return damaged(err, rules[i].name, "a number in its range");
	return 0;
}

/* Split LINE, the record without its first word, into WORDS. */
static int split(struct span line, struct words *words, struct boa_err *err)
{
	const char *at = line.at, *end = line.at + line.len;
	size_t i;
	int rc;

	while (at < end) {
		const char *stop = memchr(at, ' ', (size_t)(end - at));
		struct span word = { at, (size_t)((stop ? stop : end) - at) };

		if (word.len >= 4 && !memcmp(at, "why=", 4)) {
			words->why =
				(struct span){ at + 4, (size_t)(end - at) - 4 };
			break;
		}
		rc = word.len ? take_word(word, words, err) : 0;
		if (rc)
			return rc;
		at = stop ? stop + 1 : end;
	}
	for (i = 0; i < N_KEY; i++)
		if (rules[i].required && !words->span[i].at)
			return damaged(err, rules[i].name, "it to be there");
	return 0;
}

/* --- lists ------------------------------------------------------------ */

static unsigned count_items(struct span list)
{
	unsigned n = 1;
	size_t i;

	for (i = 0; i < list.len; i++)
		n += list.at[i] == ',';
	return n;
}

/* The item at the beginning of *LIST, which is stepped over. */
static struct span take_item(struct span *list)
{
	const char *comma = memchr(list->at, ',', list->len);
	struct span item = *list;

	if (comma) {
		item.len = (size_t)(comma - list->at);
		list->at = comma + 1;
		list->len -= item.len + 1;
	}
	return item;
}

static int read_widths(struct span list, struct boa_record *record,
		       struct boa_err *err)
{
	unsigned n = count_items(list), j;
	uint64_t gpus;

	if (n > BOA_EPOCHS_MAX)
		return damaged(err, "widths", "at most 1000");
	record->gpus = calloc(n, sizeof(*record->gpus));
	if (!record->gpus)
		return no_memory(err);
	record->n_epoch = n;
	for (j = 0; j < n; j++) {
		if (!read_number(take_item(&list), BOA_GPUS_MAX, &gpus) ||
		    gpus < 1)
			return damaged(err, "widths",
				       "numbers from 1 to 1048576");
		record->gpus[j] = (unsigned)gpus;
	}
	return 0;
}

static int read_types(struct span list, struct boa_record *record,
		      struct boa_err *err)
{
	unsigned n = count_items(list), j;
	struct span item = { 0 };

	if (n != 1 && n != record->n_epoch)
		return damaged(err, "type", "one, or as many as widths");
	record->type = calloc(record->n_epoch, sizeof(*record->type));
	if (!record->type)
		return no_memory(err);
	for (j = 0; j < record->n_epoch; j++) {
		if (j < n)
			item = take_item(&list);
		if (!boa_name_is_valid(item.at, item.len))
			return damaged(err, "type", "names");
		record->type[j] = strndup(item.at, item.len);
		if (!record->type[j])
			return no_memory(err);
	}
	return 0;
}

/* --- the whole -------------------------------------------------------- */

static int fill(const struct words *words, struct boa_record *record,
		struct boa_err *err)
{
	struct span class = words->span[CLASS];
	int rc;

	if (!boa_name_is_valid(class.at, class.len))
		return damaged(err, "class", "a name");
	memcpy(record->class, class.at, class.len);
	rc = read_widths(words->span[WIDTHS], record, err);
	if (!rc)
		rc = read_types(words->span[TYPE], record, err);
	if (rc)
		return rc;
	record->plan = (unsigned)words->number[PLAN];
	record->generation = words->number[GEN];
	record->epoch = (unsigned)words->number[EPOCH];
	if (record->epoch > record->n_epoch)
		return damaged(err, "epoch", "at most as many as widths");
	record->width_gpus = (unsigned)words->number[WIDTH];
	if (!words->span[WIDTH].at)
		record->width_gpus = boa_record_gpus(record);
	record->reported = words->span[RUN].at != NULL;
	record->run = (unsigned)words->number[RUN];
	record->first_submit_s = (int64_t)words->number[FIRST];
	record->n_resize = (unsigned)words->number[RESIZES];
	record->held = (enum boa_held)words->number[HELD];
	record->n_fail = (unsigned)words->number[FAILS];
	record->fail_since_s = (int64_t)words->number[SINCE];
	record->wait_s = (int64_t)words->number[WAIT];
	if (words->why.at) {
		record->why = strndup(words->why.at, words->why.len);
		if (!record->why)
			return no_memory(err);
	}
	return 0;
}

int boa_record_parse(const char *text, bool *found, struct boa_record *record,
		     struct boa_err *err)
{
	struct boa_record made = { 0 };
	struct words words = { 0 };
	struct span line = { 0 };
	int rc;

	*found = text && !strncmp(text, "boa=", 4);
	if (!*found)
		return 0;
	if (strncmp(text, "boa=1 ", 6) != 0)
		return damaged(err, "boa", "version 1");
	line.at = text + 6;
	line.len = strcspn(line.at, "\n");
	rc = split(line, &words, err);
	if (!rc)
		rc = fill(&words, &made, err);
	if (!rc) {
		*record = made;
		made = (struct boa_record){ 0 };
	}
	boa_record_free(&made);
	return rc;
}
