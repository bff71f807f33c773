/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fuzz_conf.c - any text is a boa.conf that prints as it loads, or errors. */
#include "config.h"

#include <stdio.h>
#include <string.h>

#include "tests/fuzz/fuzz.h"

#include "src/conf.h"

const char fuzz_corpus[] = "conf";

static char *print(const struct boa_conf *conf)
{
	char *text = NULL;
	size_t len;
	FILE *out = open_memstream(&text, &len);

	fuzz_must(out != NULL);
	boa_conf_print(out, conf);
	fuzz_must(!ferror(out) && !fclose(out));
	return text;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	/* what is included is taken from a folder that does not exist */
	const char *path = "/nonexistent/boa.conf";
	struct boa_conf_errors errors;
	struct boa_conf conf, again;
	char *once, *twice;
	int rc;

	rc = boa_conf_parse((const char *)data, size, path, &conf, &errors,
			    NULL);
	if (rc) {
		fuzz_must(rc < 0 && errors.n > 0);
		boa_conf_errors_free(&errors);
		return 0;
	}
	once = print(&conf);
	fuzz_must(
		!boa_conf_parse(once, strlen(once), path, &again, NULL, NULL));
	twice = print(&again);
	fuzz_must(!strcmp(once, twice));
	free(once);
	free(twice);
	boa_conf_free(&conf);
	boa_conf_free(&again);
	return 0;
}
