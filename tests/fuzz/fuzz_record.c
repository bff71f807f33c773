/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Any system_comment: what is read obeys the rules of a record, and printed and
 * read again it is the same.
 */
#include "config.h"

#include <string.h>

#include "tests/fuzz/fuzz.h"

#include "src/record.h"

const char fuzz_corpus[] = "fuzz/record";

static void check_record(const struct boa_record *record)
{
	unsigned j;

	fuzz_must(boa_name_is_valid(record->class, strlen(record->class)));
	fuzz_must(record->n_epoch >= 1 && record->n_epoch <= BOA_EPOCHS_MAX);
	fuzz_must(record->epoch <= record->n_epoch);
	fuzz_must(record->first_submit_s >= 0);
	for (j = 0; j < record->n_epoch; j++) {
		fuzz_must(record->gpus[j] >= 1 &&
			  record->gpus[j] <= BOA_GPUS_MAX);
		fuzz_must(boa_name_is_valid(record->type[j],
					    strlen(record->type[j])));
	}
	fuzz_must(boa_record_gpus(record) >= 1);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *text = fuzz_text(data, size), *first = NULL, *second = NULL;
	struct boa_record record = { 0 }, again = { 0 };
	bool found = false;
	int rc = boa_record_parse(text, &found, &record, NULL);

	fuzz_must(found == !strncmp(text, "boa=", 4));
	fuzz_must(!rc || (found && rc == BOA_EPARSE));
	if (!rc && found) {
		check_record(&record);
		fuzz_must(!boa_record_print(&record, &first, NULL));
		fuzz_must(!strchr(first, '\n'));
		fuzz_must(!boa_record_parse(first, &found, &again, NULL) &&
			  found);
		fuzz_must(!boa_record_print(&again, &second, NULL));
		fuzz_must(!strcmp(first, second));
	}
	boa_record_free(&record);
	boa_record_free(&again);
	free(first);
	free(second);
	free(text);
	return 0;
}
