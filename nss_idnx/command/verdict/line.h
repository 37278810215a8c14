/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* A verdict as one line, and the parts of that line, which a page has as well. */
#ifndef LINE_H
#define LINE_H

#include "verdict.h"

/* Writes the answer of check: the ASCII form, or why there is none. */
void line_put(const struct verdict *verdict);

/*
 * Writes to standard error "idnx: line 3: ", kind, which is empty or "warning: ", the name,
 * made visible, and a text about it.
 */
void line_put_error(const struct input_name *name, const char *kind, const char *text);

/* Writes the same why the name has no result. */
void line_put_reason(const struct verdict *verdict);

/* Writes to standard error that "protection = browser" would reject the name, if so. */
void line_put_warning(const struct verdict *verdict);

/*
 * Writes why there is no ASCII form: "left alone: ASCII"; for a refused name only
 * "refused: ", which its reason follows.
 */
void line_put_status(struct output *output, const struct verdict *verdict);

/* --- Parts, to be freed; they name characters as output can show them ------------ */

/* "label 2 begins with a hyphen (V3)" */
char *line_of_rule(const struct reason *reason);

/* "character 2, column 2, octet 2 of the name: U+0020 SPACE" */
char *line_of_place(struct output *output, const struct reason *reason);

/* The rule as a sentence, then the character, its place, and what to do. */
char *line_of_reason(struct output *output, const struct reason *reason);

/* The same with the characters, the reading and the setting, if one rejects the name. */
char *line_of_refusal(struct output *output, const struct verdict *verdict);

/* The same without what to do. */
char *line_of_fault(struct output *output, const struct reason *reason);

/* The same for a suffix in idnx.conf that is no domain name. */
char *line_of_suffix(struct output *output, const char *suffix, size_t length);

/* "label 1 mixes Cyrillic р а with Latin; protection = browser would refuse it" */
char *line_of_warning(struct output *output, const struct verdict *verdict);

/* "script-policy = single-script (/etc/idnx.conf, line 1, above all sections)" */
char *line_of_setting(const struct verdict *verdict);

/* "U+0440 р CYRILLIC SMALL LETTER ER (Cyrillic)" */
char *line_of_character(struct output *output, uint32_t character);

#endif
