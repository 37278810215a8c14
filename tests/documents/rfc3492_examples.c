/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * RFC 3492 section 7, the samples and the traces word for word, and its appendices, with the
 * reference codec (bootstring.h) and the library.
 */
#include "../common/test.h"
#include "idnx.h"
#include "reference/bootstring.h"
#include "reference/samples.h"
#include "reference/text.h"

#define RFC "RFC 3492 "

#define ROOM 512

/* --- Section 7.1: sample strings -------------------------------------------------- */

/* With its flags, sample (I) has an upper-case D, as in the RFC. */
static void sample_by_reference(const struct sample *sample)
{
	const struct text *text = &sample->text;
	uint32_t code_points[ROOM];
	unsigned char flags[ROOM];
	char octets[ROOM];
	size_t length = ROOM;

	assert_int_equal(bootstring_encode(&bootstring_punycode, text->length,
	                                   text->code_points, text->case_flags, &length, octets,
	                                   NULL),
	                 BOOTSTRING_SUCCESS);
	octets[length] = '\0';
	assert_string_equal(octets, sample->punycode);
	length = ROOM;
	assert_int_equal(bootstring_decode(&bootstring_punycode, strlen(octets), octets,
	                                   &length, code_points, flags, NULL),
	                 BOOTSTRING_SUCCESS);
	assert_text_equal(text, code_points, length);
	assert_memory_equal(flags, text->case_flags, length);
}

SHOWS(samples_by_reference, RFC "section 7.1: samples (A)-(S) both ways, with their case flags")
{
	for_each_sample(sample_by_reference);
}

/* Digits in lower case: the same octets except for the D of (I). */
static void sample_by_library(const struct sample *sample)
{
	const struct text *text = &sample->text;
	uint32_t code_points[ROOM];
	char octets[ROOM];
	struct idnx_result result = idnx_punycode_encode(text->code_points, text->length,
	                                                 octets, ROOM);

	assert_int_equal(result.status, IDNX_OK);
	if (strncmp(sample->name, "(I)", 3) == 0)
		assert_string_equal(octets, "b1abfaaepdrnnbgefbadotcwatmq2g4l");
	else
		assert_string_equal(octets, sample->punycode);
	result = idnx_punycode_decode(sample->punycode, strlen(sample->punycode), code_points,
	                              ROOM);
	assert_int_equal(result.status, IDNX_OK);
	assert_text_equal(text, code_points, result.length);
}

SHOWS(samples_by_library, RFC "section 7.1: samples (A)-(S) both ways, the library")
{
	for_each_sample(sample_by_library);
}

/* --- Sections 7.2 and 7.3: traces ------------------------------------------------- */

struct account {
	char text[4096];
	bool decoding;
};

__attribute__((format(printf, 2, 3))) static void tell(struct account *account,
                                                       const char *format, ...)
{
	size_t used = strlen(account->text);
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(account->text + used, sizeof account->text - used, format, arguments);
	va_end(arguments);
}

static void tell_text(struct account *account, const uint32_t *text, size_t length,
                      size_t inserted)
{
	for (size_t i = 0; i < length; i++)
		tell(account, i == inserted ? "%04X * " : "%04X ", (unsigned)text[i]);
	tell(account, "\n");
}

static void tell_step(void *context, const struct bootstring_step *step)
{
	struct account *account = context;
	int digits = (int)step->digits_length;

	if (account->decoding) {
		tell(account, "delta \"%.*s\" decodes to %u\n", digits, step->digits,
		     (unsigned)step->delta);
		tell(account, "bias becomes %u\n", (unsigned)step->bias);
		tell_text(account, step->text, step->length, step->position);
		return;
	}
	tell(account, "next code point to insert is %04X\n", (unsigned)step->code_point);
	tell(account, "needed delta is %u, encodes as \"%.*s\"\n", (unsigned)step->delta,
	     digits, step->digits);
	tell(account, "bias becomes %u\n", (unsigned)step->bias);
}

static void decode_and_tell(const char *punycode, struct account *account)
{
	const struct bootstring_trace trace = { tell_step, account };
	uint32_t code_points[ROOM];
	size_t length = ROOM;

	account->decoding = true;
	assert_int_equal(bootstring_decode(&bootstring_punycode, strlen(punycode), punycode,
	                                   &length, code_points, NULL, &trace),
	                 BOOTSTRING_SUCCESS);
}

static void encode_and_tell(const char *written, struct account *account)
{
	const struct bootstring_trace trace = { tell_step, account };
	const struct text text = text_of(written);
	char octets[ROOM];
	size_t length = ROOM;

	assert_int_equal(bootstring_encode(&bootstring_punycode, text.length, text.code_points,
	                                   NULL, &length, octets, &trace),
	                 BOOTSTRING_SUCCESS);
	tell(account, "output is \"%.*s\"\n", (int)length, octets);
}

SHOWS(decoding_b, RFC "section 7.2: decoding trace of example B, state by state")
{
	static const char expected[] = "delta \"ihq\" decodes to 19853\n"
	                               "bias becomes 21\n"
	                               "4E0D * \n"
	                               "delta \"wc\" decodes to 64\n"
	                               "bias becomes 20\n"
	                               "4E0D 4E2D * \n"
	                               "delta \"rb\" decodes to 37\n"
	                               "bias becomes 13\n"
	                               "4E3A * 4E0D 4E2D \n"
	                               "delta \"4c\" decodes to 56\n"
	                               "bias becomes 17\n"
	                               "4E3A 4E48 * 4E0D 4E2D \n"
	                               "delta \"v8a\" decodes to 599\n"
	                               "bias becomes 32\n"
	                               "4E3A 4EC0 * 4E48 4E0D 4E2D \n"
	                               "delta \"8d\" decodes to 130\n"
	                               "bias becomes 23\n"
	                               "4ED6 * 4E3A 4EC0 4E48 4E0D 4E2D \n"
	                               "delta \"qg\" decodes to 154\n"
	                               "bias becomes 25\n"
	                               "4ED6 4EEC * 4E3A 4EC0 4E48 4E0D 4E2D \n"
	                               "delta \"056p\" decodes to 46301\n"
	                               "bias becomes 84\n"
	                               "4ED6 4EEC 4E3A 4EC0 4E48 4E0D 4E2D 6587 * \n"
	                               "delta \"qjye\" decodes to 88531\n"
	                               "bias becomes 90\n"
	                               "4ED6 4EEC 4E3A 4EC0 4E48 4E0D 8BF4 * 4E2D 6587 \n";
	struct account account = { .text = "" };

	decode_and_tell("ihqwcrb4cv8a8dqg056pqjye", &account);
	assert_string_equal(account.text, expected);
}

SHOWS(decoding_l, RFC "section 7.2: decoding trace of example L, state by state")
{
	static const char expected[] = "delta \"ww4c\" decodes to 62042\n"
	                               "bias becomes 27\n"
	                               "0033 0042 5148 * \n"
	                               "delta \"5e\" decodes to 139\n"
	                               "bias becomes 24\n"
	                               "0033 0042 516B * 5148 \n"
	                               "delta \"180e\" decodes to 16683\n"
	                               "bias becomes 67\n"
	                               "0033 5E74 * 0042 516B 5148 \n"
	                               "delta \"575a\" decodes to 34821\n"
	                               "bias becomes 82\n"
	                               "0033 5E74 0042 516B 5148 751F * \n"
	                               "delta \"65l\" decodes to 14592\n"
	                               "bias becomes 67\n"
	                               "0033 5E74 0042 7D44 * 516B 5148 751F \n"
	                               "delta \"sy2b\" decodes to 42088\n"
	                               "bias becomes 84\n"
	                               "0033 5E74 0042 7D44 91D1 * 516B 5148 751F \n";
	struct account account = { .text = "" };

	decode_and_tell("3B-ww4c5e180e575a65lsy2b", &account);
	assert_string_equal(account.text, expected);
}

SHOWS(encoding_b, RFC "section 7.3: encoding trace of example B, state by state")
{
	static const char expected[] = "next code point to insert is 4E0D\n"
	                               "needed delta is 19853, encodes as \"ihq\"\n"
	                               "bias becomes 21\n"
	                               "next code point to insert is 4E2D\n"
	                               "needed delta is 64, encodes as \"wc\"\n"
	                               "bias becomes 20\n"
	                               "next code point to insert is 4E3A\n"
	                               "needed delta is 37, encodes as \"rb\"\n"
	                               "bias becomes 13\n"
	                               "next code point to insert is 4E48\n"
	                               "needed delta is 56, encodes as \"4c\"\n"
	                               "bias becomes 17\n"
	                               "next code point to insert is 4EC0\n"
	                               "needed delta is 599, encodes as \"v8a\"\n"
	                               "bias becomes 32\n"
	                               "next code point to insert is 4ED6\n"
	                               "needed delta is 130, encodes as \"8d\"\n"
	                               "bias becomes 23\n"
	                               "next code point to insert is 4EEC\n"
	                               "needed delta is 154, encodes as \"qg\"\n"
	                               "bias becomes 25\n"
	                               "next code point to insert is 6587\n"
	                               "needed delta is 46301, encodes as \"056p\"\n"
	                               "bias becomes 84\n"
	                               "next code point to insert is 8BF4\n"
	                               "needed delta is 88531, encodes as \"qjye\"\n"
	                               "bias becomes 90\n"
	                               "output is \"ihqwcrb4cv8a8dqg056pqjye\"\n";
	struct account account = { .text = "" };

	encode_and_tell("u+4ED6 u+4EEC u+4E3A u+4EC0 u+4E48 u+4E0D u+8BF4 u+4E2D u+6587",
	                &account);
	assert_string_equal(account.text, expected);
}

SHOWS(encoding_l, RFC "section 7.3: encoding trace of example L, state by state")
{
	static const char expected[] = "next code point to insert is 5148\n"
	                               "needed delta is 62042, encodes as \"ww4c\"\n"
	                               "bias becomes 27\n"
	                               "next code point to insert is 516B\n"
	                               "needed delta is 139, encodes as \"5e\"\n"
	                               "bias becomes 24\n"
	                               "next code point to insert is 5E74\n"
	                               "needed delta is 16683, encodes as \"180e\"\n"
	                               "bias becomes 67\n"
	                               "next code point to insert is 751F\n"
	                               "needed delta is 34821, encodes as \"575a\"\n"
	                               "bias becomes 82\n"
	                               "next code point to insert is 7D44\n"
	                               "needed delta is 14592, encodes as \"65l\"\n"
	                               "bias becomes 67\n"
	                               "next code point to insert is 91D1\n"
	                               "needed delta is 42088, encodes as \"sy2b\"\n"
	                               "bias becomes 84\n"
	                               "output is \"3B-ww4c5e180e575a65lsy2b\"\n";
	struct account account = { .text = "" };

	encode_and_tell("u+0033 u+5E74 u+0042 u+7D44 u+91D1 u+516B u+5148 u+751F", &account);
	assert_string_equal(account.text, expected);
}

/* --- Appendix A: mixed-case annotation -------------------------------------------- */

static void annotation_of(const char *punycode, const uint32_t *literal, const char *flags)
{
	const struct text expected = text_of_literal(literal);
	uint32_t code_points[ROOM];
	unsigned char found[ROOM];
	size_t length = ROOM;

	assert_int_equal(bootstring_decode(&bootstring_punycode, strlen(punycode), punycode,
	                                   &length, code_points, found, NULL),
	                 BOOTSTRING_SUCCESS);
	assert_text_equal(&expected, code_points, length);
	for (size_t i = 0; i < length; i++)
		assert_int_equal(found[i], flags[i] == '1');
}

/* Only the last digit of a delta counts; literal letters stand for themselves. */
SHOWS(annotations, RFC "appendix A: the last digit annotates, and alters nothing")
{
	annotation_of("bcher-kva", U"bücher", "000000");
	annotation_of("bcher-kvA", U"bücher", "010000");
	annotation_of("bcher-KVa", U"bücher", "000000");
	annotation_of("Bcher-kva", U"Bücher", "100000");
	annotation_of("BCHER-KVA", U"BüCHER", "111111");
}

/* Annotated digits decode to the same code points: idnx ignores annotations, as it may. */
SHOWS(annotations_ignored, RFC "appendix A: ToASCII disregards annotations")
{
	char name[ROOM], ace[IDNX_HOST_NAME_SIZE];

	snprintf(name, sizeof name, "xn--%s.ü", "b1abfaaepdrnnbgefbaDotcwatmq2g4l");
	assert_int_equal(idnx_to_ascii(name, strlen(name), ace, sizeof ace, IDNX_LOOKUP).status,
	                 IDNX_OK);
	assert_string_equal(ace, "xn--b1abfaaepdrnnbgefbadotcwatmq2g4l.xn--tda");
}

/* --- Appendix C: the interface ---------------------------------------------------- */

SHOWS(interface, RFC "appendix C: success only where the output has room")
{
	const struct text text = text_of_literal(U"bücher");
	const size_t needed = strlen("bcher-kva");
	uint32_t code_points[ROOM];
	char octets[ROOM];

	for (size_t room = 0; room <= needed; room++) {
		size_t length = room;

		assert_int_equal(bootstring_encode(&bootstring_punycode, text.length,
		                                   text.code_points, NULL, &length, octets,
		                                   NULL),
		                 room < needed ? BOOTSTRING_BIG_OUTPUT : BOOTSTRING_SUCCESS);
	}
	for (size_t room = 0; room <= text.length; room++) {
		size_t length = room;

		assert_int_equal(bootstring_decode(&bootstring_punycode, needed, "bcher-kva",
		                                   &length, code_points, NULL, NULL),
		                 room < text.length ? BOOTSTRING_BIG_OUTPUT
		                                    : BOOTSTRING_SUCCESS);
	}
}

/* "the decoder will never need to write an output_length greater than input_length" */
static void sample_fits(const struct sample *sample)
{
	assert_true(sample->text.length <= strlen(sample->punycode));
}

SHOWS(never_longer, RFC "appendix C: never more code points out than octets in")
{
	for_each_sample(sample_fits);
}
