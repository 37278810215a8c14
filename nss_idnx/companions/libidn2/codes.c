/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * The error codes of libidn2 for the statuses of libcore, and their texts, which programs print
 * after the name.  After certain codes some programs try again, or use the name as it is.  None
 * of the codes below lets them have what the policy rejects.
 */
#include "convert.h"

#include <stdlib.h>
#include <string.h>

/* Newer than any program requires; no version of libidn2 has this number. */
#define VERSION "2.99.0"

enum libidn2_code code_of_status(enum idnx_status status)
{
	/* After IDN2_2HYPHEN systemd-resolved uses the name as it is, so V2 has another. */
	static const enum libidn2_code codes[] = {
#define STATUS(name, code, key, libidn2, ...) [IDNX_##name] = LIBIDN2_##libidn2,
#include "statuses.h"
	};

	return (size_t)status < sizeof codes / sizeof codes[0] ? codes[status]
	                                                       : LIBIDN2_DISALLOWED;
}

/* --- Words ------------------------------------------------------------------ */

#define CODE(code, words) { LIBIDN2_##code, "IDN2_" #code, words }

static const struct words {
	enum libidn2_code code;
	const char *name, *text;
} known[] = {
	CODE(OK, "no error"),
	CODE(MALLOC, "not enough memory"),
	CODE(NO_CODESET, "the charset of the locale, or of idnx.conf, cannot be used"),
	CODE(ICONV_FAIL, "the name is neither UTF-8 nor in the charset of the locale"),
	CODE(ENCODING_ERROR, "the name is not well-formed, or cannot be shown in this locale"),
	CODE(NFC, "the name cannot be normalized"),
	CODE(PUNYCODE_BAD_INPUT, "what follows xn-- is not Punycode"),
	CODE(PUNYCODE_BIG_OUTPUT, "the Punycode is too long"),
	CODE(PUNYCODE_OVERFLOW, "the Punycode has a number that is too large"),
	CODE(TOO_BIG_DOMAIN, "the name is empty or has more than 253 octets in ASCII form"),
	CODE(TOO_BIG_LABEL, "a label is empty or has more than 63 octets in ASCII form"),
	CODE(INVALID_ALABEL, "a label begins with xn-- but has no valid Unicode form"),
	CODE(UALABEL_MISMATCH, "the two forms of the label are not the same label"),
	CODE(INVALID_FLAGS, "the program asked with flags that exclude each other"),
	CODE(NOT_NFC, "the name is not in Normalization Form C"),
	CODE(2HYPHEN, "a label has hyphens in the third and fourth places"),
	CODE(HYPHEN_STARTEND, "a label begins or ends with a hyphen"),
	CODE(LEADING_COMBINING, "a label begins with a combining mark"),
	CODE(DISALLOWED, "the name contains a character that is not allowed"),
	CODE(CONTEXTJ, "the name contains a joiner where it is not allowed"),
	CODE(CONTEXTJ_NO_RULE, "the name contains a joiner for which there is no rule"),
	CODE(CONTEXTO, "the name contains a character that is not allowed in its place"),
	CODE(CONTEXTO_NO_RULE, "the name contains a character for which there is no rule"),
	CODE(UNASSIGNED, "the name contains a character that is not assigned"),
	CODE(BIDI, "the name mixes left-to-right and right-to-left in a way that is rejected"),
	CODE(DOT_IN_LABEL, "a label contains a full stop"),
	CODE(INVALID_TRANSITIONAL, "the name contains a character that is not allowed"),
	CODE(INVALID_NONTRANSITIONAL, "the name contains a character that is not allowed"),
	CODE(ALABEL_ROUNDTRIP_FAILED, "a label that begins with xn-- has another ASCII form"),
	CODE(IDNX_CONFIG, "/etc/idnx.conf cannot be used: idnx doctor says why"),
	CODE(IDNX_DISGUISE, "the name would become an address, or mean this machine"),
	CODE(IDNX_SCRIPTS, "/etc/idnx.conf forbids the scripts or digits that a label mixes"),
	CODE(IDNX_HYPHENS, "a label has hyphens in the third and fourth places"),
	CODE(IDNX_PROTECTION, "/etc/idnx.conf rejects what the name has, or reads as"),
	CODE(IDNX_REGISTER, "idnx registers no internationalized labels: libidn2 itself does"),
};

static const struct words *find_words(int rc)
{
	static const struct words unknown = { 0, "IDN2_UNKNOWN", "unknown error" };

	for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
		if ((int)known[i].code == rc)
			return &known[i];
	return &unknown;
}

const char *idn2_strerror(int rc)
{
	return find_words(rc)->text;
}

const char *idn2_strerror_name(int rc)
{
	return find_words(rc)->name;
}

const char *idn2_check_version(const char *req_version)
{
	return req_version == NULL || strverscmp(req_version, VERSION) <= 0 ? VERSION : NULL;
}

void idn2_free(void *ptr)
{
	free(ptr);
}
