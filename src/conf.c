/* SPDX-License-Identifier: GPL-3.0-or-later */
/* conf.c - a configuration: release, finding, printing. conf_load.c reads. */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "src/conf_key.h"

void boa_conf_free(struct boa_conf *conf)
{
	size_t i;

	for (i = 0; i < conf->n_type; i++)
		boa_conf_table_free(&boa_conf_type_keys, &conf->type[i]);
	for (i = 0; i < conf->n_account; i++)
		boa_conf_table_free(&boa_conf_account_keys, &conf->account[i]);
	boa_conf_table_free(&boa_conf_keys, conf);
	free(conf->type);
	free(conf->account);
	*conf = (struct boa_conf){ 0 };
}

ptrdiff_t boa_conf_find_type(const struct boa_conf *conf, const char *name)
{
	return boa_names_find(conf->type, sizeof(*conf->type), conf->n_type,
			      NULL, name, strlen(name));
}

ptrdiff_t boa_conf_find_partition(const struct boa_conf *conf,
				  const char *partition)
{
	size_t h;

	for (h = 0; h < conf->n_type; h++)
		if (!strcmp(conf->type[h].partition, partition))
			return (ptrdiff_t)h;
	return -1;
}

void boa_conf_print(FILE *out, const struct boa_conf *conf)
{
	size_t i;

	boa_conf_table_print(out, &boa_conf_keys, conf, "\n");
	for (i = 0; i < conf->n_type; i++)
		boa_conf_table_print(out, &boa_conf_type_keys, &conf->type[i],
				     " ");
	for (i = 0; i < conf->n_account; i++)
		boa_conf_table_print(out, &boa_conf_account_keys,
				     &conf->account[i], " ");
}

int boa_conf_apply(const struct boa_conf *conf, struct boa_classes *set,
		   struct boa_err *err)
{
	bool is_priced = conf->budget.unit != BOA_GPU_HOURS_PER_HOUR;
	struct boa_gpu_type *type;
	size_t n = 0, h;
	int rc;

	type = calloc(set->n_gpu_type + 1, sizeof(*type));
	if (!type)
		return boa_err_set(err, BOA_ENOMEM, "out of memory");
	for (h = 0; h < set->n_gpu_type; h++) {
		ptrdiff_t at = boa_conf_find_type(conf, set->gpu_type[h].name);

		if (at >= 0)
			type[n++] = (struct boa_gpu_type){
				.name = set->gpu_type[h].name,
				.price = is_priced ? conf->type[at].price : 1,
				.gpus_per_node = conf->type[at].gpus_per_node,
			};
	}
	rc = boa_classes_retype(set, type, n, err);
	free(type);
	return rc ? rc : boa_classes_finish(set, err);
}
