/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * fuzz_import.c - any text in any published form gives a class file that
 * loads, or an error.
 */
#include "config.h"

#include <stdio.h>

#include "solver/import/import.h"
#include "tests/fuzz/fuzz.h"

#include "src/class_json.h"

const char fuzz_corpus[] = "import";

/* What was imported is a class file. */
static void check(const struct boa_profile *profile)
{
	struct boa_classes set = { 0 };
	struct boa_err err = { 0 };
	char *text = NULL;
	size_t len = 0;
	FILE *out = open_memstream(&text, &len);
	int rc;

	fuzz_must(out != NULL);
	rc = boa_profile_print(out, profile, 1.0, 3600.0, &err);
	fuzz_must(!fclose(out));
	if (rc) {
		fuzz_must(!profile->n_sample);
	} else if (boa_classes_parse(text, len, "fuzz", &set, &err)) {
		/* rates are relative, so they can overflow or vanish */
		fuzz_must(err.code == BOA_ERANGE || err.code == BOA_EPARSE);
	}
	boa_classes_free(&set);
	free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const char *const form[] = { "scaling", "pollux", "rubick",
					    "gavel" };

	for (size_t f = 0; f < sizeof(form) / sizeof(*form); f++) {
		struct boa_import from = {
			.source = "fuzz",
			.text = fuzz_text(data, size),
			.len = size,
			.model = "model",
			.type = "type",
		};
		struct boa_profile profile = { 0 };
		struct boa_err err = { 0 };

		if (boa_import_find(form[f])(&from, &profile, &err))
			fuzz_must(err.code < 0 && err.text[0]);
		else
			check(&profile);
		boa_profile_free(&profile);
		free(from.text);
	}
	return 0;
}
