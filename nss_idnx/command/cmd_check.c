/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* idnx check: writes what a lookup on this machine does with each name, one line per name. */
#include "machine/machine.h"
#include "verdict/verdict.h"

static const char help[] =
	"Usage: idnx check [OPTION]... [NAME]...\n"
	"\n"
	"Shows what a lookup does with each NAME, or with each line of standard input if "
	"there is none, under this machine's idnx.conf: the ASCII form that DNS is asked "
	"for, or why there is none. ASCII names and excluded ones stay as they are. A name "
	"that \"protection = browser\" would refuse gets a warning on standard error.\n"
	"\n"
	"Example: idnx check --set=protection=browser <names\n";

/* --- Settings ------------------------------------------------------------- */

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

/* Says what is wrong with a draft of idnx.conf as a whole. */
_Noreturn static void refuse_draft(const char *path, const char *what)
{
	output_format(&standard_error, "idnx: %s: %s\n", path, what);
	output_close();
	exit(EXIT_CONFIGURATION);
}

static void put_faults(const char *path, const struct config_faults *faults)
{
	for (size_t i = 0; i < faults->count; i++) {
		const struct config_fault *fault = &faults->all[i];

		output_format(&standard_error, "idnx: %s, line %u: ", path, fault->line);
		output_visible(&standard_error, fault->text, strlen(fault->text));
		output_text(&standard_error, "\n  ");
		remedy_write(&standard_error, 0, &fault->remedy);
	}
}

static struct verdict_settings settings_of_draft(const char *path)
{
	const struct sysroot live = sysroot_of(NULL);
	struct sysroot_file draft = sysroot_read(&live, path);
	struct config_faults faults = config_faults(draft.octets, draft.length);
	char ace[IDNX_HOST_NAME_SIZE];

	if (draft.error != 0)
		refuse_draft(path, sysroot_error_text(&draft));
	if (draft.length == 0 || draft.length > CONFIG_SIZE_MAX)
		refuse_draft(path, config_status_text(draft.length == 0 ? CONFIG_EMPTY
		                                                        : CONFIG_TOO_LARGE));
	put_faults(path, &faults);
	if (faults.count > 0)
		refuse_draft(path, faults.is_more ? "has more errors than these" : "has errors");
	if (policy_to_ascii_under(draft.octets, "\xFC", ace).verdict == POLICY_NO_CONVERTER)
		refuse_draft(path, "names in its charset cannot be decoded here");
	return (struct verdict_settings){ .origin = path, .conf = draft.octets,
		                          .rules = draft.octets, .is_file = true };
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
	return (struct verdict_settings){ .origin = "--set", .conf = options->set,
		                          .rules = options->set };
}

/* --- Totals --------------------------------------------------------------- */

/* How many names got each verdict, and how many each rule rejected. */
struct totals {
	unsigned long long names;
	unsigned long long verdicts[POLICY_NO_CONVERTER + 1];
	unsigned long long rules[IDNX_BAD_FLAGS + 1];
};

static void count_verdict(struct totals *totals, const struct verdict *verdict)
{
	totals->names++;
	totals->verdicts[verdict->decision.verdict]++;
	if (verdict_is_refused(verdict))
		totals->rules[verdict->decision.result.status]++;
}

static void put_count(const char *comma, const char *word, unsigned long long number)
{
	if (comma)
		output_format(&standard_error, "%s\"%s\":%llu", comma, word, number);
	else
		output_format(&standard_error, "%-14s %8llu\n", word, number);
}

/*
 * Writes to standard error, where they do not stand among answers: one word and number per
 * line, "SCRIPTS 12"; or an object with the one member totals, on a line of its own.
 */
static void put_totals(const struct totals *totals, bool json)
{
	const char *comma = json ? "," : NULL, *first = json ? "" : NULL;

	output_text(&standard_error, json ? "{\"totals\":{" : "");
	put_count(first, "names", totals->names);
	for (int i = 0; i <= POLICY_NO_CONVERTER; i++)
		if (json || totals->verdicts[i] > 0)
			put_count(comma, verdict_word((enum policy_verdict)i), totals->verdicts[i]);
	output_text(&standard_error, json ? ",\"rules\":{" : "");
	for (int i = 0; i <= IDNX_BAD_FLAGS; i++)
		if (totals->rules[i] > 0) {
			put_count(first, idnx_status_code((enum idnx_status)i), totals->rules[i]);
			first = comma;
		}
	output_text(&standard_error, json ? "}}}\n" : "");
}

/* --- All ------------------------------------------------------------------ */

static void put_verdict(const struct verdict *verdict, const struct options *options)
{
	if (options->json) {
		json_verdict_line(verdict);
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
		count_verdict(&totals, &verdict);
		if (verdict.code > code)
			code = verdict.code;
		put_verdict(&verdict, &options);
		verdict_free(&verdict);
	}
	if (options.set || options.config)
		put_totals(&totals, options.json);
	return code;
}
