/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Checks idnx.conf with the module's code: while it is rejected or has an error, lookups of
 * non-ASCII names fail.  With --config, checks the text of a draft, whoever owns it.
 */
#include "config.h"

#include "verdict/verdict.h"
#include "doctor.h"
#include "policy.h"

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

/* Returns a key that does nothing without protection, of which there is none; or NULL. */
static const char *idle_key(const struct settings *settings, const struct config_result *config)
{
	static const enum config_key keys[] = { CONFIG_MODE, CONFIG_LOG, CONFIG_ACE_NAMES,
		                                CONFIG_PROTECTED_WORDS };

	if (force_sets_protection(config))
		return NULL;
	for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
		if (settings->values[keys[i]])
			return config_keys[keys[i]].name;
	return settings->lines[CONFIG_PROTECT] ? config_keys[CONFIG_PROTECT].name : NULL;
}

static void report_settings(struct doctor *doctor, const char *name, const char *conf,
                            struct config_result result)
{
	struct settings settings;
	const char *run = doctor->options->config ? "Once it is installed, run" : "Run";
	const char *option = doctor->root.option, *idle;

	config_parse(conf, strlen(conf), NULL, &settings);
	if (settings.values[CONFIG_REVERSE])
		doctor_warn(
			doctor,
			remedy_words(
				"Set it in the section of names that no access rule mentions"),
			"%s: reverse = unicode for all names: access rules by host name "
			"(sshd's with UseDNS, hosts.deny, NFS exports) no longer match xn-- names",
			name);
	idle = idle_key(&settings, &result);
	if (idle || (settings.lines[CONFIG_PROTECT] &&
	             config_protection(&settings) == CONFIG_PROTECTION_OFF))
		doctor_warn(doctor,
		            remedy_command(run, "idnx set%s protection=browser", option),
		            "%s: %s %s", name, idle ? idle : "protect alone",
		            idle ? "has nothing to act on, since no protection is set"
		                 : "lets look-alikes with rare letters pass");
	else if (result.missing || result.masked)
		doctor_ok(doctor, "%s%s: the defaults", result.masked ? "" : "no ",
		          result.masked ? IDNX_CONF " is /dev/null" : name);
	else if (settings.values[CONFIG_MODE])
		doctor_warn(doctor,
		            remedy_command("When the log has no legitimate name any more, run",
		                           "idnx set%s mode= log=rejected", option),
		            "%s: mode = report protects %s: what protection would reject is "
		            "only logged",
		            name,
		            result.reports_everywhere
		                    ? "nobody"
		                    : "no name outside sections that enforce");
	else
		doctor_ok(doctor, "%s: protection for all names: %s", name,
		          force_protection(&settings));
}

/* Root can read a file that others cannot; their programs then have all names rejected. */
void doctor_config(struct doctor *doctor)
{
	const char *draft = doctor->options->config;
	const char *name = draft ? draft : words_format("%s" IDNX_CONF, doctor->root.prefix);
	struct sysroot_file file = sysroot_read(draft ? &sysroot_live : &doctor->root,
	                                        draft ? draft : IDNX_CONF);
	struct config_result result = draft ? config_check_draft(&file) : doctor->force->config;
	bool is_sound = draft || doctor_is_sound(doctor, IDNX_CONF,
	                                         "programs of other users find no "
	                                         "internationalized name");

	if (result.status == CONFIG_OK && check_charset(doctor, name, file.octets))
		report_settings(doctor, name, file.octets, result);
	else if (result.line > 0 || (result.status != CONFIG_OK && is_sound))
		doctor_fail(doctor, remedy_words("%s", config_fault_remedy(result.status)),
		            "%s%s: %s", name,
		            result.line > 0 ? words_format(" line %u", result.line) : "",
		            config_fault_text(file.octets, &result));
}
