/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <stdlib.h>

#include "src/engine_impl.h"
#include "src/text.h"

static void free_texts(struct boa_action *action)
{
	free(action->record);
	free(action->text);
}

void boa_actions_clear(struct boa_actions *actions)
{
	size_t i;

	for (i = 0; i < actions->n; i++)
		free_texts(&actions->action[i]);
	actions->n = 0;
}

void boa_actions_free(struct boa_actions *actions)
{
	boa_actions_clear(actions);
	free(actions->action);
	*actions = (struct boa_actions){ 0 };
}

/* --- what was told ---------------------------------------------------- */

/* FNV-1a, 64 bits (Fowler, Noll, Vo). */
static uint64_t hash_of(const char *text)
{
	uint64_t hash = UINT64_C(14695981039346656037);

	for (; *text; text++)
		hash = (hash ^ (unsigned char)*text) * UINT64_C(1099511628211);
	return hash;
}

static int by_value(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return (x > y) - (x < y);
}

static bool was_said(const struct boa_said *said, uint64_t hash)
{
	return said->n &&
	       bsearch(&hash, said->hash, said->n, sizeof(hash), by_value);
}

static bool say(struct boa_said *said, uint64_t hash)
{
	size_t room = said->room ? 2 * said->room : 16;
	uint64_t *grown;

	if (said->n == said->room) {
		grown = realloc(said->hash, room * sizeof(*grown));
		if (!grown)
			return false;
		said->hash = grown;
		said->room = room;
	}
	said->hash[said->n++] = hash;
	return true;
}

void boa_step_remember_said(struct boa_step *step)
{
	if (step->said.n)
		qsort(step->said.hash, step->said.n, sizeof(*step->said.hash),
		      by_value);
	free(step->engine->said.hash);
	step->engine->said = step->said;
	step->said = (struct boa_said){ 0 };
}

/* --- adding ----------------------------------------------------------- */

static bool make_room(struct boa_actions *actions)
{
	size_t room = actions->room ? 2 * actions->room : 16;
	struct boa_action *grown;

	if (actions->n < actions->room)
		return true;
	grown = realloc(actions->action, room * sizeof(*grown));
	if (!grown)
		return false;
	actions->action = grown;
	actions->room = room;
	return true;
}

/* ACTION as it is told when it is not carried out. */
static struct boa_action observed(struct boa_action *action)
{
	struct boa_action told = {
		.kind = BOA_ACT_TELL,
		.job = action->job,
		.node = action->node,
	};

	if (action->text)
		told.text = boa_text_new("observed only: %s", action->text);
	free_texts(action);
	return told;
}

int boa_step_add(struct boa_step *step, struct boa_action action)
{
	if (step->options->observe && action.kind != BOA_ACT_TELL)
		action = observed(&action);
	if (!action.text)
		goto failed;
	if (action.kind == BOA_ACT_TELL) {
		uint64_t hash = hash_of(action.text);

		if (!say(&step->said, hash))
			goto failed;
		if (was_said(&step->engine->said, hash)) {
			free_texts(&action);
			return 0;
		}
	}
	if (!make_room(step->actions))
		goto failed;
	step->actions->action[step->actions->n++] = action;
	return 0;

failed:
	free_texts(&action);
	return boa_step_no_memory(step->err);
}

int boa_step_tell(struct boa_step *step, size_t job, char *text)
{
	struct boa_action action = {
		.kind = BOA_ACT_TELL,
		.job = job,
		.node = SIZE_MAX,
	};

	action.text = text;
	return boa_step_add(step, action);
}
