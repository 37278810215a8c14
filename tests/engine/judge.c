/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * What idnx.h says of idnx_judge(): each criterion has names that meet it and names that do
 * not.  scripts.c and spoofs.c test restriction levels and numbers.
 */
#include <stdbool.h>
#include <string.h>

#include "../common/test.h"
#include "idnx.h"

#define LENGTH(array) (sizeof(array) / sizeof *(array))

#define PASSES       { IDNX_OK, 0, 0, 0 }
#define FAULT(rule, label, at)       { IDNX_##rule, label, at, at }
#define FAULT2(rule, label, at, and) { IDNX_##rule, label, at, and }

struct row {
	const char *what, *name;
	struct idnx_judgement expected;
};

static const struct idnx_criteria nothing;
static const struct idnx_criteria idna2008 = { .repertoire = IDNX_REPERTOIRE_IDNA2008 };
static const struct idnx_criteria identifiers = { .repertoire = IDNX_REPERTOIRE_IDENTIFIERS };
static const struct idnx_criteria no_look_alikes = { .look_alikes = 1 };

static struct idnx_criteria only_scripts(const char *const *names)
{
	struct idnx_criteria criteria = { .look_alikes = 0 };

	for (; *names != NULL; names++)
		assert_int_equal(idnx_script_set_add(&criteria.scripts, *names, strlen(*names)),
		                 0);
	return criteria;
}

/* Allows only Greek, which no other test here uses. */
static struct idnx_criteria all_criteria(void)
{
	static const char *const scripts[] = { "Greek", NULL };
	struct idnx_criteria criteria = only_scripts(scripts);

	criteria.level = IDNX_LEVEL_ASCII_ONLY;
	criteria.repertoire = IDNX_REPERTOIRE_IDENTIFIERS;
	criteria.look_alikes = 1;
	return criteria;
}

static void check_judgement(struct idnx_judgement got, struct idnx_judgement expected)
{
	assert_string_equal(idnx_status_code(got.status), idnx_status_code(expected.status));
	assert_int_equal(got.label, expected.label);
	assert_int_equal(got.first, expected.first);
	assert_int_equal(got.second, expected.second);
}

/* Checks that any UTF-8 passes when there are no criteria. */
static void check_without_criteria(const char *name)
{
	if (strchr(name, '\xFF') == NULL)
		check_judgement(idnx_judge(name, strlen(name), &nothing),
		                (struct idnx_judgement)PASSES);
}

static void check_rows(const struct idnx_criteria *criteria, const struct row *rows,
                       size_t count)
{
	for (size_t i = 0; i < count; i++) {
		print_message("# %s: %s\n", rows[i].what, rows[i].name);
		check_judgement(idnx_judge(rows[i].name, strlen(rows[i].name), criteria),
		                rows[i].expected);
		check_without_criteria(rows[i].name);
	}
}

/* --- IDNA2008 ---------------------------------------------------------------- */

TEST(what_idna2008_does_not_permit_is_found)
{
	static const struct row rows[] = {
		{ "letters", "straße.ελλάς.яндекс", PASSES },
		{ "letters of limited use", "ⵜⵉⴼⵉⵏⴰⵖ", PASSES },
		{ "marks, however many", "a\u0301\u0301", PASSES },
		{ "ASCII has rules of its own", "ü_ü ü$.a_b", PASSES },
		{ "a heart", "i❤", FAULT(NOT_IDNA2008, 1, 1) },
		{ "an emoji in the second label", "ü.🍕", FAULT(NOT_IDNA2008, 2, 3) },
		{ "the first of two", "☃☂", FAULT(NOT_IDNA2008, 1, 0) },
		{ "an Arabic percent sign", "ا٪", FAULT(NOT_IDNA2008, 1, 2) },
		{ "a currency", "1€", FAULT(NOT_IDNA2008, 1, 1) },
		{ "a capital, which UTS #46 maps", "Ü", FAULT(NOT_IDNA2008, 1, 0) },
		{ "unassigned", "a\u0378", FAULT(NOT_IDNA2008, 1, 1) },
		{ "permitted once, not now (XV8)", "ᦀ᧚", FAULT(NOT_IDNA2008, 1, 3) },
	};

	check_rows(&idna2008, rows, LENGTH(rows));
	check_rows(&identifiers, rows + 4, LENGTH(rows) - 4);
}

/* RFC 5892, appendix A.1 and A.2. */
TEST(joiners_need_their_context)
{
	static const struct row rows[] = {
		{ "a non-joiner in Persian", "نامه\u200Cای", PASSES },
		{ "a non-joiner after a virama", "क्\u200Cष", PASSES },
		{ "a joiner after a virama", "ශ්\u200Dරී", PASSES },
		{ "a non-joiner in Latin", "a\u200Cb", FAULT(NOT_IDNA2008, 1, 1) },
		{ "a non-joiner at the end", "نامه\u200C", FAULT(NOT_IDNA2008, 1, 8) },
		{ "a joiner in Latin", "a\u200Db", FAULT(NOT_IDNA2008, 1, 1) },
		{ "a joiner in Arabic", "ب\u200Dب", FAULT(NOT_IDNA2008, 1, 2) },
		{ "a joiner after no virama", "a.ක\u200Dක", FAULT(NOT_IDNA2008, 2, 5) },
	};

	check_rows(&idna2008, rows, LENGTH(rows));
	check_rows(&identifiers, rows, LENGTH(rows));
}

/* RFC 5892, appendix A.3 to A.9. */
TEST(characters_with_a_rule_need_their_context)
{
	static const struct row rows[] = {
		{ "A.3 in Catalan", "col·lecció", PASSES },
		{ "A.3 twice", "l·l·l", PASSES },
		{ "A.3 not an l before", "a·l", FAULT(NOT_IDNA2008, 1, 1) },
		{ "A.3 not an l after", "l·a", FAULT(NOT_IDNA2008, 1, 1) },
		{ "A.3 nothing before", "·l", FAULT(NOT_IDNA2008, 1, 0) },
		{ "A.3 nothing after", "l·.l", FAULT(NOT_IDNA2008, 1, 1) },
		{ "A.4 before Greek", "͵α", PASSES },
		{ "A.4 before Latin", "͵a", FAULT(NOT_IDNA2008, 1, 0) },
		{ "A.4 at the end", "α͵", FAULT(NOT_IDNA2008, 1, 2) },
		{ "A.4 before a mark that Greek has, too", "͵\u0308α",
		  FAULT(NOT_IDNA2008, 1, 0) },
		{ "A.5 after Hebrew", "צ׳", PASSES },
		{ "A.5 after Latin", "a׳", FAULT(NOT_IDNA2008, 1, 1) },
		{ "A.5 at the beginning", "׳צ", FAULT(NOT_IDNA2008, 1, 0) },
		{ "A.5 after a mark that Hebrew has, too", "ẍ\u0308׳",
		  FAULT(NOT_IDNA2008, 1, 5) },
		{ "A.6 after Hebrew", "צה״ל", PASSES },
		{ "A.6 after Latin", "a״", FAULT(NOT_IDNA2008, 1, 1) },
		{ "A.6 at the beginning", "״צ", FAULT(NOT_IDNA2008, 1, 0) },
		{ "A.7 in katakana", "ドン・キホーテ", PASSES },
		{ "A.7 beside hiragana", "あ・", PASSES },
		{ "A.7 beside Han", "・東", PASSES },
		{ "A.7 with Han elsewhere in the label", "a・b東", PASSES },
		{ "A.7 alone", "・", FAULT(NOT_IDNA2008, 1, 0) },
		{ "A.7 in Latin", "a・b", FAULT(NOT_IDNA2008, 1, 1) },
		{ "A.7 with a prolonged sound mark alone", "ー・", FAULT(NOT_IDNA2008, 1, 3) },
		{ "A.7 with a mark that katakana has, too", "x\u0323・b",
		  FAULT(NOT_IDNA2008, 1, 3) },
		{ "A.7 with Han in another label", "・.東", FAULT(NOT_IDNA2008, 1, 0) },
		{ "A.8 Arabic digits alone", "ا٠٩", PASSES },
		{ "A.8 beside ASCII digits", "ا٠9", PASSES },
		{ "A.8 beside extended ones", "ا٠ا۹", FAULT(NOT_IDNA2008, 1, 2) },
		{ "A.9 extended digits alone", "ا۰۹", PASSES },
		{ "A.9 beside the others", "ا۰ا٩", FAULT(NOT_IDNA2008, 1, 2) },
		{ "A.8, A.9 each in a label", "ا٠.ا۰", PASSES },
	};

	check_rows(&idna2008, rows, LENGTH(rows));
}

/* --- The General Security Profile --------------------------------------------- */

TEST(what_is_outside_of_the_profile_is_found)
{
	static const struct row rows[] = {
		{ "Latin", "québec.łódź.københavn.þingvellir", PASSES },
		{ "Azerbaijani", "ə", PASSES },
		{ "Cyrillic", "яндекс.київ.қазақстан", PASSES },
		{ "Greek", "θεσσαλονίκη", PASSES },
		{ "Georgian", "თბილისი", PASSES },
		{ "Arabic, Persian", "السعودية.شبکه۳", PASSES },
		{ "Hindi, Tamil, Sinhala", "हिन्दी.தமிழ்.ශ්\u200Dරීලංකා", PASSES },
		{ "Thai, Lao, Khmer, Burmese", "ประเทศ.ວຽງຈັນ.ភ្នំពេញ.ရန်ကုန်", PASSES },
		{ "Amharic", "ኢትዮጵያ", PASSES },
		{ "Chinese, Japanese, Korean", "中国.みずほ銀行.タワー.대한민국", PASSES },
		{ "marks for kanji", "佐々木〆〇", PASSES },
		{ "a middle dot, geresh and gershayim", "col·lecció.צ׳.צה״ל.ア・イ", PASSES },
		{ "a non-joiner in its place", "نامه\u200Cای", PASSES },
		{ "Bopomofo", "ㄅㄆㄇ", PASSES },
		{ "Bopomofo of Minnan", "ㆠㆣ", PASSES },
		{ "Bopomofo and Han", "注音ㄅㄆㄇ", PASSES },
		{ "Latin of phonetics", "paypɑl", FAULT(NOT_IDENTIFIER, 1, 4) },
		{ "Latin of medieval books", "bꝏks", FAULT(NOT_IDENTIFIER, 1, 1) },
		{ "Latin small capitals", "ᴀpple", FAULT(NOT_IDENTIFIER, 1, 0) },
		{ "Cyrillic before 1918", "хлѣб", FAULT(NOT_IDENTIFIER, 1, 4) },
		{ "Cyrillic of the church", "ꙗ", FAULT(NOT_IDENTIFIER, 1, 0) },
		{ "Georgian of the church", "a.ⴀ", FAULT(NOT_IDENTIFIER, 2, 2) },
		{ "Hebrew points", "ש\u05B8לום", FAULT(NOT_IDENTIFIER, 1, 2) },
		{ "a combining voiced sound mark", "あ\u3099", FAULT(NOT_IDENTIFIER, 1, 3) },
		{ "Cherokee", "ᏣᎳᎩ", FAULT(NOT_IDENTIFIER, 1, 0) },
		{ "Tifinagh", "ⵜⵉⴼⵉⵏⴰⵖ", FAULT(NOT_IDENTIFIER, 1, 0) },
		{ "Yi", "ꆈꌠꉙ", FAULT(NOT_IDENTIFIER, 1, 0) },
		{ "Inuktitut", "ᓄᓇᕗᑦ", FAULT(NOT_IDENTIFIER, 1, 0) },
		{ "Syriac", "ܣܘܪܝܝܐ", FAULT(NOT_IDENTIFIER, 1, 0) },
		{ "N'Ko", "ߒߞߏ", FAULT(NOT_IDENTIFIER, 1, 0) },
		{ "Mongolian", "ᠮᠣᠩᠭᠣᠯ", FAULT(NOT_IDENTIFIER, 1, 0) },
		{ "Gothic", "𐌰", FAULT(NOT_IDENTIFIER, 1, 0) },
		{ "Coptic", "ⲁ", FAULT(NOT_IDENTIFIER, 1, 0) },
	};

	check_rows(&identifiers, rows, LENGTH(rows));
}

/* --- Marks -------------------------------------------------------------------- */

TEST(unlikely_marks_are_found)
{
	static const struct row rows[] = {
		{ "twice on Latin", "á\u0301", FAULT2(UNLIKELY_MARK, 1, 0, 2) },
		{ "twice, another between", "á\u0303\u0301b", FAULT2(UNLIKELY_MARK, 1, 0, 4) },
		{ "twice on Cyrillic", "ба\u0301\u0301", FAULT2(UNLIKELY_MARK, 1, 2, 6) },
		{ "twice on Greek", "ά\u0301", FAULT2(UNLIKELY_MARK, 1, 0, 2) },
		{ "twice on Arabic", "ب\u064E\u064E", FAULT2(UNLIKELY_MARK, 1, 0, 4) },
		{ "twice on Devanagari", "क\u093C\u093C", FAULT2(UNLIKELY_MARK, 1, 0, 6) },
		{ "twice on Bengali", "কু\u09C1", FAULT2(UNLIKELY_MARK, 1, 0, 6) },
		{ "twice on Telugu", "క్్", FAULT2(UNLIKELY_MARK, 1, 0, 6) },
		{ "twice on Thai", "ก\u0E47\u0E47", FAULT2(UNLIKELY_MARK, 1, 0, 6) },
		{ "twice on Lao", "a.ກ\u0EC8\u0EC8", FAULT2(UNLIKELY_MARK, 2, 2, 8) },
		{ "twice on Khmer", "ក\u17C6\u17C6", FAULT2(UNLIKELY_MARK, 1, 0, 6) },
		{ "twice on Burmese", "က\u1036\u1036", FAULT2(UNLIKELY_MARK, 1, 0, 6) },
		{ "a spacing mark twice", "कि\u093F", PASSES },
		{ "the same on two letters", "áá", PASSES },

		{ "four", "ẫ\u0304\u0306", PASSES },
		{ "five", "ẫ\u0304\u0306\u030C", FAULT2(UNLIKELY_MARK, 1, 0, 7) },

		{ "a dot above i", "i\u0307", FAULT2(UNLIKELY_MARK, 1, 0, 1) },
		{ "a dot above j", "aj\u0307", FAULT2(UNLIKELY_MARK, 1, 1, 2) },
		{ "a dot above l", "l\u0307", FAULT2(UNLIKELY_MARK, 1, 0, 1) },
		{ "a dot above an i with a dot below", "ị\u0307",
		  FAULT2(UNLIKELY_MARK, 1, 0, 3) },
		{ "a dot above an accent", "í\u0307", PASSES },
		{ "an accent above a dot above i", "i\u0307\u0301",
		  FAULT2(UNLIKELY_MARK, 1, 0, 1) },
		{ "a dot above another letter", "ż", PASSES },
		{ "a dot above a dotless i", "ı\u0307", FAULT2(UNLIKELY_MARK, 1, 0, 2) },
		{ "an accent above a dotless i", "ı\u0301", FAULT2(UNLIKELY_MARK, 1, 0, 2) },
		{ "a dot below a dotless i", "ı\u0323", PASSES },
		{ "an accent above i", "í", PASSES },

		{ "Arabic on Latin", "a\u064E", FAULT2(UNLIKELY_MARK, 1, 0, 1) },
		{ "Devanagari on Latin", "ba\u093C", FAULT2(UNLIKELY_MARK, 1, 1, 2) },
		{ "Thai on Latin", "a\u0E49", FAULT2(UNLIKELY_MARK, 1, 0, 1) },
		{ "Thai on Lao", "ກ\u0E48", FAULT2(UNLIKELY_MARK, 1, 0, 3) },
		{ "Latin on Arabic", "ب\u0301", FAULT2(UNLIKELY_MARK, 1, 0, 2) },
		{ "Latin on Hebrew", "ש\u0301", FAULT2(UNLIKELY_MARK, 1, 0, 2) },
		{ "Latin on Devanagari", "क\u0303", FAULT2(UNLIKELY_MARK, 1, 0, 3) },
		{ "Bengali on Devanagari", "क\u09BC", FAULT2(UNLIKELY_MARK, 1, 0, 3) },
		{ "Thai on a digit", "ก1\u0E49", FAULT2(UNLIKELY_MARK, 1, 3, 4) },
		{ "Latin on a digit", "1\u0301", FAULT2(UNLIKELY_MARK, 1, 0, 1) },
		{ "Latin on a hyphen", "ü-\u0301", FAULT2(UNLIKELY_MARK, 1, 2, 3) },
		{ "on nothing", "\u0301a", FAULT(UNLIKELY_MARK, 1, 0) },
		{ "on nothing, in the second label", "a.\u0E49", FAULT(UNLIKELY_MARK, 2, 2) },
	};

	check_rows(&identifiers, rows, LENGTH(rows));
}

TEST(names_with_many_marks_pass)
{
	static const struct row rows[] = {
		{ "Vietnamese", "việtnam.đànẵng.trườnghợp.đườngsắt.huế.thừathiênhuế", PASSES },
		{ "Yoruba", "ọ\u0300ṣun.ìbàdàn.ẹ\u0300kọ\u0301.ọjọ\u0301bọ\u0300", PASSES },
		{ "Igbo", "ụlọọrụ.ọmụmụ", PASSES },
		{ "Lithuanian", "šiauliai.lietuvių.žąsis.ėjimas.ų\u0303", PASSES },
		{ "Latvian, Czech, Polish", "ķīmija.příštíštěstí.źdźbło", PASSES },
		{ "Navajo", "dinébizaad.tʼáá.ą\u0301", PASSES },
		{ "Russian with an accent", "за\u0301мок.йод.ёж", PASSES },
		{ "Greek", "αΰριο.μαΐου", PASSES },
		{ "Arabic with vowels", "مُحَمَّد", PASSES },
		{ "Hindi", "हिन्दी.ज़िन्दगी.चाँद", PASSES },
		{ "Bengali", "বাংলাদেশ.পশ্চিমবঙ্গ", PASSES },
		{ "Punjabi, Gujarati", "ਪੰਜਾਬ.ગુજરાતી", PASSES },
		{ "Tamil, Telugu, Kannada, Malayalam", "சென்னை.హైదరాబాద్.ಬೆಂಗಳೂರು.കേരളം", PASSES },
		{ "Sinhala", "ශ්\u200Dරීලංකා", PASSES },
		{ "Thai", "ที่นี่.เชียงใหม่.กรุงเทพ", PASSES },
		{ "Lao, Khmer, Burmese, Tibetan", "ວຽງຈັນ.ភ្នំពេញ.မြန်မာ.བོད་ལྗོངས", PASSES },
		{ "Dhivehi", "ދިވެހި", PASSES },
	};

	check_rows(&identifiers, rows, LENGTH(rows));
}

/* --- Scripts -------------------------------------------------------------------- */

TEST(scripts_that_are_not_listed_are_found)
{
	static const struct {
		const char *scripts[4];
		struct row row;
	} rows[] = {
		{ { "Greek" }, { "Greek", "αθήνα", PASSES } },
		{ { "Greek" }, { "ASCII is always allowed", "αθήνα-1a.abc", PASSES } },
		{ { "Greek" },
		  { "Latin is more than ASCII", "aθé", FAULT(OTHER_SCRIPT, 1, 3) } },
		{ { "Greek" }, { "Cyrillic", "αθήνα.яндекс", FAULT(OTHER_SCRIPT, 2, 11) } },
		{ { "Greek" }, { "Common and Inherited", "❤🍕\u20E3", PASSES } },
		{ { "Greek" },
		  { "a mark of other scripts", "α\u0483", FAULT(OTHER_SCRIPT, 1, 2) } },
		{ { "Latin", "Cyrl" }, { "either", "québec.яндекс", PASSES } },
		{ { "Latin", "Cyrl" },
		  { "neither", "québec.αθήνα", FAULT(OTHER_SCRIPT, 2, 8) } },
		{ { "Han" }, { "Han", "東京", PASSES } },
		{ { "Han" },
		  { "Han is not Japanese", "東京タワー", FAULT(OTHER_SCRIPT, 1, 6) } },
		{ { "Han" }, { "nor Korean", "漢城서울", FAULT(OTHER_SCRIPT, 1, 6) } },
		{ { "Han", "Hiragana", "Katakana" },
		  { "but these are", "東京タワーのみ", PASSES } },
		{ { "Hira" }, { "a sign of both kana", "らーめん", PASSES } },
		{ { "Kana" }, { "the same", "タワー", PASSES } },
		{ { "Arabic" }, { "digits of several scripts", "ا٠", PASSES } },
		{ { "Thaana" }, { "the same", "ދ٠", PASSES } },
		{ { "Hebrew" }, { "digits of others", "ש٠", FAULT(OTHER_SCRIPT, 1, 2) } },
		{ { "Common" }, { "Common alone", "❤-1", PASSES } },
		{ { "Common" }, { "a letter beside it", "❤é", FAULT(OTHER_SCRIPT, 1, 3) } },
	};

	for (size_t i = 0; i < LENGTH(rows); i++) {
		struct idnx_criteria criteria = only_scripts(rows[i].scripts);

		check_rows(&criteria, &rows[i].row, 1);
	}
}

static bool is_empty(const struct idnx_script_set *set)
{
	return !(set->words[0] | set->words[1] | set->words[2]);
}

TEST(a_script_has_two_names_in_any_case)
{
	static const char *const latin[] = { "Latin", "latin", "LATIN", "Latn", "latn", "LATN" };
	static const char *const none[] = { "", "L", "Lat", "Lati", "Latin ", " Latin", "Latins",
		                            "Klingon", "Jpan", "Hanb", "Kore", "ſhaw" };
	struct idnx_script_set first = { { 0 } };

	assert_int_equal(idnx_script_set_add(&first, "Latin", 5), 0);
	assert_false(is_empty(&first));
	for (size_t i = 0; i < LENGTH(latin); i++) {
		struct idnx_script_set set = { { 0 } };

		assert_int_equal(idnx_script_set_add(&set, latin[i], strlen(latin[i])), 0);
		assert_memory_equal(&set, &first, sizeof set);
	}
	for (size_t i = 0; i < LENGTH(none); i++) {
		struct idnx_script_set set = first;

		print_message("# %s\n", none[i]);
		assert_int_equal(idnx_script_set_add(&set, none[i], strlen(none[i])), -1);
		assert_memory_equal(&set, &first, sizeof set);
	}
	assert_int_equal(idnx_script_set_add(&first, "Greekish", 5), 0);
	assert_int_equal(idnx_script_set_add(&first, "La\0in", 5), -1);
}

/* --- Whole labels ----------------------------------------------------------------- */

/* Labels in each script that has shapes close to those of ASCII. */
static const struct in_script {
	const char *script, *label, *honest;
	const char *country, *domain; /* that use the script */
} in_scripts[] = {
	{ "Cyrillic", "аррӏе", "яблоко", "ru", "рф" },
	{ "Cyrillic", "ѕсоре-1", "софия", "bg", "бг" },
	{ "Greek", "ουκ", "αθήνα", "gr", "ελ" },
	{ "Armenian", "սօս", "երևան", "am", "հայ" },
	{ "Hebrew", "חס", "שלום", "il", "ישראל" },
	{ "Arabic", "اه", "القاهرة", "eg", "مصر" },
	{ "Devanagari", "ऽऽ", "हिन्दी", "in", "भारत" },
	{ "Bengali", "ওও", "ঢাকা", "bd", "বাংলা" },
	{ "Gurmukhi", "ੜੜ", "ਪੰਜਾਬ", "in", "ਭਾਰਤ" },
	{ "Gujarati", "વવ", "ગુજરાત", "in", "ભારત" },
	{ "Oriya", "ଽଽ", "ଓଡ଼ିଶା", "in", "ଭାରତ" },
	{ "Tamil", "பப", "சென்னை", "sg", "இலங்கை" },
	{ "Telugu", "౨౩", "హైదరాబాద్", "in", "భారత్" },
	{ "Kannada", "ಠಽ", "ಬೆಂಗಳೂರು", "in", "ಭಾರತ" },
	{ "Malayalam", "ടഠ", "കേരളം", "in", "ഭാരതം" },
	{ "Thai", "ทน", "เชียงใหม่", "th", "ไทย" },
	{ "Lao", "ດຕ", "ວຽງຈັນ", "la", "ລາວ" },
	{ "Myanmar", "ခဂ", "ရန်ကုန်", "mm", "မြန်မာ" },
	{ "Georgian", "იო", "თბილისი", "ge", "გე" },
	{ "Ethiopic", "ሀለ", "አማርኛ", "et", "ኢትዮጵያ" },
	{ "Bopomofo", "ㄐㄐ", "注音ㄅㄆ", "tw", "台灣" },
	{ "Han", "丩丩", "北京", "cn", "中国" },
	{ "Katakana", "ノノ", "トヨタ", "jp", "日本" },
	{ "Katakana", "ノノ", "ドコモ", "jp", "みんな" },
	{ "Cherokee", "ᎠᎡ", "ᏣᎳᎩ", NULL, "ᏣᎳᎩ" },
	{ "Tifinagh", "ⵔⵏ", "ⵜⵉⴼⵉⵏⴰⵖ", NULL, "ⵍⵎⵖⵔⵉⴱ" },
	{ "digits of Devanagari", "१२३", "क१२", "in", "भारत" },
	{ "digits of Arabic", "١٢-٣", "ب١", "eg", "مصر" },
	{ "digits of Persian", "۱۲", "ب۱", "ir", "ایران" },
	{ "digits of Thai", "๑๒", "ก๑", "th", "ไทย" },
};

static enum idnx_status judge_below(const char *label, const char *domain)
{
	char name[256];

	snprintf(name, sizeof name, "%s%s%s", label, *domain ? "." : "", domain);
	print_message("# %s\n", name);
	return idnx_judge(name, strlen(name), &no_look_alikes).status;
}

TEST(a_label_that_reads_as_ascii_passes_where_its_script_is_at_home_alone)
{
	for (size_t i = 0; i < LENGTH(in_scripts); i++) {
		const struct in_script *in = &in_scripts[i];

		print_message("# %s\n", in->script);
		assert_int_equal(judge_below(in->label, "com"), IDNX_READS_AS_ASCII);
		assert_int_equal(judge_below(in->label, "example.com"), IDNX_READS_AS_ASCII);
		assert_int_equal(judge_below(in->label, "fr"), IDNX_READS_AS_ASCII);
		assert_int_equal(judge_below(in->label, "ᚠᚢ"), IDNX_READS_AS_ASCII);
		assert_int_equal(judge_below(in->honest, "com"), IDNX_OK);
		assert_int_equal(judge_below(in->label, in->domain), IDNX_OK);
		assert_int_not_equal(judge_below("a", in->label), IDNX_READS_AS_ASCII);
		if (in->country != NULL)
			assert_int_equal(judge_below(in->label, in->country), IDNX_OK);
	}
}

TEST(a_label_is_found_only_if_all_of_it_reads_as_ascii)
{
	static const struct row rows[] = {
		{ "in the second label, and the third", "a.аррӏе.com",
		  FAULT(READS_AS_ASCII, 2, 2) },
		{ "the first character that is not ASCII", "1-со.com",
		  FAULT(READS_AS_ASCII, 1, 2) },
		{ "a label in which one letter does not", "аррӏеж.com", PASSES },
		{ "a letter that a hasty reader takes for one", "аррӏет.com", PASSES },
		{ "... of which confusables.txt says so, too", "хабр.site", PASSES },
		{ "", "сруб.site", PASSES },
		{ "", "харбор.space", PASSES },
		{ "", "кабура.shop", PASSES },
		{ "", "курсы.com", PASSES },
		{ "marks are seen", "ёсо.com", PASSES },
		{ "marks that have no letter of their own, too", "а\u0301со.com", PASSES },
		{ "a Latin letter is another rule's", "аррlе.com", FAULT(LONE_LETTER, 1, 0) },
		{ "Latin itself", "ɡɡ.com", PASSES },
		{ "symbols", "❤.com", PASSES },
		{ "digits beside a letter of their script", "क१२.com", PASSES },
		{ "digits beside an ASCII letter", "a१२.com", FAULT(LONE_LETTER, 1, 1) },
		{ "digits beside those of ASCII", "1१.com", FAULT(READS_AS_ASCII, 1, 1) },
		{ "digits and a hyphen", "१-२.com", FAULT(READS_AS_ASCII, 1, 0) },
		{ "a root dot is no label", "аррӏе.com.", FAULT(READS_AS_ASCII, 1, 0) },
		{ "... nor is it after a home", "аррӏе.ru.", PASSES },
		{ "a country below another one", "аррӏе.ru.com", FAULT(READS_AS_ASCII, 1, 0) },
		{ "below a home of several labels", "аррӏе.com.ru", PASSES },
		{ "the top-level domain itself", "аррӏе", PASSES },
		{ "... with a root dot", "example.аррӏе.", PASSES },
		{ "below an empty one", "аррӏе..", FAULT(READS_AS_ASCII, 1, 0) },
		{ "a top-level domain in Punycode", "аррӏе.xn--p1ai",
		  FAULT(READS_AS_ASCII, 1, 0) },
		{ "one of more letters than a country's", "аррӏе.rus",
		  FAULT(READS_AS_ASCII, 1, 0) },
		{ "one of fewer", "аррӏе.r", FAULT(READS_AS_ASCII, 1, 0) },
	};

	check_rows(&no_look_alikes, rows, LENGTH(rows));
}

/* --- Letters, punctuation, kana ----------------------------------------------------- */

TEST(what_reads_as_digits_among_digits_passes_where_its_script_is_at_home_alone)
{
	static const struct row rows[] = {
		{ "o", "1о0.com", FAULT(READS_AS_ASCII, 1, 1) },
		{ "l", "1ӏ.com", FAULT(READS_AS_ASCII, 1, 1) },
		{ "what a hasty reader takes for 3", "з60.com", FAULT(READS_AS_ASCII, 1, 0) },
		{ "... for 6", "1б3.com", FAULT(READS_AS_ASCII, 1, 1) },
		{ "two of them", "36-бз.com", FAULT(READS_AS_ASCII, 1, 3) },
		{ "a digit of another script", "3٥0.com", FAULT(READS_AS_ASCII, 1, 1) },
		{ "under a home", "б131.рф", PASSES },
		{ "", "1б.рф", PASSES },
		{ "", "з60.ru", PASSES },
		{ "what reads as no digit", "1ж.com", PASSES },
		{ "what reads as several", "1տ.com", FAULT(READS_AS_ASCII, 1, 1) },
		{ "... to a hasty reader", "1ы.com", PASSES },
		{ "what a hasty reader takes for o", "3口.com", PASSES },
		{ "among no digit", "зз.com", PASSES },
		{ "among letters as well", "з60-ж.com", PASSES },
		{ "among ASCII letters", "a9з.com", FAULT(LONE_LETTER, 1, 2) },
		{ "the top-level domain", "1б3", PASSES },
	};

	check_rows(&no_look_alikes, rows, LENGTH(rows));
}

TEST(letters_that_look_like_ascii_among_latin_are_found)
{
	static const struct row rows[] = {
		{ "Cyrillic", "paypаl", FAULT(LONE_LETTER, 1, 4) },
		{ "Greek", "αpple.com", FAULT(LONE_LETTER, 1, 0) },
		{ "Armenian", "gօogle", FAULT(LONE_LETTER, 1, 1) },
		{ "Thai", "xทx", FAULT(LONE_LETTER, 1, 1) },
		{ "Han", "coca一cola", FAULT(LONE_LETTER, 1, 4) },
		{ "katakana", "a.tロ", FAULT(LONE_LETTER, 2, 3) },
		{ "Hangul", "go이gle", FAULT(LONE_LETTER, 1, 2) },
		{ "a digit of another script", "goo१gle", FAULT(LONE_LETTER, 1, 3) },
		{ "in Latin beyond ASCII", "éа", FAULT(LONE_LETTER, 1, 2) },
		{ "in the top-level domain", "a.cоm", FAULT(LONE_LETTER, 2, 3) },
		{ "under a home", "paypаl.ru", FAULT(LONE_LETTER, 1, 4) },
		{ "what only a hasty reader confuses", "tесн", FAULT(LONE_LETTER, 1, 1) },
		{ "a letter and its mark are one", "xท\u0E48x", FAULT(LONE_LETTER, 1, 1) },
		{ "a voiced slash", "comゾx", FAULT(LONE_LETTER, 1, 3) },

		{ "two", "pаypаl", FAULT(LONE_LETTER, 1, 1) },
		{ "two of two scripts", "αpplе", FAULT(LONE_LETTER, 1, 0) },
		{ "slashes", "comんdetailんrestric-access", FAULT(LONE_LETTER, 1, 3) },
		{ "... of two kinds", "paypal.comソlogンin.evil.com", FAULT(LONE_LETTER, 2, 10) },
		{ "... side by side", "comソンlogin", FAULT(LONE_LETTER, 1, 3) },
		{ "strokes at the end", "paypa丨丨.com", FAULT(LONE_LETTER, 1, 5) },
		{ "... at the beginning", "工工nkedin.com", FAULT(LONE_LETTER, 1, 0) },
		{ "hyphens", "com一login一a.evil.com", FAULT(LONE_LETTER, 1, 3) },
		{ "circles", "go口gle口.com", FAULT(LONE_LETTER, 1, 2) },
		{ "digits and hyphens between them", "a丨1-丨2", FAULT(LONE_LETTER, 1, 1) },
		{ "words elsewhere in the label", "東京com一login", FAULT(LONE_LETTER, 1, 9) },

		{ "one that looks like nothing", "ocn光.jp", PASSES },
		{ "", "biglobe光.com", PASSES },
		{ "", "sim卡.com", PASSES },
		{ "", "t恤.com", PASSES },
		{ "", "it塾.com", PASSES },
		{ "", "k팝.kr", PASSES },
		{ "", "tシ", PASSES },
		{ "a word", "jr東日本", PASSES },
		{ "a word with a stroke", "一生gamer", PASSES },
		{ "", "丸の内一丁目a", PASSES },
		{ "words of letters that look like ASCII", "tokyoメトロ.エロg", PASSES },
		{ "a mark of another script alone", "xา", FAULT(LONE_LETTER, 1, 1) },
		{ "symbols are no letters", "i❤x", PASSES },
		{ "Latin in Cyrillic", "яндекs", PASSES },
		{ "alone in its label", "а.com", FAULT(READS_AS_ASCII, 1, 0) },
		{ "among digits alone", "d.1一", PASSES },
		{ "among a hyphen alone", "-о-", PASSES },
	};

	check_rows(&no_look_alikes, rows, LENGTH(rows));
}

TEST(a_letter_of_few_languages_is_found_outside_of_their_countries)
{
	static const struct row rows[] = {
		{ "Icelandic", "úþhold.com", FAULT(FOREIGN_LETTER, 1, 2) },
		{ "... in Iceland", "þingvellir.is", PASSES },
		{ "... and on the Faroes, with a root dot", "þ.fo.", PASSES },
		{ "Sami", "a.bitŧrex.com", FAULT(FOREIGN_LETTER, 2, 5) },
		{ "Maltese", "moonsħots.net", FAULT(FOREIGN_LETTER, 1, 5) },
		{ "... in Malta", "ħobż.com.mt", PASSES },
		{ "... in the European Union", "ħobż.eu", PASSES },
		{ "Berber, of Algeria and Morocco", "ḥ.dz", PASSES },
		{ "", "ḥ.ma", PASSES },
		{ "", "ḥ.tn", FAULT(FOREIGN_LETTER, 1, 0) },
		{ "no country", "ṃyetherwallet.com", FAULT(FOREIGN_LETTER, 1, 0) },
		{ "no country, though it is one", "ṃ.in", FAULT(FOREIGN_LETTER, 1, 0) },
		{ "a mark that stands alone in NFC", "ap\u0323.com", PASSES },
		{ "the top-level domain itself", "a.ṃ", PASSES },
		{ "one that is not ASCII", "ṃ.рф", FAULT(FOREIGN_LETTER, 1, 0) },
		{ "Welsh, everywhere", "ẁẃẅŵŷ.com", PASSES },
		{ "Vietnamese, everywhere", "ạẹịọụỵ.com", PASSES },
		{ "Berber and Indian", "biṭakoina.ḍ.com", PASSES },
		{ "Azerbaijani", "ə.com", PASSES },
		{ "Icelandic that spoofs do not use", "ð.com", PASSES },
	};

	check_rows(&no_look_alikes, rows, LENGTH(rows));
}

TEST(what_reads_as_punctuation_is_found)
{
	static const struct row rows[] = {
		{ "a fraction slash", "com⁄login", FAULT(READS_AS_PUNCTUATION, 1, 3) },
		{ "a division slash", "é.com∕login", FAULT(READS_AS_PUNCTUATION, 2, 6) },
		{ "a dot of Han", "丶", FAULT(READS_AS_PUNCTUATION, 1, 0) },
		{ "a click letter as !", "comǃx", FAULT(READS_AS_PUNCTUATION, 1, 3) },
		{ "a ratio as a colon", "ü∶80", FAULT(READS_AS_PUNCTUATION, 1, 2) },
		{ "a minus as a hyphen", "a−b", FAULT(READS_AS_PUNCTUATION, 1, 1) },
		{ "katakana no alone", "ノ", FAULT(READS_AS_PUNCTUATION, 1, 0) },
		{ "... among digits", "80ノ1", FAULT(READS_AS_PUNCTUATION, 1, 2) },
		{ "... and marks that katakana has, too", "-\u0323ノ-\u0323ノ",
		  FAULT(READS_AS_PUNCTUATION, 1, 3) },
		{ "katakana no in katakana", "ノート", PASSES },
		{ "... at the end", "キノ", PASSES },
		{ "... beside Han", "中ノ島", PASSES },
		{ "dots of Han in Han", "丶丶", PASSES },
		{ "a middle dot", "l·l", PASSES },
		{ "a mark", "á", PASSES },
		{ "ASCII punctuation", "ü!$", PASSES },
	};

	check_rows(&no_look_alikes, rows, LENGTH(rows));
}

TEST(kana_out_of_place_are_found)
{
	static const struct row rows[] = {
		{ "prolonged katakana", "タワー", PASSES },
		{ "prolonged hiragana", "らーめん", PASSES },
		{ "... after an iteration mark", "あゝー", PASSES },
		{ "... twice", "アーー", PASSES },
		{ "... at the beginning", "ーア", FAULT(OUT_OF_PLACE, 1, 0) },
		{ "... after Han", "一ー", FAULT(OUT_OF_PLACE, 1, 3) },
		{ "... after Latin", "aーbーc", FAULT(OUT_OF_PLACE, 1, 1) },
		{ "... after a mark that Latin has, too", "x\u0323ーxー",
		  FAULT(OUT_OF_PLACE, 1, 3) },
		{ "... after a hyphen", "ア-ー", FAULT(OUT_OF_PLACE, 1, 4) },
		{ "hiragana again", "いすゞ.ああゝ", PASSES },
		{ "... after katakana", "アゝ", FAULT(OUT_OF_PLACE, 1, 3) },
		{ "... after Han", "一ゞ", FAULT(OUT_OF_PLACE, 1, 3) },
		{ "katakana again", "アヽ.カヾ", PASSES },
		{ "... after hiragana", "a.あヽ", FAULT(OUT_OF_PLACE, 2, 5) },
		{ "... at the beginning", "ヾア", FAULT(OUT_OF_PLACE, 1, 0) },
		{ "he in katakana", "ヘルプ.ベルト.ページ", PASSES },
		{ "he in hiragana", "へや.べや.かぺ", PASSES },
		{ "he in katakana, but hiragana", "へルプ", FAULT(OUT_OF_PLACE, 1, 0) },
		{ "be, the same", "ルべー", FAULT(OUT_OF_PLACE, 1, 3) },
		{ "pe, the same", "ぺージ", FAULT(OUT_OF_PLACE, 1, 0) },
		{ "... with another hiragana", "へルプの", PASSES },
		{ "he beside Han alone", "東へ", PASSES },
	};

	check_rows(&no_look_alikes, rows, LENGTH(rows));
}

/* --- All of them --------------------------------------------------------------------- */

TEST(ascii_labels_meet_everything)
{
	static const struct row rows[] = {
		{ "a name", "example.com", PASSES },
		{ "digits", "1.2.3", PASSES },
		{ "in Punycode", "xn--e1awd7f.xn--p1ai", PASSES },
		{ "hyphens, low lines", "_dmarc.-a-.r3---sn", PASSES },
		{ "what no host name has", "a b!\x7F\x01", PASSES },
		{ "capitals", "EXAMPLE", PASSES },
		{ "nothing", "", PASSES },
		{ "empty labels", "..", PASSES },
	};
	struct idnx_criteria all = all_criteria();
	char octet[1];

	check_rows(&all, rows, LENGTH(rows));
	for (int c = 1; c < 0x80; c++) {
		octet[0] = (char)c;
		check_judgement(idnx_judge(octet, 1, &all), (struct idnx_judgement)PASSES);
	}
	check_judgement(idnx_judge(NULL, 0, &all), (struct idnx_judgement)PASSES);
}

/* Each row breaks two rules that are adjacent in idnx.h. */
TEST(of_two_faults_in_a_label_the_first_in_the_header_is_reported)
{
	static const char *const latin[] = { "Latin", NULL };
	struct idnx_criteria criteria = only_scripts(latin);
	static const struct row highly[] = {
		{ "UTF8 after IDNA2008", "❤\xFF", FAULT(BAD_UTF8, 1, 3) },
		{ "IDNA2008 after IDENTIFIER", "ⲁ❤", FAULT(NOT_IDNA2008, 1, 3) },
		{ "IDENTIFIER after MARKS", "á\u0301ⲁ", FAULT(NOT_IDENTIFIER, 1, 4) },
		{ "MARKS after SCRIPTS", "aбá\u0301", FAULT2(UNLIKELY_MARK, 1, 3, 5) },
		{ "SCRIPTS after NUMBERS", "1٠бб", FAULT2(MIXED_SCRIPTS, 1, 1, 3) },
		{ "SCRIPTS after OTHER_SCRIPT", "бé", FAULT2(MIXED_SCRIPTS, 1, 0, 2) },
		{ "OTHER_SCRIPT and READS_AS_ASCII", "сс.com", FAULT(OTHER_SCRIPT, 1, 0) },
		{ "the first label, not the worst", "сс.\xFF", FAULT(OTHER_SCRIPT, 1, 0) },
	};
	static const struct row numbers[] = {
		{ "NUMBERS after OTHER_SCRIPT", "ب٠1", FAULT2(MIXED_NUMBERS, 1, 2, 4) },
	};
	static const struct row look_alikes[] = {
		{ "READS_AS_ASCII and LONE_LETTER", "1о.com", FAULT(READS_AS_ASCII, 1, 1) },
		{ "LONE_LETTER after FOREIGN_LETTER", "þ一.com", FAULT(LONE_LETTER, 1, 2) },
		{ "FOREIGN_LETTER after PUNCTUATION", "⁄þ.com", FAULT(FOREIGN_LETTER, 1, 3) },
		{ "LONE_LETTER after PUNCTUATION", "a⁄b一", FAULT(LONE_LETTER, 1, 5) },
		{ "PUNCTUATION after OUT_OF_PLACE", "ーー⁄", FAULT(READS_AS_PUNCTUATION, 1, 6) },
	};

	criteria.level = IDNX_LEVEL_HIGHLY_RESTRICTIVE;
	criteria.repertoire = IDNX_REPERTOIRE_IDENTIFIERS;
	criteria.look_alikes = 1;
	check_rows(&criteria, highly, LENGTH(highly));
	criteria.repertoire = IDNX_REPERTOIRE_ANY;
	check_rows(&criteria, numbers, LENGTH(numbers));
	check_rows(&no_look_alikes, look_alikes, LENGTH(look_alikes));
}

TEST(each_criterion_checks_nothing_else)
{
	struct idnx_criteria level = { .level = IDNX_LEVEL_ASCII_ONLY };
	struct idnx_criteria twice = { .look_alikes = -2 };
	static const struct row for_level[] = {
		{ "a symbol", "❤", FAULT(MIXED_SCRIPTS, 1, 0) },
	};
	static const struct row for_idna2008[] = {
		{ "mixed scripts and numbers", "paypаl1१", PASSES },
		{ "look-alikes", "аррӏе.com", PASSES },
	};
	static const struct row for_look_alikes[] = {
		{ "mixed scripts", "яндекs", PASSES },
		{ "marks", "á\u0301", PASSES },
		{ "a whole label", "аррӏе.com", FAULT(READS_AS_ASCII, 1, 0) },
	};

	check_rows(&level, for_level, LENGTH(for_level));
	check_rows(&idna2008, for_idna2008, LENGTH(for_idna2008));
	check_rows(&twice, for_look_alikes, LENGTH(for_look_alikes));
}

TEST(an_unknown_repertoire_is_refused)
{
	static const int repertoires[] = { IDNX_REPERTOIRE_IDENTIFIERS + 1, 1000, -1 };

	for (size_t i = 0; i < LENGTH(repertoires); i++) {
		struct idnx_criteria criteria = {
			.repertoire = (enum idnx_repertoire)repertoires[i]
		};

		check_judgement(idnx_judge("a", 1, &criteria),
		                (struct idnx_judgement){ IDNX_BAD_FLAGS, 0, 0, 0 });
		check_judgement(idnx_judge("", 0, &criteria),
		                (struct idnx_judgement){ IDNX_BAD_FLAGS, 0, 0, 0 });
	}
}
