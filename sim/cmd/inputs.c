/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "sim/cmd/inputs.h"
#include "sim/generate.h"
#include "sim/trace.h"

#include "src/class_json.h"
#include "src/text.h"

/* --- classes ---------------------------------------------------------- */

/* The file of setting NAME: a path, or NAME.json in the folder of settings. */
static char *setting_path(const struct sim_options *options)
{
	const char *folder = options->settings;

	if (!folder)
		folder = getenv("BOA_SIM_SETTINGS");
	if (!folder)
		folder = BOA_SIM_SETTINGS_DIR;
	if (strchr(options->setting, '/') || strchr(options->setting, '.'))
		return boa_text_new("%s", options->setting);
	return boa_text_new("%s/%s.json", folder, options->setting);
}

static int load_setting(const struct sim_options *options,
			struct boa_setting *setting, struct boa_err *err)
{
	char *path = setting_path(options);
	int rc = path ? boa_setting_load(path, setting, err)
		      : boa_err_set(err, BOA_ENOMEM, "no memory");

	free(path);
	return rc;
}

static void set_rescale(struct boa_classes *set, double rescale_s)
{
	for (size_t i = 0; i < set->n_class; i++)
		set->class[i].rescale_s = set->class[i].startup_s = rescale_s;
}

static int load_classes(const struct sim_options *options,
			struct boa_setting *setting, struct boa_err *err)
{
	int rc;

	if (options->setting)
		rc = load_setting(options, setting, err);
	else
		rc = boa_classes_load(options->classes, &setting->set, err);
	if (rc || isnan(options->rescale_s))
		return rc;
	set_rescale(&setting->set, options->rescale_s);
	if (setting->has_predictor)
		set_rescale(&setting->predictor, options->rescale_s);
	return 0;
}

/* --- the cluster ------------------------------------------------------ */

static int make_types(const struct sim_options *options,
		      struct sim_inputs *inputs, struct boa_err *err)
{
	const struct boa_classes *set = &inputs->setting.set;
	size_t n = set->n_gpu_type;

	inputs->type = calloc(n, sizeof(*inputs->type));
	inputs->nodes = calloc(n, sizeof(*inputs->nodes));
	if (!inputs->type || !inputs->nodes)
		return boa_err_set(err, BOA_ENOMEM, "no memory");
	for (size_t h = 0; h < n; h++) {
		if (!set->gpu_type[h].gpus_per_node)
			return boa_err_set(err, BOA_ERANGE,
					   "gpu_types[%zu].gpus_per_node is "
					   "missing",
					   h);
		inputs->type[h] = (struct boa_world_type){
			.name = set->gpu_type[h].name,
			.price = set->gpu_type[h].price,
			.gpus_per_node = set->gpu_type[h].gpus_per_node,
			.boot_s = options->boot_s,
			.reclaim_s = options->reclaim_s,
		};
		if (inputs->setting.nodes)
			inputs->nodes[h] = inputs->setting.nodes[h];
	}
	inputs->has_nodes = inputs->setting.nodes != NULL;
	return 0;
}

static int bad_nodes(const char *text, struct boa_err *err)
{
	return boa_err_set(err, BOA_ERANGE,
			   "--nodes: %s, expected TYPE=NUMBER,... with types "
			   "of the class file",
			   text);
}

static int parse_nodes(const char *text, struct sim_inputs *inputs,
		       struct boa_err *err)
{
	const char *at = text;

	while (*at) {
		const char *equals = strchr(at, '=');
		ptrdiff_t h;
		char *end;
		unsigned long n;

		if (!equals || equals[1] < '0' || equals[1] > '9')
			return bad_nodes(text, err);
		h = boa_classes_find_type(&inputs->setting.set, at,
					  (size_t)(equals - at));
		n = strtoul(equals + 1, &end, 10);
		if (h < 0 || n > 1000000 || (*end && *end != ','))
			return bad_nodes(text, err);
		inputs->nodes[h] = (unsigned)n;
		at = *end ? end + 1 : end;
	}
	inputs->has_nodes = true;
	return 0;
}

int sim_inputs_load(const struct sim_options *options,
		    struct sim_inputs *inputs, struct boa_err *err)
{
	int rc;

	*inputs = (struct sim_inputs){ 0 };
	rc = load_classes(options, &inputs->setting, err);
	if (!rc)
		rc = boa_rates_init(&inputs->rates, &inputs->setting.set, err);
	if (!rc && options->predictor && !inputs->setting.has_predictor)
		rc = boa_err_set(err, BOA_ERANGE,
				 "--predictor: the setting has none");
	if (!rc && options->predictor) {
		rc = boa_rates_init(&inputs->believed,
				    &inputs->setting.predictor, err);
		inputs->has_believed = !rc;
	}
	if (!rc)
		rc = make_types(options, inputs, err);
	if (!rc && options->nodes)
		rc = parse_nodes(options->nodes, inputs, err);
	return rc;
}

void sim_inputs_free(struct sim_inputs *inputs)
{
	boa_rates_fini(&inputs->rates);
	if (inputs->has_believed)
		boa_rates_fini(&inputs->believed);
	boa_setting_free(&inputs->setting);
	free(inputs->type);
	free(inputs->nodes);
}

/* --- the jobs --------------------------------------------------------- */

static int parse_drift(const struct sim_options *options,
		       const struct boa_classes *set,
		       struct boa_generate_options *how, struct boa_err *err)
{
	const char *equals;
	ptrdiff_t class;
	char *end;

	how->drift_factor = 1.0;
	if (!options->drift)
		return 0;
	equals = strchr(options->drift, '=');
	class = equals ? boa_classes_find(set, options->drift,
					  (size_t)(equals - options->drift))
		       : -1;
	if (class >= 0) {
		how->drift_class = (size_t) class;
		how->drift_factor = strtod(equals + 1, &end);
	}
	if (class < 0 || end == equals + 1 || *end ||
	    !(how->drift_factor > 0.0) || !(how->drift_factor < 1e9))
		return boa_err_set(err, BOA_ERANGE,
				   "--drift: %s, expected CLASS=FACTOR",
				   options->drift);
	return 0;
}

int sim_inputs_generate(const struct sim_options *options,
			const struct sim_inputs *inputs,
			struct boa_source *source, struct boa_err *err)
{
	struct boa_generate_options how = {
		.set = &inputs->setting.set,
		.rate_factor = options->rate,
		.n_job = (uint64_t)options->n_generate,
		.hours = options->hours,
		.scv = options->scv,
		.burst_s = options->burst_s,
		.burst_part = options->burst_part,
		.work_scv = options->work_scv,
		.seed = (uint64_t)options->seed,
	};
	int rc = parse_drift(options, how.set, &how, err);

	return rc ? rc : boa_generate_open(&how, source, err);
}

static int open_trace(const struct sim_options *options,
		      const struct sim_inputs *inputs,
		      struct boa_source *source, struct boa_err *err)
{
	const struct boa_trace_options how = {
		.rates = &inputs->rates,
		.skip_unknown = options->setting != NULL,
		.mean_steps = inputs->setting.mean_steps,
	};
	const char *data = options->data;
	const char *trace = inputs->setting.trace;
	char *path;
	int rc;

	if (options->trace && options->trace[0] != '@')
		return boa_trace_open(options->trace, &how, source, err);
	if (options->trace)
		trace = options->trace + 1;
	if (!trace)
		return boa_err_set(err, BOA_ERANGE,
				   "--trace or --generate is missing");
	if (!data)
		data = getenv("BOA_DATA");
	if (!data)
		data = "../shared/data";
	path = boa_text_new("%s/%s", data, trace);
	if (!path)
		return boa_err_set(err, BOA_ENOMEM, "no memory");
	if (access(path, R_OK))
		rc = boa_err_set(err, BOA_EIO,
				 "%s: the trace is not there; name "
				 "its folder with --data, or draw jobs with "
				 "--generate N",
				 path);
	else
		rc = boa_trace_open(path, &how, source, err);
	free(path);
	return rc;
}

int sim_inputs_source(const struct sim_options *options,
		      const struct sim_inputs *inputs,
		      struct boa_source *source, struct boa_err *err)
{
	if (options->n_generate > 0.0 || options->hours > 0.0)
		return sim_inputs_generate(options, inputs, source, err);
	return open_trace(options, inputs, source, err);
}

/* --- the run ---------------------------------------------------------- */

static int check_needs(const struct boa_policy *policy,
		       const struct sim_options *options,
		       const struct sim_inputs *inputs, struct boa_err *err)
{
	if (strcmp(policy->needs, "budget") == 0 && !(options->budget > 0.0))
		return boa_err_set(err, BOA_ERANGE, "policy %s needs --budget",
				   policy->name);
	if (strcmp(policy->needs, "efficiency") == 0 &&
	    !(options->efficiency > 0.0))
		return boa_err_set(err, BOA_ERANGE,
				   "policy %s needs --efficiency",
				   policy->name);
	if (strcmp(policy->needs, "nodes") == 0 && !inputs->has_nodes)
		return boa_err_set(err, BOA_ERANGE, "policy %s needs --nodes",
				   policy->name);
	return 0;
}

int sim_inputs_run(const struct sim_options *options,
		   const struct sim_inputs *inputs, struct boa_run_options *run,
		   struct boa_err *err)
{
	const struct boa_policy *policy = boa_policy_find(options->policy);
	const struct boa_rates *believed =
		inputs->has_believed ? &inputs->believed : &inputs->rates;
	int rc;

	if (!policy)
		return boa_err_set(err, BOA_ERANGE,
				   "--policy: %s, expected one of "
				   "--list-policies",
				   options->policy);
	rc = check_needs(policy, options, inputs, err);
	if (rc)
		return rc;
	*run = (struct boa_run_options){
		.policy = policy,
		.rates = &inputs->rates,
		.round_s = isnan(options->round_s) ? policy->round_s
						   : options->round_s,
		.late_binding = options->late_binding,
		.with = {
			.budget_per_hour = options->budget,
			.efficiency = options->efficiency,
			.nodes = inputs->nodes,
			.idle_timeout_s = options->idle_s,
			.refresh_s = options->refresh_s,
			.prior_jobs = options->prior,
			.plan_boot_s = options->boot_blind ? 0.0
							   : options->boot_s,
			.restart_discount = !options->no_discount,
			.population = (size_t)options->population,
			.generations = (size_t)options->generations,
			.plain_search = options->plain_search,
			.seed = (uint64_t)options->seed,
			.set = believed->set,
			.rates = believed,
			.type = inputs->type,
			.n_type = inputs->rates.set->n_gpu_type,
		},
	};
	return 0;
}
