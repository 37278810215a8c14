/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * What becomes of a name under idnx.conf: the one answer that the module acts on and
 * that the idnx command explains.  Names are C strings.  None of these functions
 * changes errno.
 */
#ifndef NSS_IDNX_POLICY_H
#define NSS_IDNX_POLICY_H

#include <stdbool.h>
#include <stddef.h>

#include "charset.h"
#include "config.h"
#include "idnx.h"

enum policy_verdict {
	POLICY_CONVERTED,    /* there is an ASCII form */
	POLICY_ASCII,        /* nothing to convert; ace-names does not refuse it */
	POLICY_EXCLUDED,     /* left alone: it goes on as it is */
	POLICY_REFUSED,      /* result says why */
	POLICY_NO_CONFIG,    /* config says why: nobody may be asked */
	POLICY_NO_CONVERTER, /* charset says why: nobody may be asked */
};

/*
 * POLICY_REFUSED: result has the rule, and with it the key of settings that asks for it.  Of
 * IDNX_READS_AS_PROTECTED settings has the line.
 */
struct decision {
	enum policy_verdict verdict;
	struct idnx_result result;   /* of the conversion, or of the judgement */
	struct config_result config;
	struct settings settings;    /* of the section of this name */
	enum charset_status charset; /* how a name that is not UTF-8 was decoded */
};

/* Unless POLICY_CONVERTED, what is in ace means nothing. */
struct decision policy_to_ascii(const char *conf_path, const char *name,
                                char ace[static IDNX_HOST_NAME_SIZE]);

/* The same under the text of an idnx.conf, whatever that of this machine says. */
struct decision policy_to_ascii_under(const char *conf_text, const char *name,
                                      char ace[static IDNX_HOST_NAME_SIZE]);

/*
 * Storage for every name that is shown: an ASCII form has at most as many code points
 * as octets, and each has at most four octets, in UTF-8 as in GB18030.
 */
#define POLICY_UNICODE_SIZE (4 * (IDNX_HOST_NAME_SIZE - 1) + 1)

/*
 * The Unicode form that is judged of an ASCII name not longer than names are, and its length.
 * A label that has none stays as it is, and the others are judged.
 */
size_t policy_decode_labels(const char *name, char unicode[static POLICY_UNICODE_SIZE]);

/* What "protection = browser" says of a name in its Unicode form, whatever any file says. */
struct idnx_judgement policy_warning(const char *unicode, size_t length);

/*
 * A name of ASCII characters with a label that begins with "xn--", which ace-names is for.  For
 * any other ASCII name nothing is read.
 */
bool policy_is_ace(const char *name);

/*
 * The name ace of an answer as it can be shown, in UTF-8, or in that of the locale
 * under "charset = locale", ended by NUL: asked for, it leads to ace again.  Returns
 * its length; 0 if there is none, and ace stays.
 */
size_t policy_to_unicode(const char *conf_path, const char *ace,
                         char unicode[static POLICY_UNICODE_SIZE]);

/* The same of a name found for an address, if its own section wants that. */
size_t policy_reverse_to_unicode(const char *conf_path, const char *ace,
                                 char unicode[static POLICY_UNICODE_SIZE]);

/* Whether there may be such a name: if not, nobody need be asked for one. */
bool policy_shows_reverse(const char *conf_path);

#endif
