/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * What idnx.h says of idnx_read() and idnx_reads_as().  conformance/skeletons.c has the
 * skeletons of UTS #39 by a reference.
 */
#include <stdbool.h>
#include <string.h>

#include "../common/test.h"
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

TEST(a_name_reads_as_its_skeletons_and_our_shapes_say)
{
	static const struct {
		const char *what, *name, *reading;
	} rows[] = {
		{ "what is not m, I, 0, 1 reads as itself", "abc-_.xyz", "abc-_.xyz" },
		{ "m is rn", "com", "corn" },
		{ "rn as well", "corn", "corn" },
		{ "0 is O, in lower case", "g00gle", "google" },
		{ "1 and l", "paypa1.l", "paypal.l" },
		{ "Cyrillic by UTS #39", "ѕсоре", "scope" },
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
		{ "M of a prototype as m does", "aᗰazon", "arnazon" },
		{ "an apostrophe and a dot stay", "ʼl·l", "'l·l" },
		{ "nothing", "", "" },
		{ "the root", ".", "" },
	};

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

TEST(a_name_that_cannot_be_read_has_a_status)
{
	static const struct {
		const char *what, *name;
		enum idnx_status status;
	} rows[] = {
		{ "63 characters", X50("a") X10("é") "abc", IDNX_OK },
		{ "64 characters", X50("a") X10("é") "abcd", IDNX_TOO_LONG },
		{ "64 in the second label", "a." X50("m") X10("m") "abcd", IDNX_TOO_LONG },
		{ "253 times m",
		  X50("m") X10("m") "." X50("m") X10("m") "mm." X50("m") X10("m") "mm." X50("m")
		          X10("m") "mm",
		  IDNX_OK },
		{ "a label of 350 code points", SYLLABLES, IDNX_OK },
		{ "four of them", SYLLABLES "." SYLLABLES "." SYLLABLES "." SYLLABLES,
		  IDNX_OK },
		{ "not UTF-8", "a.\xFF", IDNX_BAD_UTF8 },
		{ "cut short", "a\xC3", IDNX_BAD_UTF8 },
		{ "a surrogate", "\xED\xA0\x80.a", IDNX_BAD_UTF8 },
	};
	struct idnx_reading reading;

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

TEST(a_name_reads_as_another_one)
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
		{ "... another one in its place", "mùller.de", "müller.de", 1 },
		{ "... of another kind", "mụller.de", "müller.de", 1 },
		{ "... one more", "müllėr.de", "müller.de", 1 },
		{ "... a stroke", "müłler.de", "müller.de", 1 },
		{ "... and without the first", "mullėr.de", "müller.de", 0 },
		{ "... of a label that is ASCII, by one that is not", "müller.dé", "müller.de",
		  1 },
		{ "... that a prototype has", "сбербаңк.рф", "сбербанк.рф", 1 },
		{ "... an accent on Cyrillic", "янде\u0301кс.рф", "яндекс.рф", 1 },
		{ "... a letter with a stroke", "øl.dk", "ol.dk", 1 },
		{ "... not without the stroke", "ol.dk", "øl.dk", 0 },
		{ "a Hebrew point", "שָלום.com", "שלום.com", 1 },
		{ "an Arabic point", "بَنك.com", "بنك.com", 1 },
		{ "a vowel sign is a letter", "कमला.com", "कमल.com", 0 },
		{ "... in Thai", "กิน.com", "กน.com", 0 },
		{ "a nukta is a dot below", "राज़.com", "राज.com", 1 },
		{ "kana voicing makes another letter", "がき.jp", "かき.jp", 0 },
		{ "... of ASCII no sign does", "no\u093E.com", "no.com", 1 },
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
		{ "i as l", "paypai.com", "paypal.com", 1 },
		{ "l as i", "googlepllxel.com", "googlepiixel.com", 1 },
		{ "1 as i", "m1crosoft.com", "microsoft.com", 1 },
		{ "a dotless i as l", "paypaı.com", "paypal.com", 1 },
		{ "... twice", "myetherwaɩɩet.com", "myetherwallet.com", 1 },
		{ "an i with a dot below as l", "appịe.com", "apple.com", 1 },
		{ "an l with a stroke as i", "bıtłly.com", "bitily.com", 1 },
		{ "j as l", "paypaj.com", "paypal.com", 0 },

		{ "a small capital", "myetheʀwallet.com", "myetherwallet.com", 1 },
		{ "Coptic", "ⲣⲁⲩⲣⲁⳑ.com", "paypal.com", 1 },
		{ "a hook", "maᶎon.com", "mazon.com", 1 },
		{ "M as rn", "aᗰazon.com", "amazon.com", 1 },
		{ "... as m", "aᗰazon.com", "arnazon.com", 1 },

		{ "an apostrophe", "payʼpal.com", "paypal.com", 1 },
		{ "... another one", "payʻpal.com", "paypal.com", 1 },
		{ "... two in one", "payˮpal.com", "paypal.com", 1 },
		{ "... in front", "www.ʼpaypal.com", "paypal.com", 1 },
		{ "... at the end", "paypalꞌ.com", "paypal.com", 1 },
		{ "... between a letter and its mark", "paypaʼ\u0301l.com", "paypal.com", 1 },
		{ "... of another script", "payᛌpal.com", "paypal.com", 1 },
		{ "... of the other", "paypal.com", "payʼpal.com", 1 },
		{ "a dot between two l", "wel·lsfargo.com", "wellsfargo.com", 1 },
		{ "a letter that reads as an apostrophe is one", "שלוםי.com", "שלום.com", 0 },
		{ "a hyphen", "pay-pal.com", "paypal.com", 0 },

		{ "right to left", "שלום.com", "שלום.com", 1 },
		{ "... backwards", "םולש.com", "שלום.com", 0 },
		{ "... as ASCII from left to right", "סח.com", "no.com", 1 },
		{ "... and not from right to left", "סח.com", "on.com", 0 },
		{ "... digits on either side", "א1.com", "1א.com", 1 },

		{ "a joiner is not seen", "क्\u200Dष.com", "क्ष.com", 1 },
		{ "... of the other", "क्ष.com", "क्\u200Dष.com", 1 },
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
		{ "... not at the border", SYLLABLES "." SYLLABLES ".xаррӏе.com", "apple.com",
		  0 },
	};

	for (size_t i = 0; i < LENGTH(rows); i++) {
		struct idnx_reading reading;

		print_message("# %s\n", rows[i].what);
		assert_int_equal(read_name(rows[i].name, &reading), IDNX_OK);
		assert_int_equal(
			idnx_reads_as(&reading, rows[i].other, strlen(rows[i].other)) != 0,
			rows[i].expected);
	}
}

TEST(what_is_like_another_name_is_ascii_or_in_disguise)
{
	static const struct {
		const char *what, *name, *other;
		enum idnx_likeness likeness;
	} rows[] = {
		{ "the same", "paypal.com", "paypal.com", IDNX_LIKE_IN_ASCII },
		{ "other ASCII", "rnail.com", "mail.com", IDNX_LIKE_IN_ASCII },
		{ "below it a label that is not", "bücher.rnail.com", "mail.com",
		  IDNX_LIKE_IN_ASCII },
		{ "... as an apostrophe", "ʼ.rnail.com", "mail.com", IDNX_LIKE_IN_ASCII },
		{ "a letter", "bücher.rnаil.com", "mail.com", IDNX_LIKE_IN_DISGUISE },
		{ "a mark", "rnaiĺ.com", "mail.com", IDNX_LIKE_IN_DISGUISE },
		{ "an apostrophe", "ʼmail.com", "mail.com", IDNX_LIKE_IN_DISGUISE },
		{ "... at the end", "mail.comʼ", "mail.com", IDNX_LIKE_IN_DISGUISE },
		{ "a top-level domain", "mail.соm", "mail.com", IDNX_LIKE_IN_DISGUISE },
		{ "the same, not ASCII", "müller.de", "müller.de", IDNX_LIKE_IN_DISGUISE },
		{ "none", "müller.de", "mail.com", IDNX_UNLIKE },
	};

	for (size_t i = 0; i < LENGTH(rows); i++) {
		struct idnx_reading reading;

		print_message("# %s\n", rows[i].what);
		assert_int_equal(read_name(rows[i].name, &reading), IDNX_OK);
		assert_int_equal(idnx_reads_as(&reading, rows[i].other, strlen(rows[i].other)),
		                 rows[i].likeness);
	}
}

/* --- Words in names ---------------------------------------------------------------- */

TEST(a_name_contains_a_word_in_disguise)
{
	static const struct {
		const char *what, *name, *word;
		int expected;
	} rows[] = {
		{ "the word", "www.pаypal.com", "paypal", 1 },
		{ "... in plain letters", "bücher.paypal.com", "paypal", 0 },
		{ "... in other ASCII", "bücher.paypai.com", "paypal", 0 },
		{ "in front", "pаypal-login.com", "paypal", 1 },
		{ "at the end", "my-paypaĺ", "paypal", 1 },
		{ "within", "mypаypalé.com", "paypal", 1 },
		{ "beside an accent", "épaypal.com", "paypal", 0 },
		{ "... after it", "paypalé.com", "paypal", 0 },
		{ "... on its last letter", "paypaĺogin.com", "paypal", 1 },
		{ "beside an apostrophe", "paypalʼs.com", "paypal", 0 },
		{ "... with one in it", "my-payʼpal.com", "paypal", 1 },
		{ "twice, once in disguise", "paypal-pаypal.com", "paypal", 1 },
		{ "not over two labels", "paу.pal.com", "paypal", 0 },
		{ "a letter too few", "pаypa.com", "paypal", 0 },
		{ "one that repeats", "ааааа.com", "aaa", 1 },
		{ "m as rn", "internaṭional-arnazоn.com", "amazon", 1 },
		{ "an i of another kind", "trbınance.net", "binance", 1 },
		{ "in an everyday word", "zaratürkiye.com", "turkiye", 0 },
		{ "... with another mark", "zaratúrkiye.com", "turkiye", 1 },
		{ "... and another disguise", "zaratürkıye.com", "turkiye", 1 },
		{ "another everyday word", "droitdessociétés.com", "societe", 0 },
		{ "é and ë", "sociétë-des-droits.com", "societe", 1 },
		{ "not ASCII", "müllėr-shop.de", "müller", 1 },
		{ "... in plain letters", "müller-shop.de", "müller", 0 },
		{ "... twice, once in plain letters", "müller-mûller.de", "müller", 1 },
		{ "... in Cyrillic", "сбербаңк-онлайн.рф", "сбербанк", 1 },
		{ "... plain", "сбербанк-онлайн.рф", "сбербанк", 0 },
		{ "... without its mark", "muller-shop.dé", "müller", 0 },
		{ "a long word", "é.com", X50("m") X50("m") X50("m") X50("m") X50("m") X50("m"),
		  0 },
		{ "no UTF-8", "é.com", "\xFF", 0 },
		{ "nothing", "é.com", "", 0 },
		{ "marks alone", "é.com", "\u0301", 0 },
	};

	for (size_t i = 0; i < LENGTH(rows); i++) {
		const char *name = rows[i].name;
		struct idnx_reading reading;

		print_message("# %s\n", rows[i].what);
		assert_int_equal(read_name(name, &reading), IDNX_OK);
		assert_int_equal(idnx_contains(&reading, name, strlen(name), rows[i].word,
		                               strlen(rows[i].word)) != 0,
		                 rows[i].expected);
	}
}

/* --- Of everything ------------------------------------------------------------------ */

static size_t encode(const struct idnx_reading *reading, char *octets)
{
	size_t length = 0;

	for (size_t i = 0; i < reading->length; i++)
		length += utf8_encode(reading->code_points[i], octets + length);
	return length;
}

/*
 * Returns whether a reading of one character consists of ASCII, Latin letters and marks.  A
 * full stop would begin another label when it is read again.
 */
static bool is_latin(const struct idnx_reading *reading)
{
	for (size_t i = 0; i < reading->length; i++)
		if (reading->code_points[i] >= 0x370 || reading->code_points[i] == '.')
			return false;
	return reading->length > 0;
}

/* "M", the prototype of some characters, is "m" in lower case, which reads as "rn". */
TEST(a_latin_reading_read_again_is_itself)
{
	unsigned read = 0, wrong = 0;

	for (uint32_t c = 0x80; c < 0x110000; c++) {
		struct idnx_reading reading, again;
		char octets[4 * IDNX_READING_MAX];
		size_t length;

		if (c - 0xD800 < 0x800 || idnx_read(octets, utf8_encode(c, octets), &reading))
			continue;
		length = encode(&reading, octets);
		if (!is_latin(&reading))
			continue;
		assert_int_equal(idnx_read(octets, length, &again), IDNX_OK);
		read++;
		if (again.length == reading.length &&
		    memcmp(again.code_points, reading.code_points,
		           reading.length * sizeof *reading.code_points) == 0)
			continue;
		print_message("# U+%04X\n", (unsigned)c);
		wrong++;
	}
	print_message("# note: %u characters have such a reading\n", read);
	assert_true(read > 2000);
	assert_int_equal(wrong, 0);
}

TEST(no_octet_after_the_other_name_is_read)
{
	struct idnx_reading reading;

	assert_int_equal(read_name("google.com", &reading), IDNX_OK);
	assert_int_not_equal(idnx_reads_as(&reading, "com.au", 3), 0);
	assert_int_equal(idnx_reads_as(&reading, "com\xC3", 4), 0);
	assert_int_equal(idnx_reads_as(&reading, NULL, 0), 0);
}

/* After an error the reading is empty. */
TEST(what_was_not_read_reads_as_nothing)
{
	static const char *const others[] = { "a", "com", "é", "", "." };
	struct idnx_reading reading;

	assert_int_equal(read_name("com.\xFF", &reading), IDNX_BAD_UTF8);
	for (size_t i = 0; i < LENGTH(others); i++)
		assert_int_equal(idnx_reads_as(&reading, others[i], strlen(others[i])), 0);
}
