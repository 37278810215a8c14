/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * A handle on idnx.conf, or on a text of that form.  It keeps what that says as a snapshot, which
 * a change of the file replaces, and which each call holds as long as it uses it.
 *
 * There is no lock, which a child would inherit from a thread that it does not have.  Snapshots
 * stay in a list until the handle is closed, so that a thread may count itself as a user of one
 * that is being replaced; one without users is filled again.  A snapshot that a thread held when
 * its process was forked stays as it is in the child.
 */
#include <errno.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "conf_line.h"
#include "idnx_policy.h"
#include "policy.h"
#include "rules.h"
#include "same_file.h"
#include "span.h"

/* How a file is recognized; all 0 if there is none, error says why. */
struct version {
	struct stat file;
	int error;
};

/* If the file is faulty or missing now, result and text are those of before. */
struct snapshot {
	struct snapshot *next;
	atomic_uint users;      /* the handle, and calls; CLAIMED while it is filled */
	struct version version; /* of the file */
	struct config_result result;
	char *text; /* for the lines that verdicts cite */
	struct rules rules;
	struct idnx_file file;
};

#define CLAIMED 0x80000000u

struct idnx_policy {
	_Atomic(struct snapshot *) current, all;
	atomic_uint checked; /* in seconds, which wrap */
	atomic_uint changes;
	char path[]; /* "": a text, which does not change */
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

	return before->error == now.error && same_contents(a, b) && a->st_mode == b->st_mode &&
	       a->st_uid == b->st_uid && same_time(a->st_ctim, b->st_ctim);
}

static void write_line(unsigned line, const char *text, char setting[static IDNX_SETTING_SIZE])
{
	setting[0] = '\0';
	if (line != 0)
		span_copy(conf_line_text(text, line), setting, IDNX_SETTING_SIZE);
}

/* Takes the text of a file that was read with this result; returns whether there was memory. */
static bool put_text(struct snapshot *snapshot, char *text, size_t length,
                     struct config_result result)
{
	free(snapshot->text);
	rules_free(&snapshot->rules);
	snapshot->text = text;
	if (!rules_read(&snapshot->rules, text, length))
		return false;
	if (length > 0)
		result = snapshot->rules.parser.result;
	snapshot->result = result;
	snapshot->file = (struct idnx_file){
		.state = result.missing ? IDNX_FILE_MISSING : IDNX_FILE_READ,
		.line = result.line,
	};
	if (result.status != CONFIG_OK) {
		snapshot->file.state = IDNX_FILE_FAULTY;
		snapshot->file.error = config_status_text(result.status);
	}
	write_line(result.line, text, snapshot->file.setting);
	return true;
}

/* Goes back to the settings of before; the file is what has been found now. */
static bool keep(struct snapshot *snapshot, const struct snapshot *before)
{
	struct idnx_file file = snapshot->file;
	char *text = strdup(before->text);

	if (text == NULL || !put_text(snapshot, text, strlen(text), before->result))
		return false;
	file.state = IDNX_FILE_KEPT;
	snapshot->file = file;
	return true;
}

/*
 * Returns whether there was memory.  The version comes first: a change meanwhile is found by the
 * next check.  What settings reject must not become allowed by a typing error or by an editor
 * that removes the file first: only a file that can be used replaces settings.
 */
static bool fill(struct snapshot *snapshot, const char *path, const struct snapshot *before)
{
	char *text = malloc(CONFIG_SIZE_MAX + 1);
	struct config_result result;
	size_t length;

	if (text == NULL)
		return false;
	snapshot->version = version_of(path);
	result = config_load(path, text, &length);
	text[length] = '\0';
	if (!put_text(snapshot, text, length, result))
		return false;
	return snapshot->file.state == IDNX_FILE_READ || before == NULL ||
	       before->file.state == IDNX_FILE_MISSING ||
	       before->file.state == IDNX_FILE_FAULTY || keep(snapshot, before);
}

/* Does the same with a text that is no file. */
static bool fill_with(struct snapshot *snapshot, const char *text, size_t length)
{
	char *copy = calloc(1, length + 1);

	if (copy == NULL)
		return false;
	memcpy(copy, text, length);
	return put_text(snapshot, copy, length, (struct config_result){ .status = CONFIG_OK });
}

/* Returns a snapshot that nobody uses; NULL: no memory for another. */
static struct snapshot *claim(struct idnx_policy *policy)
{
	struct snapshot *snapshot = atomic_load(&policy->all);

	for (; snapshot != NULL; snapshot = snapshot->next)
		if (atomic_compare_exchange_strong(&snapshot->users, &(unsigned){ 0 }, CLAIMED))
			return snapshot;
	snapshot = calloc(1, sizeof *snapshot);
	if (snapshot == NULL)
		return NULL;
	atomic_store(&snapshot->users, CLAIMED);
	snapshot->next = atomic_load(&policy->all);
	while (!atomic_compare_exchange_weak(&policy->all, &snapshot->next, snapshot))
		continue;
	return snapshot;
}

/* --- The handle ----------------------------------------------------------------- */

static void release(struct snapshot *snapshot)
{
	atomic_fetch_sub(&snapshot->users, 1);
}

/*
 * Replaces the current snapshot by one of the file, or unless it is NULL, of a text; held is one
 * that the caller holds, or NULL.  Returns false if there is no memory: the next check tries again.
 */
static bool replace(struct idnx_policy *policy, const char *text, size_t length,
                    const struct snapshot *held)
{
	struct snapshot *snapshot = claim(policy), *before;

	if (snapshot == NULL)
		return false;
	if (text != NULL ? !fill_with(snapshot, text, length)
	                 : !fill(snapshot, policy->path, held)) {
		atomic_fetch_sub(&snapshot->users, CLAIMED);
		return false;
	}
	snapshot->file.changes = atomic_fetch_add(&policy->changes, 1);
	atomic_fetch_sub(&snapshot->users, CLAIMED - 1);
	before = atomic_exchange(&policy->current, snapshot);
	if (before != NULL)
		release(before);
	return true;
}

/* Coarse: the kernel keeps it in the process, so that reading it is no system call. */
static unsigned seconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC_COARSE, &now);
	return (unsigned)now.tv_sec;
}

/* Returns the snapshot, held for the caller: counts first, and then looks whether it still is. */
static struct snapshot *hold(struct idnx_policy *policy)
{
	for (;;) {
		struct snapshot *snapshot = atomic_load(&policy->current);

		atomic_fetch_add(&snapshot->users, 1);
		if (snapshot == atomic_load(&policy->current))
			return snapshot;
		release(snapshot);
	}
}

/* One caller in each second looks at the file. */
static struct snapshot *hold_new(struct idnx_policy *policy)
{
	unsigned now = seconds();
	bool is_due = policy->path[0] != '\0' && atomic_load(&policy->checked) != now &&
	              atomic_exchange(&policy->checked, now) != now;
	struct snapshot *snapshot = hold(policy);

	if (!is_due || has_version(policy->path, &snapshot->version))
		return snapshot;
	replace(policy, NULL, 0, snapshot);
	release(snapshot);
	return hold(policy);
}

/* --- Verdicts ------------------------------------------------------------------- */

/* What the module says of a name while its file cannot be read. */
static struct decision decide_without(const struct snapshot *snapshot, const char *name)
{
	struct decision decision = { .action = POLICY_NO_CONFIG, .config = snapshot->result };

	if (ascii_has_only_text(name) && !policy_is_ace(name))
		decision.action = POLICY_UNCHANGED;
	return decision;
}

_Static_assert((int)POLICY_CONVERTED == (int)IDNX_POLICY_CONVERTED &&
                       (int)POLICY_UNCHANGED == (int)IDNX_POLICY_UNCHANGED &&
                       (int)POLICY_EXCLUDED == (int)IDNX_POLICY_EXCLUDED &&
                       (int)POLICY_REJECTED == (int)IDNX_POLICY_REJECTED &&
                       (int)POLICY_NO_CONFIG == (int)IDNX_POLICY_NO_CONFIG &&
                       (int)POLICY_NO_CHARSET == (int)IDNX_POLICY_NO_CHARSET,
               "each action has one value");

static void write_verdict(const struct decision *decision, const char *text,
                          struct idnx_verdict *verdict)
{
	verdict->action = (enum idnx_action)decision->action;
	verdict->status = decision->action == POLICY_REJECTED || decision->is_reported
	                          ? decision->result.status
	                          : IDNX_OK;
	verdict->label = verdict->status != IDNX_OK ? decision->result.label : 0;
	verdict->line = decision->action == POLICY_NO_CONFIG ? decision->config.line
	                                                     : policy_line(decision);
	write_line(verdict->line, text, verdict->setting);
	if (decision->action != POLICY_CONVERTED)
		verdict->ace[0] = '\0';
}

void idnx_policy_check(struct idnx_policy *policy, const char *name,
                       struct idnx_verdict *verdict)
{
	int error = errno;
	struct snapshot *snapshot = hold_new(policy);
	struct decision decision;

	if (snapshot->result.status == CONFIG_OK)
		decision = policy_to_ascii_by(rules_apply, &snapshot->rules, name,
		                              verdict->ace);
	else
		decision = decide_without(snapshot, name);
	write_verdict(&decision, snapshot->text, verdict);
	release(snapshot);
	errno = error;
}

void idnx_policy_file(struct idnx_policy *policy, struct idnx_file *file)
{
	int error = errno;
	struct snapshot *snapshot = hold_new(policy);

	*file = snapshot->file;
	release(snapshot);
	errno = error;
}

/* --- Open and close ------------------------------------------------------------- */

static struct idnx_policy *open_policy(const char *path, const char *text, size_t length)
{
	int error = errno;
	struct idnx_policy *policy = calloc(1, sizeof *policy + strlen(path) + 1);

	if (policy != NULL) {
		strcpy(policy->path, path);
		atomic_store(&policy->checked, seconds());
		if (!replace(policy, text, length, NULL)) {
			idnx_policy_close(policy);
			policy = NULL;
		}
	}
	errno = error;
	return policy;
}

struct idnx_policy *idnx_policy_open(const char *path)
{
	return open_policy(path != NULL ? path : IDNX_CONF, NULL, 0);
}

struct idnx_policy *idnx_policy_parse(const char *text, size_t length)
{
	return open_policy("", length > 0 ? text : "", length);
}

void idnx_policy_close(struct idnx_policy *policy)
{
	struct snapshot *snapshot = policy != NULL ? atomic_load(&policy->all) : NULL, *next;

	for (; snapshot != NULL; snapshot = next) {
		next = snapshot->next;
		free(snapshot->text);
		rules_free(&snapshot->rules);
		free(snapshot);
	}
	free(policy);
}
