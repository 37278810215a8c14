/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Converts a name to its ASCII form, as libidn2's callers expect it.  policy.h decides what
 * becomes of a name; a flag can only reject more.  An ASCII name that the policy passes through
 * is folded to lower case, and its lengths are checked, since programs rely on both.
 */
#include "convert.h"

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

/* Out of line: other names take 0.3 KiB of stack, not 4 (clang). */
#define APART __attribute__((noinline))

static struct decision ask_policy(const char *name, char ascii[static IDNX_HOST_NAME_SIZE])
{
	struct decision decision = policy_to_ascii(IDNX_CONF, name, ascii);

	if (decision.is_logged)
		log_decision(IDNX_CONF, name, ascii, &decision, "libidn2");
	return decision;
}

static enum libidn2_code code_of(const struct decision *decision)
{
	switch (decision->action) {
	case POLICY_REJECTED:
		return code_of_status(decision->result.status);
	case POLICY_NO_CONFIG:
		return LIBIDN2_IDNX_CONFIG;
	case POLICY_NO_CHARSET:
		return LIBIDN2_NO_CODESET;
	default:
		return LIBIDN2_OK;
	}
}

/* --- ASCII names ---------------------------------------------------------------- */

/* Empty labels, and the empty name, are left to the program. */
static enum libidn2_code check_lengths(const char *name)
{
	size_t length = strlen(name);

	for (const char *label = name; *label != '\0';) {
		size_t octets = strcspn(label, ".");

		if (octets > IDNX_LABEL_MAX)
			return LIBIDN2_TOO_BIG_LABEL;
		label += octets + (label[octets] == '.');
	}
	if (length > 0 && name[length - 1] == '.')
		length--;
	return length > TEXT_NAME_MAX ? LIBIDN2_TOO_BIG_DOMAIN : LIBIDN2_OK;
}

static enum libidn2_code convert_ascii(const char *name, int flags,
                                       char ascii[static IDNX_HOST_NAME_SIZE])
{
	enum libidn2_code code = check_lengths(name);
	size_t i = 0;

	if (code == LIBIDN2_OK && policy_is_ace(name)) {
		struct decision decision = ask_policy(name, ascii);

		code = code_of(&decision);
	}
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

	if (changes->code != LIBIDN2_OK || is_ascii_label_at(changes->name, step->octet))
		return;
	if (step->step == IDNX_STEP_MAPPED || step->step == IDNX_STEP_IGNORED)
		changes->code = LIBIDN2_DISALLOWED;
	else if (step->step == IDNX_STEP_NORMALIZED && !(changes->flags & LIBIDN2_NFC_INPUT))
		changes->code = LIBIDN2_NOT_NFC;
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

/* ascii has the ASCII form already: the name is converted again for its steps. */
static enum libidn2_code check_unmapped(const char *name, int flags, unsigned idnx_flags,
                                        char ascii[static IDNX_HOST_NAME_SIZE])
{
	struct changes changes = { name, flags, LIBIDN2_OK };

	idnx_explain(name, strlen(name), ascii, IDNX_HOST_NAME_SIZE, idnx_flags, note_change,
	             &changes);
	if (changes.code == LIBIDN2_OK)
		restore_ascii_labels(name, ascii);
	return changes.code;
}

/* --- All names ------------------------------------------------------------------ */

/*
 * Does the rest for a name in UTF-8.  The module passes excluded names through; but callers here
 * send the result to DNS.
 */
static enum libidn2_code finish(const char *name, int flags, struct decision *decision,
                                char ascii[static IDNX_HOST_NAME_SIZE])
{
	enum libidn2_code code;

	if (decision->action == POLICY_EXCLUDED)
		*decision = policy_to_ascii_under("", name, ascii);
	code = code_of(decision);
	if (code == LIBIDN2_OK && flags & LIBIDN2_NO_TR46)
		code = check_unmapped(name, flags, config_flags(&decision->settings), ascii);
	return code;
}

/* The same for a name in the charset of idnx.conf. */
APART static enum libidn2_code finish_decoded(const char *name, int flags,
                                              struct decision *decision,
                                              char ascii[static IDNX_HOST_NAME_SIZE])
{
	char utf8[IDNX_NAME_SIZE];
	enum libidn2_code code = text_decode(decision->settings.charset, name, utf8);

	return code == LIBIDN2_OK ? finish(utf8, flags, decision, ascii) : code;
}

APART static enum libidn2_code convert_from_locale(const char *name, int flags,
                                                   char ascii[static IDNX_HOST_NAME_SIZE])
{
	char utf8[IDNX_NAME_SIZE];
	enum libidn2_code code = text_decode("locale", name, utf8);

	return code == LIBIDN2_OK ? convert_name(utf8, CONVERT_FROM_UTF8, flags, ascii) : code;
}

/*
 * A charset in idnx.conf takes precedence.  Otherwise the program's locale, which the module
 * cannot know, says what the octets mean.
 */
static enum libidn2_code convert_unicode(const char *name, enum convert_from from, int flags,
                                         char ascii[static IDNX_HOST_NAME_SIZE])
{
	struct decision decision = ask_policy(name, ascii);
	enum libidn2_code code;

	if (decision.charset == CHARSET_OK && code_of(&decision) == LIBIDN2_OK)
		return finish_decoded(name, flags, &decision, ascii);
	code = finish(name, flags, &decision, ascii);
	if (code == LIBIDN2_ENCODING_ERROR && decision.charset == CHARSET_NOT_ASKED &&
	    from == CONVERT_FROM_LOCALE)
		code = convert_from_locale(name, flags, ascii);
	return code;
}

/* UseSTD3ASCIIRules of UTS #46; Punycode keeps the ASCII of a label as it is. */
static bool is_std3(const char *ascii)
{
	while (ascii_is_ldh(*ascii) || *ascii == '.')
		ascii++;
	return *ascii == '\0';
}

enum libidn2_code convert_name(const char *name, enum convert_from from, int flags,
                               char ascii[static IDNX_HOST_NAME_SIZE])
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
