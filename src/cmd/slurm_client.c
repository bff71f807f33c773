/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <slurm/slurm.h>
#include <slurm/slurm_errno.h>

#include "src/cmd/slurm_client.h"

/* Slurm 25.11 put the job's number into a step id. */
#ifdef HAVE_JOB_DESC_MSG_T_STEP_ID
#define DESC_JOB_ID(desc) ((desc)->step_id.job_id)
#else
#define DESC_JOB_ID(desc) ((desc)->job_id)
#endif
#ifdef HAVE_SLURM_JOB_INFO_T_STEP_ID
#define INFO_JOB_ID(info) ((info)->step_id.job_id)
#else
#define INFO_JOB_ID(info) ((info)->job_id)
#endif

#define RETRY_S 0.5

bool boa_slurm_is_built_in(void)
{
	return true;
}

int boa_slurm_open(struct boa_err *err)
{
	(void)err;
	slurm_init(NULL);
	return 0;
}

/* Is slurmctld out of reach, rather than refusing? */
static bool is_unreachable(int code)
{
	switch (code) {
	case ECONNREFUSED:
	case ETIMEDOUT:
	case ESLURM_IN_STANDBY_MODE:
	case ESLURM_IN_STANDBY_USE_BACKUP:
	case SLURM_COMMUNICATIONS_CONNECTION_ERROR:
	case SLURM_COMMUNICATIONS_SEND_ERROR:
	case SLURM_COMMUNICATIONS_RECEIVE_ERROR:
	case SLURM_COMMUNICATIONS_SHUTDOWN_ERROR:
	case SLURMCTLD_COMMUNICATIONS_CONNECTION_ERROR:
	case SLURMCTLD_COMMUNICATIONS_SEND_ERROR:
	case SLURMCTLD_COMMUNICATIONS_RECEIVE_ERROR:
	case SLURMCTLD_COMMUNICATIONS_SHUTDOWN_ERROR:
		return true;
	default:
		return false;
	}
}

static bool is_passing(int code)
{
	return code == EAGAIN || code == ESLURM_JOB_SETTING_DB_INX ||
	       code == ESLURM_TRANSITION_STATE_NO_UPDATE ||
	       is_unreachable(code);
}

static double clock_s(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* One request to slurmctld: 0 or Slurm's error number. */
typedef int ask_fn(uint32_t job_id, void *data);

/* ASK until it succeeds, is refused for good, or patience ends. */
static int persist(ask_fn *ask, uint32_t job_id, void *data)
{
	const struct timespec pause = { .tv_nsec = (long)(RETRY_S * 1e9) };
	double until_s = clock_s() + BOA_SLURM_PATIENCE_S;
	int code;

	for (;;) {
		code = ask(job_id, data);
		if (!code || !is_passing(code) || clock_s() >= until_s)
			return code;
		nanosleep(&pause, NULL);
	}
}

static int explain(int code, uint32_t job_id, struct boa_err *err)
{
	if (is_unreachable(code))
		return boa_err_set(err, BOA_EIO,
				   "slurmctld cannot be reached: %s",
				   slurm_strerror(code));
	return boa_err_set(err, BOA_ERANGE, "job %u: %s", job_id,
			   slurm_strerror(code));
}

/* What a call that returns 0 or -1 with errno set amounts to. */
static int code_of(int rc)
{
	if (!rc)
		return 0;
	if (rc > 0)
		return rc;
	return errno ? errno : SLURM_ERROR;
}

static int ask_job(uint32_t job_id, void *data)
{
	return code_of(slurm_load_job(data, job_id, SHOW_DETAIL));
}

/* A copy of TEXT, NULL for NULL; *FAILED is set when memory ran out. */
static char *copy(const char *text, bool *failed)
{
	char *new = text ? strdup(text) : NULL;

	if (text && !new)
		*failed = true;
	return new;
}

static int take(const slurm_job_info_t *info, struct boa_slurm_job *job,
		struct boa_err *err)
{
	struct boa_slurm_job fresh = { .n_restart = info->restart_cnt,
				       .start_s = info->start_time };
	bool failed = false;

	fresh.comment = copy(info->comment, &failed);
	fresh.system_comment = copy(info->system_comment, &failed);
	if (failed) {
		boa_slurm_job_free(&fresh);
		return boa_err_set(err, BOA_ENOMEM, "out of memory");
	}
	*job = fresh;
	return 0;
}

int boa_slurm_job_load(uint32_t job_id, struct boa_slurm_job *job,
		       struct boa_err *err)
{
	job_info_msg_t *answer = NULL;
	int code, rc;

	code = persist(ask_job, job_id, &answer);
	if (code)
		return explain(code, job_id, err);
	rc = boa_err_set(err, BOA_ERANGE, "job %u: slurmctld does not know it",
			 job_id);
	/* The number of an array names its last task and the array. */
	for (uint32_t i = 0; i < answer->record_count; i++)
		if (INFO_JOB_ID(&answer->job_array[i]) == job_id) {
			rc = take(&answer->job_array[i], job, err);
			break;
		}
	slurm_free_job_info_msg(answer);
	return rc;
}

void boa_slurm_job_free(struct boa_slurm_job *job)
{
	free(job->comment);
	free(job->system_comment);
	*job = (struct boa_slurm_job){ 0 };
}

static int ask_comment(uint32_t job_id, void *data)
{
	job_desc_msg_t desc;

	slurm_init_job_desc_msg(&desc);
	DESC_JOB_ID(&desc) = job_id;
	desc.comment = data; /* only read: it is packed and sent */
	return code_of(slurm_update_job(&desc));
}

int boa_slurm_job_set_comment(uint32_t job_id, const char *comment,
			      struct boa_err *err)
{
	int code = persist(ask_comment, job_id, (char *)comment);

	return code ? explain(code, job_id, err) : 0;
}

static int ask_requeue(uint32_t job_id, void *data)
{
	(void)data;
	/* JOB_RUNNING: leave it alone unless it runs. */
	return code_of(slurm_requeue(job_id, JOB_RUNNING));
}

int boa_slurm_job_requeue(uint32_t job_id, struct boa_err *err)
{
	int code = persist(ask_requeue, job_id, NULL);

	switch (code) {
	case 0:
	case ESLURM_JOB_PENDING:
		return 0;
	case ESLURM_DISABLED:
		return boa_err_set(err, BOA_ERANGE,
				   "job %u: was submitted with --no-requeue",
				   job_id);
	case ESLURM_BATCH_ONLY:
		return boa_err_set(err, BOA_ERANGE,
				   "job %u: only batch jobs can be requeued",
				   job_id);
	default:
		return explain(code, job_id, err);
	}
}

/* In a child: libslurm ends its process when there is no slurm.conf. */
static void probe(int out)
{
	dup2(out, STDERR_FILENO);
	slurm_init(NULL);
	errno = 0;
	if (!slurm_ping(0) || !slurm_ping(1))
		_exit(EXIT_SUCCESS);
	dprintf(STDERR_FILENO, "slurmctld does not answer: %s\n",
		slurm_strerror(errno));
	_exit(EXIT_FAILURE);
}

/* The last line of TEXT without its end. */
static const char *last_line(char *text)
{
	char *line;

	text[strcspn(text, "\r")] = '\0';
	while ((line = strrchr(text, '\n')) && !line[1])
		*line = '\0';
	return line ? line + 1 : text;
}

int boa_slurm_probe(struct boa_err *err)
{
	char text[4096];
	size_t len = 0;
	int status = 0, fd[2];
	const char *conf = getenv("SLURM_CONF");
	ssize_t n;
	pid_t pid;

	/* libslurm would look for it for a minute */
	if (conf && access(conf, R_OK))
		return boa_err_set(err, BOA_EIO, "%s: %s", conf,
				   strerror(errno));
	if (pipe(fd))
		return boa_err_set(err, BOA_EIO, "pipe: %s", strerror(errno));
	pid = fork();
	if (!pid)
		probe(fd[1]);
	close(fd[1]);
	while (len < sizeof(text) - 1 &&
	       (n = read(fd[0], text + len, sizeof(text) - 1 - len)) > 0)
		len += (size_t)n;
	close(fd[0]);
	text[len] = '\0';
	if (pid > 0 && waitpid(pid, &status, 0) == pid && WIFEXITED(status) &&
	    WEXITSTATUS(status) == EXIT_SUCCESS)
		return 0;
	return boa_err_set(err, BOA_EIO, "%s", last_line(text));
}

static void take_conf(const slurm_conf_t *conf,
		      struct boa_slurm_settings *settings, bool *failed)
{
	settings->version = copy(conf->version, failed);
	settings->scheduler_type = copy(conf->schedtype, failed);
	settings->scheduler_parameters = copy(conf->sched_params, failed);
	settings->job_submit_plugins = copy(conf->job_submit_plugins, failed);
	settings->plugin_dir = copy(conf->plugindir, failed);
	settings->resume_program = copy(conf->resume_program, failed);
	settings->suspend_program = copy(conf->suspend_program, failed);
	settings->suspend_exc_parts = copy(conf->suspend_exc_parts, failed);
	settings->requeue_exit = copy(conf->requeue_exit, failed);
	settings->requeue_exit_hold = copy(conf->requeue_exit_hold, failed);
	settings->gres_types = copy(conf->gres_plugins, failed);
	settings->select_type = copy(conf->select_type, failed);
	settings->auth_info = copy(conf->authinfo, failed);
	settings->accounting_tres = copy(conf->accounting_storage_tres, failed);
	settings->job_requeue = conf->job_requeue != 0;
	settings->suspend_timeout_s = conf->suspend_timeout;
}

static double time_s(uint32_t own, uint32_t unset, uint32_t common)
{
	uint32_t value = own == unset ? common : own;

	return value == INFINITE ? (double)INFINITY : (double)value;
}

/* Copy the nodes whose index pairs are in PART. */
static void take_nodes(const partition_info_t *part,
		       const node_info_msg_t *nodes,
		       struct boa_slurm_partition *partition, bool *failed)
{
	partition->node =
		calloc(nodes->record_count + 1, sizeof(*partition->node));
	if (!partition->node) {
		*failed = true;
		return;
	}
	for (const int32_t *pair = part->node_inx; pair && pair[0] >= 0;
	     pair += 2)
		for (int32_t i = pair[0];
		     i <= pair[1] && (uint32_t)i < nodes->record_count &&
		     partition->n_node < nodes->record_count;
		     i++) {
			const node_info_t *info = &nodes->node_array[i];
			struct boa_slurm_node *node =
				&partition->node[partition->n_node++];

			node->name = copy(info->name, failed);
			node->gres = copy(info->gres, failed);
			node->is_cloud = info->node_state & NODE_STATE_CLOUD;
		}
}

static void take_partitions(const slurm_conf_t *conf,
			    const partition_info_msg_t *parts,
			    const node_info_msg_t *nodes,
			    struct boa_slurm_settings *settings, bool *failed)
{
	settings->partition =
		calloc(parts->record_count + 1, sizeof(*settings->partition));
	if (!settings->partition) {
		*failed = true;
		return;
	}
	for (uint32_t i = 0; i < parts->record_count; i++) {
		const partition_info_t *part = &parts->partition_array[i];
		struct boa_slurm_partition *partition =
			&settings->partition[settings->n_partition++];

		partition->name = copy(part->name, failed);
		partition->is_up = part->state_up == PARTITION_UP;
		partition->is_exclusive = part->max_share == 0;
		partition->suspend_time_s =
			time_s(part->suspend_time, NO_VAL, conf->suspend_time);
		partition->resume_timeout_s = time_s(
			part->resume_timeout, NO_VAL16, conf->resume_timeout);
		take_nodes(part, nodes, partition, failed);
	}
}

int boa_slurm_settings_load(struct boa_slurm_settings *settings,
			    struct boa_err *err)
{
	struct boa_slurm_settings fresh = { 0 };
	partition_info_msg_t *parts = NULL;
	node_info_msg_t *nodes = NULL;
	slurm_conf_t *conf = NULL;
	bool failed = false;
	int rc = 0;

	if (slurm_load_ctl_conf(0, &conf) ||
	    slurm_load_partitions(0, &parts, SHOW_ALL) ||
	    slurm_load_node(0, &nodes, SHOW_ALL)) {
		rc = boa_err_set(err, BOA_EIO, "%s", slurm_strerror(errno));
		goto out;
	}
	take_conf(conf, &fresh, &failed);
	take_partitions(conf, parts, nodes, &fresh, &failed);
	if (failed) {
		rc = boa_err_set(err, BOA_ENOMEM, "out of memory");
		goto out;
	}
	*settings = fresh;
	fresh = (struct boa_slurm_settings){ 0 };
out:
	boa_slurm_settings_free(&fresh);
	slurm_free_node_info_msg(nodes);
	slurm_free_partition_info_msg(parts);
	slurm_free_ctl_conf(conf);
	return rc;
}
