/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * 200,000 random names compared with ICU, of any Unicode version, with the same options.  What
 * Unicode has changed since is left to properties.c, and to IdnaTestV2.txt.
 */
#include <stdbool.h>
#include <string.h>
#include <unicode/uidna.h>

#include "../../common/test.h"
#include "../../common/reference/icu.h"
#include "../../common/reference/random_name.h"

#define NAMES 200000

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

static const UIDNA *icu_for(unsigned flags)
{
	static UIDNA *opened[IDNX_VERIFY_DNS_LENGTH << 1];
	uint32_t icu = flags & IDNX_TRANSITIONAL_PROCESSING ? 0 : NONTRANSITIONAL;
	UErrorCode error = U_ZERO_ERROR;

	for (size_t i = 0; i < LENGTH(options); i++)
		if (flags & options[i].ours)
			icu |= options[i].icu;
	if (opened[flags] == NULL)
		opened[flags] = uidna_openUTS46(icu, &error);
	assert_true(U_SUCCESS(error));
	return opened[flags];
}

/* --- One name, converted twice -------------------------------------------- */

struct conversion {
	struct idnx_result (*ours)(const char *, size_t, char *, size_t, unsigned);
	int32_t (*icus)(const UIDNA *, const char *, int32_t, char *, int32_t, UIDNAInfo *,
	                UErrorCode *);
};

static const struct conversion to_ascii = { idnx_to_ascii, uidna_nameToASCII_UTF8 };
static const struct conversion to_unicode = { idnx_to_unicode, uidna_nameToUnicodeUTF8 };

/* Returns ICU's errors, of those that the flags ask for. */
static uint32_t icu_convert(const struct conversion *conversion, const struct random_name *name,
                            unsigned flags, char string[static IDNX_NAME_SIZE])
{
	UIDNAInfo info = UIDNA_INFO_INITIALIZER;
	UErrorCode error = U_ZERO_ERROR;
	int32_t length = conversion->icus(icu_for(flags), (const char *)name->utf8,
	                                  (int32_t)name->utf8_length, string, IDNX_INPUT_MAX,
	                                  &info, &error);

	assert_true(U_SUCCESS(error));
	string[length] = '\0';
	if (!(flags & IDNX_CHECK_HYPHENS))
		info.errors &= ~(uint32_t)HYPHEN_ERRORS;
	if (!(flags & IDNX_VERIFY_DNS_LENGTH))
		info.errors &= ~(uint32_t)LENGTH_ERRORS;
	return info.errors;
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
	[IDNX_V4] = UINT32_MAX, /* no xn-- once decoded: ICU of Unicode 15.0 has no such rule */
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

/* Returns libcore's status. */
static enum idnx_status convert(const struct conversion *conversion,
                                const struct random_name *name, unsigned flags, bool *alike)
{
	static char ours[IDNX_NAME_SIZE], icus[IDNX_NAME_SIZE];
	enum idnx_status status = conversion
	                                  ->ours((const char *)name->utf8, name->utf8_length,
	                                         ours, sizeof ours, flags)
	                                  .status;
	uint32_t errors = icu_convert(conversion, name, flags, icus);

	*alike = status == IDNX_V4 || (status != IDNX_OK && errors & errors_of[status]) ||
	         (status == IDNX_OK && errors == 0 && strcmp(ours, icus) == 0);
	return status;
}

/* --- Names that both should convert alike --------------------------------- */

static void print(const struct random_name *name, unsigned flags, enum idnx_status status)
{
	print_message("# flags %02X: %s:", flags, idnx_status_code(status));
	for (size_t i = 0; i < name->length; i++)
		print_message(" %04X", name->code_points[i]);
	print_message("\n");
}

static bool is_known(const struct random_name *name)
{
	for (size_t i = 0; i < name->length; i++)
		if (!icu_knows_character(name->code_points[i]))
			return false;
	return true;
}

static struct random_name unicode_form(const struct random_name *name, unsigned flags)
{
	struct random_name form;
	char string[IDNX_NAME_SIZE];
	size_t length = idnx_to_unicode((const char *)name->utf8, name->utf8_length, string,
	                                sizeof string, flags)
	                        .length;

	random_name_from_utf8(&form, string, length);
	return form;
}

/* Whether the character, alone, is mapped or rejected as by ICU. */
static bool is_unchanged(uint32_t code_point, unsigned flags)
{
	struct random_name alone = { 1, { code_point }, 0, { 0 } };
	bool alike;

	random_name_encode(&alone);
	convert(&to_unicode, &alone, flags, &alike);
	return alike;
}

static bool has_changed(const struct random_name *name, unsigned flags)
{
	size_t i = 0;

	while (i < name->length && is_unchanged(name->code_points[i], flags))
		i++;
	return i < name->length;
}

/*
 * Leaves out flags by which the two differ.  ICU takes UTF-16 units 3 and 4 for characters 3 and 4
 * (CheckHyphens), and lets the root's dot pass (VerifyDnsLength).
 */
static unsigned comparable(unsigned flags, const struct random_name *form)
{
	if (form->length > 0 && form->code_points[form->length - 1] == '.')
		flags &= ~IDNX_VERIFY_DNS_LENGTH;
	for (size_t i = 0; i < form->length; i++)
		if (form->code_points[i] > 0xFFFF)
			flags &= ~IDNX_CHECK_HYPHENS;
	return flags;
}

TEST(names_convert_as_by_icu)
{
	struct random random_state = { .state = 46 };
	unsigned valid = 0, changed = 0, wrong = 0;

	for (unsigned i = 0; i < NAMES && wrong < 20;) {
		const struct conversion *conversion = i % 2 ? &to_ascii : &to_unicode;
		unsigned flags = random_below(&random_state, IDNX_VERIFY_DNS_LENGTH << 1);
		static struct random_name name, form;
		enum idnx_status status;
		bool alike;

		random_name(&random_state, &name);
		form = unicode_form(&name, flags);
		if (!is_known(&name) || !is_known(&form))
			continue;
		i++;
		flags = comparable(flags, &form);
		status = convert(conversion, &name, flags, &alike);
		valid += status == IDNX_OK;
		if (alike)
			continue;
		if (!has_changed(&name, flags) && !has_changed(&form, flags)) {
			print(&name, flags, status);
			wrong++;
		}
		changed++;
	}
	print_message("# note: %u names, %u convert, %u have changed\n", NAMES, valid, changed);
	assert_int_equal(wrong, 0);
	assert_true(valid > NAMES / 10 && changed < NAMES / 40);
}

/* 72 of Unicode 15.0 are mapped or rejected in another way by 18.0, and more are unknown to it. */
TEST(few_characters_have_changed_since_icu)
{
	unsigned changed = 0;

	for (uint32_t c = 1; c <= 0x10FFFF; c++)
		if (icu_knows_character(c) && !U_IS_SURROGATE(c))
			changed += !is_unchanged(c, 0);
	print_message("# note: %u characters\n", changed);
	assert_true(changed <= 100);
}
