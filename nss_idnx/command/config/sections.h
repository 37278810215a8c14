/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * The sections of an idnx.conf without mistakes, except perhaps a repeated section.  This
 * reads the text once for all sections; config_parse() reads it once for each.
 */
#ifndef SECTIONS_H
#define SECTIONS_H

#include "show.h"
#include "config_parser.h"

struct sections {
	struct config_parser above; /* what applies to all names */
	struct conf_line header;    /* of the next section; number 0 if there is none */
	struct span rest;           /* what follows the header */
};

struct section {
	unsigned line;
	struct span suffix;       /* as written, without its dot */
	struct settings settings; /* of the names below it */
	char form[CONFIG_SUFFIX_SIZE]; /* identifies the suffix: equal suffixes have equal forms */
	size_t form_length;
};

/* Begins with the text, which must remain valid. */
void sections_begin(struct sections *sections, const char *conf);

/* Returns the settings for names below no section. */
struct settings sections_above(const struct sections *sections);

/* Takes the next section; returns false at the end. */
bool sections_next(struct sections *sections, struct section *section);

/*
 * Finds the first repeated section, which is an error only for names below it, so that the
 * module may not have seen it.  The text has no other error.
 */
struct config_result sections_find_repeated(const char *conf);

/* Returns the last line before the next header after line. */
unsigned section_last_line(const char *conf, unsigned line);

#endif
