/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Decides what becomes of a name under idnx.conf.  The module acts on this decision, and
 * the idnx command explains it.  Names are C strings.  All functions preserve errno.
 */
#ifndef NSS_IDNX_POLICY_H
#define NSS_IDNX_POLICY_H

#include <stdbool.h>
#include <stddef.h>

#include "charset.h"
#include "config.h"
#include "idnx.h"

/* The values of enum idnx_action in idnx_policy.h, which has the same names. */
enum policy_action {
	POLICY_CONVERTED,  /* there is an ASCII form */
	POLICY_UNCHANGED,  /* nothing to convert; ace-names does not reject it */
	POLICY_EXCLUDED,   /* passed through unchanged: later sources get it unchanged */
	POLICY_REJECTED,   /* result says why */
	POLICY_NO_CONFIG,  /* config says why; no query may be sent */
	POLICY_NO_CHARSET, /* charset says why; no query may be sent */
};

/*
 * POLICY_REJECTED: result has the rule, which implies the key of settings that requires it.
 * For IDNX_READS_AS_PROTECTED settings has the line.  A name that "mode = report" lets pass
 * has the action POLICY_CONVERTED or POLICY_UNCHANGED, and result has the rule as well.
 */
struct decision {
	enum policy_action action;
	bool is_reported; /* the keys of protection would reject it, but for "mode = report" */
	bool is_logged;   /* they reject it, or would, and idnx.conf wants that logged */
	struct idnx_result result; /* of the conversion, or of the finding */
	struct config_result config;
	struct settings settings;    /* of the section of this name */
	enum charset_status charset; /* how a name that is not UTF-8 was decoded */
};

/* Converts name to ace under the file at conf_path; ace is valid only if POLICY_CONVERTED. */
struct decision policy_to_ascii(const char *conf_path, const char *name,
                                char ace[static IDNX_HOST_NAME_SIZE]);

/* The same under the text of an idnx.conf, instead of this machine's. */
struct decision policy_to_ascii_under(const char *conf_text, const char *name,
                                      char ace[static IDNX_HOST_NAME_SIZE]);

/* Returns the key that causes a status; CONFIG_KEYS: none. */
enum config_key policy_key(enum idnx_status status);

/* The same under an idnx.conf that is read in another way. */
typedef struct config_result config_reader(const void *conf, struct match *match,
                                           struct settings *settings);
struct decision policy_to_ascii_by(config_reader *read, const void *conf, const char *name,
                                   char ace[static IDNX_HOST_NAME_SIZE]);

/* Returns the line of the setting that rejects a name; 0: a rule that needs no setting. */
unsigned policy_line(const struct decision *decision);

/*
 * Storage, in octets including the NUL, for any name that is shown: an ASCII form has at most
 * as many code points as octets, each of at most four octets in UTF-8 and GB18030.
 */
#define POLICY_UNICODE_SIZE (4 * (IDNX_HOST_NAME_SIZE - 1) + 1)

/*
 * Writes the Unicode form of an ASCII name, shorter than IDNX_HOST_NAME_SIZE, ended by a NUL;
 * returns its length.  A label that has no Unicode form stays as it is; for people who read it also
 * one that breaks a rule for joiners or directions, or has a character that is blank.
 */
enum policy_labels { POLICY_LABELS_CHECKED, POLICY_LABELS_SHOWN };
size_t policy_decode_labels(const char *name, enum policy_labels labels,
                            char unicode[static POLICY_UNICODE_SIZE]);

/* Returns whether a text has a character that a name may have and a reader does not see. */
bool policy_has_blank(const char *text);

/* Checks a name in its Unicode form by "protection = browser", whatever idnx.conf says. */
struct idnx_finding policy_warning(const char *unicode, size_t length);

/*
 * Returns whether ace-names applies to a name: it is ASCII, and a label begins with "xn--" or
 * has a backslash, which may hide that.  For any other ASCII name no file is read.
 */
bool policy_is_ace(const char *name);

/*
 * Writes the form in which ace, a name of an answer, can be shown: in UTF-8, or under
 * "charset = locale" in the charset of the locale, ended by a NUL.  Looking up that form
 * queries ace again.  Returns its length; 0 if there is none and ace itself is to be shown,
 * as is a name found by address unless the name's own section wants that.
 */
enum policy_found { POLICY_FOUND_BY_NAME, POLICY_FOUND_BY_ADDRESS };
size_t policy_to_unicode(const char *conf_path, const char *ace, enum policy_found found,
                         char unicode[static POLICY_UNICODE_SIZE]);

/* Returns whether a name found for an address may have one; if not, no query is needed. */
bool policy_shows_reverse(const char *conf_path);

#endif
