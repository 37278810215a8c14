/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* Repeats, for a name, what the parser of idnx.conf did when it read the file. */
#include "rules.h"

/* A section inherits what lists for all names say, until it begins its own. */
static void enter_section(struct config_parser *parser, const struct rule *rule)
{
	struct listed listed;

	config_happens(parser, rule->event, rule->suffix, rule->length);
	listed = parser->settings->listed;
	if (parser->settings == &parser->chosen)
		*parser->settings = *rule->settings;
	parser->settings->listed = listed;
}

/* Passes over nearly all protected names. */
static size_t next_rule(const struct rules *rules, size_t next, const struct idnx_pairs *pairs)
{
	while (next < rules->count && match_lacks(pairs, &rules->pairs[next]))
		next++;
	return next;
}

struct config_result rules_apply(const struct rules *rules, struct match *match,
                                 struct settings *settings)
{
	struct config_parser parser = rules->parser;
	struct idnx_pairs pairs = { { UINT64_MAX, UINT64_MAX } }; /* of the name */

	parser.record = NULL;
	parser.match = match;
	parser.settings = &parser.all;
	for (size_t i = 0; (i = next_rule(rules, i, &pairs)) < rules->count; i++) {
		const struct rule *rule = &rules->rules[i];

		parser.line.number = rule->line;
		if (rule->event == CONFIG_BEGINS_SECTION)
			enter_section(&parser, rule);
		else if (parser.settings != &parser.other)
			config_happens(&parser, rule->event, rule->suffix, rule->length);
		if (rule->event == CONFIG_BEGINS_PROTECT)
			pairs = match_pairs(match);
	}
	return config_end(&parser, settings);
}
