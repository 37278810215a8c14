/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * policy.h decides what becomes of a name; a flag can only reject more.  An ASCII name that
 * the policy passes through is folded to lower case, and its lengths are checked, since
 * programs rely on both.
 */
#include "convert.h"

#include <stdbool.h>
#include <string.h>

#include "ascii_text.h"
#include "log.h"
#include "policy.h"

static bool are_valid_flags(int flags)
{
	static const int together[] = {
		LIBIDN2_TRANSITIONAL | LIBIDN2_NONTRANSITIONAL,
		LIBIDN2_NO_TR46 | LIBIDN2_TRANSITIONAL,
		LIBIDN2_NO_TR46 | LIBIDN2_NONTRANSITIONAL,
		LIBIDN2_ALABEL_ROUNDTRIP | LIBIDN2_NO_ALABEL_ROUNDTRIP,
	};

	for (size_t i = 0; i < sizeof together / sizeof together[0]; i++)
		if ((flags & together[i]) == together[i])
			return false;
	return true;
}

/* --- What the policy says ------------------------------------------------------- */

/* The flags of the settings are those of idnx_to_ascii() with which the name was converted. */
struct answer {
	enum libidn2_code code;
	struct decision decision;
};

/* Out of line, so that other names do not pay for the frame. */
#define APART __attribute__((noinline))

static struct answer ask_policy(const char *name, char ascii[static CONVERT_SIZE])
{
	struct answer answer = { LIBIDN2_OK, policy_to_ascii(IDNX_CONF, name, ascii) };

	if (answer.decision.is_logged)
		log_decision(IDNX_CONF, name, ascii, &answer.decision, "libidn2");
	if (answer.decision.is_reported)
		return answer;
	switch (answer.decision.verdict) {
	case POLICY_EXCLUDED:
		answer.decision.settings.flags = IDNX_LOOKUP;
		break;
	case POLICY_NO_CONFIG:
		answer.code = LIBIDN2_IDNX_CONFIG;
		break;
	case POLICY_NO_CONVERTER:
		answer.code = LIBIDN2_NO_CODESET;
		break;
	default:
		answer.code = code_of_status(answer.decision.result.status);
	}
	return answer;
}

/* --- ASCII names ---------------------------------------------------------------- */

/* Empty labels, and the empty name, are left to the program. */
static enum libidn2_code check_lengths(const char *name)
{
	size_t length = strlen(name);

	for (const char *label = name; *label != '\0';) {
		size_t octets = strcspn(label, ".");

		if (octets > TEXT_LABEL_MAX)
			return LIBIDN2_TOO_BIG_LABEL;
		label += octets + (label[octets] == '.');
	}
	if (length > 0 && name[length - 1] == '.')
		length--;
	return length > TEXT_NAME_MAX ? LIBIDN2_TOO_BIG_DOMAIN : LIBIDN2_OK;
}

static enum libidn2_code convert_ascii(const char *name, int flags,
                                       char ascii[static CONVERT_SIZE])
{
	enum libidn2_code code = check_lengths(name);
	size_t i = 0;

	if (code == LIBIDN2_OK && policy_is_ace(name))
		code = ask_policy(name, ascii).code;
	if (code != LIBIDN2_OK)
		return code;
	for (; name[i] != '\0'; i++)
		ascii[i] = flags & LIBIDN2_NO_TR46 ? name[i] : ascii_fold(name[i]);
	ascii[i] = '\0';
	return LIBIDN2_OK;
}

/* --- NO_TR46 -------------------------------------------------------------------- */

struct changes {
	const char *name;
	int flags;
	enum libidn2_code code; /* of the first change that is not allowed */
};

/* Returns whether the label around this octet is ASCII. */
static bool is_ascii_label_at(const char *name, size_t octet)
{
	while (octet > 0 && name[octet - 1] != '.')
		octet--;
	return ascii_has_only(name + octet, strcspn(name + octet, "."));
}

static void note_change(void *context, const struct idnx_explanation *step)
{
	struct changes *changes = context;
	bool is_mapped = step->step == IDNX_STEP_MAPPED || step->step == IDNX_STEP_IGNORED;
	bool is_normalized = step->step == IDNX_STEP_NORMALIZED &&
	                     !(changes->flags & LIBIDN2_NFC_INPUT);

	if (changes->code != LIBIDN2_OK || is_ascii_label_at(changes->name, step->octet))
		return;
	if (is_mapped)
		changes->code = LIBIDN2_DISALLOWED;
	else if (is_normalized)
		changes->code = LIBIDN2_NOT_NFC;
}

static enum libidn2_code check_unmapped(const char *name, int flags, unsigned idnx_flags)
{
	struct changes changes = { name, flags, LIBIDN2_OK };
	char ascii[CONVERT_SIZE];
	struct idnx_result result = idnx_explain(name, strlen(name), ascii, sizeof ascii,
	                                         idnx_flags, note_change, &changes);

	return changes.code != LIBIDN2_OK ? changes.code : code_of_status(result.status);
}

/* Both names have the same labels, since no full stop has been mapped. */
static void restore_ascii_labels(const char *name, char *ascii)
{
	for (;;) {
		size_t length = strcspn(name, "."), ascii_length = strcspn(ascii, ".");

		if (ascii_has_only(name, length) && length == ascii_length)
			memcpy(ascii, name, length);
		name += length;
		ascii += ascii_length;
		if (*name++ == '\0' || *ascii++ == '\0')
			return;
	}
}

static enum libidn2_code convert_unmapped(const char *name, int flags, unsigned idnx_flags,
                                          char *ascii)
{
	enum libidn2_code code = check_unmapped(name, flags, idnx_flags);

	if (code == LIBIDN2_OK)
		restore_ascii_labels(name, ascii);
	return code;
}

/* --- All names ------------------------------------------------------------------ */

/*
 * Does the rest for a name in UTF-8.  The module passes excluded names through; but callers here
 * send the result to DNS.
 */
static enum libidn2_code finish(const char *name, int flags, const struct decision *decision,
                                char ascii[static CONVERT_SIZE])
{
	unsigned idnx_flags = decision->settings.flags;
	enum libidn2_code code = LIBIDN2_OK;

	if (decision->verdict == POLICY_EXCLUDED)
		code = code_of_status(
			idnx_to_ascii(name, strlen(name), ascii, CONVERT_SIZE, idnx_flags)
				.status);
	if (code == LIBIDN2_OK && flags & LIBIDN2_NO_TR46)
		code = convert_unmapped(name, flags, idnx_flags, ascii);
	return code;
}

/* The same for a name in the charset of idnx.conf. */
APART static enum libidn2_code finish_decoded(const char *name, int flags,
                                              const struct decision *decision,
                                              char ascii[static CONVERT_SIZE])
{
	char decoded[TEXT_SIZE];
	size_t length;

	charset_convert("UTF-8", decision->settings.charset, name, strlen(name), decoded,
	                sizeof decoded, &length);
	return finish(decoded, flags, decision, ascii);
}

/*
 * A charset in idnx.conf takes precedence.  Otherwise the program's locale, which the module
 * cannot know, says what the octets mean.
 */
static enum libidn2_code convert_name(const char *name, int flags,
                                      char ascii[static CONVERT_SIZE], bool *is_for_locale)
{
	struct answer answer = ask_policy(name, ascii);
	bool is_decoded = answer.decision.charset == CHARSET_OK;

	if (answer.code == LIBIDN2_OK && is_decoded)
		answer.code = finish_decoded(name, flags, &answer.decision, ascii);
	else if (answer.code == LIBIDN2_OK)
		answer.code = finish(name, flags, &answer.decision, ascii);
	*is_for_locale = answer.code == LIBIDN2_ENCODING_ERROR &&
	                 answer.decision.charset == CHARSET_NOT_ASKED;
	return answer.code;
}

APART static enum libidn2_code convert_from_locale(const char *name, int flags,
                                                   char ascii[static CONVERT_SIZE])
{
	char utf8[TEXT_SIZE];
	enum libidn2_code code = text_from_locale(name, utf8);
	bool again;

	return code == LIBIDN2_OK ? convert_name(utf8, flags, ascii, &again) : code;
}

static enum libidn2_code convert_unicode(const char *name, enum convert_from from, int flags,
                                         char ascii[static CONVERT_SIZE])
{
	bool is_for_locale;
	enum libidn2_code code = convert_name(name, flags, ascii, &is_for_locale);

	if (is_for_locale && from == CONVERT_FROM_LOCALE)
		return convert_from_locale(name, flags, ascii);
	return code;
}

/* UseSTD3ASCIIRules of UTS #46; Punycode keeps the ASCII of a label as it is. */
static bool is_std3(const char *ascii)
{
	while (ascii_is_ldh(*ascii) || *ascii == '.')
		ascii++;
	return *ascii == '\0';
}

enum libidn2_code convert(const char *name, enum convert_from from, int flags,
                          char ascii[static CONVERT_SIZE])
{
	enum libidn2_code code;

	if (!are_valid_flags(flags))
		return LIBIDN2_INVALID_FLAGS;
	code = ascii_has_only_text(name) ? convert_ascii(name, flags, ascii)
	                                 : convert_unicode(name, from, flags, ascii);
	if (code == LIBIDN2_OK && flags & LIBIDN2_USE_STD3_ASCII_RULES && !is_std3(ascii))
		return LIBIDN2_DISALLOWED;
	return code;
}
