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

static bool lacks(const struct idnx_pairs *has, const struct idnx_pairs *needs)
{
	return needs->bits[0] & ~has->bits[0] || needs->bits[1] & ~has->bits[1] ||
	       needs->bits[2] & ~has->bits[2] || needs->bits[3] & ~has->bits[3];
}

/*
 * Passes over nearly all protected names.  One word of each, instead of four, saves 3 % with 512
 * names, and a quarter of the mispredicted branches.
 */
static size_t next_rule(const struct rules *rules, size_t next, const struct idnx_pairs *pairs)
{
	uint64_t lacking = ~(pairs->bits[0] | pairs->bits[1]);

	while (next < rules->count &&
	       (rules->hashes[next] & lacking || lacks(pairs, &rules->pairs[next])))
		next++;
	return next;
}

struct config_result rules_apply(const struct rules *rules, struct match *match,
                                 struct settings *settings)
{
	struct config_parser parser = rules->parser;
	struct idnx_pairs pairs; /* of the name */

	memset(&pairs, 0xFF, sizeof pairs);
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
