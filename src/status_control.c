/* SPDX-License-Identifier: GPL-3.0-or-later */
/* status_control.c - the budget control in status.json. */
#include "config.h"

#include <math.h>

#include "src/json.h"
#include "src/status_parts.h"

static void put_purse(FILE *out, const struct boa_control *control, size_t i)
{
	struct boa_pace pace;

	boa_control_pace(control, i, &pace);
	fputs("{ \"account\": ", out);
	boa_json_put_string(out, pace.account);
	boa_status_put_real(out, "b", pace.b);
	boa_status_put_real(out, "b_solve", pace.b_solve);
	boa_status_put_real(out, "phi", pace.phi);
	boa_status_put_time(out, "start_s", pace.start_s);
	boa_status_put_real(out, "end_s", pace.end_s);
	boa_status_put_real(out, "granted", pace.granted);
	boa_status_put_real(out, "spent", pace.spent);
	boa_status_put_real(out, "carry", pace.carry);
	boa_status_put_real(out, "whole", pace.whole);
	boa_status_put_real(out, "recent", pace.recent);
	boa_status_put_real(out, "forecast", pace.forecast);
	boa_status_put_real(out, "dry_s", pace.dry_s);
	fputs(" }", out);
}

void boa_status_put_purses(FILE *out, const struct boa_status *status)
{
	const struct boa_control *control = status->control;
	size_t n = control ? boa_control_n_purse(control) : 0, i;

	fputs("[", out);
	for (i = 0; i < n; i++) {
		fputs(i ? ",\n  " : "\n  ", out);
		put_purse(out, control, i);
	}
	fputs("]", out);
}
