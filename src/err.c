/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "src/err.h"

const char *boa_errc_str(enum boa_errc code)
{
	switch (code) {
	case BOA_OK:
		return "success";
#define BOA_ERRC_CASE(name, value, text)                                       \
	case BOA_E##name:                                                      \
		return text;
		BOA_ERRC_MAP(BOA_ERRC_CASE)
#undef BOA_ERRC_CASE
	}
	return "unknown error";
}

int boa_err_set(struct boa_err *err, enum boa_errc code, const char *fmt, ...)
{
	va_list ap;

	if (!err)
		return code;
	err->code = code;
	va_start(ap, fmt);
	vsnprintf(err->text, sizeof(err->text), fmt, ap);
	va_end(ap);
	return code;
}

int boa_err_prefix(struct boa_err *err, enum boa_errc code, const char *prefix)
{
	char inner[BOA_ERR_TEXT_MAX];
	int room;

	if (!err)
		return code;
	memcpy(inner, err->text, sizeof(inner));
	snprintf(err->text, sizeof(err->text), "%s: ", prefix);
	room = (int)(sizeof(err->text) - strlen(err->text) - 1);
	strncat(err->text, inner, (size_t)room);
	return code;
}
