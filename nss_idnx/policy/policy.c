/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * The path of a name:
 *
 *     name --charset.c, unless UTF-8--> UTF-8 --config.c, match.c--> settings of its section
 *     UTF-8 --idnx_to_ascii--> ACE --idnx_check, of its Unicode form--> ACE
 *     ACE --idnx_check, of its Unicode form--> ACE, unless "ace-names = leave"
 *
 * Well-formed UTF-8 is taken as UTF-8, whatever the charset, so that a name in UTF-8 leads to
 * the same host on every machine.
 */
#include <string.h>

#include "ascii_text.h"
#include "policy.h"
#include "span.h"

/* Out of line: an ASCII name takes 40 octets of stack, not 6 KiB (clang). */
#define APART __attribute__((noinline))

/* The idnx.conf to use, and how to read it. */
struct source {
	config_reader *read;
	const void *conf;
};

static struct config_result read_file(const void *path, struct match *match,
                                      struct settings *settings)
{
	return config_read(path, match, settings);
}

static struct config_result read_text(const void *text, struct match *match,
                                      struct settings *settings)
{
	return config_parse(text, strlen(text), match, settings);
}

/* --- Characters that nobody sees ---------------------------------------------- */

/*
 * All that UTS #46 calls valid, beside joiners: no space, control, format character or
 * Default_Ignorable_Code_Point is.  Unicode has no property for these, which are empty in its charts.
 */
bool policy_has_blank(const char *text)
{
	static const char blanks[][5] = {
		"\u2800",     /* BRAILLE PATTERN BLANK */
		"\U00013441", /* EGYPTIAN HIEROGLYPH FULL BLANK */
		"\U00013442", /* EGYPTIAN HIEROGLYPH HALF BLANK */
		"\U00016FE4", /* KHITAN SMALL SCRIPT FILLER */
		"\U0001D159", /* MUSICAL SYMBOL NULL NOTEHEAD */
	};

	for (size_t i = 0; i < sizeof blanks / sizeof blanks[0]; i++)
		if (strstr(text, blanks[i]) != NULL)
			return true;
	return false;
}

/* --- Look-alikes ------------------------------------------------------------ */

/* The keys of protection reject the name; under "mode = report" it passes. */
static void object(struct decision *decision, struct idnx_finding finding, bool reports)
{
	const unsigned char *values = decision->settings.values;

	decision->result.status = finding.status;
	decision->result.label = finding.label;
	decision->is_reported = reports;
	decision->is_logged = values[CONFIG_MODE] || values[CONFIG_LOG];
	if (!reports)
		decision->action = POLICY_REJECTED;
}

/* A rule with a key of its own is not part of the finding. */
size_t policy_decode_labels(const char *name, enum policy_labels labels,
                            char unicode[static POLICY_UNICODE_SIZE])
{
	unsigned flags = labels == POLICY_LABELS_SHOWN ? IDNX_URL : IDNX_ASCII_AS_IS;
	size_t length = 0;

	for (;;) {
		size_t octets = span_length(span_before(span_of_text(name), '.'));
		struct idnx_result result = idnx_to_unicode(
			name, octets, unicode + length, POLICY_UNICODE_SIZE - length, flags);

		if (labels == POLICY_LABELS_SHOWN && policy_has_blank(unicode + length))
			result = idnx_to_ascii(name, octets, unicode + length,
			                       POLICY_UNICODE_SIZE - length, flags);
		length += result.length;
		name += octets;
		unicode[length] = *name;
		if (*name++ == '\0')
			return length;
		length++;
	}
}

/* Checks the Unicode form that the match has, unless deviations are mapped, or the ASCII form. */
APART static void check_form(const char *ace, struct match *match, struct decision *decision)
{
	const struct idnx_criteria criteria = config_criteria(&decision->settings);
	struct span form = match_form(match);
	struct idnx_finding finding;

	if (span_is_empty(form) || decision->settings.values[CONFIG_DEVIATIONS])
		form = span_of_text(ace);
	finding = idnx_check(form.next, span_length(form), &criteria);
	if (finding.status == IDNX_OK)
		finding.status = config_protects(&decision->settings);
	if (finding.status != IDNX_OK)
		object(decision, finding, decision->settings.values[CONFIG_MODE]);
}

/* Checks a name by the keys of protection, if any can reject it. */
static void check_look_alikes(const char *ace, struct match *match, struct decision *decision)
{
	if (config_protection(&decision->settings) != CONFIG_PROTECTION_OFF ||
	    config_protects(&decision->settings) != IDNX_OK)
		check_form(ace, match, decision);
}

struct idnx_finding policy_warning(const char *unicode, size_t length)
{
	return idnx_check(unicode, length, &config_protections[CONFIG_PROTECTION_BROWSER]);
}

/* --- To ASCII --------------------------------------------------------------- */

static void convert_and_check(struct match *match, struct decision *decision,
                              char ace[static IDNX_HOST_NAME_SIZE])
{
	decision->result = idnx_to_ascii(match->name, match->length, ace, IDNX_HOST_NAME_SIZE,
	                                 config_flags(&decision->settings));
	decision->action = decision->result.status == IDNX_OK ? POLICY_CONVERTED
	                                                      : POLICY_REJECTED;
	if (decision->action == POLICY_CONVERTED)
		check_look_alikes(ace, match, decision);
}

static struct decision utf8_to_ascii(const struct source *source, const char *name,
                                     size_t length, char ace[static IDNX_HOST_NAME_SIZE])
{
	struct decision decision = { .action = POLICY_NO_CONFIG };
	struct match match;

	match_begin(&match, name, length);
	decision.config = source->read(source->conf, &match, &decision.settings);
	if (decision.config.status != CONFIG_OK)
		return decision;
	decision.action = POLICY_EXCLUDED;
	if (!decision.settings.listed.excluded)
		convert_and_check(&match, &decision, ace);
	return decision;
}

/* Retries a name that is not UTF-8 in its configured charset; decision is the failed try. */
static struct decision decoded_to_ascii(const struct source *source, const char *name,
                                        struct decision decision,
                                        char ace[static IDNX_HOST_NAME_SIZE])
{
	char decoded[IDNX_NAME_SIZE];
	size_t length;
	enum charset_status status = charset_convert("UTF-8", decision.settings.charset, name,
	                                             strlen(name), decoded, sizeof decoded,
	                                             &length);

	/* Disguised ASCII stays rejected: in ISIRI-3342, A6 is also a full stop. */
	if (status == CHARSET_OK && !ascii_has_only_text(decoded))
		decision = utf8_to_ascii(source, decoded, length, ace);
	else if (status == CHARSET_NO_CONVERTER || status == CHARSET_UNSUITABLE)
		decision.action = POLICY_NO_CHARSET;
	decision.charset = status;
	return decision;
}

/* --- ASCII names ------------------------------------------------------------ */

/* Looks for a hyphen first: most names have none. */
static bool has_ace_label(const char *name, size_t length)
{
	const char *end = name + length, *hyphen = name;

	for (; (hyphen = memchr(hyphen, '-', (size_t)(end - hyphen))) != NULL; hyphen++)
		if (hyphen[1] == '-' && hyphen - name >= 2 && ascii_same(hyphen - 2, "xn", 2) &&
		    (hyphen - name == 2 || hyphen[-3] == '.'))
			return true;
	return false;
}

/*
 * glibc's dns and systemd's resolve take a backslash for an escape: \120n--, \xn-- and
 * xn\-- are xn-- to them.
 */
static bool has_escape(const char *name, size_t length)
{
	return memchr(name, '\\', length) != NULL;
}

/* Returns whether a label is, or may be spelt as, one that begins with "xn--". */
static bool is_ace(const char *name, size_t length)
{
	return has_ace_label(name, length) || has_escape(name, length);
}

bool policy_is_ace(const char *name)
{
	size_t length = strlen(name);

	return is_ace(name, length) && ascii_has_only(name, length);
}

/*
 * A name that no form can be made of is rejected, since it could belong to a section that
 * restricts it.  No host name has an escape, or this length.
 */
static void reject_formless(struct decision *decision, enum idnx_status status)
{
	object(decision, (struct idnx_finding){ .status = status },
	       decision->config.reports_everywhere);
}

static void check_labels(struct match *match, struct decision *decision)
{
	if (has_escape(match->name, match->length))
		reject_formless(decision, IDNX_HOST);
	else if (match->length >= IDNX_HOST_NAME_SIZE)
		reject_formless(decision, IDNX_A4_1);
	else
		check_look_alikes(match->name, match, decision);
}

APART static struct decision check_ace(const struct source *source, const char *name,
                                       size_t length)
{
	struct decision decision = { .action = POLICY_UNCHANGED };
	struct match match;

	match_begin(&match, name, length);
	decision.config = source->read(source->conf, &match, &decision.settings);
	if (decision.config.status != CONFIG_OK)
		decision.action = POLICY_NO_CONFIG;
	else if (!decision.config.restricts)
		return (struct decision){ .action = POLICY_UNCHANGED };
	else if (decision.settings.listed.excluded)
		decision.action = POLICY_EXCLUDED;
	else if (!decision.settings.values[CONFIG_ACE_NAMES])
		check_labels(&match, &decision);
	return decision;
}

/* Takes little stack if there is no idnx.conf: threads with the smallest one look these up. */
APART static struct decision decide_ace(const struct source *source, const char *name,
                                        size_t length)
{
	if (source->read == read_file && config_is_missing(source->conf))
		return (struct decision){ .action = POLICY_UNCHANGED };
	return check_ace(source, name, length);
}

/* --- All names -------------------------------------------------------------- */

APART static struct decision decide_unicode(const struct source *source, const char *name,
                                            size_t length, char ace[static IDNX_HOST_NAME_SIZE])
{
	struct decision decision = utf8_to_ascii(source, name, length, ace);

	if (decision.result.status == IDNX_BAD_UTF8 &&
	    strcmp(decision.settings.charset, "UTF-8") != 0)
		decision = decoded_to_ascii(source, name, decision, ace);
	return decision;
}

struct decision policy_to_ascii_by(config_reader *read, const void *conf, const char *name,
                                   char ace[static IDNX_HOST_NAME_SIZE])
{
	const struct source source = { read, conf };
	size_t length = strlen(name);

	if (!ascii_has_only(name, length))
		return decide_unicode(&source, name, length, ace);
	if (is_ace(name, length))
		return decide_ace(&source, name, length);
	return (struct decision){ .action = POLICY_UNCHANGED };
}

struct decision policy_to_ascii(const char *conf_path, const char *name,
                                char ace[static IDNX_HOST_NAME_SIZE])
{
	return policy_to_ascii_by(read_file, conf_path, name, ace);
}

struct decision policy_to_ascii_under(const char *conf_text, const char *name,
                                      char ace[static IDNX_HOST_NAME_SIZE])
{
	return policy_to_ascii_by(read_text, conf_text, name, ace);
}

/* --- Why --------------------------------------------------------------------- */

enum config_key policy_key(enum idnx_status status)
{
	static const unsigned char keys[] = {
#define STATUS(name, code, key, ...) [IDNX_##name] = CONFIG_##key,
#include "statuses.h"
	};

	return keys[status];
}

unsigned policy_line(const struct decision *decision)
{
	const struct settings *settings = &decision->settings;
	enum config_key key = policy_key(decision->result.status);

	if (key == CONFIG_PROTECT)
		return settings->listed.protected_lines[MATCH_READS];
	if (key == CONFIG_PROTECTED_WORDS)
		return settings->listed.protected_lines[MATCH_CONTAINS];
	return key < CONFIG_KEYS ? settings->lines[key] : 0;
}

/* --- To Unicode ------------------------------------------------------------- */

/* Writes name in the charset to show; returns its length, 0 if that cannot represent it. */
static size_t show(const char *name, size_t length, const struct settings *settings,
                   char shown[static POLICY_UNICODE_SIZE])
{
	if (strcmp(settings->charset, "locale") == 0)
		return charset_convert("locale", "UTF-8", name, length, shown,
		                       POLICY_UNICODE_SIZE, &length) == CHARSET_OK
		               ? length
		               : 0;
	memcpy(shown, name, length + 1);
	return length;
}

/*
 * Verifies that what is shown converts to ace again.  If not, ace itself is shown: the
 * Unicode form may be excluded, rejected or mapped, or in the charset of the locale spell
 * another name in UTF-8 (C3 BC in ISO-8859-1).
 */
size_t policy_to_unicode(const char *conf_path, const char *ace, enum policy_found found,
                         char unicode[static POLICY_UNICODE_SIZE])
{
	char name[POLICY_UNICODE_SIZE], again[IDNX_HOST_NAME_SIZE];
	struct idnx_result result = idnx_to_unicode(ace, strlen(ace), name, sizeof name, 0);
	struct decision decision;
	struct settings settings;
	struct match match;
	size_t length;

	match_begin(&match, ace, strlen(ace));
	if (result.status != IDNX_OK || ascii_has_only(name, result.length) ||
	    config_read(conf_path, &match, &settings).status != CONFIG_OK ||
	    (found == POLICY_FOUND_BY_ADDRESS && !settings.values[CONFIG_REVERSE]))
		return 0;
	length = show(name, result.length, &settings, unicode);
	if (length == 0)
		return 0;
	decision = policy_to_ascii(conf_path, unicode, again);
	return decision.action == POLICY_CONVERTED && ascii_same_text(again, ace) ? length : 0;
}

bool policy_shows_reverse(const char *conf_path)
{
	struct settings settings;
	struct config_result result;

	if (!config_mentions(conf_path, CONFIG_REVERSE))
		return false;
	result = config_read(conf_path, NULL, &settings);
	return result.status == CONFIG_OK &&
	       config_sets(&result, CONFIG_REVERSE, CONFIG_REVERSE);
}
