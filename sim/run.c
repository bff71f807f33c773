/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <math.h>
#include <stdlib.h>

#include "sim/run.h"

/* Looks at one moment, and seconds without a job at work, that are too many. */
#define LOOKS_MAX 1000
#define STALLED_S (30 * 86400.0)

/* --- results ---------------------------------------------------------- */

static void job_done(void *self, const struct boa_sim_job *job, double now_s)
{
	struct boa_run *run = self;
	struct boa_run_class *class = &run->class[job->class];

	boa_sample_add(&run->jct, now_s - job->submit_s);
	boa_sample_add(&run->wait, job->first_start_s - job->submit_s);
	run->n_rescale += job->n_rescale;
	run->end_s = now_s;
	class->n_job++;
	class->jct_s += now_s - job->submit_s;
	class->gpu_s += job->service_gpu_s;
	class->spend += job->spend;
	class->work_scale += job->scale;
	class->n_rescale += job->n_rescale;
	if (run->options.job_done)
		run->options.job_done(run->options.arg, job, now_s);
}

static int prepare(struct boa_run *run, const struct boa_run_options *options,
		   double begin_s, struct boa_err *err)
{
	const struct boa_classes *set = options->rates->set;
	int rc;

	run->begin_s = begin_s;
	rc = boa_world_init(&run->world, options->rates, options->with.type,
			    begin_s, err);
	if (!rc)
		rc = boa_sample_init(&run->jct, err);
	if (!rc)
		rc = boa_sample_init(&run->wait, err);
	if (rc)
		return rc;
	run->world.late_binding = options->late_binding;
	run->world.listener.ended = job_done;
	run->world.listener.self = run;
	run->n_nodes = calloc(set->n_gpu_type, sizeof(*run->n_nodes));
	run->class = calloc(set->n_class, sizeof(*run->class));
	if (!run->n_nodes || !run->class)
		return boa_err_set(err, BOA_ENOMEM, "no memory for a run");
	return options->policy->create(&options->with, &run->state, err);
}

void boa_run_fini(struct boa_run *run)
{
	if (run->state)
		run->options.policy->destroy(run->state);
	boa_desk_fini(&run->desk);
	boa_world_fini(&run->world);
	boa_sample_fini(&run->jct);
	boa_sample_fini(&run->wait);
	free(run->n_nodes);
	free(run->class);
	*run = (struct boa_run){ 0 };
}

/* --- the policy's turn ------------------------------------------------ */

static struct boa_view look(const struct boa_world *world, unsigned happened)
{
	return (struct boa_view){
		.now_s = world->now_s,
		.happened = happened,
		.n_arrived = world->n_arrived,
		.n_type = world->n_type,
		.type = world->type,
		.n_job = world->n_job,
		.job = world->job,
		.n_node = world->n_node,
		.node = world->node,
		.n_held = world->n_held,
	};
}

/* Grow (or, when not GROW, shrink) to what the policy wants. */
static int resize(struct boa_run *run, bool grow, struct boa_err *err)
{
	struct boa_world *world = &run->world;
	int rc = 0;

	if (!run->options.policy->resize)
		return 0;
	for (size_t h = 0; !rc && h < world->n_type; h++)
		if (grow == (run->n_nodes[h] > world->n_held[h]))
			rc = boa_world_resize(world, h, run->n_nodes[h], err);
	return rc;
}

static int turn(struct boa_run *run, unsigned happened, bool *again,
		struct boa_err *err)
{
	const struct boa_policy *policy = run->options.policy;
	struct boa_world *world = &run->world;
	struct boa_view view = look(world, happened);
	bool changed = false;
	int rc = 0;

	run->n_decision++;
	if (policy->resize)
		rc = policy->resize(run->state, &view, run->n_nodes, err);
	if (!rc)
		rc = resize(run, true, err);
	if (!rc)
		rc = boa_desk_lay(&run->desk, world, err);
	view = look(world, happened);
	if (!rc)
		rc = policy->decide(run->state, &view,
				    policy->resize ? run->n_nodes : NULL,
				    &run->desk.decision, err);
	if (!rc)
		rc = boa_desk_apply(&run->desk, world, &changed, err);
	if (!rc)
		rc = resize(run, false, err);
	if (rc)
		return boa_err_prefix(err, rc, policy->name);
	run->wake_s = run->desk.decision.wake_s;
	*again = changed && run->desk.decision.again;
	return 0;
}

static int decide(struct boa_run *run, struct boa_err *err)
{
	unsigned happened = run->world.happened;
	bool again = true;

	run->world.happened = 0;
	for (int i = 0; again && i < LOOKS_MAX; i++) {
		int rc = turn(run, happened, &again, err);

		if (rc)
			return rc;
		happened = 0;
	}
	return 0;
}

/* --- time ------------------------------------------------------------- */

struct stream {
	struct boa_source *source;
	struct boa_arrival next;
	bool more;
};

static int fetch(struct stream *stream, struct boa_err *err)
{
	return stream->source->next(stream->source->state, &stream->next,
				    &stream->more, err);
}

static int admit(struct boa_run *run, struct stream *stream,
		 struct boa_err *err)
{
	int rc = 0;

	while (!rc && stream->more &&
	       stream->next.submit_s <= run->world.now_s) {
		rc = boa_world_arrive(&run->world, &stream->next, err);
		run->last_submit_s = stream->next.submit_s;
		if (!rc)
			rc = fetch(stream, err);
	}
	return rc;
}

/*
 * The next time the policy looks by itself: the end of the round (INFINITY
 * while nothing goes on), or the time it asked for.
 */
static double next_look_s(struct boa_run *run)
{
	double round_s = run->options.round_s;
	double passed;

	if (round_s <= 0.0)
		return run->wake_s;
	if (!run->world.n_job && !run->world.happened)
		return INFINITY;
	/* rounds in which nothing went on are passed over */
	passed = floor((run->world.now_s - run->begin_s) / round_s);
	if (run->n_round < passed)
		run->n_round = passed;
	return run->begin_s + round_s * (run->n_round + 1.0);
}

static int stalled(const struct boa_run *run, struct boa_err *err)
{
	return boa_err_set(err, BOA_ERANGE,
			   "policy %s leaves %zu jobs waiting for ever at "
			   "%.0f s",
			   run->options.policy->name, run->world.n_job,
			   run->world.now_s);
}

static bool is_stalled(const struct boa_run *run)
{
	const struct boa_world *world = &run->world;

	for (size_t i = 0; i < world->n_job; i++)
		if (world->job[i].gpus ||
		    world->now_s - world->job[i].since_s < STALLED_S)
			return false;
	return world->n_job > 0;
}

static int step(struct boa_run *run, struct stream *stream, double look_s,
		struct boa_err *err)
{
	struct boa_world *world = &run->world;
	double at_s = fmin(boa_world_next_s(world), look_s);
	int rc;

	if (stream->more)
		at_s = fmin(at_s, stream->next.submit_s);
	if (isinf(at_s))
		return stalled(run, err);
	rc = boa_world_advance(world, at_s, err);
	if (!rc)
		rc = admit(run, stream, err);
	if (rc || (run->options.round_s > 0.0 && at_s < look_s))
		return rc;
	if (at_s >= look_s) {
		world->happened |= BOA_HAPPENED_WAKE;
		run->n_round += 1.0;
	}
	if (!world->happened)
		return 0;
	if (is_stalled(run))
		return stalled(run, err);
	return decide(run, err);
}

int boa_run_simulate(struct boa_run *run, const struct boa_run_options *options,
		     struct boa_source *source, struct boa_err *err)
{
	struct stream stream = { .source = source };
	int rc;

	*run = (struct boa_run){ .options = *options, .wake_s = INFINITY };
	rc = fetch(&stream, err);
	if (!rc && !stream.more)
		rc = boa_err_set(err, BOA_ERANGE, "there is no job to run");
	if (!rc)
		rc = prepare(run, options, stream.next.submit_s, err);
	if (!rc)
		rc = admit(run, &stream, err);
	if (!rc)
		rc = decide(run, err);
	while (!rc && (stream.more || run->world.n_job))
		rc = step(run, &stream, next_look_s(run), err);
	return rc;
}
