/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * 200,000 random names against ICU, with the same options and of code points ICU
 * knows.  ICU is of Unicode 15.0.  Where it judges differently, one of the
 * reasons of a table below must explain it, each of which is put to the test; a
 * difference without a reason is an error.
 */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unicode/uchar.h>
#include <unicode/uidna.h>
#include <unicode/unorm2.h>
#include <unicode/ustring.h>
#include <unicode/utf16.h>

#include "idnx.h"
#include "reference/random_name.h"
#include "ucd.h"

#define NAMES 200000

#define LENGTH(array) (sizeof(array) / sizeof *(array))

#define UNORM_SIZE 32 /* UTF-16 of the longest mapping, U+FDFA, and more */

/* --- Options -------------------------------------------------------------- */

static const struct {
	unsigned ours;
	uint32_t icu;
} options[] = {
	{IDNX_CHECK_BIDI, UIDNA_CHECK_BIDI},
	{IDNX_CHECK_JOINERS, UIDNA_CHECK_CONTEXTJ},
	{IDNX_USE_STD3_ASCII_RULES, UIDNA_USE_STD3_RULES},
};

#define NONTRANSITIONAL                                                                  \
	(UIDNA_NONTRANSITIONAL_TO_ASCII | UIDNA_NONTRANSITIONAL_TO_UNICODE)

/* What ICU always checks, and we on request. */
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
	assert_true(U_SUCCESS(error));
	return opened[flags];
}

/* --- One name, converted twice -------------------------------------------- */

typedef int32_t icu_conversion(const UIDNA *, const char *, int32_t, char *, int32_t,
                               UIDNAInfo *, UErrorCode *);
typedef struct idnx_result our_conversion(const char *, size_t, char *, size_t, unsigned);

struct outcome {
	struct idnx_result ours;
	uint32_t icu_errors; /* of those we are asked for, too */
	char our_string[IDNX_NAME_SIZE], icu_string[IDNX_NAME_SIZE];
};

struct comparison {
	struct random_name name;
	unsigned flags;
	bool to_ascii;
	struct outcome outcome;
};

static uint32_t icu_convert(const struct random_name *name, bool to_ascii, unsigned flags,
                            char *string)
{
	UIDNAInfo info = UIDNA_INFO_INITIALIZER;
	UErrorCode error = U_ZERO_ERROR;
	icu_conversion *convert =
	        to_ascii ? uidna_nameToASCII_UTF8 : uidna_nameToUnicodeUTF8;
	int32_t length = convert(icu_for(flags), (const char *)name->utf8,
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

static struct idnx_result our_convert(const struct random_name *name, bool to_ascii,
                                      unsigned flags, char *string)
{
	our_conversion *convert = to_ascii ? idnx_to_ascii : idnx_to_unicode;

	return convert((const char *)name->utf8, name->utf8_length, string,
	               IDNX_NAME_SIZE, flags);
}

/*
 * ICU's words for our status.  In an ACE label that is no valid one ICU looks
 * for nothing else, while we go by the order of the criteria.
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
	[IDNX_A4_1] = UIDNA_ERROR_DOMAIN_NAME_TOO_LONG,
	[IDNX_A4_2] = UIDNA_ERROR_LABEL_TOO_LONG | UIDNA_ERROR_EMPTY_LABEL,
	[IDNX_X4_2] = UIDNA_ERROR_EMPTY_LABEL,
	[IDNX_FLAGS] = 0, /* the last status */
};

static bool outcomes_agree(const struct outcome *outcome)
{
	if (outcome->ours.status != IDNX_OK)
		return outcome->icu_errors & errors_of[outcome->ours.status];
	return outcome->icu_errors == 0 &&
	       strcmp(outcome->our_string, outcome->icu_string) == 0;
}

/* ICU may be asked for another name. */
static void compare(struct outcome *outcome, bool to_ascii,
                    const struct random_name *ours, const struct random_name *icus,
                    unsigned flags)
{
	outcome->ours = our_convert(ours, to_ascii, flags, outcome->our_string);
	outcome->icu_errors = icu_convert(icus, to_ascii, flags, outcome->icu_string);
}

/* --- What has changed since ICU's Unicode --------------------------------- */

/*
 * The code points Unicode 15.0 knows whose status or mapping is another one in
 * 18.0: all of them, as the first test shows.  ICU gets what they are now.
 */
static const struct change {
	uint32_t first, last;
	uint32_t now; /* what the first maps to; 0: ignored; itself: valid */
} changes[] = {
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

static const struct change *change_of(uint32_t code_point)
{
	for (size_t i = 0; i < LENGTH(changes); i++)
		if (code_point >= changes[i].first && code_point <= changes[i].last)
			return &changes[i];
	return NULL;
}

static uint32_t now(const struct change *change, uint32_t code_point)
{
	return change->now == 0 ? 0 : change->now + (code_point - change->first);
}

/* --- Why the two may differ ----------------------------------------------- */

/* What both are asked. */
struct question {
	struct random_name ours, icus;
	unsigned flags;
	bool to_ascii;
};

/* Both are asked for our Unicode form. */
static void ask_for_unicode_form(struct question *q)
{
	char string[IDNX_NAME_SIZE];
	size_t length = our_convert(&q->ours, false, q->flags, string).length;

	random_name_from_utf8(&q->ours, string, length);
	q->icus = q->ours;
}

/* A code point was mapped in another way, or not at all. */
static bool ask_for_what_is_mapped_now(struct question *q)
{
	struct random_name modern = {.length = 0};
	bool asked = false;

	for (size_t i = 0; i < q->icus.length; i++) {
		uint32_t code_point = q->icus.code_points[i];
		const struct change *change = change_of(code_point);

		/* Transitional processing replaces U+1E9E by "ss" in all versions. */
		if (change != NULL &&
		    !(code_point == 0x1E9E && q->flags & IDNX_TRANSITIONAL_PROCESSING)) {
			asked = true;
			code_point = now(change, code_point);
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

/* U+2263 differs from these in having no decomposition. */
static bool ask_without_relations(struct question *q)
{
	static const uint32_t relations[] = {0x2260, 0x226E, 0x226F, 0};

	return q->flags & IDNX_USE_STD3_ASCII_RULES &&
	       ask_for_another(q, relations, 0x2263);
}

/* U+1805 differs from U+1806 in having been valid all along. */
static bool ask_without_todo_soft_hyphen(struct question *q)
{
	static const uint32_t hyphen[] = {0x1806, 0};

	return ask_for_another(q, hyphen, 0x1805);
}

/* Whether the code points 3 and 4, and the UTF-16 units, are not alike hyphens. */
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

/* Criterion 2 sees what criterion 4 does. */
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

/*
 * Where the two differ, ask() makes a question of another that both must answer
 * alike, if the reason is the one given; false: it cannot be.
 */
static struct {
	const char *reason;
	bool (*ask)(struct question *q);
	unsigned count;
} differences[] = {
	{"Unicode 15.0 mapped a code point in another way, or not at all",
	 ask_for_what_is_mapped_now, 0},
	{"UseSTD3ASCIIRules refused U+2260, U+226E and U+226F up to Unicode 15.0",
	 ask_without_relations, 0},
	{"Unicode 15.0 did not allow U+1806", ask_without_todo_soft_hyphen, 0},
	{"ICU takes UTF-16 units 3 and 4 for characters 3 and 4 (CheckHyphens)",
	 ask_without_hyphens, 0},
	{"Unicode 15.0 had no criterion 4, no xn-- once decoded", ask_with_hyphens, 0},
	{"VerifyDnsLength refuses the root's dot, which ICU lets pass",
	 ask_without_root_dot, 0},
};

/* Reasons add up; the one that makes the two agree is counted. */
static bool is_explained(const struct comparison *c)
{
	struct question question = {c->name, c->name, c->flags, c->to_ascii};

	for (size_t i = 0; i < LENGTH(differences); i++) {
		struct question another = question;
		struct outcome outcome;

		if (!differences[i].ask(&another))
			continue;
		question = another;
		random_name_encode(&question.ours);
		random_name_encode(&question.icus);
		compare(&outcome, question.to_ascii, &question.ours, &question.icus,
		        question.flags);
		if (outcomes_agree(&outcome)) {
			differences[i].count++;
			return true;
		}
	}
	return false;
}

/* A damaged ACE label may decode to what ICU's Unicode does not assign. */
static bool icu_knows(const struct random_name *name)
{
	struct random_name decoded;
	char string[IDNX_NAME_SIZE];
	size_t length = our_convert(name, false, 0, string).length;

	random_name_from_utf8(&decoded, string, length);
	for (size_t i = 0; i < decoded.length; i++)
		if (u_charType((UChar32)decoded.code_points[i]) == U_UNASSIGNED)
			return false;
	return true;
}

static void print_difference(const struct comparison *c)
{
	print_message("# %s, flags %02X: %s, ICU's errors %X:",
	              c->to_ascii ? "ToASCII" : "ToUnicode", c->flags,
	              idnx_status_code(c->outcome.ours.status), c->outcome.icu_errors);
	for (size_t i = 0; i < c->name.length; i++)
		print_message(" %04X", c->name.code_points[i]);
	print_message("\n");
}

static void names_convert_as_by_icu(void **state)
{
	struct random random_state = {.state = 46};
	static struct comparison c;
	unsigned valid = 0, unexplained = 0;

	(void)state;
	for (unsigned i = 0; i < NAMES; i++) {
		do
			random_name(&random_state, &c.name);
		while (!icu_knows(&c.name));
		c.flags = random_below(&random_state, IDNX_VERIFY_DNS_LENGTH << 1);
		for (int to_ascii = 0; to_ascii < 2; to_ascii++) {
			c.to_ascii = to_ascii;
			compare(&c.outcome, c.to_ascii, &c.name, &c.name, c.flags);
			valid += c.outcome.ours.status == IDNX_OK;
			if (outcomes_agree(&c.outcome) || is_explained(&c))
				continue;
			if (unexplained++ < 20)
				print_difference(&c);
		}
	}
	print_message("# note: %u names, of %u conversions %u succeed\n", NAMES,
	              2 * NAMES, valid);
	for (size_t i = 0; i < LENGTH(differences); i++)
		print_message("# note: %u differ: %s\n", differences[i].count,
		              differences[i].reason);
	assert_int_equal(unexplained, 0);
	for (size_t i = 0; i < LENGTH(differences); i++)
		assert_int_not_equal(differences[i].count, 0);
}

static void assert_converts(our_conversion *convert, const char *src, unsigned flags,
                            const char *expected)
{
	char dst[IDNX_NAME_SIZE];
	struct idnx_result result = convert(src, strlen(src), dst, sizeof dst, flags);

	assert_int_equal(result.status, IDNX_OK);
	assert_string_equal(dst, expected);
}

/* Without transitional processing, which maps a deviation an ACE label may hold. */
static void valid_names_convert_alike_from_each_of_their_forms(void **state)
{
	struct random random_state = {.state = 4};
	unsigned valid = 0;

	(void)state;
	for (unsigned i = 0; i < NAMES / 4; i++) {
		static struct random_name name;
		static char ascii[IDNX_NAME_SIZE], unicode[IDNX_NAME_SIZE];
		unsigned flags = random_below(&random_state, IDNX_HOST_NAME << 1) &
		                 ~IDNX_TRANSITIONAL_PROCESSING;

		random_name(&random_state, &name);
		if (our_convert(&name, true, flags, ascii).status != IDNX_OK)
			continue;
		valid++;
		assert_int_equal(our_convert(&name, false, flags, unicode).status,
		                 IDNX_OK);
		assert_converts(idnx_to_ascii, ascii, flags, ascii);
		assert_converts(idnx_to_ascii, unicode, flags, ascii);
		assert_converts(idnx_to_unicode, ascii, flags, unicode);
		assert_converts(idnx_to_unicode, unicode, flags, unicode);
	}
	print_message("# %u names were valid\n", valid);
	assert_true(valid > 0);
}

/* --- Which code points have changed --------------------------------------- */

/* What a code point maps to, from ICU's data; U+FFFD: it is disallowed. */
static size_t icu_mapping(uint32_t code_point, uint32_t mapping[UNORM_SIZE])
{
	UErrorCode error = U_ZERO_ERROR;
	const UNormalizer2 *data =
	        unorm2_getInstance(NULL, "uts46", UNORM2_COMPOSE, &error);
	UChar source[U16_MAX_LENGTH], target[UNORM_SIZE];
	int32_t source_length = 0, target_length, length = 0;

	U16_APPEND_UNSAFE(source, source_length, (UChar32)code_point);
	target_length =
	        unorm2_normalize(data, source, source_length, target, UNORM_SIZE, &error);
	u_strToUTF32((UChar32 *)mapping, UNORM_SIZE, &length, target, target_length,
	             &error);
	assert_true(U_SUCCESS(error));
	return (size_t)length;
}

/* The same from our tables, which another test compares with Unicode's. */
static size_t our_mapping(uint32_t code_point, uint32_t mapping[UNORM_SIZE])
{
	struct ucd_entry entry = ucd_find(code_point);
	const uint32_t *mapped;
	size_t length;

	if (!(entry.traits & UCD_MAPPED) || entry.traits & UCD_DEVIATION) {
		mapping[0] = entry.traits & UCD_INVALID ? 0xFFFD : code_point;
		return 1;
	}
	mapped = ucd_mapping(entry, &length);
	memcpy(mapping, mapped, length * sizeof *mapping);
	return length;
}

static bool changed_as_listed(uint32_t code_point)
{
	const struct change *change = change_of(code_point);
	uint32_t ours[UNORM_SIZE], icus[UNORM_SIZE];
	size_t length = our_mapping(code_point, ours);
	bool same = length == icu_mapping(code_point, icus) &&
	            memcmp(ours, icus, length * sizeof *ours) == 0;

	if (change == NULL)
		return same;
	if (change->now == 0)
		return !same && length == 0;
	return !same && length == 1 && ours[0] == now(change, code_point);
}

static void only_the_listed_code_points_have_changed_since_icu(void **state)
{
	unsigned wrong = 0;

	(void)state;
	for (uint32_t c = 0; c <= 0x10FFFF; c++) {
		if (u_charType((UChar32)c) == U_UNASSIGNED || U_IS_SURROGATE(c))
			continue;
		if (!changed_as_listed(c) && wrong++ < 20)
			print_message("# U+%04X\n", c);
	}
	assert_int_equal(wrong, 0);
}

/* The reasons above are those between two versions of Unicode. */
static void skip_unless_icu_has(uint8_t major, uint8_t minor)
{
	UVersionInfo version;

	u_getUnicodeVersion(version);
	if (version[0] == major && version[1] == minor)
		return;
	printf("1..1\nok 1 - icu # SKIP it knows how ICU of Unicode %u.%u differs, but "
	       "here is ICU of Unicode %u.%u\n",
	       major, minor, version[0], version[1]);
	exit(EXIT_SUCCESS);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(only_the_listed_code_points_have_changed_since_icu),
		cmocka_unit_test(names_convert_as_by_icu),
		cmocka_unit_test(valid_names_convert_alike_from_each_of_their_forms),
	};

	skip_unless_icu_has(15, 0);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
