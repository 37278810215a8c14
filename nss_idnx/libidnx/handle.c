/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * A handle on idnx.conf.  It keeps the text of the file as a snapshot, which a change of the
 * file replaces, and which each call holds as long as it reads it.  The lock is held for a
 * few instructions only, never while a file is read or a name is converted.
 */
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "conf_line.h"
#include "idnx_policy.h"
#include "policy.h"
#include "same_file.h"
#include "span.h"

/* How a file is recognized; all 0 if there is none, error says why. */
struct version {
	struct stat file;
	int error;
};

struct snapshot {
	struct version version;
	unsigned users; /* the handle, and calls */
	struct config_result result;
	char text[];
};

struct idnx_policy {
	pthread_mutex_t lock; /* for what follows, and for users */
	struct snapshot *snapshot;
	time_t checked;
	char path[];
};

/* --- Snapshots ------------------------------------------------------------------ */

static struct version version_of(const char *path)
{
	struct version version = { .error = 0 };

	if (stat(path, &version.file) == -1)
		version.error = errno;
	return version;
}

static bool has_version(const char *path, const struct version *before)
{
	const struct version now = version_of(path);
	const struct stat *a = &before->file, *b = &now.file;

	return before->error == now.error && same_file(a, b) && a->st_size == b->st_size &&
	       a->st_mode == b->st_mode && a->st_uid == b->st_uid &&
	       same_time(a->st_mtim, b->st_mtim) && same_time(a->st_ctim, b->st_ctim);
}

/* Reads the file; a NUL, which would end the text too early, is an error wherever it is. */
static struct config_result load(const char *path, char text[static CONFIG_SIZE_MAX + 1],
                                 size_t *length)
{
	struct config_result result = config_load(path, text, length);
	struct settings settings;

	if (memchr(text, '\0', *length) != NULL)
		result = config_parse(text, *length, NULL, &settings);
	text[*length] = '\0';
	return result;
}

/* The version comes first: a change meanwhile is found by the next check. */
static struct snapshot *snapshot_of(const char *path)
{
	struct snapshot *snapshot = malloc(sizeof *snapshot + CONFIG_SIZE_MAX + 1), *fitting;
	size_t length;

	if (snapshot == NULL)
		return NULL;
	snapshot->version = version_of(path);
	snapshot->users = 1;
	snapshot->result = load(path, snapshot->text, &length);
	fitting = realloc(snapshot, sizeof *snapshot + length + 1);
	return fitting != NULL ? fitting : snapshot;
}

/* --- The handle ----------------------------------------------------------------- */

static void release(struct idnx_policy *policy, struct snapshot *snapshot)
{
	bool is_last;

	pthread_mutex_lock(&policy->lock);
	is_last = --snapshot->users == 0;
	pthread_mutex_unlock(&policy->lock);
	if (is_last)
		free(snapshot);
}

static void replace(struct idnx_policy *policy)
{
	struct snapshot *before, *after = snapshot_of(policy->path);

	if (after == NULL)
		return; /* no memory: the next check tries again */
	pthread_mutex_lock(&policy->lock);
	before = policy->snapshot;
	policy->snapshot = after;
	pthread_mutex_unlock(&policy->lock);
	release(policy, before);
}

/* Coarse: the kernel keeps it in the process, so that reading it is no system call. */
static time_t seconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC_COARSE, &now);
	return now.tv_sec;
}

/* Returns the snapshot, held for the caller; sets *is_due for one caller in each second. */
static struct snapshot *hold(struct idnx_policy *policy, bool *is_due)
{
	time_t now = seconds();
	struct snapshot *snapshot;

	pthread_mutex_lock(&policy->lock);
	*is_due = policy->checked != now;
	policy->checked = now;
	snapshot = policy->snapshot;
	snapshot->users++;
	pthread_mutex_unlock(&policy->lock);
	return snapshot;
}

static struct snapshot *current(struct idnx_policy *policy)
{
	bool is_due;
	struct snapshot *snapshot = hold(policy, &is_due);

	if (!is_due || has_version(policy->path, &snapshot->version))
		return snapshot;
	release(policy, snapshot);
	replace(policy);
	return hold(policy, &is_due);
}

/* --- Verdicts ------------------------------------------------------------------- */

/* What the module says of a name while its file cannot be read. */
static struct decision decide_without(const struct snapshot *snapshot, const char *name)
{
	struct decision decision = { .verdict = POLICY_NO_CONFIG, .config = snapshot->result };

	if (ascii_has_only_text(name) && !policy_is_ace(name))
		decision.verdict = POLICY_ASCII;
	return decision;
}

static const enum idnx_action actions[] = {
	[POLICY_CONVERTED] = IDNX_POLICY_CONVERTED,
	[POLICY_ASCII] = IDNX_POLICY_UNCHANGED,
	[POLICY_EXCLUDED] = IDNX_POLICY_EXCLUDED,
	[POLICY_REJECTED] = IDNX_POLICY_REJECTED,
	[POLICY_NO_CONFIG] = IDNX_POLICY_NO_CONFIG,
	[POLICY_NO_CONVERTER] = IDNX_POLICY_NO_CHARSET,
};

static void write_verdict(const struct decision *decision, const char *text,
                          struct idnx_verdict *verdict)
{
	verdict->action = actions[decision->verdict];
	verdict->status = decision->verdict == POLICY_REJECTED || decision->is_reported
	                          ? decision->result.status
	                          : IDNX_OK;
	verdict->label = verdict->status != IDNX_OK ? decision->result.label : 0;
	verdict->line = decision->verdict == POLICY_NO_CONFIG ? decision->config.line
	                                                      : policy_line(decision);
	verdict->setting[0] = '\0';
	if (verdict->line != 0)
		span_copy(conf_line_text(text, verdict->line), verdict->setting,
		          sizeof verdict->setting);
	if (decision->verdict != POLICY_CONVERTED)
		verdict->ace[0] = '\0';
}

void idnx_policy_check(struct idnx_policy *policy, const char *name,
                       struct idnx_verdict *verdict)
{
	int error = errno;
	struct snapshot *snapshot = current(policy);
	struct decision decision;

	if (snapshot->result.status == CONFIG_OK)
		decision = policy_to_ascii_under(snapshot->text, name, verdict->ace);
	else
		decision = decide_without(snapshot, name);
	write_verdict(&decision, snapshot->text, verdict);
	release(policy, snapshot);
	errno = error;
}

/* --- Open and close ------------------------------------------------------------- */

static struct idnx_policy *open_at(const char *path)
{
	struct idnx_policy *policy = malloc(sizeof *policy + strlen(path) + 1);

	if (policy == NULL)
		return NULL;
	strcpy(policy->path, path);
	policy->checked = seconds();
	policy->snapshot = snapshot_of(path);
	if (policy->snapshot == NULL) {
		free(policy);
		return NULL;
	}
	pthread_mutex_init(&policy->lock, NULL);
	return policy;
}

struct idnx_policy *idnx_policy_open(const char *path)
{
	int error = errno;
	struct idnx_policy *policy = open_at(path != NULL ? path : IDNX_CONF);

	errno = error;
	return policy;
}

void idnx_policy_close(struct idnx_policy *policy)
{
	if (policy == NULL)
		return;
	pthread_mutex_destroy(&policy->lock);
	free(policy->snapshot);
	free(policy);
}
