/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * idnx.conf(5), as far as it concerns one name: what to do with it, or why the file
 * does not say.  The whole file is read for each name and nothing of it is kept, so
 * that what an administrator writes holds from the next lookup on.
 *
 *     file:    BOM? line*
 *     line:    blank* (section | setting)? blank* ('#' anything)? CR? LF
 *     section: '[' '.' suffix ']'
 *     setting: key blank* '=' blank* value
 *     blank:   space | tab
 *
 * The words of a list have blanks between them; the dot before a suffix may be missing there.
 * A key stands once in a section, and once above all of them; only "protect" may stand several
 * times, and each line adds to its list.  Keys and values are case-sensitive, names of scripts
 * are not.  A line has at most CONFIG_LINE_MAX octets.
 */
#ifndef NSS_IDNX_CONFIG_H
#define NSS_IDNX_CONFIG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "idnx.h"

/* Each lookup of a name reads all of it: 15 us of comments, 2 ms of suffixes. */
#define CONFIG_SIZE_MAX 65536

/* What is read at once; room for some 150 suffixes in a list. */
#define CONFIG_LINE_MAX 4095

/*
 * The most names in a list of "protect": each is compared with every name that is looked up,
 * and 512 of them take 0.1 ms.
 */
#define CONFIG_PROTECTED_MAX 512

/* With the NUL: the longest that iconv -l of glibc lists has 22 octets. */
#define CONFIG_CHARSET_SIZE 64

/*
 * The lines that say what is asked of a name: of the keys themselves, or of "protection" in
 * their place.  0: the default.
 */
struct config_lines {
	uint16_t script_policy, repertoire, look_alikes, scripts;
};

/* What the file says of one name. */
struct settings {
	unsigned flags; /* of idnx_to_ascii(): IDNX_LOOKUP, but for what is set otherwise */
	struct idnx_criteria criteria;
	struct config_lines lines; /* of the criteria */
	bool excluded; /* not to be converted: it goes on as it is */
	bool judges_ace_names;
	bool is_protected;       /* it is a protected name, or below one */
	unsigned protected_line; /* of a protected name that it reads as and is not, else 0 */
	bool unicode_canonical_name;
	bool unicode_reverse;
	bool unicode_reverse_somewhere;    /* for all names, or in any section */
	char charset[CONFIG_CHARSET_SIZE]; /* "UTF-8", "locale", or one for iconv */

	/* The section chosen: octets at the end of the form, without a root dot, and the
	 * line it begins in.  0: none is. */
	size_t suffix_length;
	unsigned section_line;
};

/* What is wrong with a file.  From CONFIG_CONTROL on, a line of it. */
enum config_status {
	CONFIG_OK,                 /* also if there is none */
	CONFIG_UNREADABLE,         /* error says why */
	CONFIG_NOT_REGULAR,        /* a folder, FIFO, socket, or device but /dev/null */
	CONFIG_NOT_ROOTS,          /* its owner is not root */
	CONFIG_WRITABLE,           /* by group or others */
	CONFIG_EMPTY,              /* 0 octets: about to be written */
	CONFIG_TOO_LARGE,          /* more than CONFIG_SIZE_MAX octets */
	CONFIG_CHANGING,           /* while it was read, twice */
	CONFIG_CONTROL,            /* a NUL, or a CR that does not end the line */
	CONFIG_LONG_LINE,          /* more than CONFIG_LINE_MAX octets */
	CONFIG_SYNTAX,             /* neither "key = value" nor "[.suffix]" */
	CONFIG_UNKNOWN_KEY,
	CONFIG_MISPLACED_KEY,      /* charset in a section */
	CONFIG_REPEATED_KEY,       /* in one section; first says where it was */
	CONFIG_VALUE,              /* not one of the key's values */
	CONFIG_SUFFIX,             /* no domain name; suffix says why */
	CONFIG_SCRIPT,             /* no script */
	CONFIG_TOO_MANY,           /* the word is one more than CONFIG_PROTECTED_MAX */
	CONFIG_REPEATED_SECTION,   /* the one of this name; first says where it was */
};

struct config_result {
	enum config_status status;
	bool missing;            /* there is no such file: the defaults */
	bool masked;             /* it is /dev/null: the defaults */
	int error;               /* errno, for CONFIG_UNREADABLE, else 0 */
	unsigned line;           /* 1.., the first one at fault, else 0 */
	unsigned first;          /* what is repeated in line was there first, else 0 */
	enum idnx_status suffix; /* for CONFIG_SUFFIX, else IDNX_OK */

	/* The word at fault, in octets of the line.  Length 0: the line as a whole. */
	uint16_t word, word_length;
};

/*
 * What the file at path says of a name in UTF-8.  With suffixes it is compared in the form
 * that idnx_to_unicode() with the flags 0 gives it, whatever its status: mapped, normalized,
 * decoded, deviations kept, nothing checked.  Without a suffix to compare nothing is
 * converted.  Of name_length 0: what holds outside of all sections.
 *
 * The file is not believed unless it is regular, root's, writable by nobody else, not
 * empty, and the same before and after.  On any failure the settings are the defaults, which then
 * hold for no name.  Takes no lock, allocates nothing, leaves errno alone.
 */
struct config_result config_read(const char *path, const char *name, size_t name_length,
                                 struct settings *settings);

/* The same of a file's text.  config_read() without the file. */
struct config_result config_parse(const char *text, size_t length, const char *name,
                                  size_t name_length, struct settings *settings);

/*
 * Whether a file that is believed has a line that begins with "ace-names".  It is looked for
 * beside mistakes, too, with 2 KiB of stack; the one system call without a file is open().
 */
bool config_mentions_ace_names(const char *path);

/* What a value of "protection" asks of a name. */
enum config_protection {
	CONFIG_PROTECTION_OFF,
	CONFIG_PROTECTION_BROWSER,
	CONFIG_PROTECTION_STRICT
};
extern const struct idnx_criteria config_protections[CONFIG_PROTECTION_STRICT + 1];

static inline bool config_names_scripts(const struct idnx_criteria *criteria)
{
	static const struct idnx_script_set none;

	return memcmp(&criteria->scripts, &none, sizeof none) != 0;
}

/* Whether they refuse any name. */
static inline bool config_asks_anything(const struct idnx_criteria *criteria)
{
	return criteria->level != IDNX_LEVEL_UNRESTRICTED ||
	       criteria->repertoire != IDNX_REPERTOIRE_ANY || criteria->look_alikes != 0 ||
	       config_names_scripts(criteria);
}

/* config_words.c: an English phrase for a reader, never NULL, static. */
const char *config_status_text(enum config_status status);

#endif
