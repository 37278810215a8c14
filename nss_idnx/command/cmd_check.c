/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* idnx check: writes what a lookup on this machine does with each name, one line per name. */
#include "machine/machine.h"
#include "verdict/verdict.h"

static const char help[] =
	"Usage: idnx check [OPTION]... [NAME]...\n"
	"\n"
	"Shows what a lookup does with each NAME, or with each line of standard input if "
	"there is none, under this machine's idnx.conf: the ASCII form that is "
	"looked up, or why there is none. ASCII names and excluded ones stay as they are. A name "
	"that \"protection = browser\" would reject gets a warning on standard error.\n"
	"\n"
	"Example: idnx check --set=protection=browser <names\n";

/* --- Settings ------------------------------------------------------------- */

static void reject_errors(const char *set)
{
	struct settings settings;
	struct config_result result = config_parse(set, strlen(set), NULL, &settings);

	result.first = 0; /* a setting of --set has no line number for the user */
	if (result.status != CONFIG_OK)
		die_usage(words_format("--set: %s", config_fault_text(set, &result)), NULL);
}

/* Returns what is wrong with a draft of idnx.conf besides its lines, or NULL. */
static const char *draft_fault(const struct sysroot_file *draft)
{
	char ace[IDNX_HOST_NAME_SIZE];

	if (draft->error != 0)
		return sysroot_error_text(draft);
	if (draft->length == 0)
		return config_status_text(CONFIG_EMPTY);
	if (draft->length > CONFIG_SIZE_MAX)
		return config_status_text(CONFIG_TOO_LARGE);
	if (policy_to_ascii_under(draft->octets, "\xFC", ace).verdict == POLICY_NO_CONVERTER)
		return "names in its charset cannot be decoded here";
	return NULL;
}

static struct verdict_settings settings_of_draft(const char *path)
{
	struct sysroot_file draft = sysroot_read(&sysroot_live, path);
	struct config_faults faults = config_faults(draft.octets, draft.length);
	const char *fault = draft_fault(&draft);

	if (faults.count > 0 || fault)
		config_faults_die(path, &faults, fault);
	return (struct verdict_settings){
		.origin = path, .conf = draft.octets, .rules = draft.octets, .is_file = true
	};
}

static struct verdict_settings settings_of(const struct options *options)
{
	if (options->set && options->config)
		die_usage("give either --set or --config", NULL);
	if (options->config)
		return settings_of_draft(options->config);
	if (!options->set)
		return verdict_settings_of_file(IDNX_CONF);
	reject_errors(options->set);
	return (struct verdict_settings){ .origin = "--set",
		                          .conf = options->set,
		                          .rules = options->set };
}

static enum exit_code check(const struct verdict *verdict, const struct options *options)
{
	if (options->json) {
		json_verdict_line(verdict);
	} else {
		line_put(verdict);
		output_end(&standard_output, options->null);
		if (verdict_has_warning(verdict))
			line_put_error(&verdict->name, "warning: ", line_of_warning(verdict));
	}
	return verdict->code;
}

enum exit_code cmd_check(int argc, char **argv)
{
	struct options options = options_read(argc, argv, help);
	struct verdict_settings settings = settings_of(&options);

	if (options.in_text)
		return verdict_in_text(&options, &settings);
	return verdict_each(&options, &settings, check);
}
