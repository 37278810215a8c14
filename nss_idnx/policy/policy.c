/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * The path of a name:
 *
 *     name --charset.c, unless UTF-8--> UTF-8 --config.c--> settings of its section
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

/* Out of line, so that other names do not pay for the frame. */
#define APART __attribute__((noinline))

/* The idnx.conf to use: text, or if that is NULL, the file at path. */
struct source {
	const char *path, *text;
};

static struct config_result read_settings(const struct source *source, const char *name,
                                          size_t length, struct settings *settings)
{
	if (source->text != NULL)
		return config_parse(source->text, strlen(source->text), name, length, settings);
	return config_read(source->path, name, length, settings);
}

/* --- Characters that nobody sees ---------------------------------------------- */

static bool begins_with(const char *text, const char *word)
{
	for (; *word != '\0'; text++, word++)
		if (*text != *word)
			return false;
	return true;
}

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

	for (; *text != '\0'; text++)
		for (size_t i = 0; i < sizeof blanks / sizeof blanks[0]; i++)
			if (begins_with(text, blanks[i]))
				return true;
	return false;
}

/* --- Look-alikes ------------------------------------------------------------ */

/* Returns whether the keys of protection can reject the name. */
static bool is_checked(const struct settings *settings)
{
	static const struct idnx_script_set none;
	const struct idnx_criteria *criteria = &settings->criteria;

	return criteria->level != IDNX_LEVEL_UNRESTRICTED ||
	       criteria->repertoire != IDNX_REPERTOIRE_ANY || criteria->look_alikes != 0 ||
	       memcmp(&criteria->scripts, &none, sizeof none) != 0 ||
	       config_protects(settings) != IDNX_OK;
}

/* The keys of protection reject the name; under "mode = report" it passes. */
static void object(struct decision *decision, bool reports)
{
	decision->is_reported = reports;
	decision->is_logged = decision->settings.reports || decision->settings.logs;
	if (!reports)
		decision->verdict = POLICY_REJECTED;
}

static size_t decode_labels(const char *name, unsigned flags,
                            char unicode[static POLICY_UNICODE_SIZE])
{
	size_t length = 0;

	for (;;) {
		size_t octets = span_length(span_before(span_of_text(name), '.'));
		struct idnx_result result = idnx_to_unicode(
			name, octets, unicode + length, POLICY_UNICODE_SIZE - length, flags);

		if (result.status != IDNX_OK ||
		    (flags != 0 && policy_has_blank(unicode + length))) {
			for (size_t i = 0; i < octets; i++)
				unicode[length + i] = ascii_fold(name[i]);
			result.length = octets;
		}
		length += result.length;
		name += octets;
		if (*name == '\0')
			return length;
		unicode[length++] = *name++;
	}
}

/* Flags 0: a rule with a key of its own is not part of the finding. */
size_t policy_decode_labels(const char *name, char unicode[static POLICY_UNICODE_SIZE])
{
	return decode_labels(name, 0, unicode);
}

size_t policy_show_labels(const char *name, char shown[static POLICY_UNICODE_SIZE])
{
	return decode_labels(name, IDNX_URL, shown);
}

/* Checks the Unicode form of an ASCII name.  Keeps result.length, the length of the latter. */
APART static void check(const char *ace, struct decision *decision)
{
	const struct settings *settings = &decision->settings;
	char unicode[POLICY_UNICODE_SIZE];
	size_t length = policy_decode_labels(ace, unicode);
	struct idnx_finding finding = idnx_check(unicode, length, &settings->criteria);

	if (finding.status == IDNX_OK)
		finding.status = config_protects(settings);
	decision->result.status = finding.status;
	decision->result.label = finding.label;
	if (finding.status != IDNX_OK)
		object(decision, settings->reports);
}

struct idnx_finding policy_warning(const char *unicode, size_t length)
{
	return idnx_check(unicode, length, &config_protections[CONFIG_PROTECTION_BROWSER]);
}

/* --- To ASCII --------------------------------------------------------------- */

static void convert(const char *name, size_t length, struct decision *decision,
                    char ace[static IDNX_HOST_NAME_SIZE])
{
	decision->result = idnx_to_ascii(name, length, ace, IDNX_HOST_NAME_SIZE,
	                                 decision->settings.flags);
	decision->verdict = decision->result.status == IDNX_OK ? POLICY_CONVERTED
	                                                       : POLICY_REJECTED;
	if (decision->verdict == POLICY_CONVERTED && is_checked(&decision->settings))
		check(ace, decision);
}

static struct decision utf8_to_ascii(const struct source *source, const char *name,
                                     size_t length, char ace[static IDNX_HOST_NAME_SIZE])
{
	struct decision decision = { .verdict = POLICY_NO_CONFIG };

	decision.config = read_settings(source, name, length, &decision.settings);
	if (decision.config.status != CONFIG_OK)
		return decision;
	decision.verdict = POLICY_EXCLUDED;
	if (!decision.settings.excluded)
		convert(name, length, &decision, ace);
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
		decision.verdict = POLICY_NO_CONVERTER;
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
	decision->result.status = status;
	object(decision, decision->settings.reports_everywhere);
}

static void check_labels(const char *name, size_t length, struct decision *decision)
{
	if (has_escape(name, length))
		reject_formless(decision, IDNX_HOST);
	else if (length >= IDNX_HOST_NAME_SIZE)
		reject_formless(decision, IDNX_A4_1);
	else if (is_checked(&decision->settings))
		check(name, decision);
}

APART static struct decision check_ace(const struct source *source, const char *name,
                                       size_t length)
{
	struct decision decision = { .verdict = POLICY_ASCII };

	decision.config = read_settings(source, name, length, &decision.settings);
	if (decision.config.status != CONFIG_OK)
		decision.verdict = POLICY_NO_CONFIG;
	else if (!decision.settings.leaves_ace_names && !decision.settings.excluded)
		check_labels(name, length, &decision);
	return decision;
}

static bool restricts(const struct source *source, struct config_result *result)
{
	if (source->text != NULL)
		return config_text_restricts(source->text);
	return config_restricts(source->path, result);
}

/* Takes little stack if there are no keys of protection. */
APART static struct decision decide_ace(const struct source *source, const char *name,
                                        size_t length)
{
	struct decision decision = { .verdict = POLICY_ASCII };

	if (!restricts(source, &decision.config))
		return decision;
	if (decision.config.status == CONFIG_OK)
		return check_ace(source, name, length);
	decision.verdict = POLICY_NO_CONFIG;
	return decision;
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

static struct decision decide(const struct source *source, const char *name,
                              char ace[static IDNX_HOST_NAME_SIZE])
{
	size_t length = strlen(name);

	if (!ascii_has_only(name, length))
		return decide_unicode(source, name, length, ace);
	if (is_ace(name, length))
		return decide_ace(source, name, length);
	return (struct decision){ .verdict = POLICY_ASCII };
}

struct decision policy_to_ascii(const char *conf_path, const char *name,
                                char ace[static IDNX_HOST_NAME_SIZE])
{
	const struct source source = { .path = conf_path };

	return decide(&source, name, ace);
}

struct decision policy_to_ascii_under(const char *conf_text, const char *name,
                                      char ace[static IDNX_HOST_NAME_SIZE])
{
	const struct source source = { .text = conf_text };

	return decide(&source, name, ace);
}

/* --- Why --------------------------------------------------------------------- */

unsigned policy_line(const struct decision *decision)
{
	const struct settings *settings = &decision->settings;

	switch (decision->result.status) {
	case IDNX_MIXED_SCRIPTS:
	case IDNX_MIXED_NUMBERS:
		return settings->lines.script_policy;
	case IDNX_NOT_IDNA2008:
	case IDNX_NOT_IDENTIFIER:
	case IDNX_UNLIKELY_MARK:
		return settings->lines.repertoire;
	case IDNX_OTHER_SCRIPT:
		return settings->lines.scripts;
	case IDNX_READS_AS_ASCII:
	case IDNX_LONE_LETTER:
	case IDNX_FOREIGN_LETTER:
	case IDNX_READS_AS_PUNCTUATION:
	case IDNX_OUT_OF_PLACE:
		return settings->lines.look_alikes;
	case IDNX_READS_AS_PROTECTED:
		return settings->protected_line;
	case IDNX_CONTAINS_PROTECTED:
		return settings->contained_line;
	default:
		return 0;
	}
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
size_t policy_to_unicode(const char *conf_path, const char *ace, bool is_reverse,
                         char unicode[static POLICY_UNICODE_SIZE])
{
	char name[POLICY_UNICODE_SIZE], again[IDNX_HOST_NAME_SIZE];
	struct idnx_result result = idnx_to_unicode(ace, strlen(ace), name, sizeof name, 0);
	struct decision decision;
	struct settings settings;
	size_t length;

	if (result.status != IDNX_OK || ascii_has_only(name, result.length) ||
	    config_read(conf_path, ace, strlen(ace), &settings).status != CONFIG_OK ||
	    (is_reverse && !settings.unicode_reverse))
		return 0;
	length = show(name, result.length, &settings, unicode);
	if (length == 0)
		return 0;
	decision = policy_to_ascii(conf_path, unicode, again);
	return decision.verdict == POLICY_CONVERTED && ascii_same_text(again, ace) ? length : 0;
}

bool policy_shows_reverse(const char *conf_path)
{
	struct settings settings;

	return config_read(conf_path, "", 0, &settings).status == CONFIG_OK &&
	       settings.unicode_reverse_somewhere;
}
