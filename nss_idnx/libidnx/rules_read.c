/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* Keeps what the parser of idnx.conf finds: policy/rules.c applies it to names. */
#include <stdlib.h>
#include <string.h>

#include "rules_read.h"
#include "span.h"

/* The parser of the rules is a copy of this one, which has the recorder. */
struct recording {
	struct config_parser parser;
	struct rules *rules;
	bool has_memory;
};

/* Doubles the array when it is full. */
static struct rule *add_rule(struct rules *rules)
{
	size_t count = rules->count;
	struct rule *all = rules->rules;

	if ((count & (count - 1)) == 0) {
		all = realloc(all, (count > 0 ? 2 * count : 1) * sizeof *all);
		if (all == NULL)
			return NULL;
		rules->rules = all;
	}
	rules->count++;
	return memset(&all[count], 0, sizeof *all);
}

static bool fill(struct rule *rule, struct config_parser *parser, const char *suffix)
{
	if (rule->length > 0) {
		rule->suffix = strndup(suffix, rule->length);
		if (rule->suffix == NULL)
			return false;
	}
	if (rule->event != CONFIG_BEGINS_SECTION)
		return true;
	rule->settings = malloc(sizeof *rule->settings);
	if (rule->settings == NULL)
		return false;
	*rule->settings = parser->all;
	rule->settings->suffix_length = rule->length;
	rule->settings->section_line = (uint16_t)rule->line;
	parser->settings = rule->settings;
	return true;
}

static void record(struct config_parser *parser, enum config_event event, const char *suffix,
                   size_t length)
{
	struct recording *recording = (struct recording *)parser;
	struct rule *rule = recording->has_memory ? add_rule(recording->rules) : NULL;

	recording->has_memory = rule != NULL;
	if (rule == NULL)
		return;
	rule->event = event;
	rule->line = parser->line.number;
	rule->length = length;
	recording->has_memory = fill(rule, parser, suffix);
}

/* In arrays of their own, which the cache of a processor holds. */
static bool note_pairs(struct rules *rules)
{
	rules->pairs = calloc(rules->count + 1, sizeof *rules->pairs);
	rules->hashes = calloc(rules->count + 1, sizeof *rules->hashes);
	if (rules->pairs == NULL || rules->hashes == NULL)
		return false;
	for (size_t i = 0; i < rules->count; i++) {
		if (rules->rules[i].event != CONFIG_PROTECTS)
			continue;
		idnx_letter_pairs(rules->rules[i].suffix, rules->rules[i].length, NULL,
		                  &rules->pairs[i]);
		rules->hashes[i] = rules->pairs[i].bits[0] | rules->pairs[i].bits[1];
	}
	return true;
}

bool rules_read(struct rules *rules, const char *text, size_t length)
{
	struct recording recording = { .parser.record = record,
		                       .rules = rules,
		                       .has_memory = true };

	config_begin(&recording.parser);
	if (length > CONFIG_SIZE_MAX)
		recording.parser.result.status = CONFIG_TOO_LARGE;
	config_lines(&recording.parser, (struct span){ text, text + length });
	rules->parser = recording.parser;
	return recording.has_memory && note_pairs(rules);
}

void rules_free(struct rules *rules)
{
	for (size_t i = 0; i < rules->count; i++) {
		free(rules->rules[i].suffix);
		free(rules->rules[i].settings);
	}
	free(rules->rules);
	free(rules->pairs);
	free(rules->hashes);
	rules->rules = NULL;
	rules->pairs = NULL;
	rules->hashes = NULL;
	rules->count = 0;
}
