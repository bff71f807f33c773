/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "src/cmd/epoch_report.h"
#include "src/record.h"
#include "src/token.h"

/* May EPOCH follow what RECORD and the comment's own TOKEN say? */
static int check(unsigned epoch, const struct boa_record *record,
		 const struct boa_token_epoch *token, struct boa_err *err)
{
	unsigned last = record->epoch;

	if (epoch < 1 || epoch > record->n_epoch)
		return boa_err_set(err, BOA_ERANGE,
				   "class %s has epochs 1 to %u", record->class,
				   record->n_epoch);
	if (token->given && token->epoch > last &&
	    token->epoch <= record->n_epoch)
		last = token->epoch;
	if (epoch < last)
		return boa_err_set(err, BOA_ERANGE,
				   "epoch %u was reported before; epochs do "
				   "not go back",
				   last);
	return 0;
}

/* Does the size that RECORD says the job was given not serve EPOCH? */
static bool differs(const struct boa_record *record, unsigned epoch)
{
	unsigned sized = boa_record_epoch(record);

	return record->gpus[epoch - 1] != record->width_gpus ||
	       strcmp(record->type[epoch - 1], record->type[sized - 1]) != 0;
}

static int judge(unsigned epoch, const struct boa_epoch_job *job,
		 const struct boa_record *record,
		 struct boa_epoch_report *report, struct boa_err *err)
{
	struct boa_token_epoch token = boa_token_epoch(job->comment);
	char *comment = NULL;
	int rc;

	rc = check(epoch, record, &token, err);
	if (rc)
		return rc;
	if (!token.given || token.epoch != epoch || !token.has_restart ||
	    token.restart != job->n_restart) {
		rc = boa_token_set_epoch(job->comment, epoch, job->n_restart,
					 &comment, err);
		if (rc)
			return rc;
	}
	*report = (struct boa_epoch_report){
		.verdict = differs(record, epoch) ? BOA_EPOCH_RESIZE
						  : BOA_EPOCH_GO_ON,
		.comment = comment,
		.want_gpus = record->gpus[epoch - 1],
		.have_gpus = record->width_gpus,
	};
	return 0;
}

int boa_epoch_judge(unsigned epoch, const struct boa_epoch_job *job,
		    struct boa_epoch_report *report, struct boa_err *err)
{
	struct boa_record record = { 0 };
	bool found = false;
	int rc;

	rc = boa_record_parse(job->system_comment, &found, &record, err);
	if (rc)
		return rc;
	if (!found) {
		*report = (struct boa_epoch_report){
			.verdict = boa_token_class(job->comment).name
					   ? BOA_EPOCH_NO_RECORD
					   : BOA_EPOCH_NOT_OURS,
		};
		return 0;
	}
	rc = judge(epoch, job, &record, report, err);
	boa_record_free(&record);
	return rc;
}

void boa_epoch_report_free(struct boa_epoch_report *report)
{
	free(report->comment);
	*report = (struct boa_epoch_report){ 0 };
}
