/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* Finds what the criteria against look-alikes object to: the rule and the characters. */
#ifndef JUDGED_H
#define JUDGED_H

#include <stdbool.h>
#include <stdio.h>

#include "idnx.h"
#include "input.h"
#include "output.h"
#include "policy.h"
#include "setting.h"

#define JUDGED_CHARACTERS 8

struct judged {
	enum idnx_status status; /* the rule; IDNX_OK if none is broken */
	bool is_warning;         /* converted; "protection = browser" would refuse it */
	unsigned label;          /* 0: the whole name */

	/*
	 * The characters at fault, in order; of many, the first ones.  For
	 * IDNX_MIXED_SCRIPTS: those of the rarer script, then one of the other.
	 */
	size_t count;
	uint32_t characters[JUDGED_CHARACTERS];

	char *reads_as; /* how the label reads, if that is ASCII; otherwise NULL */
	struct setting setting; /* unset for a warning */
};

/*
 * Finds what idnx.conf, or the text of --set, refuses a name for.  For a name that is
 * converted to ace, finds what "protection = browser" would refuse it for.
 */
struct judged judged_find(const struct input_name *name, const struct decision *decision,
                          const char *set, const char *ace);

/* Returns whether a setting refuses the name. */
bool judged_is_refused(const struct judged *judged);

void judged_free(struct judged *judged);

/* "U+0440 р CYRILLIC SMALL LETTER ER (Cyrillic)", as far as output shows it; free it. */
char *judged_character_text(struct output *output, uint32_t code_point);

/* "script-policy = single-script (/etc/idnx.conf, line 1, above all sections)"; free it. */
char *judged_setting_text(const struct setting *setting, const char *set);

/* Write the details of a refusal: the characters; the reading and the setting. */
void judged_put_characters(FILE *out, struct output *output, const struct judged *judged);
void judged_put_setting(FILE *out, const struct judged *judged, const char *set);

/* "label 1 mixes Cyrillic р а with Latin; protection = browser would refuse it"; free it. */
char *judged_warning(struct output *output, const struct judged *judged);

/* Writes the members judgement and warning of a JSON object; one or both are null. */
void judged_put_json(const struct judged *judged);

#endif
