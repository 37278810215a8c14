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
 * line has at most CONF_LINE_MAX octets.
 */
#ifndef NSS_IDNX_CONFIG_H
#define NSS_IDNX_CONFIG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "conf_line.h"
#include "config_keys.h"
#include "idnx.h"
#include "match.h"

/* Each lookup of a name reads all of it: 15 us if it is all comments, 2 ms if suffixes. */
#define CONFIG_SIZE_KIB 64
#define CONFIG_SIZE_MAX (CONFIG_SIZE_KIB * 1024)

/*
 * The most names in a list of "protect".  Each is compared with every name that is looked
 * up: 512 of them take 0.05 ms with names in use, or 0.1 ms if they are Cyrillic.  A name made
 * for it, whose every letter reads in several ways, takes 60 ms with 512 names of 60 letters,
 * nearly all alike.
 */
#define CONFIG_PROTECTED_MAX 512

/* Lines are numbered in 16 bits. */
_Static_assert(CONFIG_SIZE_MAX - 1 <= UINT16_MAX, "the number of every line fits");

/* Including the NUL; the longest name in glibc's iconv -l has 22 octets. */
#define CONFIG_CHARSET_SIZE 64

/* What the lists that hold for a name say of it. */
struct listed {
	bool excluded; /* not to be converted: later sources get it unchanged */
	uint16_t protected_lines[MATCH_LIKENESSES]; /* the first that it is like in this way */
};

/* What the file sets for a name: in its section, else for all names, else by default. */
struct settings {
	unsigned char values[CONFIG_KEYS];
	uint16_t lines[CONFIG_KEYS]; /* that set them: of "protection" in their place, perhaps */
	struct idnx_script_set scripts;
	char charset[CONFIG_CHARSET_SIZE]; /* "UTF-8", "locale", or one for iconv */
	struct listed listed;

	size_t suffix_length;  /* of the section: octets at the end of the form, 0: none */
	uint16_t section_line; /* the line it begins in, else 0 */
};

/* Returns the flags of idnx_to_ascii(): IDNX_LOOKUP, unless set otherwise. */
unsigned config_flags(const struct settings *settings);
struct idnx_criteria config_criteria(const struct settings *settings);

/* Returns the value of "protection" that has the same criteria. */
enum config_protection config_protection(const struct settings *settings);

/* What is wrong with a file; CONFIG_OK also if there is none. */
enum config_status {
#define CONFIG_STATUS(name, ...) CONFIG_##name,
#include "config_statuses.h"
};

/* Returns an English phrase for people; static, never NULL. */
const char *config_status_text(enum config_status status);

struct config_result {
	enum config_status status;
	bool missing;            /* there is no such file: the defaults apply */
	bool masked;             /* it is /dev/null: the defaults apply */
	int error;               /* errno, for CONFIG_UNREADABLE, else 0 */
	unsigned line;           /* the first one at fault, from 1, else 0 */
	unsigned first;          /* where what is repeated in line was first, else 0 */
	enum idnx_status suffix; /* for CONFIG_SUFFIX, else IDNX_OK */

	/* The word at fault, in octets of the line.  Length 0: none. */
	uint16_t word, word_length;

	/* Of the whole file, if it has no error. */
	bool restricts;          /* it sets a key of protection, in any section */
	bool reports_everywhere; /* "mode = report", in all sections */
	bool has_sections;
	uint32_t sets; /* for config_sets() */
};

/* Returns whether the file sets one of these keys to more than its first value, in any section. */
static inline bool config_sets(const struct config_result *result, enum config_key first,
                               enum config_key last)
{
	return (result->sets & ((UINT32_C(2) << last) - (UINT32_C(1) << first))) != 0;
}

/* What a user namespace shows as the owner of files whose owner it does not map: user_namespaces(7). */
#define CONFIG_UNMAPPED 65534

/*
 * Reads what the file at path says of a name; match NULL: what holds outside all sections.
 *
 * The file is rejected unless it is regular, owned by root, writable by nobody else, not
 * empty, and unchanged by the end of reading.  On failure settings has the defaults, which
 * then apply to no name.  Takes no lock, allocates nothing, preserves errno.
 */
struct config_result config_read(const char *path, struct match *match,
                                 struct settings *settings);

/* Returns whether there is no file, with one system call and little stack. */
bool config_is_missing(const char *path);

/*
 * Returns whether the file has a line that sets the key, whoever owns the file and whatever its
 * errors.  Takes a tenth of the time and of the stack of config_read().
 */
bool config_mentions(const char *path, enum config_key key);

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

/* The same as config_read() for the text of a file. */
struct config_result config_parse(const char *text, size_t length, struct match *match,
                                  struct settings *settings);

/* The criteria of each value of "protection". */
extern const struct idnx_criteria config_protections[CONFIG_PROTECTIONS];

/* Returns which rule the list of "protect" makes the name break, or IDNX_OK. */
static inline enum idnx_status config_protects(const struct settings *settings)
{
	const uint16_t *lines = settings->listed.protected_lines;

	if (lines[MATCH_SAME] != 0)
		return IDNX_OK;
	if (lines[MATCH_READS] != 0)
		return IDNX_READS_AS_PROTECTED;
	return lines[MATCH_CONTAINS] != 0 && !settings->values[CONFIG_PROTECTED_WORDS]
	               ? IDNX_CONTAINS_PROTECTED
	               : IDNX_OK;
}

#endif
