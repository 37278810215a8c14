/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Reports which look-alike names an idnx.conf without mistakes refuses: for all names, and
 * below each suffix that has other settings; and what "ace-names = leave" does not cover.
 *
 *     protection: browser for all names, strict below .bank.example; 3 protected names
 */
#include "doctor.h"

#include "config.h"
#include "config/sections.h"

static bool is_protection(const struct idnx_criteria *criteria, enum config_protection which)
{
	const struct idnx_criteria *all = &config_protections[which];

	return criteria->level == all->level && criteria->repertoire == all->repertoire &&
	       !criteria->look_alikes == !all->look_alikes;
}

/* Names the keys that ask for something beyond a value of "protection". */
static const char *keys_text(const struct idnx_criteria *criteria)
{
	static const char *const texts[] = {
		"off", "script-policy", "repertoire", "script-policy and repertoire",
		"look-alikes", "script-policy and look-alikes", "repertoire and look-alikes",
		"script-policy, repertoire and look-alikes",
	};

	return texts[(criteria->level != IDNX_LEVEL_UNRESTRICTED) |
	             (criteria->repertoire != IDNX_REPERTOIRE_ANY) << 1 |
	             (criteria->look_alikes != 0) << 2];
}

static const char *criteria_text(const struct idnx_criteria *criteria)
{
	if (is_protection(criteria, CONFIG_PROTECTION_BROWSER))
		return "browser";
	if (is_protection(criteria, CONFIG_PROTECTION_STRICT))
		return "strict";
	if (is_protection(criteria, CONFIG_PROTECTION_OFF) && config_names_scripts(criteria))
		return "scripts";
	return keys_text(criteria);
}

static void put_settings(FILE *out, const struct settings *settings)
{
	const char *text = criteria_text(&settings->criteria);

	fputs(text, out);
	if (config_names_scripts(&settings->criteria) && strcmp(text, "scripts") != 0)
		fputs(" with scripts", out);
	if (settings->leaves_ace_names)
		fputs(" without xn-- names", out);
}

static bool same_settings(const struct settings *one, const struct settings *other)
{
	const struct idnx_criteria *a = &one->criteria, *b = &other->criteria;

	return a->level == b->level && a->repertoire == b->repertoire &&
	       !a->look_alikes == !b->look_alikes &&
	       memcmp(&a->scripts, &b->scripts, sizeof a->scripts) == 0 &&
	       one->leaves_ace_names == other->leaves_ace_names;
}

/* --- The file, line by line --------------------------------------------------- */

/* A file may have thousands of sections. */
#define SECTIONS_TOLD 8

struct summary {
	FILE *out;
	unsigned sections; /* that differ */
	struct settings all;
	unsigned long protected_names;
	bool leaves_ace_names; /* anywhere */
};

static void put_section(struct summary *summary, const struct section *section)
{
	const struct settings *settings = &section->settings;
	struct span suffix = section->suffix;

	summary->leaves_ace_names |= settings->leaves_ace_names;
	if (same_settings(settings, &summary->all))
		return;
	if (++summary->sections > SECTIONS_TOLD)
		return;
	fputs(", ", summary->out);
	put_settings(summary->out, settings);
	fprintf(summary->out, " below .%.*s", (int)span_length(suffix), suffix.next);
}

static void put_sections(struct summary *summary, const char *conf)
{
	struct sections sections;
	struct section section;

	sections_begin(&sections, conf);
	summary->all = sections_above(&sections);
	summary->leaves_ace_names = summary->all.leaves_ace_names;
	put_settings(summary->out, &summary->all);
	fputs(" for all names", summary->out);
	while (sections_next(&sections, &section))
		put_section(summary, &section);
	if (summary->sections > SECTIONS_TOLD)
		fprintf(summary->out, ", other keys below %u more suffixes",
		        summary->sections - SECTIONS_TOLD);
}

static void count_protected(struct summary *summary, const struct conf_line *line)
{
	struct span list, word;

	if (conf_line_sets(line, "protect", &list))
		while (span_next_word(&list, &word))
			summary->protected_names++;
}

static void put_summary(struct summary *summary, const char *conf)
{
	struct span rest = span_of_text(conf);
	struct conf_line line = { .number = 0 };

	put_sections(summary, conf);
	while (conf_line_next(&rest, &line))
		count_protected(summary, &line);
	if (summary->protected_names > 0)
		fprintf(summary->out, "; %lu protected name%s", summary->protected_names,
		        summary->protected_names == 1 ? "" : "s");
	if (summary->leaves_ace_names)
		fputs("; not covered by ace-names = leave: links with xn-- names, and curl, ping "
		      "and other programs that convert names themselves", summary->out);
}

void doctor_protection(struct doctor *doctor, const char *conf)
{
	char *text;
	struct summary summary = { .out = words_open(&text) };

	put_summary(&summary, conf);
	words_close(summary.out);
	found(&doctor->findings, LEVEL_OK, "protection: %s", text);
	free(text);
}
