/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* idnx spoofs: makes the spoofs of a name, and shows those that idnx.conf lets pass. */
#include "verdict/spoofs.h"
#include "verdict/verdict.h"

static const char help[] =
	"Usage: idnx spoofs [OPTION]... [NAME]...\n"
	"\n"
	"Makes the names that read as each NAME, or as each line of standard input if there is "
	"none: with a look-alike for each letter, in longer labels, and in domains of others. "
	"Shows those that a lookup under this machine's idnx.conf lets pass, the shortest first, "
	"each with its ASCII form, the settings that would reject it and the look-alike; then how "
	"many they are. A name that no setting rejects has \"-\" in the place of the rule_set.\n"
	"\n"
	"Example: idnx spoofs --set=protection=browser --set=protect=paypal.com paypal.com\n";

static bool passes(const char *conf, const char *name)
{
	char ace[IDNX_HOST_NAME_SIZE];
	enum policy_action action = policy_to_ascii_under(conf, name, ace).action;

	return action == POLICY_CONVERTED || action == POLICY_UNCHANGED;
}

/* Programs look it up as it is, or convert it themselves; links have the ASCII form. */
static bool spoof_passes(const struct rule_set *rule_set, const struct spoof *spoof)
{
	const char *conf = rule_set->rules ? rule_set->rules : "";

	return passes(conf, spoof->name) || passes(conf, spoof->ace);
}

/* Returns the weakest settings that reject it; NULL if none do. */
static const char *remedy_of(struct span name, const struct spoof *spoof)
{
	static const struct {
		const char *text, *conf;
	} settings[] = {
		{ "protection=browser", "protection = browser\n" },
		{ "protect", "protect = %.*s\n" },
		{ "protection=browser,protect", "protection = browser\nprotect = %.*s\n" },
		{ "protection=strict,protect", "protection = strict\nprotect = %.*s\n" }
	};

	for (size_t i = 0; i < sizeof settings / sizeof *settings; i++) {
		char *conf = words_format(settings[i].conf, (int)span_length(name), name.next);
		bool rejects = !passes(conf, spoof->name) && !passes(conf, spoof->ace);

		free(conf);
		if (rejects)
			return settings[i].text;
	}
	return NULL;
}

/* --- What is shown ---------------------------------------------------------------- */

static void show_json(struct span name, const struct spoof *spoof, bool passing)
{
	json_begin(NULL, '{');
	json_octets("name", name.next, span_length(name));
	json_text("spoof", spoof->name);
	json_text("ascii", spoof->ace);
	json_flag("passes", passing);
	json_text("rejected_by", passing ? remedy_of(name, spoof) : NULL);
	json_character("character", spoof->character);
	json_end_line();
}

static void show_line(struct span name, const struct spoof *spoof, bool passing)
{
	const char *remedy = passing ? remedy_of(name, spoof) : "rejected";
	char *character;
	FILE *out = words_open(&character);

	character_put(out, spoof->character);
	words_close(out);
	output_valid_name(&standard_output, spoof->name, strlen(spoof->name));
	output_format(&standard_output, "\t%s\t%s\t", spoof->ace, remedy ? remedy : "-");
	output_text(&standard_output, character);
	output_end(&standard_output, false);
	free(character);
}

/* Shows those that pass, or all; returns how many pass. */
static size_t show_spoofs(const struct options *options,
                          const struct rule_set *rule_set, struct span name,
                          const struct spoofs *spoofs)
{
	size_t count = 0;

	for (size_t i = 0; i < spoofs->count; i++) {
		const struct spoof *spoof = &spoofs->all[i];
		bool passing = spoof_passes(rule_set, spoof);

		count += passing;
		if (passing || options->all)
			(options->json ? show_json : show_line)(name, spoof, passing);
	}
	return count;
}

static enum exit_code show_name(const struct options *options,
                                const struct rule_set *rule_set,
                                const struct input_name *input)
{
	char form[IDNX_NAME_SIZE];
	struct idnx_result result = idnx_to_unicode(input->octets, input->length, form,
	                                            sizeof form, IDNX_LOOKUP);
	struct span name = { form, form + result.length };
	struct spoofs spoofs;
	size_t count;

	if (result.status != IDNX_OK) {
		line_put_error(input, "", words_copy(idnx_status_text(result.status)));
		return EXIT_REJECTED;
	}
	spoofs = spoofs_of(name);
	count = show_spoofs(options, rule_set, name, &spoofs);
	if (!options->json) {
		output_valid_name(&standard_output, form, result.length);
		output_format(&standard_output, ": %zu of %zu spoofs pass\n", count,
		              spoofs.count);
	}
	spoofs_free(&spoofs);
	return count > 0 ? EXIT_REJECTED : EXIT_OK;
}

/* Under a file with an error no spoof passes, but nor does any other name. */
_Noreturn static void reject_file(const struct rule_set *rule_set)
{
	const char *conf = rule_set->conf ? rule_set->conf : "";
	struct config_faults faults = config_faults(conf, strlen(conf));

	config_faults_die(rule_set->origin, &faults, rule_set->fault);
}

enum exit_code cmd_spoofs(int argc, char **argv)
{
	struct options options = options_read(argc, argv, help);
	struct rule_set rule_set = rule_set_of(&options);
	enum exit_code code = EXIT_OK, its;
	struct input input;
	struct input_name name;

	if (rule_set.fault)
		reject_file(&rule_set);
	input_open(&input, options.names, false);
	while (input_next(&input, &name)) {
		its = show_name(&options, &rule_set, &name);
		code = its > code ? its : code;
	}
	return code;
}
