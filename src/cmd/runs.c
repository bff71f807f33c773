/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <stdio.h>
#include <string.h>

#include "src/cmd/runs.h"

static const char ellipsis[] = "...";

void boa_runs_begin(struct boa_runs *runs, char *buf, size_t room)
{
	*runs = (struct boa_runs){ .buf = buf, .room = room };
	buf[0] = '\0';
}

/* Write the run that is open, if there is still room for an ellipsis then. */
static void flush(struct boa_runs *runs)
{
	char text[BOA_NAME_MAX + 32];
	size_t len;

	if (!runs->n || runs->full)
		return;
	if (runs->n > 1)
		snprintf(text, sizeof(text), "%s%sx%zu", runs->len ? "," : "",
			 runs->word, runs->n);
	else
		snprintf(text, sizeof(text), "%s%s", runs->len ? "," : "",
			 runs->word);
	len = strlen(text);
	if (runs->len + len + sizeof(ellipsis) > runs->room) {
		memcpy(runs->buf + runs->len, ellipsis, sizeof(ellipsis));
		runs->full = true;
		return;
	}
	memcpy(runs->buf + runs->len, text, len + 1);
	runs->len += len;
}

void boa_runs_add(struct boa_runs *runs, const char *word)
{
	char name[BOA_NAME_MAX + 1];

	snprintf(name, sizeof(name), "%s", word);
	if (runs->n && !strcmp(runs->word, name)) {
		runs->n++;
		return;
	}
	flush(runs);
	memcpy(runs->word, name, sizeof(name));
	runs->n = 1;
}

const char *boa_runs_end(struct boa_runs *runs)
{
	flush(runs);
	runs->n = 0;
	return runs->buf;
}
