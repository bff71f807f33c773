/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <inttypes.h>
#include <math.h>

#include "src/bill_json.h"
#include "src/json.h"

const char *boa_job_end_word(enum boa_job_end end)
{
	static const char *const words[] = {
		[BOA_END_NONE] = "",
		[BOA_END_COMPLETED] = "completed",
		[BOA_END_FAILED] = "failed",
		[BOA_END_CANCELLED] = "cancelled",
		[BOA_END_NODE_FAIL] = "node_fail",
	};

	return words[end];
}

void boa_amount_put(FILE *out, const struct boa_amount *amount)
{
	fputs("{ \"gpu_s\": ", out);
	boa_json_put_real(out, amount->gpu_s);
	fputs(", \"spend\": ", out);
	boa_json_put_real(out, amount->spend);
	fputs(" }", out);
}

void boa_kinds_put(FILE *out, const struct boa_amount by_kind[BOA_N_KIND],
		   bool all)
{
	const char *sep = " ";
	size_t k;

	fputc('{', out);
	for (k = 0; k < BOA_N_KIND; k++) {
		if (!all && by_kind[k].gpu_s == 0 && by_kind[k].spend == 0)
			continue;
		fprintf(out, "%s\"%s\": ", sep,
			boa_kind_word((enum boa_kind)k));
		boa_amount_put(out, &by_kind[k]);
		sep = ", ";
	}
	fputs(" }", out);
}

static void put_text(FILE *out, const char *key, const char *text)
{
	fprintf(out, ", \"%s\": ", key);
	boa_json_put_string(out, text);
}

void boa_bill_put(FILE *out, const struct boa_job_bill *bill)
{
	double end_s = bill->end_s > 0 ? bill->end_s : NAN;
	struct boa_amount total = { 0 };
	size_t k;

	for (k = 0; k < BOA_N_KIND; k++) {
		total.gpu_s += bill->by_kind[k].gpu_s;
		total.spend += bill->by_kind[k].spend;
	}
	fprintf(out, "\"id\": %" PRIu32 ", \"first_submit_s\": ", bill->id);
	boa_json_put_real(out, bill->first_submit_s);
	fputs(", \"end_s\": ", out);
	boa_json_put_real(out, end_s);
	put_text(out, "end", boa_job_end_word(bill->end));
	fputs(", \"jct_s\": ", out);
	boa_json_put_real(out, end_s - bill->first_submit_s);
	put_text(out, "class", bill->class);
	put_text(out, "account", bill->account);
	put_text(out, "user", bill->user);
	fprintf(out, ", \"n_run\": %u, \"n_resize\": %u, \"modelled_spend\": ",
		bill->n_run, bill->n_resize);
	boa_json_put_real(out, bill->modelled_spend);
	fputs(", \"total\": ", out);
	boa_amount_put(out, &total);
	fputs(", \"by_kind\": ", out);
	boa_kinds_put(out, bill->by_kind, false);
}
