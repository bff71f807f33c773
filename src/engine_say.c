/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "src/engine_impl.h"
#include "src/text.h"

static const char *plural(unsigned n)
{
	return n == 1 ? "" : "s";
}

char *boa_turn_size_text(const struct boa_turn *turn, unsigned before)
{
	const struct boa_record *now = &turn->now;
	const char *lifted =
		turn->job->requeue_delayed ? ", at once after its requeue" : "";
	struct boa_text text = { 0 };

	boa_text_add(&text, "job %u: class %s, ", turn->job->id, now->class);
	if (turn->assigned)
		boa_text_add(&text, "%s: ", now->why);
	boa_text_add(&text, "%u GPU%s of %s for epoch %u", now->width_gpus,
		     plural(now->width_gpus), boa_record_type(now),
		     boa_record_epoch(now));
	if (before != now->width_gpus)
		boa_text_add(&text, ", %u before", before);
	boa_text_add(&text, "%s", lifted);
	return boa_text_take(&text);
}

char *boa_turn_record_text(const struct boa_turn *turn)
{
	const struct boa_record *now = &turn->now;
	unsigned want = boa_record_gpus(now);
	struct boa_text text = { 0 };

	boa_text_add(&text, "job %u: class %s, ", turn->job->id, now->class);
	if (turn->assigned)
		boa_text_add(&text, "%s: ", now->why);
	else if (now->epoch)
		boa_text_add(&text, "epoch %u%s: ", now->epoch,
			     turn->new_epoch ? " begins" : "");
	boa_text_add(&text, "%u GPU%s of %s", now->width_gpus,
		     plural(now->width_gpus), boa_record_type(now));
	if (want != now->width_gpus)
		boa_text_add(&text, ", %u wanted", want);
	return boa_text_take(&text);
}
