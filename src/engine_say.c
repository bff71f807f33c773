/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "src/engine_impl.h"
#include "src/text.h"

/* "job 17: class bert, " */
static void begin(const struct boa_turn *turn, struct boa_text *text)
{
	boa_text_put(text, "job ");
	boa_text_put_number(text, turn->job->id);
	boa_text_put(text, ": class ");
	boa_text_put(text, turn->now.class);
	boa_text_put(text, ", ");
}

/* "16 GPUs of t4" */
static void add_width(const struct boa_record *now, struct boa_text *text)
{
	boa_text_put_number(text, now->width_gpus);
	boa_text_put(text, now->width_gpus == 1 ? " GPU of " : " GPUs of ");
	boa_text_put(text, boa_record_type(now));
}

char *boa_turn_size_text(const struct boa_turn *turn, unsigned before,
			 const struct boa_action *action)
{
	const struct boa_record *now = &turn->now;
	struct boa_text text = { 0 };

	begin(turn, &text);
	if (turn->assigned) {
		boa_text_put(&text, now->why);
		boa_text_put(&text, ": ");
	}
	add_width(now, &text);
	boa_text_put(&text, " for epoch ");
	boa_text_put_number(&text, boa_record_epoch(now));
	if (before != now->width_gpus) {
		boa_text_put(&text, ", ");
		boa_text_put_number(&text, before);
		boa_text_put(&text, " before");
	}
	if (action->begin_s > 0) {
		boa_text_put(&text, "; it waits: ");
		boa_text_put(&text, now->why ? now->why : "launches fail");
	} else if (turn->job->requeue_delayed) {
		boa_text_put(&text, ", at once after its requeue");
	} else if (action->lift_delay) {
		boa_text_put(&text, ", after it waited");
	}
	return boa_text_take(&text);
}

char *boa_turn_record_text(const struct boa_turn *turn)
{
	const struct boa_record *now = &turn->now;
	unsigned want = boa_record_gpus(now);
	struct boa_text text = { 0 };

	begin(turn, &text);
	if (turn->assigned) {
		boa_text_put(&text, now->why);
		boa_text_put(&text, ": ");
	} else if (now->epoch) {
		boa_text_put(&text, "epoch ");
		boa_text_put_number(&text, now->epoch);
		boa_text_put(&text, turn->new_epoch ? " begins: " : ": ");
	}
	add_width(now, &text);
	if (want != now->width_gpus) {
		boa_text_put(&text, ", ");
		boa_text_put_number(&text, want);
		boa_text_put(&text, " wanted");
	}
	return boa_text_take(&text);
}
