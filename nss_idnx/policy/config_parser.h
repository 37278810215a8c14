/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * What is between the octets of idnx.conf and what they say: config_file.c brings them
 * piece by piece, config.c keeps of them what matters for one name.
 */
#ifndef NSS_IDNX_CONFIG_PARSER_H
#define NSS_IDNX_CONFIG_PARSER_H

#include "config.h"

enum config_key {
	CONFIG_CHECK_HYPHENS,
	CONFIG_CHECK_BIDI,
	CONFIG_CHECK_JOINERS,
	CONFIG_USE_STD3_ASCII_RULES,
	CONFIG_DEVIATIONS,
	CONFIG_EXCLUDE,
	CONFIG_PROTECTION,
	CONFIG_SCRIPT_POLICY,
	CONFIG_REPERTOIRE,
	CONFIG_LOOK_ALIKES,
	CONFIG_SCRIPTS,
	CONFIG_PROTECT,
	CONFIG_ACE_NAMES,
	CONFIG_CANONICAL_NAME,
	CONFIG_REVERSE,
	CONFIG_CHARSET,
	CONFIG_KEYS
};

/* A line of a section or a setting is one of a file of CONFIG_SIZE_MAX octets. */
_Static_assert(CONFIG_SIZE_MAX - 1 <= UINT16_MAX, "its number fits");

/*
 * Storage for every suffix as UTF-8, and one octet more than without a root dot: the labels of
 * a host name, 253 octets in ASCII form, have at most as many code points; a root dot, NUL.
 */
#define CONFIG_SUFFIX_SIZE (4 * 253 + 2)

/*
 * The name's form.  Only its end is compared: the rest gives its place to how the name reads,
 * which of a name with a longer form, no host name, nobody asks.
 */
union config_form {
	char whole[IDNX_NAME_SIZE]; /* while it is made */
	struct {
		char end[CONFIG_SUFFIX_SIZE];
		struct idnx_reading reading;
	};
};

_Static_assert(CONFIG_SUFFIX_SIZE + sizeof(struct idnx_reading) + sizeof(size_t) < IDNX_NAME_SIZE,
               "the reading takes no stack");

/* On the stack of any program: some 5 KiB. */
struct config_parser {
	const char *name;
	size_t name_length;
	union config_form form; /* as soon as there is a suffix */
	size_t form_length;     /* of its end, without a root dot */
	bool has_form;
	bool is_whole_form;     /* the end is all of it */
	bool has_reading;
	struct config_result result;
	const char *line_text;
	unsigned line;

	/* A section begins as a copy of what holds for all names. */
	struct settings all, chosen, other;
	struct settings *settings;       /* one of them: what is read now */
	uint16_t key_lines[CONFIG_KEYS]; /* in this section, 0: not yet */
	unsigned protected_count;        /* the same */
	unsigned repeated_line;          /* where the chosen section is again, else 0 */
	bool unicode_reverse_somewhere;
};

/* The name has to stay where it is until config_end(). */
void config_begin(struct config_parser *parser, const char *name, size_t name_length);

/*
 * Reads the lines of a piece and returns how many octets were taken: all but a last
 * line without its newline, which has to come again, with more, unless is_end.
 */
size_t config_lines(struct config_parser *parser, const char *text, size_t length,
                    bool is_end);

struct config_result config_end(const struct config_parser *parser,
                                struct settings *settings);

/*
 * Whether a line of the text begins with the key "ace-names".  The text comes in pieces;
 * *matched, 0 at first, is what the pieces before leave to this one.
 */
bool config_find_ace_names(const char *piece, size_t length, size_t *matched);

/* What holds where there is no file. */
struct config_result config_missing(struct settings *settings);

#endif
