/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * job_submit_boa.c - gives a job of a class its size at submission.
 *
 * The hook is called with slurmctld's locks held for reading, from 23.02 on by
 * several threads at once, and for --test-only as well: it looks things up in
 * memory and changes nothing but the descriptor. A thread keeps the memory up
 * to date with the files.
 */
#include <pthread.h>
#include <sys/prctl.h>
#include <time.h>

#include "plugin/common/live.h"
#include "plugin/common/mark.h"
#include "plugin/common/slurm_compat.h"
#include "plugin/job_submit/request.h"

#include "src/proposal.h"

extern const char plugin_name[];
extern const char plugin_type[];
extern const uint32_t plugin_version;
int init(void);
void fini(void);
int job_submit(job_desc_msg_t *desc, uint32_t submit_uid, char **err_msg);

const char plugin_name[] = "BOA: sizes for jobs of a class";
const char plugin_type[] = "job_submit/boa";
const uint32_t plugin_version = SLURM_VERSION_NUMBER;

#define LOOK_EVERY_S 1

static pthread_rwlock_t live_lock = PTHREAD_RWLOCK_INITIALIZER;
static struct boa_live live; /* the thread's; hooks read it under LIVE_LOCK */

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t wake = PTHREAD_COND_INITIALIZER;
static pthread_t thread;
static bool runs, stop;

static bool rest(void)
{
	struct timespec until;
	bool go_on;

	clock_gettime(CLOCK_REALTIME, &until);
	until.tv_sec += LOOK_EVERY_S;
	pthread_mutex_lock(&lock);
	if (!stop)
		pthread_cond_timedwait(&wake, &lock, &until);
	go_on = !stop;
	pthread_mutex_unlock(&lock);
	return go_on;
}

static void *work(void *unused)
{
	(void)unused;
	prctl(PR_SET_NAME, "boa_submit", 0, 0, 0);
	do {
		boa_live_conf(&live);
		boa_live_classes(&live);
		boa_live_table(&live);
	} while (rest());
	return NULL;
}

int init(void)
{
	pthread_mutex_lock(&lock);
	stop = false;
	if (!runs && !boa_live_init(&live, "job_submit/boa", &live_lock)) {
		runs = !pthread_create(&thread, NULL, work, NULL);
		if (!runs) {
			error("job_submit/boa: its thread cannot be started: jobs pass as without BOA");
			boa_live_fini(&live);
		}
	}
	pthread_mutex_unlock(&lock);
	return SLURM_SUCCESS;
}

void fini(void)
{
	bool ran;

	pthread_mutex_lock(&lock);
	ran = runs;
	stop = true;
	pthread_cond_broadcast(&wake);
	pthread_mutex_unlock(&lock);
	if (!ran)
		return;
	pthread_join(thread, NULL);
	boa_live_fini(&live);
	pthread_mutex_lock(&lock);
	runs = false;
	pthread_mutex_unlock(&lock);
}

/* To observe is to tell the log and nobody else. */
static void observe(struct boa_proposal *proposal)
{
	if (proposal->text[0])
		info("job_submit/boa: observed only: %s", proposal->text);
	*proposal = (struct boa_proposal){ .verdict = BOA_PASS };
}

int job_submit(job_desc_msg_t *desc, uint32_t submit_uid, char **err_msg)
{
	struct boa_proposal proposal = { .verdict = BOA_PASS };
	char type[BOA_NAME_MAX + 1];
	struct boa_request request;

	(void)submit_uid;
	boa_mark_write(desc, &(struct boa_mark){ 0 });
	request = boa_request_of(desc, type);
	pthread_rwlock_rdlock(&live_lock);
	if (live.has_conf) {
		boa_propose(&live.conf, live.has_table ? &live.table : NULL,
			    NULL, &request, &proposal);
		if (live.conf.mode == BOA_MODE_OBSERVE)
			observe(&proposal);
		if (proposal.verdict == BOA_SIZED)
			boa_request_size(desc, &live.conf, &proposal);
	}
	pthread_rwlock_unlock(&live_lock);
	if (proposal.text[0] && err_msg)
		*err_msg = xstrdup(proposal.text);
	return proposal.verdict == BOA_REJECT ? SLURM_ERROR : SLURM_SUCCESS;
}

/*
 * In 22.05 this runs before slurmctld has checked that the caller may touch
 * the job at all: it only looks, and accepts or refuses.
 */
static int modify(job_desc_msg_t *desc, job_record_t *job, uint32_t uid,
		  char **err_msg)
{
	if (!uid || uid == slurm_conf.slurm_user_id || !job ||
	    !boa_mark_read(job).sized || !boa_request_changes_size(desc))
		return SLURM_SUCCESS;
	if (err_msg)
		*err_msg = xstrdup(
			"BOA sizes this job; submit it with a size of your own to keep that size");
	return ESLURM_NOT_SUPPORTED;
}

#if BOA_MODIFY_HAS_TEXT
int job_modify(job_desc_msg_t *desc, job_record_t *job, uint32_t uid,
	       char **err_msg);

int job_modify(job_desc_msg_t *desc, job_record_t *job, uint32_t uid,
	       char **err_msg)
{
	return modify(desc, job, uid, err_msg);
}
#else
int job_modify(job_desc_msg_t *desc, job_record_t *job, uint32_t uid);

int job_modify(job_desc_msg_t *desc, job_record_t *job, uint32_t uid)
{
	return modify(desc, job, uid, NULL);
}
#endif
