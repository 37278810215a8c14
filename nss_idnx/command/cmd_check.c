/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* idnx check: writes what a lookup on this machine does with each name, one line per name. */
#include "command.h"

#include "config/faults.h"
#include "machine/machine.h"
#include "verdict/line.h"
#include "verdict/totals.h"
#include "verdict/verdict_json.h"

static const char help[] =
	"Usage: idnx check [OPTION]... [NAME]...\n"
	"\n"
	"Shows what a lookup does with each NAME, or with each line of standard input if "
	"there is none, under this machine's idnx.conf: the ASCII form that DNS is asked "
	"for, or why there is none. ASCII names and excluded ones stay as they are. A name "
	"that \"protection = browser\" would refuse gets a warning on standard error.\n"
	"\n"
	"Example: idnx check --set=protection=browser <names\n";

static void refuse_mistakes(const char *set)
{
	struct settings settings;
	struct config_result result = config_parse(set, strlen(set), "", 0, &settings);
	struct span line = conf_line_text(set, result.line);
	char *text;

	if (result.status == CONFIG_OK)
		return;
	result.first = 0; /* a setting of --set has no line number for the user */
	text = config_fault_text(set, &result);
	output_text(&standard_error, "idnx: --set ");
	json_string(&standard_error, line.next, span_length(line));
	output_text(&standard_error, ": ");
	output_visible(&standard_error, text, strlen(text));
	die_usage_said();
}

/* Says what is wrong with a draft of idnx.conf, or NULL for one of its errors. */
_Noreturn static void refuse_draft(const char *path, const char *what)
{
	if (what)
		output_format(&standard_error, "idnx: %s: %s\n", path, what);
	output_close();
	exit(EXIT_CONFIGURATION);
}

static void refuse_faults(const char *path, const struct sysroot_file *draft)
{
	struct config_faults faults = config_faults(draft->octets, draft->length);

	for (size_t i = 0; i < faults.count; i++) {
		const struct config_fault *fault = &faults.all[i];

		output_format(&standard_error, "idnx: %s, line %u: ", path, fault->line);
		output_visible(&standard_error, fault->text, strlen(fault->text));
		output_text(&standard_error, "\n  ");
		remedy_write(&standard_error, 0, &fault->remedy);
	}
	if (faults.count > 0)
		refuse_draft(path, faults.is_more ? "has more errors than these" : NULL);
	config_faults_free(&faults);
}

static struct verdict_settings settings_of_draft(const char *path)
{
	const struct sysroot live = sysroot_of(NULL);
	struct sysroot_file draft = sysroot_read(&live, path);
	char ace[IDNX_HOST_NAME_SIZE];

	if (draft.error != 0)
		refuse_draft(path, sysroot_error_text(&draft));
	if (draft.length == 0 || draft.length > CONFIG_SIZE_MAX)
		refuse_draft(path, config_status_text(draft.length == 0 ? CONFIG_EMPTY
		                                                        : CONFIG_TOO_LARGE));
	refuse_faults(path, &draft);
	if (policy_to_ascii_under(draft.octets, "\xFC", ace).verdict == POLICY_NO_CONVERTER)
		refuse_draft(path, "names in its charset cannot be decoded here");
	return verdict_settings_of_text(path, draft.octets);
}

static struct verdict_settings settings_of(const struct options *options)
{
	if (options->set && options->config)
		die_usage("give either --set or --config", NULL);
	if (options->config)
		return settings_of_draft(options->config);
	if (!options->set)
		return verdict_settings_of_machine();
	refuse_mistakes(options->set);
	return verdict_settings_of_text("--set", options->set);
}

static void put_verdict(const struct verdict *verdict, const struct options *options)
{
	if (options->json) {
		verdict_json_put_line(verdict);
		return;
	}
	line_put(verdict);
	output_end(&standard_output, options->null);
	line_put_warning(verdict);
}

enum exit_code cmd_check(int argc, char **argv)
{
	struct options options = options_read(argc, argv, help);
	struct verdict_settings settings = settings_of(&options);
	enum exit_code code = EXIT_OK;
	struct totals totals = { .names = 0 };
	static struct verdict verdict;
	struct input names;
	struct input_name name;

	input_open(&names, options.names, options.null);
	while (input_next(&names, &name)) {
		verdict_of(&verdict, &name, &settings);
		totals_count(&totals, &verdict);
		if (verdict.code > code)
			code = verdict.code;
		put_verdict(&verdict, &options);
		verdict_free(&verdict);
	}
	if ((options.set || options.config) && options.json)
		totals_put_json(&totals);
	else if (options.set || options.config)
		totals_put(&totals);
	return code;
}
