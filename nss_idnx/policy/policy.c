/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * The way of a name:
 *
 *     name --charset.c, unless UTF-8--> UTF-8 --config.c--> settings of its section
 *     UTF-8 --idnx_to_ascii--> ACE --idnx_script_check--> ACE
 *
 * Well-formed UTF-8 is UTF-8, whatever the charset, and whoever spells a name in UTF-8
 * gets the same host on every machine.
 */
#include <string.h>

#include "ascii_text.h"
#include "policy.h"

/* --- To ASCII --------------------------------------------------------------- */

/* Of each label in its Unicode form: UTS #39 sections 5.2 and 5.3. */
static struct idnx_script_result check_scripts(const char *ace, size_t length,
                                               const struct settings *settings)
{
	char unicode[POLICY_UNICODE_SIZE];
	struct idnx_result result = idnx_to_unicode(ace, length, unicode, sizeof unicode,
	                                            settings->flags);

	return idnx_script_check(unicode, result.length, settings->script_policy);
}

static struct idnx_result convert(const char *name, size_t length,
                                  const struct settings *settings,
                                  char ace[static IDNX_HOST_NAME_SIZE])
{
	struct idnx_result result = idnx_to_ascii(name, length, ace, IDNX_HOST_NAME_SIZE,
	                                          settings->flags);
	struct idnx_script_result scripts;

	if (result.status != IDNX_OK || settings->script_policy == IDNX_LEVEL_UNRESTRICTED)
		return result;
	scripts = check_scripts(ace, result.length, settings);
	result.status = scripts.status;
	result.label = scripts.label;
	return result;
}

static struct decision utf8_to_ascii(const char *conf_path, const char *name, size_t length,
                                     char ace[static IDNX_HOST_NAME_SIZE])
{
	struct decision decision = { .verdict = POLICY_NO_CONFIG };

	decision.config = config_read(conf_path, name, length, &decision.settings);
	if (decision.config.status != CONFIG_OK)
		return decision;
	decision.verdict = POLICY_EXCLUDED;
	if (decision.settings.excluded)
		return decision;
	decision.result = convert(name, length, &decision.settings, ace);
	decision.verdict = decision.result.status == IDNX_OK ? POLICY_CONVERTED : POLICY_REFUSED;
	return decision;
}

/* Under policy, by which name is not UTF-8, and so has no better one than its charset. */
static struct decision decoded_to_ascii(const char *conf_path, const char *name,
                                        struct decision decision,
                                        char ace[static IDNX_HOST_NAME_SIZE])
{
	char decoded[IDNX_NAME_SIZE];
	size_t length;
	enum charset_status status = charset_decode(decision.settings.charset, name,
	                                            strlen(name), decoded, sizeof decoded,
	                                            &length);

	/* ASCII in disguise stays refused: A6 is a full stop, too, in ISIRI-3342. */
	if (status == CHARSET_OK && !ascii_has_only_text(decoded))
		decision = utf8_to_ascii(conf_path, decoded, length, ace);
	else if (status == CHARSET_NO_CONVERTER || status == CHARSET_UNSUITABLE)
		decision.verdict = POLICY_NO_CONVERTER;
	decision.charset = status;
	return decision;
}

struct decision policy_to_ascii(const char *conf_path, const char *name,
                                char ace[static IDNX_HOST_NAME_SIZE])
{
	struct decision decision = { .verdict = POLICY_ASCII };
	size_t length = strlen(name);

	if (ascii_has_only(name, length))
		return decision;
	decision = utf8_to_ascii(conf_path, name, length, ace);
	if (decision.result.status == IDNX_BAD_UTF8 &&
	    strcmp(decision.settings.charset, "UTF-8") != 0)
		decision = decoded_to_ascii(conf_path, name, decision, ace);
	return decision;
}

/* --- To Unicode ------------------------------------------------------------- */

/* The length of name in the charset it is shown in; 0 if it has no place there. */
static size_t show(const char *name, size_t length, const struct settings *settings,
                   char shown[static POLICY_UNICODE_SIZE])
{
	if (strcmp(settings->charset, "locale") == 0)
		return charset_encode("locale", name, length, shown, POLICY_UNICODE_SIZE,
		                      &length) == CHARSET_OK ? length : 0;
	memcpy(shown, name, length + 1);
	return length;
}

/*
 * The proof is to ask for what is shown.  So an ACE name stays whose Unicode form is
 * excluded, refused or mapped, or spells another name in UTF-8 (of ISO-8859-1, C3 BC).
 */
static size_t shown(const char *conf_path, const char *ace, struct settings *settings,
                    char unicode[static POLICY_UNICODE_SIZE])
{
	char name[POLICY_UNICODE_SIZE], again[IDNX_HOST_NAME_SIZE];
	struct idnx_result result = idnx_to_unicode(ace, strlen(ace), name, sizeof name, 0);
	struct decision decision;
	size_t length;

	if (result.status != IDNX_OK || ascii_has_only(name, result.length) ||
	    config_read(conf_path, ace, strlen(ace), settings).status != CONFIG_OK)
		return 0;
	length = show(name, result.length, settings, unicode);
	if (length == 0)
		return 0;
	decision = policy_to_ascii(conf_path, unicode, again);
	return decision.verdict == POLICY_CONVERTED && ascii_same_text(again, ace) ? length : 0;
}

size_t policy_to_unicode(const char *conf_path, const char *ace,
                         char unicode[static POLICY_UNICODE_SIZE])
{
	struct settings settings;

	return shown(conf_path, ace, &settings, unicode);
}

size_t policy_reverse_to_unicode(const char *conf_path, const char *ace,
                                 char unicode[static POLICY_UNICODE_SIZE])
{
	struct settings settings;
	size_t length = shown(conf_path, ace, &settings, unicode);

	return length > 0 && settings.unicode_reverse ? length : 0;
}

bool policy_shows_reverse(const char *conf_path)
{
	struct settings settings;

	return config_read(conf_path, "", 0, &settings).status == CONFIG_OK &&
	       settings.unicode_reverse_somewhere;
}
