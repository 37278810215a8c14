/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* By which idnx.conf names are checked: this machine's, a draft, or settings of --set. */
#include "machine/machine.h"
#include "verdict.h"

static struct rule_set rule_set_of_draft(const char *path)
{
	struct sysroot_file draft = sysroot_read(&sysroot_live, path);
	struct config_result result = config_check_draft(&draft);
	char ace[IDNX_HOST_NAME_SIZE];

	if (result.status != CONFIG_OK)
		config_fault_die(path, result.line, config_fault_text(draft.octets, &result));
	if (policy_to_ascii_under(draft.octets, "\xFC", ace).action == POLICY_NO_CHARSET)
		config_fault_die(path, 0, "names in its charset cannot be decoded here");
	return (struct rule_set){ .origin = path, .conf = draft.octets, .is_file = true };
}

void rule_set_require(const struct rule_set *rule_set)
{
	if (rule_set->fault)
		config_fault_die(rule_set->origin, rule_set->file.line, rule_set->fault);
}

struct rule_set rule_set_of(const struct options *options)
{
	struct config_result result;
	struct settings settings;

	if (options->set && options->config)
		die_usage("give either --set or --config", NULL);
	if (options->config)
		return rule_set_of_draft(options->config);
	if (!options->set)
		return rule_set_of_file(IDNX_CONF);
	result = config_parse(options->set, strlen(options->set), NULL, &settings);
	result.first = 0; /* a setting of --set has no line number for the user */
	if (result.status != CONFIG_OK)
		die_usage(words_format("--set: %s", config_fault_text(options->set, &result)),
		          NULL);
	return (struct rule_set){ .origin = "--set", .conf = options->set };
}
