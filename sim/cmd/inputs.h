/* SPDX-License-Identifier: GPL-3.0-or-later */
/* inputs.h - what a command line of boa-sim names, read and made ready. */
#ifndef BOA_SIM_INPUTS_H
#define BOA_SIM_INPUTS_H

#include "sim/cmd/options.h"
#include "sim/rates.h"
#include "sim/run.h"
#include "sim/setting.h"
#include "sim/source.h"

struct sim_inputs {
	struct boa_setting setting;
	struct boa_rates rates;    /* true */
	struct boa_rates believed; /* the predictor's, where it is used */
	bool has_believed;
	struct boa_world_type *type; /* [n_type] */
	unsigned *nodes;             /* [n_type] */
	bool has_nodes;
};

/*
 * Read what OPTIONS name but for the jobs. INPUTS is written in every case, for
 * sim_inputs_free(). Returns 0 or an error with its place in ERR.
 */
int sim_inputs_load(const struct sim_options *options,
		    struct sim_inputs *inputs, struct boa_err *err);
void sim_inputs_free(struct sim_inputs *inputs);

/* The jobs: a trace or drawn at random. SOURCE is new. 0 or an error. */
int sim_inputs_source(const struct sim_options *options,
		      const struct sim_inputs *inputs,
		      struct boa_source *source, struct boa_err *err);

/* The same, always drawn at random. */
int sim_inputs_generate(const struct sim_options *options,
			const struct sim_inputs *inputs,
			struct boa_source *source, struct boa_err *err);

/*
 * What the run is to be, borrowing from INPUTS. Returns 0, or BOA_ERANGE when
 * the policy is not known or lacks what it needs.
 */
int sim_inputs_run(const struct sim_options *options,
		   const struct sim_inputs *inputs, struct boa_run_options *run,
		   struct boa_err *err);

#endif /* BOA_SIM_INPUTS_H */
