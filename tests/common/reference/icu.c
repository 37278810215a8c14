/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* ICU and the known differences from it: see icu.h. */
#include "icu.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unicode/uchar.h>
#include <unicode/uidna.h>
#include <unicode/utf16.h>

#define LENGTH(array) (sizeof(array) / sizeof *(array))

/* --- Options -------------------------------------------------------------- */

static const struct {
	unsigned ours;
	uint32_t icu;
} options[] = {
	{ IDNX_CHECK_BIDI, UIDNA_CHECK_BIDI },
	{ IDNX_CHECK_JOINERS, UIDNA_CHECK_CONTEXTJ },
	{ IDNX_USE_STD3_ASCII_RULES, UIDNA_USE_STD3_RULES },
};

#define NONTRANSITIONAL                                                                  \
	(UIDNA_NONTRANSITIONAL_TO_ASCII | UIDNA_NONTRANSITIONAL_TO_UNICODE)

/* The flags of what ICU always checks. */
#define HYPHEN_ERRORS                                                                    \
	(UIDNA_ERROR_LEADING_HYPHEN | UIDNA_ERROR_TRAILING_HYPHEN |                      \
	 UIDNA_ERROR_HYPHEN_3_4)
#define LENGTH_ERRORS                                                                    \
	(UIDNA_ERROR_EMPTY_LABEL | UIDNA_ERROR_LABEL_TOO_LONG |                          \
	 UIDNA_ERROR_DOMAIN_NAME_TOO_LONG)

static uint32_t icu_options(unsigned flags)
{
	uint32_t icu = flags & IDNX_TRANSITIONAL_PROCESSING ? 0 : NONTRANSITIONAL;

	for (size_t i = 0; i < LENGTH(options); i++)
		if (flags & options[i].ours)
			icu |= options[i].icu;
	return icu;
}

static const UIDNA *icu_for(unsigned flags)
{
	static UIDNA *opened[256];
	UErrorCode error = U_ZERO_ERROR;

	flags &= IDNX_CHECK_BIDI | IDNX_CHECK_JOINERS | IDNX_USE_STD3_ASCII_RULES |
	         IDNX_TRANSITIONAL_PROCESSING;
	if (opened[flags] == NULL)
		opened[flags] = uidna_openUTS46(icu_options(flags), &error);
	if (U_FAILURE(error))
		abort();
	return opened[flags];
}

/* --- One name, converted twice -------------------------------------------- */

typedef int32_t icu_conversion(const UIDNA *, const char *, int32_t, char *, int32_t,
                               UIDNAInfo *, UErrorCode *);
typedef struct idnx_result our_conversion(const char *, size_t, char *, size_t, unsigned);

static uint32_t icu_convert(const struct random_name *name, bool to_ascii, unsigned flags,
                            char *string)
{
	UIDNAInfo info = UIDNA_INFO_INITIALIZER;
	UErrorCode error = U_ZERO_ERROR;
	icu_conversion *convert = to_ascii ? uidna_nameToASCII_UTF8 : uidna_nameToUnicodeUTF8;
	int32_t length = convert(icu_for(flags), (const char *)name->utf8,
	                         (int32_t)name->utf8_length, string, IDNX_INPUT_MAX, &info,
	                         &error);

	if (U_FAILURE(error))
		abort();
	string[length] = '\0';
	if (!(flags & IDNX_CHECK_HYPHENS))
		info.errors &= ~(uint32_t)HYPHEN_ERRORS;
	if (!(flags & IDNX_VERIFY_DNS_LENGTH))
		info.errors &= ~(uint32_t)LENGTH_ERRORS;
	return info.errors;
}

static struct idnx_result our_convert(const struct random_name *name, bool to_ascii,
                                      unsigned flags, char *string)
{
	our_conversion *convert = to_ascii ? idnx_to_ascii : idnx_to_unicode;

	return convert((const char *)name->utf8, name->utf8_length, string, IDNX_NAME_SIZE,
	               flags);
}

/*
 * ICU's errors for each status of libcore.  In an invalid ACE label ICU reports no other
 * error, while libcore checks in the order of the criteria.
 */
static const uint32_t errors_of[] = {
	[IDNX_P4] = UIDNA_ERROR_PUNYCODE | UIDNA_ERROR_INVALID_ACE_LABEL,
	[IDNX_V1] = UIDNA_ERROR_INVALID_ACE_LABEL,
	[IDNX_V2] = UIDNA_ERROR_HYPHEN_3_4 | UIDNA_ERROR_INVALID_ACE_LABEL,
	[IDNX_V3] = UIDNA_ERROR_LEADING_HYPHEN | UIDNA_ERROR_TRAILING_HYPHEN |
		    UIDNA_ERROR_INVALID_ACE_LABEL,
	[IDNX_V4] = 0, /* see ask_with_hyphens() */
	[IDNX_V6] = UIDNA_ERROR_LEADING_COMBINING_MARK | UIDNA_ERROR_INVALID_ACE_LABEL,
	[IDNX_V7] = UIDNA_ERROR_DISALLOWED | UIDNA_ERROR_INVALID_ACE_LABEL,
	[IDNX_U1] = UIDNA_ERROR_DISALLOWED | UIDNA_ERROR_INVALID_ACE_LABEL,
	[IDNX_C1] = UIDNA_ERROR_CONTEXTJ,
	[IDNX_C2] = UIDNA_ERROR_CONTEXTJ,
	[IDNX_B1] = UIDNA_ERROR_BIDI,
	[IDNX_B2] = UIDNA_ERROR_BIDI,
	[IDNX_B3] = UIDNA_ERROR_BIDI,
	[IDNX_B4] = UIDNA_ERROR_BIDI,
	[IDNX_B5] = UIDNA_ERROR_BIDI,
	[IDNX_B6] = UIDNA_ERROR_BIDI,
	[IDNX_A4_1] = UIDNA_ERROR_DOMAIN_NAME_TOO_LONG | UIDNA_ERROR_EMPTY_LABEL,
	[IDNX_A4_2] = UIDNA_ERROR_LABEL_TOO_LONG | UIDNA_ERROR_EMPTY_LABEL,
	[IDNX_X4_2] = UIDNA_ERROR_EMPTY_LABEL,
	[IDNX_BAD_FLAGS] = 0, /* the last status */
};

static bool outcomes_agree(const struct icu_outcome *outcome)
{
	if (outcome->ours.status != IDNX_OK)
		return outcome->icu_errors & errors_of[outcome->ours.status];
	return outcome->icu_errors == 0 &&
	       strcmp(outcome->our_string, outcome->icu_string) == 0;
}

/* Compares the two; ICU may get another name. */
static void compare(struct icu_outcome *outcome, bool to_ascii, const struct random_name *ours,
                    const struct random_name *icus, unsigned flags)
{
	outcome->ours = our_convert(ours, to_ascii, flags, outcome->our_string);
	outcome->icu_errors = icu_convert(icus, to_ascii, flags, outcome->icu_string);
}

/* --- What has changed since ICU's Unicode --------------------------------- */

/*
 * All code points of Unicode 15.0 whose status or mapping differs in 18.0; icu.c tests that
 * none is missing.  ICU gets their current mappings; a newer ICU may already have them.
 */
static const struct icu_change changes[] = {
	{0x04C0, 0x04C0, 0x04CF},    {0x10A0, 0x10C5, 0x2D00},
	{0x115F, 0x1160, 0},         {0x17B4, 0x17B5, 0},
	{0x1806, 0x1806, 0x1806},    {0x180E, 0x180E, 0},
	{0x1E9E, 0x1E9E, 0x00DF},    {0x2061, 0x2063, 0},
	{0x206A, 0x206F, 0},         {0x2132, 0x2132, 0x214E},
	{0x2183, 0x2183, 0x2184},    {0x3164, 0x3164, 0},
	{0xFFA0, 0xFFA0, 0},         {0x1D173, 0x1D17A, 0},
	{0x2F868, 0x2F868, 0x36FC},  {0x2F874, 0x2F874, 0x5F53},
	{0x2F91F, 0x2F91F, 0x243AB}, {0x2F95F, 0x2F95F, 0x7AEE},
	{0x2F9BF, 0x2F9BF, 0x45D7},
};

const struct icu_change *icu_change_of(uint32_t code_point)
{
	for (size_t i = 0; i < LENGTH(changes); i++)
		if (code_point >= changes[i].first && code_point <= changes[i].last)
			return &changes[i];
	return NULL;
}

uint32_t icu_change_now(const struct icu_change *change, uint32_t code_point)
{
	return change->now == 0 ? 0 : change->now + (code_point - change->first);
}

/* --- Why the two may differ ----------------------------------------------- */

/* The name and the flags that both engines get. */
struct question {
	struct random_name ours, icus;
	unsigned flags;
	bool to_ascii;
};

/* Gives both engines libcore's Unicode form. */
static void ask_for_unicode_form(struct question *q)
{
	char string[IDNX_NAME_SIZE];
	size_t length = our_convert(&q->ours, false, q->flags, string).length;

	random_name_from_utf8(&q->ours, string, length);
	q->icus = q->ours;
}

/* Gives ICU the current mapping of code points whose mapping has changed. */
static bool ask_for_what_is_mapped_now(struct question *q)
{
	struct random_name modern = {.length = 0};
	bool asked = false;

	for (size_t i = 0; i < q->icus.length; i++) {
		uint32_t code_point = q->icus.code_points[i];
		const struct icu_change *change = icu_change_of(code_point);

		/* Transitional processing replaces U+1E9E with "ss" in all versions. */
		if (change != NULL &&
		    !(code_point == 0x1E9E && q->flags & IDNX_TRANSITIONAL_PROCESSING)) {
			asked = true;
			code_point = icu_change_now(change, code_point);
		}
		if (code_point != 0)
			modern.code_points[modern.length++] = code_point;
	}
	q->icus = modern;
	return asked;
}

static bool ask_for_another(struct question *q, const uint32_t *old, uint32_t new)
{
	bool asked = false;

	ask_for_unicode_form(q);
	for (size_t i = 0; i < q->ours.length; i++)
		for (const uint32_t *o = old; *o != 0; o++)
			if (q->ours.code_points[i] == *o) {
				q->ours.code_points[i] = new;
				asked = true;
			}
	q->icus = q->ours;
	return asked;
}

/* Replaces them with U+2263, which is like them but has no decomposition. */
static bool ask_without_relations(struct question *q)
{
	static const uint32_t relations[] = {0x2260, 0x226E, 0x226F, 0};

	return q->flags & IDNX_USE_STD3_ASCII_RULES && ask_for_another(q, relations, 0x2263);
}

/* Replaces U+1806 with U+1805, which is valid in all versions. */
static bool ask_without_todo_soft_hyphen(struct question *q)
{
	static const uint32_t hyphen[] = {0x1806, 0};

	return ask_for_another(q, hyphen, 0x1805);
}

/* Whether code points 3 and 4 and UTF-16 units 3 and 4 differ in being hyphens. */
static bool hyphens_depend_on_utf16(const uint32_t *label, size_t length)
{
	UChar units[RANDOM_NAME_MAX * U16_MAX_LENGTH];
	size_t units_length = 0;
	bool in_units;

	for (size_t i = 0; i < length; i++)
		U16_APPEND_UNSAFE(units, units_length, label[i]);
	in_units = units_length >= 4 && units[2] == '-' && units[3] == '-';
	return in_units != (length >= 4 && label[2] == '-' && label[3] == '-');
}

static bool ask_without_hyphens(struct question *q)
{
	const uint32_t *code_points = q->ours.code_points;
	bool asked = false;

	if (!(q->flags & IDNX_CHECK_HYPHENS))
		return false;
	ask_for_unicode_form(q);
	for (size_t begin = 0, end; begin < q->ours.length; begin = end + 1) {
		for (end = begin; end < q->ours.length && code_points[end] != '.';)
			end++;
		asked |= hyphens_depend_on_utf16(code_points + begin, end - begin);
	}
	q->flags &= ~IDNX_CHECK_HYPHENS;
	return asked;
}

/* Sets CheckHyphens: criterion 2 then finds what criterion 4 finds. */
static bool ask_with_hyphens(struct question *q)
{
	char string[IDNX_NAME_SIZE];

	if (our_convert(&q->ours, q->to_ascii, q->flags, string).status != IDNX_V4)
		return false;
	q->flags |= IDNX_CHECK_HYPHENS;
	return true;
}

static bool ask_without_root_dot(struct question *q)
{
	ask_for_unicode_form(q);
	if (!q->to_ascii || !(q->flags & IDNX_VERIFY_DNS_LENGTH) || q->ours.length == 0 ||
	    q->ours.code_points[q->ours.length - 1] != '.')
		return false;
	q->icus.length = --q->ours.length;
	return true;
}

/* Applies mapping first: ICU accepts a last label that is empty only if it always was. */
static bool ask_without_ignored(struct question *q)
{
	size_t length = q->ours.length;
	bool had_label = length > 0 && q->ours.code_points[length - 1] != '.';

	ask_for_unicode_form(q);
	length = q->ours.length;
	return had_label && q->flags & IDNX_VERIFY_DNS_LENGTH && length > 0 &&
	       q->ours.code_points[length - 1] == '.';
}

/*
 * For each reason, ask() changes the question so that both must give the same answer if the
 * reason holds.  It returns false if the reason cannot hold.
 */
static const struct {
	const char *reason;
	bool (*ask)(struct question *q);
} differences[ICU_REASONS] = {
	{ "ICU's Unicode maps a code point in another way, or not at all",
	  ask_for_what_is_mapped_now },
	{ "UseSTD3ASCIIRules rejected U+2260, U+226E and U+226F up to Unicode 15.0",
	  ask_without_relations },
	{ "Unicode 15.0 did not allow U+1806", ask_without_todo_soft_hyphen },
	{ "ICU takes UTF-16 units 3 and 4 for characters 3 and 4 (CheckHyphens)",
	  ask_without_hyphens },
	{ "Unicode 15.0 had no criterion 4, no xn-- once decoded", ask_with_hyphens },
	{ "ICU takes no label of ignored characters alone for the root", ask_without_ignored },
	{ "VerifyDnsLength rejects the root's dot, which ICU lets pass", ask_without_root_dot },
};

const char *icu_reason(size_t index)
{
	return differences[index].reason;
}

/* Tries the reasons one after the other; returns the one after which both agree. */
size_t icu_explain(const struct icu_comparison *c)
{
	struct question question = {c->name, c->name, c->flags, c->to_ascii};
	size_t reason = 0;

	for (; reason < ICU_REASONS; reason++) {
		struct question another = question;
		struct icu_outcome outcome;

		if (!differences[reason].ask(&another))
			continue;
		question = another;
		random_name_encode(&question.ours);
		random_name_encode(&question.icus);
		compare(&outcome, question.to_ascii, &question.ours, &question.icus,
		        question.flags);
		if (outcomes_agree(&outcome))
			break;
	}
	return reason;
}

bool icu_compare(struct icu_comparison *c)
{
	compare(&c->outcome, c->to_ascii, &c->name, &c->name, c->flags);
	return outcomes_agree(&c->outcome);
}

bool icu_knows_character(uint32_t code_point)
{
	UVersionInfo age, ours;

	u_charAge((UChar32)code_point, age);
	u_versionFromString(ours, idnx_unicode_version());
	return u_charType((UChar32)code_point) != U_UNASSIGNED &&
	       memcmp(age, ours, sizeof age) <= 0;
}

static bool is_assigned(const struct random_name *name)
{
	for (size_t i = 0; i < name->length; i++)
		if (!icu_knows_character(name->code_points[i]))
			return false;
	return true;
}

static bool knows_decoded(const struct random_name *name, unsigned flags)
{
	struct random_name decoded;
	char string[IDNX_NAME_SIZE];
	size_t length = our_convert(name, false, flags, string).length;

	random_name_from_utf8(&decoded, string, length);
	return is_assigned(&decoded);
}

bool icu_knows(const struct random_name *name)
{
	return is_assigned(name) && knows_decoded(name, 0) &&
	       knows_decoded(name, IDNX_TRANSITIONAL_PROCESSING);
}

bool icu_is_newer(void)
{
	UVersionInfo version;

	u_getUnicodeVersion(version);
	return version[0] > 15 || (version[0] == 15 && version[1] > 0);
}
