/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * The interface between reader and parser of idnx.conf: config_file.c reads the file piece
 * by piece, config.c keeps what matters for one name.
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
	/* Those of protection, up to ... */
	CONFIG_PROTECTION,
	CONFIG_SCRIPT_POLICY,
	CONFIG_REPERTOIRE,
	CONFIG_LOOK_ALIKES,
	CONFIG_SCRIPTS,
	CONFIG_PROTECT,
	CONFIG_PROTECTED_WORDS,
	CONFIG_ACE_NAMES, /* ... this one */
	CONFIG_MODE,
	CONFIG_LOG,
	CONFIG_CANONICAL_NAME,
	CONFIG_REVERSE,
	CONFIG_CHARSET,
	CONFIG_KEYS
};

/* Octets of the longest key, and a NUL. */
#define CONFIG_KEY_SIZE sizeof "UseSTD3ASCIIRules"

#define CONFIG_VALUES_MAX 5

/*
 * The words of each key.  A value is an index into the list; keys without a list have functions
 * of their own.  With pointers, the table would be relocated in each process.
 */
struct config_key_words {
	char name[CONFIG_KEY_SIZE];
	char values[CONFIG_VALUES_MAX][sizeof "moderately-restrictive"];
	unsigned flag; /* of idnx_to_ascii(): the second value sets it, the first clears it */
};
extern const struct config_key_words config_keys[CONFIG_KEYS];

/* Lines of sections and settings are numbered within a file of CONFIG_SIZE_MAX octets. */
_Static_assert(CONFIG_SIZE_MAX - 1 <= UINT16_MAX, "its number fits");

/*
 * Storage for any suffix as UTF-8, one octet more than without a root dot: a host name has at
 * most 253 octets in ASCII form and so as many code points; then a root dot and a NUL.
 */
#define CONFIG_SUFFIX_SIZE (4 * 253 + 2)

/*
 * The form of the name.  Only its end is compared with suffixes; how the name reads then uses
 * the rest of the space.  A name with a longer form is no host name, and needs no reading.
 */
union config_form {
	char whole[IDNX_NAME_SIZE]; /* while it is made */
	struct {
		char end[CONFIG_SUFFIX_SIZE];
		struct idnx_reading reading;
	};
};

_Static_assert(CONFIG_SUFFIX_SIZE + sizeof(struct idnx_reading) + sizeof(size_t) <
                       IDNX_NAME_SIZE,
               "the reading takes no stack");

/* Some 5 KiB, on the stack of any program. */
struct config_parser {
	const char *name;
	size_t name_length;
	struct config_result result;
	const char *line_text;
	unsigned line;
	uint16_t key_lines[CONFIG_KEYS]; /* in this section, 0: not yet */
	unsigned protected_count;        /* in this section */
	unsigned repeated_line;          /* where the chosen section is repeated, else 0 */
	bool unicode_reverse_somewhere;
	bool enforces_somewhere;
	bool has_form; /* as soon as there is a suffix */
	bool has_reading;

	/* A section starts as a copy of the settings for all names. */
	struct settings *settings; /* the one that is being read */
	struct settings all, chosen, other;

	/* Once there is a form. */
	size_t form_length; /* of its end, without a root dot */
	bool is_whole_form; /* the end is the whole form; the name is not too long for one */
	bool is_single_label;
	bool is_read; /* once there is a reading; if not, the name is too long for one */
	union config_form form;
};

/* Keeps a pointer to name until config_end(). */
void config_begin(struct config_parser *parser, const char *name, size_t name_length);

/*
 * Reads the lines of a piece and returns how many octets it has taken.  Unless is_end, it
 * leaves a last line without its newline: pass that again, with more.
 */
size_t config_lines(struct config_parser *parser, const char *text, size_t length, bool is_end);

/*
 * Moves what that leaves to the beginning of the window instead, and returns its length, at most
 * CONFIG_LINE_MAX.
 */
size_t config_feed(struct config_parser *parser, char *window, size_t length);

struct config_result config_end(const struct config_parser *parser, struct settings *settings);

/* The first word of a line, as far as it is known. */
struct config_scan {
	char word[CONFIG_KEY_SIZE];
	size_t length; /* sizeof word: it is no key */
};

/*
 * Returns whether a line begins with a key of protection.  scan, zeroed at first, carries the
 * state from one piece of the text to the next.  A file with the line ends CR, and one in
 * UTF-16, is an error, but has its keys.
 */
bool config_find_protection(struct config_scan *scan, const char *piece, size_t length);

/* Returns the result and settings if there is no file. */
struct config_result config_missing(struct settings *settings);

#endif
