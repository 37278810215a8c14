/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * ICU and libidn2: any name of characters they know gets the forms that ICU gives it, and the
 * ASCII form of libidn2, or a known reason explains the difference: those of ICU are in
 * tests/common/reference/icu.h, those of libidn2 below.  libidn2 maps by UTS #46, applies
 * IDNA2008, and has an older Unicode.
 */
#include <idn2.h>
#include <unistr.h>

#include "../common/reference/icu.h"
#include "common/fuzz.h"

/* Longer names are not valid in DNS; ICU accepts any, and takes time quadratic in it. */
#define NAME_OCTETS_MAX 256

#define OUR_FLAGS                                                                              \
	(IDNX_CHECK_HYPHENS | IDNX_CHECK_BIDI | IDNX_CHECK_JOINERS |                           \
	 IDNX_USE_STD3_ASCII_RULES | IDNX_VERIFY_DNS_LENGTH)
#define ITS_FLAGS (IDN2_NONTRANSITIONAL | IDN2_USE_STD3_ASCII_RULES)

/* --- One name, converted twice ------------------------------------------------ */

/* The name and the flags that both engines get. */
struct question {
	struct random_name ours, its;
	unsigned flags;
};

struct outcome {
	enum idnx_status status;
	int code; /* of libidn2: IDN2_OK, or the error */
	bool agree;
};

static struct outcome ask(const struct question *question)
{
	static char name[sizeof question->its.utf8 + 1];
	char ours[IDNX_NAME_SIZE], *its = NULL;
	struct outcome outcome;

	outcome.status = idnx_to_ascii((const char *)question->ours.utf8,
	                               question->ours.utf8_length, ours, sizeof ours,
	                               question->flags)
	                         .status;
	memcpy(name, question->its.utf8, question->its.utf8_length);
	name[question->its.utf8_length] = '\0';
	outcome.code = idn2_to_ascii_8z(name, &its, ITS_FLAGS);
	outcome.agree = (outcome.status == IDNX_OK) == (outcome.code == IDN2_OK) &&
	                (outcome.status != IDNX_OK || strcmp(ours, its) == 0);
	if (outcome.code == IDN2_OK)
		idn2_free(its);
	return outcome;
}

/* --- Why the two may differ ----------------------------------------------------- */

static bool is_bidi(enum idnx_status status)
{
	return status >= IDNX_B1 && status <= IDNX_B6;
}

static bool ask_without_lengths(struct question *q, const struct outcome *outcome)
{
	(void)outcome;
	q->flags &= ~IDNX_VERIFY_DNS_LENGTH;
	return true;
}

static bool ask_without_bidi(struct question *q, const struct outcome *outcome)
{
	q->flags &= ~IDNX_CHECK_BIDI;
	return is_bidi(outcome->status);
}

/* Gives libidn2 the current mapping where Unicode has changed it. */
static bool ask_for_what_is_mapped_now(struct question *q, const struct outcome *outcome)
{
	size_t length = 0;
	bool asked = false;

	(void)outcome;
	for (size_t i = 0; i < q->its.length; i++) {
		uint32_t code_point = q->its.code_points[i];
		const struct icu_change *change = icu_change_of(code_point);

		asked |= change != NULL;
		if (change != NULL)
			code_point = icu_change_now(change, code_point);
		if (code_point != 0)
			q->its.code_points[length++] = code_point;
	}
	q->its.length = length;
	return asked;
}

/* Whether STD3 rejects it: such ASCII, and what decomposes or maps to it. */
static bool is_rejected(uint32_t c)
{
	bool is_std3 = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '.';

	return (c < 0x80 && !is_std3) || c == 0x2260 || c == 0x226E || c == 0x226F;
}

static bool is_dropped(uint32_t code_point)
{
	struct random_name character = { .length = 1, .code_points = { code_point } };
	char string[IDNX_NAME_SIZE];
	size_t length;

	random_name_encode(&character);
	length = idnx_to_unicode((const char *)character.utf8, character.utf8_length, string,
	                         sizeof string, 0)
	                 .length;
	random_name_from_utf8(&character, string, length);
	for (size_t i = 0; i < character.length; i++)
		if (is_rejected(character.code_points[i]))
			return true;
	return false;
}

/* Gives idnx the name without the characters that libidn2 drops. */
static bool ask_without_what_it_drops(struct question *q, const struct outcome *outcome)
{
	size_t length = 0;

	(void)outcome;
	for (size_t i = 0; i < q->ours.length; i++)
		if (!is_dropped(q->ours.code_points[i]))
			q->ours.code_points[length++] = q->ours.code_points[i];
	q->ours.length = length;
	return true;
}

static const struct {
	const char *reason;
	bool (*ask)(struct question *q, const struct outcome *outcome);
} differences[] = {
	{ "it drops what UseSTD3ASCIIRules rejects", ask_without_what_it_drops },
	{ "its Unicode mapped a code point in another way", ask_for_what_is_mapped_now },
	{ "it looks at no empty labels and at no root dot", ask_without_lengths },
	{ "its Bidi rule is that of labels, not of names", ask_without_bidi },
};

/* Whether libidn2's code names a rule of IDNA2008 that UTS #46 lacks. */
static bool is_idna2008(int code)
{
	static const int codes[] = {
		IDN2_DISALLOWED,
		IDN2_UNASSIGNED,
		IDN2_CONTEXTO,
		IDN2_CONTEXTO_NO_RULE,
		IDN2_INVALID_NONTRANSITIONAL,
	};

	for (size_t i = 0; i < sizeof codes / sizeof codes[0]; i++)
		if (code == codes[i])
			return true;
	return false;
}

/* Tries the reasons one after the other; several may apply. */
static bool is_explained(const struct question *asked, struct outcome outcome)
{
	struct question question = *asked;

	for (size_t i = 0; i < sizeof differences / sizeof differences[0]; i++) {
		struct question another = question;

		if (outcome.agree || is_idna2008(outcome.code))
			return true;
		if (!differences[i].ask(&another, &outcome))
			continue;
		question = another;
		random_name_encode(&question.ours);
		random_name_encode(&question.its);
		outcome = ask(&question);
	}
	return outcome.agree || is_idna2008(outcome.code);
}

/* Only libcore has a limit to the characters that a name may map to. */
static void check_icu(struct icu_comparison *c, bool to_ascii)
{
	c->to_ascii = to_ascii;
	promise(icu_compare(c) || c->outcome.ours.status == IDNX_TOO_LONG ||
	                icu_explain(c) < ICU_REASONS,
	        "ICU agrees, or a reason is known");
}

static void check_libidn2(const struct random_name *name)
{
	static struct question question;

	question.ours = question.its = *name;
	question.flags = OUR_FLAGS;
	promise(is_explained(&question, ask(&question)),
	        "libidn2 agrees, or a reason is known");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct icu_comparison icu;
	struct input input = { data, size };

	icu.flags = take_octet(&input) % (IDNX_VERIFY_DNS_LENGTH << 1);
	if (input.left > NAME_OCTETS_MAX || (u8_check)(input.next, input.left) != NULL ||
	    (input.left > 0 && memchr(input.next, '\0', input.left) != NULL))
		return 0;
	random_name_from_utf8(&icu.name, (const char *)input.next, input.left);
	if (!icu_knows(&icu.name))
		return 0;
	check_icu(&icu, true);
	check_icu(&icu, false);
	check_libidn2(&icu.name);
	return 0;
}
