/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <stdarg.h>
#include <stdlib.h>

#include "src/conf_report.h"
#include "src/text.h"

void boa_conf_report(struct boa_conf_report *report, int rc, const char *file,
		     unsigned line, const char *fmt, ...)
{
	struct boa_conf_errors *errors = &report->errors;
	char what[BOA_ERR_TEXT_MAX], place[24] = "";
	char **more, *text;
	va_list ap;

	if (!report->rc || rc == BOA_ENOMEM)
		report->rc = rc;
	if (errors->n == BOA_CONF_ERRORS_MAX)
		return;
	va_start(ap, fmt);
	vsnprintf(what, sizeof(what), fmt, ap);
	va_end(ap);
	if (line)
		snprintf(place, sizeof(place), ":%u", line);
	text = file ? boa_text_new("%s%s: %s", file, place, what)
		    : boa_text_new("%s", what);
	more = realloc(errors->text, (errors->n + 1) * sizeof(*more));
	if (more)
		errors->text = more;
	if (!more || !text) {
		free(text);
		report->rc = BOA_ENOMEM;
		return;
	}
	errors->text[errors->n++] = text;
}

void boa_conf_errors_free(struct boa_conf_errors *errors)
{
	size_t i;

	for (i = 0; i < errors->n; i++)
		free(errors->text[i]);
	free(errors->text);
	*errors = (struct boa_conf_errors){ 0 };
}
