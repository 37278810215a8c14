/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* The policy tells the line; its text is found here, with the one name of a list that counts. */
#include "verdict.h"

bool setting_rejects(const struct decision *decision)
{
	return decision->verdict == POLICY_REFUSED && policy_line(decision) != 0;
}

/* Returns whether a list of one name alone makes the name break the rule. */
static bool is_broken_by(const char *list, enum idnx_status rule, struct span unicode)
{
	struct settings settings;

	config_parse(list, strlen(list), unicode.next, span_length(unicode), &settings);
	return config_protects(&settings) == rule;
}

/* Returns the line's text; of a list of protected names only the one that is to blame. */
static char *text_of(struct span text, enum idnx_status rule, struct span unicode)
{
	struct span names = { text.end, text.end }, word;
	struct conf_line line = { .text = text };

	conf_line_sets(&line, "protect", &names);
	while (span_next_word(&names, &word)) {
		char *list = words_format("protect = %.*s", (int)span_length(word), word.next);

		if (is_broken_by(list, rule, unicode))
			return list;
		free(list);
	}
	return words_copy_of(text.next, span_length(text));
}

struct setting setting_find(const char *conf, const struct decision *decision,
                            struct span unicode)
{
	unsigned line = policy_line(decision), section = decision->settings.section_line;
	struct span text = conf_line_text(conf, line), header = conf_line_text(conf, section);
	bool is_above = section == 0 || line < section;

	return (struct setting){
		.text = text_of(text, decision->result.status, unicode),
		.line = line,
		.section = is_above ? NULL : words_copy_of(header.next, span_length(header)),
	};
}
