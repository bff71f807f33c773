/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <limits.h>

#include "tests/unit/cases.h"
#include "tests/unit/check.h"
#include "tests/unit/fail_alloc.h"

#include "src/class_json.h"
#include "src/conf.h"
#include "src/conf_key.h"

/* --- inputs that are folders ------------------------------------------ */

/* Write the next line of *ERROR to TEXT, "@/" being the folder of INPUT. */
static void next_error(const char **error, const char *input, char *text,
		       size_t size)
{
	int n_folder = (int)(strrchr(input, '/') + 1 - input);
	size_t n = 0;

	while (**error && **error != '\n' && n + 1 < size) {
		if (!strncmp(*error, "@/", 2)) {
			n += (size_t)snprintf(text + n, size - n, "%.*s",
					      n_folder, input);
			*error += 2;
		} else {
			text[n++] = *(*error)++;
		}
	}
	text[n] = '\0';
	*error += **error == '\n';
}

static void finds_each_of_its_errors(void **state)
{
	const struct test_case *it = *state;
	const char *error = it->error;
	struct boa_conf conf = { .n_type = 77 };
	struct boa_conf_errors errors;
	struct boa_err err = { 0 };
	char want[2048];
	size_t i;

	assert_true(boa_conf_load(it->input, &conf, &errors, &err) < 0);
	assert_int_equal(conf.n_type, 77);
	assert_string_equal(err.text, errors.text[0]);
	for (i = 0; i < errors.n; i++) {
		next_error(&error, it->input, want, sizeof(want));
		assert_string_equal(errors.text[i], want);
	}
	assert_string_equal(error, "");
	boa_conf_errors_free(&errors);
}

static struct boa_conf load(const char *path)
{
	struct boa_conf conf = { 0 };
	struct boa_err err = { 0 };

	if (boa_conf_load(path, &conf, NULL, &err))
		fail_msg("%s", err.text);
	return conf;
}

static void assert_same_table(const struct boa_conf_table *table, const void *a,
			      const void *b)
{
	size_t k;

	for (k = 0; k < table->n; k++) {
		char *x = boa_conf_key_text(&table->key[k], a);
		char *y = boa_conf_key_text(&table->key[k], b);

		assert_true(!x == !y);
		if (x)
			assert_string_equal(x, y);
		free(x);
		free(y);
	}
}

static void prints_as_it_loads(void **state)
{
	const struct test_case *it = *state;
	struct boa_conf conf = load(it->input), again;
	char *dir = scratch_make(), *text = NULL, *path;
	size_t len, i;
	FILE *out = open_memstream(&text, &len);

	boa_conf_print(out, &conf);
	fclose(out);
	path = scratch_file(dir, "boa.conf", text, len);
	again = load(path);
	assert_same_table(&boa_conf_keys, &conf, &again);
	assert_int_equal(conf.n_type, again.n_type);
	for (i = 0; i < conf.n_type; i++)
		assert_same_table(&boa_conf_type_keys, &conf.type[i],
				  &again.type[i]);
	assert_int_equal(conf.n_account, again.n_account);
	for (i = 0; i < conf.n_account; i++)
		assert_same_table(&boa_conf_account_keys, &conf.account[i],
				  &again.account[i]);
	boa_conf_free(&conf);
	boa_conf_free(&again);
	free(text);
	free(path);
	scratch_remove(dir);
}

/* --- what is read ----------------------------------------------------- */

static void fills_in_the_defaults(void **state)
{
	char *path = data_path("conf/valid/least/boa.conf");
	struct boa_conf conf = load(path);

	(void)state;
	assert_near(conf.budget.amount, 40, 0);
	assert_int_equal(conf.budget.unit, BOA_PRICE_PER_HOUR);
	assert_string_equal(conf.class_file, "/etc/classes.json");
	assert_near(conf.refresh_interval_s, 900, 0);
	assert_near(conf.solve_timeout_s, 60, 0);
	assert_near(conf.grace_time_s, 300, 0);
	assert_near(conf.poll_interval_s, 0.5, 0);
	assert_string_equal(conf.status_dir, "/run/boa");
	assert_non_null(strstr(conf.solver, "/bin/boa-widths"));
	assert_null(conf.provider_log);
	assert_int_equal(conf.unknown_class, BOA_UNKNOWN_PASS);
	assert_null(conf.unknown_class_name);
	assert_int_equal(conf.budget_mode, BOA_BUDGET_SOFT);
	assert_int_equal(conf.budget_period, BOA_BUDGET_AUTO);
	assert_true(isnan(conf.max_rate));
	assert_near(conf.control_horizon_s, 86400, 0);
	assert_near(conf.control_window_s, 86400, 0);
	assert_near(conf.control_keep_s, 604800, 0);
	assert_near(conf.control_clamp, 2, 0);
	assert_int_equal(conf.mode, BOA_MODE_ACTIVE);
	assert_string_equal(conf.base_scheduler, "backfill");
	assert_int_equal(conf.n_account, 0);
	assert_int_equal(conf.n_type, 1);
	assert_string_equal(conf.type[0].name, "t4");
	assert_near(conf.type[0].price, 1, 0);
	assert_int_equal(conf.type[0].gpus_per_node, 4);
	assert_string_equal(conf.type[0].partition, "t4");
	assert_int_equal(conf.type[0].max_nodes, UINT_MAX);
	assert_near(conf.type[0].boot_time_s, 90, 0);
	boa_conf_free(&conf);
	free(path);
}

static void reads_every_key(void **state)
{
	char *path = data_path("conf/valid/every-key/boa.conf");
	struct boa_conf conf = load(path);
	size_t n_folder = (size_t)(strrchr(path, '/') + 1 - path);

	(void)state;
	assert_near(conf.budget.amount, 10000, 0);
	assert_int_equal(conf.budget.unit, BOA_USD_PER_MONTH);
	assert_int_equal(conf.budget_mode, BOA_BUDGET_HARD);
	assert_int_equal(conf.budget_period, BOA_BUDGET_WEEK);
	assert_near(conf.max_rate, 55.5, 0);
	assert_near(conf.control_horizon_s, 3600, 0);
	assert_near(conf.control_window_s, 7200, 0);
	assert_near(conf.control_keep_s, 0, 0);
	assert_near(conf.control_clamp, 1, 0);
	/* paths are taken from the folder of the file */
	assert_memory_equal(conf.class_file, path, n_folder);
	assert_string_equal(conf.class_file + n_folder, "my classes#1.json");
	assert_memory_equal(conf.provider_log, path, n_folder);
	assert_string_equal(conf.provider_log + n_folder, "provider.log");
	assert_int_equal(conf.unknown_class, BOA_UNKNOWN_AS);
	assert_string_equal(conf.unknown_class_name, "gpt.small");
	assert_int_equal(conf.mode, BOA_MODE_OBSERVE);
	assert_string_equal(conf.base_scheduler, "none");
	assert_near(conf.refresh_interval_s, 60.5, 0);
	assert_near(conf.solve_timeout_s, 0.5, 0);
	assert_near(conf.grace_time_s, 0, 0);
	assert_near(conf.poll_interval_s, 0.05, 0);
	assert_string_equal(conf.status_dir, "/tmp/a\\b");
	assert_string_equal(conf.solver, "/usr/bin/true");
	assert_int_equal(conf.n_type, 2);
	assert_near(conf.type[0].price, 0.1, 0);
	assert_int_equal(conf.type[0].max_nodes, UINT_MAX);
	assert_near(conf.type[0].boot_time_s, 0, 0);
	assert_int_equal(boa_conf_find_type(&conf, "a100"), 1);
	assert_int_equal(boa_conf_find_type(&conf, "gpu"), -1);
	assert_int_equal(boa_conf_find_partition(&conf, "gpu"), 0);
	assert_int_equal(boa_conf_find_partition(&conf, "a100"), 1);
	assert_int_equal(boa_conf_find_partition(&conf, "t4"), -1);
	assert_int_equal(conf.n_account, 3);
	assert_near(conf.account[0].share, 0.6, 0);
	assert_true(isnan(conf.account[0].budget.amount));
	assert_true(isnan(conf.account[2].share));
	assert_near(conf.account[2].budget.amount, 3, 0);
	boa_conf_free(&conf);
	free(path);
}

static void reads_the_syntax_of_slurm_conf(void **state)
{
	char *path = data_path("conf/valid/syntax/boa.conf");
	struct boa_conf conf = load(path);

	(void)state;
	assert_near(conf.budget.amount, 40, 0);
	assert_string_equal(conf.class_file, "/etc/a b.json");
	assert_int_equal(conf.n_type, 2);
	assert_near(conf.type[0].price, 2, 0);
	assert_int_equal(conf.type[1].gpus_per_node, 8);
	boa_conf_free(&conf);
	free(path);
}

static void names_a_file_it_cannot_read(void **state)
{
	struct boa_conf_errors errors;
	struct boa_conf conf;
	struct boa_err err;

	(void)state;
	assert_int_equal(
		boa_conf_load("/nowhere/boa.conf", &conf, &errors, &err),
		BOA_EIO);
	assert_string_equal(err.text, "/nowhere/boa.conf: cannot open: No such "
				      "file or directory");
	assert_int_equal(errors.n, 1);
	boa_conf_errors_free(&errors);
	assert_int_equal(boa_conf_load("/", &conf, NULL, &err), BOA_EIO);
	assert_string_equal(err.text, "/: is a folder, expected a regular "
				      "file");
}

/* --- budgets ---------------------------------------------------------- */

static void reads_budgets_in_each_unit(void **state)
{
	static const struct {
		const char *text;
		enum boa_budget_unit unit;
		double per_hour;
		const char *unit_name;
	} want[] = {
		{ "40", BOA_PRICE_PER_HOUR, 40, "price/h" },
		{ "4.5e1", BOA_PRICE_PER_HOUR, 45, "price/h" },
		{ "40GPU-h/h", BOA_GPU_HOURS_PER_HOUR, 40, "GPU-h/h" },
		{ "40gpu-H/h", BOA_GPU_HOURS_PER_HOUR, 40, "GPU-h/h" },
		{ "40USD/hour", BOA_USD_PER_HOUR, 40, "USD/h" },
		{ "40usd/h", BOA_USD_PER_HOUR, 40, "USD/h" },
		/* a month has 730 hours */
		{ "7300USD/month", BOA_USD_PER_MONTH, 10, "USD/h" },
	};
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(want) / sizeof(*want); i++) {
		struct boa_budget got, again;
		char text[BOA_BUDGET_TEXT_MAX];

		assert_int_equal(boa_budget_parse(want[i].text, &got, NULL), 0);
		assert_int_equal(got.unit, want[i].unit);
		assert_near(boa_budget_per_hour(&got), want[i].per_hour, 1e-12);
		assert_string_equal(boa_budget_unit_name(&got),
				    want[i].unit_name);
		boa_budget_print(&got, text);
		assert_int_equal(boa_budget_parse(text, &again, NULL), 0);
		assert_near(again.amount, got.amount, 0);
		assert_int_equal(again.unit, got.unit);
	}
}

/* --- over classes ----------------------------------------------------- */

static struct boa_classes two_types(void)
{
	/* a runs on both types, b on h100 alone */
	const char *text =
		"{\"gpu_types\": [{\"name\": \"h100\", \"price\": 9},"
		"{\"name\": \"t4\", \"price\": 5, \"gpus_per_node\": 2}],"
		"\"classes\": [{\"name\": \"a\", \"arrival_rate_per_hour\": 1,"
		"\"epochs\": [{\"work_s\": 1, \"speedup\": {"
		"\"h100\": [[1, 2]], \"t4\": [[1, 1], [2, 1.5]]}}]}]}";
	struct boa_classes set;

	assert_int_equal(
		boa_classes_parse(text, strlen(text), "text", &set, NULL), 0);
	return set;
}

static void rules_over_the_types_of_classes(void **state)
{
	char *path = data_path("conf/valid/design/boa.conf");
	struct boa_conf conf = load(path);
	struct boa_classes set = two_types();

	(void)state;
	/* the file knows t4 and a100: h100 goes */
	assert_int_equal(boa_conf_apply(&conf, &set, NULL), 0);
	assert_int_equal(set.n_gpu_type, 1);
	assert_string_equal(set.gpu_type[0].name, "t4");
	assert_near(set.gpu_type[0].price, 1.088, 0);
	assert_int_equal(set.gpu_type[0].gpus_per_node, 4);
	assert_int_equal(set.class[0].grid[0].n_width, 2);
	assert_near(set.class[0].grid[0].rate[1], 1.5, 0);
	boa_classes_free(&set);

	conf.budget.unit = BOA_GPU_HOURS_PER_HOUR;
	set = two_types();
	assert_int_equal(boa_conf_apply(&conf, &set, NULL), 0);
	assert_near(set.gpu_type[0].price, 1, 0);
	boa_classes_free(&set);
	boa_conf_free(&conf);
	free(path);
}

static void refuses_to_leave_a_class_without_a_type(void **state)
{
	char *path = data_path("conf/valid/least/boa.conf");
	struct boa_conf conf = load(path);
	struct boa_classes set = two_types();
	struct boa_err err;

	(void)state;
	strcpy(conf.type[0].name, "x");
	assert_int_equal(boa_conf_apply(&conf, &set, &err), BOA_ERANGE);
	assert_non_null(strstr(err.text, "classes[0] (a) can run on no GPU"));
	boa_classes_free(&set);
	boa_conf_free(&conf);
	free(path);
}

/* --- the manual ------------------------------------------------------- */

static void assert_in_manual(const char *manual,
			     const struct boa_conf_table *table)
{
	size_t k;

	for (k = 0; k < table->n; k++) {
		const struct boa_conf_key *key = &table->key[k];
		char *entry = NULL;

		assert_true(asprintf(&entry, "\n.TP\n.B %s\n", key->name) > 0);
		if (!strstr(manual, entry))
			fail_msg("boa.conf.5 has no entry for %s", key->name);
		free(entry);
	}
}

static void has_each_key_in_its_manual(void **state)
{
	char *path = data_path("../../src/boa.conf.5");
	FILE *in = fopen(path, "r");
	char *manual = NULL;
	size_t size = 0;

	(void)state;
	assert_non_null(in);
	assert_true(getdelim(&manual, &size, '\0', in) > 0);
	assert_in_manual(manual, &boa_conf_keys);
	assert_in_manual(manual, &boa_conf_type_keys);
	assert_in_manual(manual, &boa_conf_account_keys);
	fclose(in);
	free(manual);
	free(path);
}

/* --- allocations that fail -------------------------------------------- */

static int load_freeing_errors(const char *path, struct boa_conf *conf)
{
	struct boa_conf_errors errors;
	int rc = boa_conf_load(path, conf, &errors, NULL);

	boa_conf_errors_free(&errors);
	return rc;
}

static void survives_each_allocation_failing(void **state)
{
	char *path = data_path("conf/valid/syntax/boa.conf");
	struct boa_conf conf = { .n_type = 77 };
	int n;

	(void)state;
	FAIL_EACH_ALLOC(load_freeing_errors(path, &conf),
			assert_int_equal(conf.n_type, 77), n);
	assert_true(n > 40);
	boa_conf_free(&conf);
	free(path);
}

int main(void)
{
	const struct CMUnitTest fixed[] = {
		cmocka_unit_test(fills_in_the_defaults),
		cmocka_unit_test(reads_every_key),
		cmocka_unit_test(reads_the_syntax_of_slurm_conf),
		cmocka_unit_test(names_a_file_it_cannot_read),
		cmocka_unit_test(reads_budgets_in_each_unit),
		cmocka_unit_test(rules_over_the_types_of_classes),
		cmocka_unit_test(refuses_to_leave_a_class_without_a_type),
		cmocka_unit_test(has_each_key_in_its_manual),
		cmocka_unit_test(survives_each_allocation_failing),
	};
	struct test_cases bad = cases_list("conf/invalid", "boa.conf",
					   finds_each_of_its_errors);
	struct test_cases good =
		cases_list("conf/valid", "boa.conf", prints_as_it_loads);

	return cases_run("conf", fixed, sizeof(fixed) / sizeof(*fixed), &bad,
			 &good);
}
