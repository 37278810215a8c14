/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * The sections of an idnx.conf that has no mistake but, perhaps, a section twice.  All of them
 * together take one reading of the text, where config_parse() takes one for each.
 */
#ifndef SECTIONS_H
#define SECTIONS_H

#include "conf_line.h"
#include "config_parser.h"

struct sections {
	struct config_parser above; /* what holds for all names */
	struct conf_line header;    /* of the next section; number 0: there is none */
	struct span rest;           /* what follows it */
};

struct section {
	unsigned line;
	struct span suffix;       /* as it is written, without its dot */
	struct settings settings; /* of the names below it */
	char form[CONFIG_SUFFIX_SIZE]; /* by which two suffixes are the same */
	size_t form_length;
};

/* The text has to stay. */
void sections_begin(struct sections *sections, const char *conf);

/* What the file says of names below no section. */
struct settings sections_above(const struct sections *sections);

/* Takes the next section; false at the end. */
bool sections_next(struct sections *sections, struct section *section);

/* The last line of the section that begins in that line, or all before the next one. */
unsigned section_last_line(const char *conf, unsigned line);

#endif
