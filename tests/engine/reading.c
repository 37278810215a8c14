/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * What idnx.h says of idnx_read() and idnx_reads_as().  conformance/skeletons.c has the
 * skeletons of UTS #39 by a reference.
 */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "idnx.h"
#include "utf8.h"

#define LENGTH(array) (sizeof(array) / sizeof *(array))

#define X10(x) x x x x x x x x x x
#define X50(x) X10(x) X10(x) X10(x) X10(x) X10(x)

/* A label of 50 syllables, each of which reads as seven code points. */
#define SYLLABLES X50("쮍")

static enum idnx_status read_name(const char *name, struct idnx_reading *reading)
{
	return idnx_read(name, strlen(name), reading);
}

/* --- Readings ------------------------------------------------------------------ */

static void a_name_reads_as_its_skeletons_and_our_shapes_say(void **state)
{
	static const struct {
		const char *what, *name, *reading;
	} rows[] = {
		{ "what is not m, I, 0, 1 reads as itself", "abc-_.xyz", "abc-_.xyz" },
		{ "m is rn", "com", "corn" },
		{ "rn as well", "corn", "corn" },
		{ "0 is O, in lower case", "g00gle", "google" },
		{ "1 and l", "paypa1.l", "paypal.l" },
		{ "Cyrillic by UTS #39", "аррӏе", "apple" },
		{ "Cyrillic by our shapes", "ԁґақ", "drak\u0329" },
		{ "our shapes before UTS #39's", "кн", "kh" },
		{ "a shape of m reads as m does", "ო", "rn" },
		{ "a shape of two letters", "ß", "ss" },
		{ "a prototype that has a shape", "ᴨ", "n" },
		{ "marks stay", "googlé", "google\u0301" },
		{ "marks of a shape", "й", "n\u0306" },
		{ "decomposed", "ü", "u\u0308" },
		{ "in the order of NFD", "ạ\u0302", "a\u0323\u0302" },
		{ "without joiners", "क्\u200Dष.نامه\u200Cای", NULL },
		{ "from right to left", "אב", "בא" },
		{ "digits in it", "א12", "l2א" },
		{ "digits before it", "12א", "l2א" },
		{ "each label by itself", "אב.cd.הג", "בא.cd.גn" },
		{ "no root dot", "a.", "a" },
		{ "empty labels", "..a", "..a" },
		{ "nothing", "", "" },
		{ "the root", ".", "" },
	};

	(void)state;
	for (size_t i = 0; i < LENGTH(rows); i++) {
		struct idnx_reading reading;
		char octets[4 * IDNX_READING_MAX + 1];
		size_t length = 0;

		print_message("# %s: %s\n", rows[i].what, rows[i].name);
		assert_int_equal(read_name(rows[i].name, &reading), IDNX_OK);
		for (size_t j = 0; j < reading.length; j++) {
			assert_true(reading.code_points[j] != 0x200C &&
			            reading.code_points[j] != 0x200D);
			length += utf8_encode(reading.code_points[j], octets + length);
		}
		octets[length] = '\0';
		if (rows[i].reading != NULL)
			assert_string_equal(octets, rows[i].reading);
	}
}

static void a_name_that_cannot_be_read_has_a_status(void **state)
{
	static const struct {
		const char *what, *name;
		enum idnx_status status;
	} rows[] = {
		{ "63 characters", X50("a") X10("é") "abc", IDNX_OK },
		{ "64 characters", X50("a") X10("é") "abcd", IDNX_TOO_LONG },
		{ "64 in the second label", "a." X50("m") X10("m") "abcd", IDNX_TOO_LONG },
		{ "253 times m", X50("m") X10("m") "." X50("m") X10("m") "mm." X50("m") X10("m")
		                 "mm." X50("m") X10("m") "mm", IDNX_OK },
		{ "a label of 350 code points", SYLLABLES, IDNX_OK },
		{ "four of them", SYLLABLES "." SYLLABLES "." SYLLABLES "." SYLLABLES, IDNX_OK },
		{ "not UTF-8", "a.\xFF", IDNX_BAD_UTF8 },
		{ "cut short", "a\xC3", IDNX_BAD_UTF8 },
		{ "a surrogate", "\xED\xA0\x80.a", IDNX_BAD_UTF8 },
	};
	struct idnx_reading reading;

	(void)state;
	for (size_t i = 0; i < LENGTH(rows); i++) {
		print_message("# %s\n", rows[i].what);
		assert_int_equal(read_name(rows[i].name, &reading), rows[i].status);
		assert_true((reading.length > 0) == (rows[i].status == IDNX_OK));
		assert_true(reading.length <= IDNX_READING_MAX);
	}
	assert_int_equal(idnx_read("a.\0b", 4, &reading), IDNX_BAD_UTF8);
	assert_int_equal(reading.length, 0);
	assert_int_equal(idnx_read(NULL, 0, &reading), IDNX_OK);
	assert_int_equal(idnx_read("pа", 1, &reading), IDNX_OK);
	assert_int_equal(reading.length, 1);
}

/* --- Names that read as others --------------------------------------------------- */

static void a_name_reads_as_another_one(void **state)
{
	static const struct {
		const char *what, *name, *other;
		int expected;
	} rows[] = {
		{ "the same", "example.com", "example.com", 1 },
		{ "the same, not ASCII", "müller.de", "müller.de", 1 },
		{ "another one", "example.org", "example.com", 0 },
		{ "Cyrillic", "аррӏе.com", "apple.com", 1 },
		{ "... one letter of it", "аpple.com", "apple.com", 1 },
		{ "... of two that read alike", "аррӏе.com", "аpple.com", 1 },
		{ "... and ASCII as Cyrillic", "apple.com", "аррӏе.com", 1 },
		{ "... a letter too many", "аррӏеѕ.com", "apple.com", 0 },
		{ "... a letter too few", "аррӏ.com", "apple.com", 0 },
		{ "loose shapes", "ебaу.com", "e6ay.com", 1 },

		{ "a mark on ASCII", "googlé.com", "google.com", 1 },
		{ "... on the first letter, and all", "ĝǒógĺé.ćóm\u0301", "google.com", 1 },
		{ "... on Cyrillic", "а\u0301рр\u0323ӏе.com", "apple.com", 1 },
		{ "... Latin ones of which NFC makes a letter", "müller.de", "muller.de", 1 },
		{ "... not without them as with", "muller.de", "müller.de", 0 },
		{ "... not others", "mùller.de", "müller.de", 0 },
		{ "... one more", "müllér.de", "müller.de", 0 },
		{ "... of a label that is ASCII, by one that is not", "müllér.dé", "müller.de", 0 },
		{ "... decomposed", "mu\u0308ller.de", "müller.de", 1 },
		{ "... in another order", "ạ\u0302", "â\u0323", 1 },

		{ "below it", "www.аррӏе.com", "apple.com", 1 },
		{ "... below one with marks", "www.müller.de", "müller.de", 1 },
		{ "... far below", "a.b.c.d.e.аррӏе.com", "apple.com", 1 },
		{ "... below any label", "日本語.аррӏе.com", "apple.com", 1 },
		{ "not at the border of a label", "xаррӏе.com", "apple.com", 0 },
		{ "... with a hyphen", "my-аррӏе.com", "apple.com", 0 },
		{ "... with a mark", "x\u0301аррӏе.com", "apple.com", 0 },
		{ "... in a name with marks", "xmüller.de", "müller.de", 0 },
		{ "a name above it", "com", "apple.com", 0 },
		{ "another suffix", "аррӏе.com.example", "apple.com", 0 },
		{ "another one above", "аррӏе.net", "apple.com", 0 },
		{ "of one label", "соm", "com", 1 },
		{ "below one label", "аррӏе.соm", "com", 1 },

		{ "rn as m", "rnicrosoft.com", "microsoft.com", 1 },
		{ "m as rn", "microsoft.corn", "rnicrosoft.com", 1 },
		{ "half of an m", "nicrosoft.com", "microsoft.com", 0 },
		{ "m after the border", "xm.com", "n.com", 0 },
		{ "a border between r and n", "xr.nom", "mom", 0 },
		{ "0 as o", "g00gle.com", "google.com", 1 },
		{ "o as 0", "l00.com", "1oo.com", 1 },
		{ "1 as l", "paypa1.com", "paypal.com", 1 },
		{ "0 as l", "paypa0.com", "paypal.com", 0 },

		{ "right to left", "שלום.com", "שלום.com", 1 },
		{ "... backwards", "םולש.com", "שלום.com", 0 },
		{ "... as ASCII from left to right", "סח.com", "no.com", 1 },
		{ "... and not from right to left", "סח.com", "on.com", 0 },
		{ "... digits on either side", "א1.com", "1א.com", 1 },

		{ "a joiner is not seen", "क्\u200Dष.com", "क्ष.com", 1 },
		{ "root dots", "аррӏе.com.", "apple.com", 1 },
		{ "... of the other", "аррӏе.com", "apple.com.", 1 },
		{ "... of the other with marks", "müller.de.", "müller.de.", 1 },
		{ "empty labels", "a..b", "a..b", 1 },
		{ "... not one more", "a.b", "a..b", 0 },
		{ "the empty name", "example.com", "", 0 },
		{ "the root", "example.com", ".", 0 },
		{ "of the empty name", "", "example.com", 0 },
		{ "of both", "", "", 0 },
		{ "not UTF-8", "example.com", "\xFF.com", 0 },
		{ "not UTF-8 at its end", "example.com", "example.com\xC3", 0 },
		{ "too long a label", "é.com", X50("é") X10("é") "éééé.com", 0 },

		{ "after labels that take all the room",
		  SYLLABLES "." SYLLABLES "." SYLLABLES ".аррӏе.com", "apple.com", 1 },
		{ "... with marks", SYLLABLES "." SYLLABLES ".www.müller.de", "müller.de", 1 },
		{ "... and another one", SYLLABLES "." SYLLABLES ".аррӏе.com", "apple.net", 0 },
		{ "... not at the border", SYLLABLES "." SYLLABLES ".xаррӏе.com", "apple.com", 0 },
	};

	(void)state;
	for (size_t i = 0; i < LENGTH(rows); i++) {
		struct idnx_reading reading;

		print_message("# %s\n", rows[i].what);
		assert_int_equal(read_name(rows[i].name, &reading), IDNX_OK);
		assert_int_equal(idnx_reads_as(&reading, rows[i].other, strlen(rows[i].other)) != 0,
		                 rows[i].expected);
	}
}

static void no_octet_after_the_other_name_is_read(void **state)
{
	struct idnx_reading reading;

	(void)state;
	assert_int_equal(read_name("google.com", &reading), IDNX_OK);
	assert_int_not_equal(idnx_reads_as(&reading, "com.au", 3), 0);
	assert_int_equal(idnx_reads_as(&reading, "com\xC3", 4), 0);
	assert_int_equal(idnx_reads_as(&reading, NULL, 0), 0);
}

/* After an error the reading is empty. */
static void what_was_not_read_reads_as_nothing(void **state)
{
	static const char *const others[] = { "a", "com", "é", "", "." };
	struct idnx_reading reading;

	(void)state;
	assert_int_equal(read_name("com.\xFF", &reading), IDNX_BAD_UTF8);
	for (size_t i = 0; i < LENGTH(others); i++)
		assert_int_equal(idnx_reads_as(&reading, others[i], strlen(others[i])), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_name_reads_as_its_skeletons_and_our_shapes_say),
		cmocka_unit_test(a_name_that_cannot_be_read_has_a_status),
		cmocka_unit_test(a_name_reads_as_another_one),
		cmocka_unit_test(no_octet_after_the_other_name_is_read),
		cmocka_unit_test(what_was_not_read_reads_as_nothing),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
