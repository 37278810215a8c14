/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Checks idnx.conf with the module's code: while it is rejected or has an error, lookups of
 * non-ASCII names fail.  With --config, checks the text of a draft, whoever owns it.
 */
#include "config.h"

#include "verdict/verdict.h"
#include "doctor.h"
#include "policy.h"

/* --- A file that is not trusted ------------------------------------------- */

/* Returns what config_read() would say of a file that need not be root's. */
static struct config_result read_draft(const struct sysroot_file *file)
{
	struct config_result result = { .status = CONFIG_OK };

	if (file->error == SYSROOT_NOT_REGULAR)
		result.status = CONFIG_NOT_REGULAR;
	else if (file->error == EFBIG || file->length > CONFIG_SIZE_MAX)
		result.status = CONFIG_TOO_LARGE;
	else if (file->error != 0)
		result = (struct config_result){ CONFIG_UNREADABLE, .error = file->error };
	else if (file->length == 0)
		result.status = CONFIG_EMPTY;
	return result;
}

/* --- Its text ------------------------------------------------------------- */

/* Reports the first error; returns whether there is none. */
static bool check_text(struct doctor *doctor, const char *name, const struct sysroot_file *file)
{
	struct config_result result = config_check(file->octets, file->length);

	if (result.line > 0)
		doctor_fail(doctor, remedy_words("%s", config_fault_remedy(result.status)),
		            "%s line %u: %s", name, result.line,
		            config_fault_text(file->octets, &result));
	return result.line == 0;
}

/* Asks as the module does what becomes of a name that is not UTF-8. */
static bool check_charset(struct doctor *doctor, const char *name, const char *conf)
{
	char ace[IDNX_HOST_NAME_SIZE];
	struct decision decision = policy_to_ascii_under(conf, "\xFC", ace);

	/* The iconv is this machine's. */
	if (decision.action != POLICY_NO_CHARSET || doctor->root.directory != NULL)
		return true;
	doctor_fail(
		doctor,
		remedy_words(
			"Write there the name of a charset that \"iconv -l\" lists, that has no "
			"shift states, and in which ASCII is ASCII, as in: charset = ISO-8859-15"),
		"%s: names in the charset %s cannot be decoded here", name,
		decision.settings.charset);
	return false;
}

/* Returns a key that only changes what protection does, and is set without any; or NULL. */
static const char *idle_key(const struct settings *settings, const char *conf)
{
	static const enum config_key keys[] = { CONFIG_MODE, CONFIG_LOG, CONFIG_ACE_NAMES,
		                                CONFIG_PROTECTED_WORDS };

	for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
		if (settings->values[keys[i]] && !force_has_protection(conf))
			return config_keys[keys[i]].name;
	return NULL;
}

/* Returns the command for these settings. */
static struct remedy remedy_of_settings(const struct doctor *doctor, const char *before,
                                        const char *settings)
{
	return remedy_command(before, "idnx set%s%s %s",
	                      doctor->root.directory ? " --root=" : "", doctor->root.word,
	                      settings);
}

static void report_settings(struct doctor *doctor, const char *name, const char *conf,
                            struct config_result result)
{
	struct settings settings;
	const char *idle, *run = doctor->options->config ? "Once it is installed, run" : "Run";

	config_parse(conf, strlen(conf), NULL, &settings);
	if (settings.values[CONFIG_REVERSE])
		doctor_warn(
			doctor,
			remedy_words(
				"Set it in the section of names that no access rule mentions"),
			"%s: reverse = unicode for all names: access rules by host name "
			"(sshd's with UseDNS, hosts.deny, NFS exports) no longer match xn-- names",
			name);
	idle = idle_key(&settings, conf);
	if (idle)
		doctor_warn(doctor, remedy_of_settings(doctor, run, "protection=browser"),
		            "%s: %s has nothing to act on, since no protection is set", name,
		            idle);
	else if (settings.lines[CONFIG_PROTECT] &&
	         config_protection(&settings) == CONFIG_PROTECTION_OFF)
		doctor_warn(doctor, remedy_of_settings(doctor, run, "protection=browser"),
		            "%s: protect alone lets look-alikes with rare letters pass", name);
	else if (result.missing || result.masked)
		doctor_ok(doctor, "%s%s: the defaults", result.masked ? "" : "no ",
		          result.masked ? IDNX_CONF " is /dev/null" : name);
	else if (settings.values[CONFIG_MODE])
		doctor_warn(
			doctor,
			remedy_of_settings(doctor,
		                           "When the log has no legitimate name any more, run",
		                           "mode= log=rejected"),
			"%s: mode = report protects nobody: what protection would reject is "
			"only logged",
			name);
	else
		doctor_ok(doctor, "%s: protection for all names: %s", name,
		          force_protection(&settings));
}

/* Root can read a file that others cannot; their programs then have all names rejected. */
void doctor_config(struct doctor *doctor)
{
	const char *draft = doctor->options->config, *name = draft != NULL ? draft : IDNX_CONF;
	struct sysroot_file file = sysroot_read(draft != NULL ? &sysroot_live : &doctor->root,
	                                        name);
	struct config_result result = draft != NULL ? read_draft(&file) : doctor->force->config;
	bool is_sound = draft != NULL ||
	                doctor_is_sound(
				doctor, IDNX_CONF,
				"programs of other users find no internationalized name");

	if (result.status != CONFIG_OK && result.line == 0) {
		if (is_sound)
			doctor_fail(doctor,
			            remedy_words("%s", config_fault_remedy(result.status)),
			            "%s: %s%s%s", name, config_status_text(result.status),
			            result.error != 0 ? ": " : "",
			            result.error != 0 ? strerror(result.error) : "");
	} else if (check_text(doctor, name, &file) &&
	           check_charset(doctor, name, file.octets)) {
		report_settings(doctor, name, file.octets, result);
	}
}
