/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * What is between the octets of idnx.conf and what they say: config_file.c brings them
 * piece by piece, config.c keeps of them what matters for one name.
 */
#ifndef NSS_IDNX_CONFIG_PARSER_H
#define NSS_IDNX_CONFIG_PARSER_H

#include <stdint.h>

#include "config.h"

enum config_key {
	CONFIG_CHECK_HYPHENS,
	CONFIG_CHECK_BIDI,
	CONFIG_CHECK_JOINERS,
	CONFIG_USE_STD3_ASCII_RULES,
	CONFIG_DEVIATIONS,
	CONFIG_EXCLUDE,
	CONFIG_SCRIPT_POLICY,
	CONFIG_CANONICAL_NAME,
	CONFIG_REVERSE,
	CONFIG_CHARSET,
	CONFIG_KEYS
};

/* A line of a section or a setting is one of a file of CONFIG_SIZE_MAX octets. */
_Static_assert(CONFIG_SIZE_MAX - 1 <= UINT16_MAX, "its number fits");

/* On the stack of any program: some 5 KiB. */
struct config_parser {
	const char *name;
	size_t name_length;
	char form[IDNX_NAME_SIZE]; /* the name's, as soon as there is a suffix */
	size_t form_length;        /* without a root dot */
	bool has_form;
	struct config_result result;
	unsigned line;

	/* A section begins as a copy of what holds for all names. */
	struct settings all, chosen, other;
	struct settings *settings;       /* one of them: what is read now */
	uint16_t key_lines[CONFIG_KEYS]; /* in this section, 0: not yet */
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

/* What holds where there is no file. */
struct config_result config_missing(struct settings *settings);

#endif
