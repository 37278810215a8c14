/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* The parser of idnx.conf: config_file.c passes it the lines that it reads, piece by piece. */
#ifndef NSS_IDNX_CONFIG_PARSER_H
#define NSS_IDNX_CONFIG_PARSER_H

#include "config.h"

/* What a line, or a word of it, says. */
struct config_event {
	enum config_event_kind {
		CONFIG_SETS, /* a key; the suffixes of a list follow */
		CONFIG_BEGINS_SECTION,
		CONFIG_EXCLUDES,
		CONFIG_PROTECTS
	} kind;
	enum config_key key;            /* of CONFIG_SETS, and its value */
	unsigned char value;            /* unless that is a list or a charset */
	struct idnx_script_set scripts; /* of CONFIG_SCRIPTS */
	struct span suffix;             /* of the others, in its form */
};

struct config_parser {
	struct match *match; /* the name; NULL: none */

	/* Gets each event first; NULL: nobody. */
	void (*record)(struct config_parser *parser, const struct config_event *event);
	struct config_result result;
	struct conf_line line;
	unsigned protected_count; /* in this section */
	unsigned repeated_line;   /* where the chosen section is repeated, else 0 */
	bool enforces;            /* in any section */

	/* A section starts as a copy of the settings for all names. */
	struct settings *settings; /* the one that is being read */
	struct settings all, chosen, other;
};

/* parser->match is the name; NULL: none. */
void config_begin(struct config_parser *parser);

/* A conf_lines_taker, for a parser: after an error, it passes over the lines. */
void config_lines(void *parser, struct span lines);

/* Does both for a whole text. */
void config_text(struct config_parser *parser, struct span text);

/* Does what an event asks for; the line's number is that of the event. */
void config_happens(struct config_parser *parser, const struct config_event *event);

/* Returns the key with this name; CONFIG_KEYS if there is none. */
enum config_key config_key_named(struct span name);

struct config_result config_end(const struct config_parser *parser, struct settings *settings);

/* Sets all keys to their defaults. */
void config_preset(struct settings *settings);

#endif
