/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* The policy tells the line; its text is found here, with the one name of a list that counts. */
#include "setting.h"

#include "show.h"

bool setting_rejects(const struct decision *decision)
{
	return decision->verdict == POLICY_REFUSED && policy_line(decision) != 0;
}

static char *copy(struct span text)
{
	return words_format("%.*s", (int)span_length(text), text.next);
}

/* --- Protected names ------------------------------------------------------ */

/* Returns whether a list of this name alone makes unicode break the rule. */
static bool is_broken_by(const char *list, enum idnx_status rule, struct span unicode)
{
	struct settings settings;
	struct config_result result = config_parse(list, strlen(list), unicode.next,
	                                           span_length(unicode), &settings);

	return result.status == CONFIG_OK && config_protects(&settings) == rule;
}

/* Returns the line's text; of a list of protected names only the one that is to blame. */
static char *protected_text(enum idnx_status rule, struct span text, struct span unicode)
{
	struct conf_line line = { .text = text };
	struct span names, word;

	if (!conf_line_sets(&line, "protect", &names))
		return copy(text);
	while (span_next_word(&names, &word)) {
		char *list = words_format("protect = %.*s", (int)span_length(word), word.next);

		if (is_broken_by(list, rule, unicode))
			return list;
		free(list);
	}
	return copy(text);
}

/* --- Any ------------------------------------------------------------------ */

struct setting setting_find(const char *conf, const struct decision *decision,
                            struct span unicode)
{
	unsigned line = policy_line(decision), section = decision->settings.section_line;
	struct span text = conf_line_text(conf, line);

	return (struct setting){
		.text = protected_text(decision->result.status, text, unicode),
		.line = line,
		.section = section != 0 && line > section
		           ? copy(conf_line_text(conf, section)) : NULL,
	};
}

void setting_free(struct setting *setting)
{
	free(setting->text);
	free(setting->section);
}
