/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plugin/common/mark.h"

#include <stdio.h>
#include <string.h>

#include "plugin/common/slurm_compat.h"

#define NAME "BOA_SIZED="

static bool is_mark(const char *entry)
{
	return entry && !strncmp(entry, NAME, strlen(NAME));
}

static void read_word(const char *word, size_t len, struct boa_mark *mark)
{
	if (len == 4 && !strncmp(word, "cpus", len))
		mark->cpus = true;
	else if (len == 6 && !strncmp(word, "memory", len))
		mark->memory = true;
	else if (len > 5 && len - 5 <= BOA_NAME_MAX &&
		 !strncmp(word, "type=", 5))
		snprintf(mark->only_type, sizeof(mark->only_type), "%.*s",
			 (int)len - 5, word + 5);
}

struct boa_mark boa_mark_read(const job_record_t *job)
{
	struct boa_mark mark = { 0 };

	for (uint32_t i = 0; i < job->spank_job_env_size; i++) {
		const char *word = job->spank_job_env[i];

		if (!is_mark(word))
			continue;
		mark.sized = true;
		word += strlen(NAME);
		while (*word) {
			size_t len = strcspn(word, ",");

			read_word(word, len, &mark);
			word += len + (word[len] == ',');
		}
		break;
	}
	return mark;
}

/* Take marks out of DESC that a client put there. */
static void remove_marks(job_desc_msg_t *desc)
{
	uint32_t kept = 0;

	for (uint32_t i = 0; i < desc->spank_job_env_size; i++) {
		if (is_mark(desc->spank_job_env[i]))
			xfree(desc->spank_job_env[i]);
		else
			desc->spank_job_env[kept++] = desc->spank_job_env[i];
	}
	desc->spank_job_env_size = kept;
}

void boa_mark_write(job_desc_msg_t *desc, const struct boa_mark *mark)
{
	char *entry = xstrdup(NAME);

	remove_marks(desc);
	if (!mark->sized) {
		xfree(entry);
		return;
	}
	if (mark->only_type[0])
		xstrfmtcat(entry, "type=%s,", mark->only_type);
	if (mark->cpus)
		xstrcat(entry, "cpus,");
	if (mark->memory)
		xstrcat(entry, "memory,");
	if (entry[strlen(entry) - 1] == ',')
		entry[strlen(entry) - 1] = '\0';
	xrealloc(desc->spank_job_env,
		 sizeof(char *) * (desc->spank_job_env_size + 2));
	desc->spank_job_env[desc->spank_job_env_size++] = entry;
	desc->spank_job_env[desc->spank_job_env_size] = NULL;
}
