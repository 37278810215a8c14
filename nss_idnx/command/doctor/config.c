/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Checks idnx.conf with the code the module reads it with.  While the file is rejected or
 * has an error, lookups of non-ASCII names fail until the administrator fixes it.  With
 * --config, checks the text of a draft, whoever owns it.
 */
#include "doctor.h"

#include "access.h"
#include "config.h"
#include "config/faults.h"
#include "policy.h"

/* --- A file that is not trusted ------------------------------------------- */

static void remedy_file(struct doctor *doctor, enum config_status status)
{
	static const char *const words[] = {
		[CONFIG_UNREADABLE] = "Put a file there that can be read",
		[CONFIG_NOT_REGULAR] = "Put a regular file there",
		[CONFIG_EMPTY] = "Put the settings there, all at once, with mv",
		[CONFIG_TOO_LARGE] = "Shorten it to 64 KiB, comments included",
		[CONFIG_CHANGING] = "Stop the program that writes to it",
	};

	if (status == CONFIG_NOT_ROOTS)
		remedy_run(&doctor->findings, "Read it first, then run",
		           "chown root:root %s" IDNX_CONF, doctor->prefix);
	else if (status == CONFIG_WRITABLE)
		remedy_run(&doctor->findings, "Read it first, then run",
		           "chmod 644 %s" IDNX_CONF, doctor->prefix);
	else
		remedy(&doctor->findings, "%s", words[status]);
}

static void report_file(struct doctor *doctor, const char *name, struct config_result result)
{
	found(&doctor->findings, LEVEL_FAIL, "%s: %s%s%s", name,
	      config_status_text(result.status), result.error != 0 ? ": " : "",
	      result.error != 0 ? strerror(result.error) : "");
	remedy_file(doctor, result.status);
}

/* --- Its text ------------------------------------------------------------- */

/* Reports all errors; returns whether there is none. */
static bool check_text(struct doctor *doctor, const char *name, const struct sysroot_file *file)
{
	struct config_faults faults = config_faults(file->octets, file->length);
	bool good = faults.count == 0;

	for (size_t i = 0; i < faults.count; i++) {
		found(&doctor->findings, LEVEL_FAIL, "%s line %u: %s", name, faults.all[i].line,
		      faults.all[i].text);
		remedy_put(&doctor->findings, faults.all[i].remedy);
		faults.all[i].remedy = (struct remedy){ .words = NULL };
	}
	if (faults.is_more) {
		found(&doctor->findings, LEVEL_FAIL, "%s has more errors than these", name);
		remedy(&doctor->findings, "Correct these first, and run idnx doctor again");
	}
	config_faults_free(&faults);
	return good;
}

/* Asks as the module does what becomes of a name that is not UTF-8. */
static bool check_charset(struct doctor *doctor, const char *name, const char *conf)
{
	char ace[IDNX_HOST_NAME_SIZE];
	struct decision decision;

	if (doctor->root.folder != NULL) /* the iconv is this machine's */
		return true;
	decision = policy_to_ascii_under(conf, "\xFC", ace);
	if (decision.verdict != POLICY_NO_CONVERTER)
		return true;
	found(&doctor->findings, LEVEL_FAIL, "%s: names in the charset %s cannot be decoded here",
	      name, decision.settings.charset);
	remedy(&doctor->findings, "Write there the name of a charset that \"iconv -l\" lists, that "
	       "has no shift states, and in which ASCII is ASCII, as in: charset = ISO-8859-15");
	return false;
}

/* --- All ------------------------------------------------------------------ */

/* Root can read a file that others cannot; their programs then have all names refused. */
static bool report_access(struct doctor *doctor)
{
	struct obstacle obstacle;
	bool is_there = sysroot_has(&doctor->root, IDNX_CONF) || errno == EACCES;

	if (!is_there || !access_find(&doctor->root, IDNX_CONF, &obstacle))
		return false;
	access_report(doctor, &obstacle, IDNX_CONF,
	              "programs of other users find no internationalized name");
	return true;
}

static void check_installed(struct doctor *doctor)
{
	struct sysroot_file file = sysroot_read(&doctor->root, IDNX_CONF);
	struct settings settings;
	struct config_result result = config_read(doctor->config_path, "", 0, &settings);
	bool is_closed = report_access(doctor);

	doctor->config_failed = true;
	if (result.status != CONFIG_OK && result.line == 0) {
		if (!is_closed || result.error != EACCES)
			report_file(doctor, IDNX_CONF, result);
	} else if (check_text(doctor, IDNX_CONF, &file)) {
		doctor->config_failed = false;
		if (check_charset(doctor, IDNX_CONF, file.octets))
			found(&doctor->findings, LEVEL_OK, "%s",
			      result.missing  ? "no " IDNX_CONF ": the defaults"
			      : result.masked ? IDNX_CONF " is /dev/null: the defaults"
			                      : IDNX_CONF);
		doctor_protection(doctor, file.octets);
	}
	free(file.octets);
}

static void check_draft(struct doctor *doctor, const char *name)
{
	static const struct sysroot live = { NULL, -1 };
	struct sysroot_file file = sysroot_read(&live, name);

	if (file.error != 0) {
		found(&doctor->findings, LEVEL_FAIL, "%s: %s", name, sysroot_error_text(&file));
		remedy(&doctor->findings, "Name a file that can be read");
	} else if (file.length == 0 || file.length > CONFIG_SIZE_MAX) {
		report_file(doctor, name, (struct config_result){
			.status = file.length == 0 ? CONFIG_EMPTY : CONFIG_TOO_LARGE });
	} else if (check_text(doctor, name, &file) && check_charset(doctor, name, file.octets)) {
		found(&doctor->findings, LEVEL_OK, "%s", name);
		doctor_protection(doctor, file.octets);
	}
	free(file.octets);
}

void doctor_config(struct doctor *doctor)
{
	if (doctor->draft != NULL)
		check_draft(doctor, doctor->draft);
	else
		check_installed(doctor);
}
