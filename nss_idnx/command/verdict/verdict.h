/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * What becomes of a name, and why: found once, with the module's own code, and shown by
 * line.h, page.h and json.
 *
 *     name, settings --verdict_of--> struct verdict --> a line, a page, JSON
 *           |
 *           +-- reason      which rule it breaks, where, and what to do
 *           +-- confusable  what it looks like, by which characters
 *           +-- setting     the line of idnx.conf that rejects it
 */
#ifndef VERDICT_H
#define VERDICT_H

#include "command.h"
#include "confusable.h"
#include "idnx.h"
#include "policy.h"
#include "reason.h"
#include "setting.h"
#include "span.h"

/* --- Settings ------------------------------------------------------------- */

typedef struct idnx_result verdict_converter(const char *, size_t, char *, size_t, unsigned);

/* By what a name is checked. */
struct verdict_settings {
	/* For a conversion, idnx_to_ascii() or idnx_to_unicode(), and its flags. */
	verdict_converter *convert;
	unsigned flags;

	/* For a lookup, the text of an idnx.conf; it lasts as long as the run. */
	const char *origin; /* "--set", or a path */
	const char *conf;
	const char *rules;  /* conf without comments; NULL: the module reads the file itself */
	bool is_file;       /* a machine's, at origin */
	struct config_result file; /* missing and masked */
};

struct verdict_settings verdict_settings_of_flags(verdict_converter *convert, unsigned flags);

/* Reads the idnx.conf of a machine, once for all names. */
struct verdict_settings verdict_settings_of_file(const char *path);

static inline struct verdict_settings verdict_settings_of_machine(void)
{
	return verdict_settings_of_file(IDNX_CONF);
}

/* Takes the text of an idnx.conf, which a reader knows by its origin. */
struct verdict_settings verdict_settings_of_text(const char *origin, const char *conf);

/* --- Verdicts ------------------------------------------------------------- */

enum verdict_objection {
	VERDICT_NO_OBJECTION,
	VERDICT_WARNS,  /* looked up; "protection = browser" would reject it */
	VERDICT_REJECTS /* a setting rejects it */
};

struct verdict {
	struct input_name name;
	const struct verdict_settings *settings;
	struct decision decision;
	enum exit_code code;  /* of a run with such a name */
	unsigned flags;       /* under which it is converted, or would be */
	struct span utf8;     /* the name in UTF-8: decoded, if it came in another charset */
	struct span output;   /* the result, or what DNS is asked for; next is NULL: none */

	/*
	 * The rule that the name breaks, or the setting that rejects it.  A name that passes
	 * through unchanged may break a rule, too.
	 */
	struct reason reason;

	enum verdict_objection objection;
	struct confusable confusable; /* unless VERDICT_NO_OBJECTION */
	struct setting setting;       /* if VERDICT_REJECTS */

	/* What the spans are of. */
	char octets[IDNX_INPUT_MAX + 2];
	char decoded[IDNX_NAME_SIZE];
	char form[IDNX_NAME_SIZE];
};

/*
 * Finds all of it; verdict_free() has to follow.  For a lookup the name is copied, and a
 * name with a NUL or of more than IDNX_INPUT_MAX octets, which no program can look up, is
 * rejected.
 */
void verdict_of(struct verdict *verdict, const struct input_name *name,
                const struct verdict_settings *settings);

void verdict_free(struct verdict *verdict);

/* Writes the name in its Unicode form, by which the policy checks it for look-alikes. */
struct span verdict_unicode(const struct verdict *verdict, char unicode[static IDNX_NAME_SIZE]);

/* Returns a word for a program, such as "refused". */
const char *verdict_word(enum policy_verdict verdict);

/* Returns whether idnx.conf was read: not for ASCII, nor for what no program can look up. */
bool verdict_asked_config(const struct verdict *verdict);

/* Returns whether it is an xn-- name that "ace-names = leave" lets pass unchecked. */
bool verdict_is_left(const struct verdict *verdict);

/* Returns whether no query is sent because of a rule or a setting. */
static inline bool verdict_is_refused(const struct verdict *verdict)
{
	return verdict->decision.verdict == POLICY_REFUSED;
}

#endif
