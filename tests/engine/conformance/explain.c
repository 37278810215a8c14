/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * idnx_explain() with names of every kind: random names, random octets, and names at the
 * limits.  IdnaTestV2's names are in idna_test_v2.c.
 */
#include "../../common/test.h"
#include "../../common/reference/explained.h"
#include "../../common/reference/random_name.h"

/* Gives every name a few sets of flags, so that all sets occur often. */
static unsigned some_flags(unsigned number)
{
	return number * 37 & EVERY_FLAG; /* 37 and 256 have no common divisor */
}

TEST(random_names_are_explained)
{
	static struct random_name name;
	struct random from = { 20260117 };
	unsigned wrong = 0;

	for (unsigned number = 0; number < 40000; number++) {
		const char *octets = (const char *)name.utf8;

		random_name(&from, &name);
		wrong += !explained(octets, name.utf8_length, IDNX_LOOKUP);
		wrong += !explained(octets, name.utf8_length, some_flags(number));
	}
	assert_int_equal(wrong, 0);
}

/* Makes octets that often are UTF-8, full stops, or "xn--". */
static size_t random_octets(struct random *from, char octets[IDNX_INPUT_MAX + 2])
{
	static const char *const parts[] = {
		".", "xn--", "-", "a", "\xC3", "\xBC", "\xCC\x88", "\xE3\x80\x82", "\xF0\x9F",
		"\xE2\x80\x8D", "\xCC\xA3", "\xE1\x84\x80\xE1\x85\xA1", "\xEF\xB7\xBA",
		"\xE0\xA5\x98", "\xD7\x90", "\xC2\xAD", "\xE2\x92\x88", "\x01", "kva", "1",
	};
	size_t limit = random_below(from, 8) ? 40 : IDNX_INPUT_MAX + 2, length = 0;

	for (size_t count = random_below(from, (uint32_t)limit); count > 0; count--) {
		const char *part = parts[random_below(from, LENGTH(parts))];
		char octet = (char)random_below(from, 256);
		size_t size = strlen(part);

		if (random_below(from, 16) == 0)
			part = &octet, size = 1;
		if (length + size > IDNX_INPUT_MAX + 2)
			break;
		memcpy(octets + length, part, size);
		length += size;
	}
	return length;
}

TEST(random_octets_are_explained)
{
	struct random from = { 46 };
	unsigned wrong = 0;

	for (unsigned number = 0; number < 20000; number++) {
		char octets[IDNX_INPUT_MAX + 2];
		size_t length = random_octets(&from, octets);

		wrong += !explained(octets, length, some_flags(number));
		wrong += !explained_in(octets, length, some_flags(number),
		                       random_below(&from, 64));
	}
	assert_int_equal(wrong, 0);
}

/* Checks a name that repeats text as often as it fits into count octets. */
static bool explained_repeated(const char *text, size_t count, unsigned flags)
{
	static char octets[IDNX_INPUT_MAX + 4];
	size_t length = 0;

	for (; length + strlen(text) <= count; length += strlen(text))
		memcpy(octets + length, text, strlen(text));
	return explained(octets, length, flags);
}

TEST(names_at_the_limits_are_explained)
{
	static const struct {
		const char *what, *text;
	} rows[] = {
		{ "ASCII", "a" },
		{ "full stops", "." },
		{ "ignored", "\u00AD" },
		{ "four octets each", "\U00020000" },
		{ "two labels in three octets", "\u3002" },
		{ "18 code points for one", "\uFDFA" },
		{ "longer when normalized", "\u0958" },
		{ "marks out of order", "a\u0301\u0323" },
		{ "marks alone", "\u0301\u0323" },
		{ "marks after full stops", ".\u0301\u0323" },
		{ "shorter when normalized", "\u1100\u1161" },
		{ "decoded", "xn--bcher-kva." },
		{ "not decoded", "xn--999999999." },
		{ "right-to-left", "\u05D0." },
		{ "ill-formed", "\xFF" },
	};
	static const unsigned sets[] = { 0, IDNX_LOOKUP, EVERY_FLAG };

	for (size_t i = 0; i < LENGTH(rows); i++) {
		print_message("# %s\n", rows[i].what);
		for (size_t set = 0; set < LENGTH(sets); set++) {
			assert_true(explained_repeated(rows[i].text, 250, sets[set]));
			assert_true(explained_repeated(rows[i].text, 1022, sets[set]));
			assert_true(explained_repeated(rows[i].text, 1026, sets[set]));
			assert_true(explained_repeated(rows[i].text, 2050, sets[set]));
			assert_true(explained_repeated(rows[i].text, 4096, sets[set]));
			assert_true(explained_repeated(rows[i].text, 4100, sets[set]));
		}
	}
}
