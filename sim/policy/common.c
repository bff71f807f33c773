/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <math.h>

#include "sim/policy/common.h"

void boa_policy_release_idle(const struct boa_view *view, double timeout_s,
			     struct boa_decision *decision)
{
	for (size_t i = 0; i < view->n_node; i++) {
		const struct boa_sim_node *node = &view->node[i];
		double due_s = node->idle_since_s + timeout_s;

		if (node->state != BOA_SIM_UP ||
		    node->free_gpus < view->type[node->type].gpus_per_node)
			continue;
		if (due_s <= view->now_s)
			decision->release[decision->n_release++] = i;
		else
			decision->wake_s = fmin(decision->wake_s, due_s);
	}
}

unsigned boa_policy_held_gpus(const struct boa_view *view, size_t type)
{
	return view->n_held[type] * view->type[type].gpus_per_node;
}

size_t boa_policy_asked(const struct boa_policy_options *options,
			const struct boa_sim_job *job, unsigned *gpus)
{
	const struct boa_rates *rates = options->rates;
	size_t type = 0;
	unsigned most;

	while (!boa_rates_least(rates, job->class, type))
		type++;
	*gpus = job->asked_gpus;
	most = boa_rates_most(rates, job->class, type);
	if (*gpus > most)
		*gpus = most;
	if (*gpus < boa_rates_least(rates, job->class, type))
		*gpus = boa_rates_least(rates, job->class, type);
	return type;
}

double boa_policy_time_left_s(const struct boa_policy_options *options,
			      const struct boa_view *view,
			      const struct boa_sim_job *job, size_t type,
			      unsigned gpus)
{
	const struct boa_class *class = &options->set->class[job->class];
	double rate = boa_rates_of(options->rates, job->class, job->epoch,
				   type)[gpus];
	double time_s = job->work_left_s / rate;

	if (job->state == BOA_SIM_WORKING)
		time_s -= view->now_s - job->since_s;
	else
		time_s += job->n_start ? class->rescale_s : class->startup_s;
	time_s = fmax(time_s, 0.0);
	for (size_t j = job->epoch + 1; j < class->n_epoch; j++)
		time_s +=
			class->epoch[j].work_s * job->scale /
			boa_rates_of(options->rates, job->class, j, type)[gpus];
	return time_s;
}

double boa_policy_productive(const struct boa_policy_options *options,
			     const struct boa_sim_job *job, size_t type,
			     unsigned gpus)
{
	return boa_rates_least(options->rates, job->class, type) *
	       boa_rates_speedup(options->rates, job->class, job->epoch,
				 type)[gpus];
}

bool boa_policy_is_off(double efficiency, double aim)
{
	return fabs(efficiency - aim) > fmin(0.3 * (1.0 - aim), 0.3 * aim);
}

unsigned boa_policy_nodes_of_use(const struct boa_policy_options *options,
				 const struct boa_view *view, size_t type)
{
	unsigned per_node = view->type[type].gpus_per_node;
	unsigned sum = 0;

	for (size_t j = 0; j < view->n_job; j++)
		sum += (boa_rates_most(options->rates, view->job[j].class,
				       type) +
			per_node - 1) /
		       per_node;
	return sum;
}

int boa_policy_find_size(const struct boa_policy_search *search,
			 const struct boa_view *view, unsigned *n,
			 struct boa_err *err)
{
	unsigned low = 1, high = search->most;
	unsigned at = *n < 1 ? 1 : *n > high ? high : *n;
	bool up = false, down = false;
	double nearest = search->aim;
	int rc = 0;

	*n = 0;
	while (!rc && low <= high) {
		double value = 0.0;
		double off;

		rc = search->efficiency(search->self, view, at, &value, err);
		if (rc)
			break;
		off = fabs(value - search->aim);
		if (off < nearest - 1e-12 ||
		    (off < nearest + 1e-12 && value > search->aim && at > *n)) {
			nearest = off;
			*n = at;
		}
		if (value > search->aim) {
			up = true;
			low = at + 1;
		} else {
			down = true;
			high = at - 1;
		}
		if (up && !down && 2 * at <= high)
			at = 2 * at;
		else if (down && !up && at / 2 >= low)
			at = at / 2;
		else
			at = low + (high - low) / 2;
	}
	return rc;
}
