/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * idnx.conf(5), as far as it concerns one name: what to do with the name, or why the
 * file cannot be used.  The whole file is read for each name and nothing of it is kept,
 * so that what an administrator writes takes effect with the next lookup.
 *
 *     file:    BOM? line*
 *     line:    blank* (section | setting)? blank* ('#' anything)? CR? LF
 *     section: '[' '.' suffix ']'
 *     setting: key blank* '=' blank* value
 *     blank:   space | tab
 *
 * Blanks separate the words of a list, in which a suffix may lack its dot.  A key may appear
 * once in each section, and once above all of them; only "protect" may be repeated, and each
 * line adds to its list.  Keys and values are case-sensitive, names of scripts are not.  A
 * line has at most CONFIG_LINE_MAX octets.
 */
#ifndef NSS_IDNX_CONFIG_H
#define NSS_IDNX_CONFIG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "idnx.h"

/* Each lookup of a name reads all of it: 15 us if it is all comments, 2 ms if suffixes. */
#define CONFIG_SIZE_MAX 65536

/* Octets read at once; room for some 150 suffixes in a list. */
#define CONFIG_LINE_MAX 4095

/*
 * The most names in a list of "protect".  Each is compared with every name that is looked
 * up; 512 of them take 0.1 ms if they are ASCII, and up to 0.35 ms if they are not.
 */
#define CONFIG_PROTECTED_MAX 512

/* Including the NUL; the longest name in glibc's iconv -l has 22 octets. */
#define CONFIG_CHARSET_SIZE 64

/*
 * The lines that set the criteria: those of the keys themselves, or of "protection" in
 * their place.  0: the default.
 */
struct config_lines {
	uint16_t script_policy, repertoire, look_alikes, scripts;
};

/* What the file says of one name. */
struct settings {
	unsigned flags; /* of idnx_to_ascii(): IDNX_LOOKUP, unless set otherwise */
	struct idnx_criteria criteria;
	struct config_lines lines; /* of the criteria */
	bool excluded;             /* not to be converted: later sources get it unchanged */
	bool leaves_ace_names;     /* the criteria are not for xn-- names */
	bool is_protected;         /* it is a protected name, or below one */
	unsigned protected_line;   /* of a protected name that it reads as but is not, else 0 */
	unsigned contained_line;   /* of one of whose first label it contains a look-alike */
	bool allows_contained;
	bool reports;            /* what the criteria reject is logged, and passes */
	bool reports_everywhere; /* in all sections */
	bool logs;               /* what they reject is logged */
	bool unicode_canonical_name;
	bool unicode_reverse;
	bool unicode_reverse_somewhere;    /* for all names, or in any section */
	char charset[CONFIG_CHARSET_SIZE]; /* "UTF-8", "locale", or one for iconv */

	size_t suffix_length;  /* of the section: octets at the end of the form, 0: none */
	unsigned section_line; /* the line it begins in, else 0 */
};

/* What is wrong with a file; from CONFIG_CONTROL on, with a line of it. */
enum config_status {
	CONFIG_OK,          /* also if there is none */
	CONFIG_UNREADABLE,  /* error says why */
	CONFIG_NOT_REGULAR, /* a directory, FIFO, socket, or device other than /dev/null */
	CONFIG_NOT_ROOTS,   /* its owner is not root */
	CONFIG_WRITABLE,    /* by group or others */
	CONFIG_EMPTY,       /* 0 octets: about to be written */
	CONFIG_TOO_LARGE,   /* more than CONFIG_SIZE_MAX octets */
	CONFIG_CHANGING,    /* changed while it was read, twice */
	CONFIG_CONTROL,     /* a NUL, or a CR that does not end the line */
	CONFIG_LONG_LINE,   /* more than CONFIG_LINE_MAX octets */
	CONFIG_SYNTAX,      /* neither "key = value" nor "[.suffix]" */
	CONFIG_UNKNOWN_KEY,
	CONFIG_MISPLACED_KEY,    /* charset in a section */
	CONFIG_REPEATED_KEY,     /* in one section; first has its earlier line */
	CONFIG_VALUE,            /* not one of the key's values */
	CONFIG_SUFFIX,           /* not a domain name; suffix says why */
	CONFIG_SCRIPT,           /* not a script */
	CONFIG_TOO_MANY,         /* the word exceeds CONFIG_PROTECTED_MAX */
	CONFIG_REPEATED_SECTION, /* the section of this name; first has its earlier line */
};

struct config_result {
	enum config_status status;
	bool missing;            /* there is no such file: the defaults apply */
	bool masked;             /* it is /dev/null: the defaults apply */
	int error;               /* errno, for CONFIG_UNREADABLE, else 0 */
	unsigned line;           /* the first one at fault, from 1, else 0 */
	unsigned first;          /* where what is repeated in line was first, else 0 */
	enum idnx_status suffix; /* for CONFIG_SUFFIX, else IDNX_OK */

	/* The word at fault, in octets of the line.  Length 0: the whole line. */
	uint16_t word, word_length;
};

/*
 * Reads what the file at path says of a name, name_length octets of UTF-8; of length 0: what
 * holds outside all sections.  Compares it with suffixes in the form that idnx_to_unicode()
 * with flags 0 gives it, whatever its status: mapped, normalized, decoded, deviations kept.
 *
 * The file is rejected unless it is regular, owned by root, writable by nobody else, not
 * empty, and unchanged by the end of reading.  On failure settings has the defaults, which
 * then apply to no name.  Takes no lock, allocates nothing, preserves errno.
 */
struct config_result config_read(const char *path, const char *name, size_t name_length,
                                 struct settings *settings);

/* Storage, in octets including the NUL, for the text of a line; a longer one is cut. */
#define CONFIG_SETTING_SIZE 128

/* Writes the text of a line, without comment, whoever owns the file; "" if there is none. */
void config_setting(const char *path, unsigned line, char text[static CONFIG_SETTING_SIZE]);

/*
 * Reads the file, under the same conditions, into text; its lines are not checked.  On failure,
 * and if there is no file, *length is 0.
 */
struct config_result config_load(const char *path, char text[static CONFIG_SIZE_MAX + 1],
                                 size_t *length);

/* The same as config_read() for the text of a file, text_length octets. */
struct config_result config_parse(const char *text, size_t text_length, const char *name,
                                  size_t name_length, struct settings *settings);

/*
 * Returns whether the file has a line that begins with a key of protection, whoever owns the
 * file and whatever its errors: such a file concerns xn-- names, too.  Returns true as well
 * if that cannot be told at this moment; result says why, and the caller fails closed.  A file
 * that this process can never read has no such line.  Needs 2 KiB of stack and, without a
 * file, one system call.
 */
bool config_restricts(const char *path, struct config_result *result);

/* The same for a text, of which this is always known. */
bool config_text_restricts(const char *text);

/* The criteria of each value of "protection". */
enum config_protection {
	CONFIG_PROTECTION_OFF,
	CONFIG_PROTECTION_BROWSER,
	CONFIG_PROTECTION_STRICT
};
extern const struct idnx_criteria config_protections[CONFIG_PROTECTION_STRICT + 1];

/* Returns which rule the list of "protect" makes the name break, or IDNX_OK. */
static inline enum idnx_status config_protects(const struct settings *settings)
{
	if (settings->protected_line != 0)
		return IDNX_READS_AS_PROTECTED;
	return settings->contained_line != 0 && !settings->allows_contained
	               ? IDNX_CONTAINS_PROTECTED
	               : IDNX_OK;
}

#endif
