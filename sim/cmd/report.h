/* SPDX-License-Identifier: GPL-3.0-or-later */
/* report.h - the result of one simulation, for people and programs. */
#ifndef BOA_SIM_REPORT_H
#define BOA_SIM_REPORT_H

#include <stdio.h>

#include "sim/run.h"
#include "sim/summary.h"

/* Aligned text, with the classes. */
void sim_report_text(FILE *out, const struct boa_run *run,
		     const struct boa_summary *summary, const char *unit);

/* { "policy", "round_s", figures ..., "classes": [ ... ] } */
void sim_report_json(FILE *out, const struct boa_run *run,
		     const struct boa_summary *summary, const char *unit);

/* A CSV row per span: time_s, held_gpus, jobs, efficiency (two). */
void sim_report_series(FILE *out, const struct boa_series *series);

#endif /* BOA_SIM_REPORT_H */
